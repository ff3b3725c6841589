"""Tables as pages and programs show them: seats with names, hands, what was written since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction

from engine.places import HOUSE, PLACES
from tournament.actors import Actor
from tournament.errors import not_found
from tournament.models import Draw, Event, PostingRow, Round, SeatConfirmation, Table, TableEvent, TablePerson
from tournament.persons import number_of
from tournament.selectors.persons import names_of
from tournament.selectors.visibility import keeps_round, keeps_table, may_see_writers, sits_at, visible_tables

# What a draw was made from and gave, for a whole hall: pages of tables would read it once for each table.
DRAWN = ("draw__inputs", "draw__report", "draw__result")
# What changes with a write at a table.
_WRITTEN = (
    "seq", "state", "status", "started_at", "finished_at", "extra_minutes", "waiting", "counted_seq", "record",
)  # fmt: skip


def get_table(event: Event, round_number: int, number: int) -> Table:
    """Return a table of a released round, with event, round, stage and draw."""
    table = (
        visible_tables(event)
        .select_related("event", "round__stage", "draw")
        .defer(*DRAWN)
        .filter(round__number=round_number, number=number)
        .first()
    )
    if table is None:
        raise not_found("table")
    return table


def accepted_since(table: Table, seq: int) -> list[dict[str, Any]]:
    """Return the events written at a table from `seq` on, as a stale writer is shown them."""
    rows = TableEvent.objects.filter(table=table, seq__gte=seq).select_related("actor", "actor_entry").order_by("seq")
    return [{"seq": row.seq, "at": row.at.isoformat(), "by": written_by(row), "body": row.body} for row in rows]


def written_by(row: TableEvent) -> str:
    """Return how the writer of an event is named."""
    if row.actor is not None:
        return row.actor.get_full_name() or row.actor.get_username()
    return f"#{row.actor_entry.number} {row.actor_entry.name}" if row.actor_entry else ""


def sitting_elsewhere(table: Table, persons: Iterable[int]) -> tuple[int, int] | None:
    """Return the number of one of `persons` (keys of entries) who sits or sat at another table, and that table's."""
    found = TablePerson.objects.filter(draw=table.draw_id, entry__in=persons).exclude(table=table)
    return found.order_by("pk").values_list("entry__number", "table__number").first()


def round_tables(round_: Round) -> list[Table]:
    """Return the tables of a round's released draw with event and round, by number; `state` holds seats and totals.

    They share the event and the round they are given: read with each table, these would be most of what is read.
    """
    tables = list(Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED).order_by("number"))
    for table in tables:
        table.event, table.round = round_.event, round_
    return tables


def table_history(table: Table) -> list[dict[str, Any]]:
    """Return all events of a table in order of entry, each with who wrote it, when, and whether it still stands.

    `correction` says what one of an older round was for; `counted` is whether the standings look at the event.
    """
    rows = [
        {
            "seq": row.seq,
            "at": row.at,
            "by": written_by(row),
            "kind": row.kind,
            "hand": row.hand,
            "body": row.body,
            "batch": row.batch,
            "correction": row.correction,
            "counted": table.counted_seq is None or row.seq < table.counted_seq,
        }
        for row in TableEvent.objects.filter(table=table).select_related("actor", "actor_entry").order_by("seq")
    ]
    voided, replaced = what_became(rows)
    return [row | {"voided_by": voided.get(row["seq"]), "replaced_by": replaced.get(row["seq"])} for row in rows]


def what_became(rows: Sequence[Mapping[str, Any]]) -> tuple[dict[int, int], dict[int, int]]:
    """Return by which of a table's events others were taken back, and by which they were replaced."""
    voided = {row["body"]["seq"]: row["seq"] for row in rows if row["kind"] == "void"}
    replaced = {row["body"]["seq"]: row["seq"] for row in rows if row["kind"] == "replace" and row["seq"] not in voided}
    return voided, replaced


def kinds_of_entries(table: Table, seqs: Collection[int]) -> frozenset[str]:
    """Return the kinds of event that some entries of a table are or, where they are corrections, have to do with."""
    rows = list(TableEvent.objects.filter(table=table).order_by("seq").values("seq", "kind", "body"))
    changes = [row for row in rows if row["kind"] == "replace"]
    about = {*seqs, *(row["body"]["seq"] for row in changes if row["seq"] in seqs)}
    placed = {str(row["body"]["with"].get("type")) for row in changes if row["body"]["seq"] in about}
    return frozenset(placed | {row["kind"] for row in rows if row["seq"] in about})


def for_the_record(table: Table, *, kept_back: bool = False) -> dict[str, Any] | None:
    """Return the result that was corrected for the record only, None where all that was recorded counts."""
    if table.record is None or kept_back:
        return None
    return {"counted_seq": table.counted_seq, "scores": table.record["scores"], "persons": table.record["persons"]}


def seat_data(seats: Mapping[str, str | None], names: Mapping[str, str]) -> dict[str, Any]:
    """Return who sits where, by place: person, number of the entry and name, or None for an empty place."""
    return {
        place: None
        if person is None
        else {"person": person, "number": number_of(person), "name": names.get(person, person)}
        for place, person in seats.items()
    }


def table_row(table: Table, names: Mapping[str, str], *, kept_back: bool = False) -> dict[str, Any]:
    """Return one table as lists show it; without scores where they are kept back from the reader."""
    state = table.state
    return {
        "round": table.round.number,
        "table": table.number,
        "area": table.area,
        "status": table.status,
        "seq": table.seq,
        "hand": state["hand"],
        "hands_played": sum(1 for hand in state["hands"] if hand["closed_by"] is not None),
        "seats": seat_data(state["seats"], names),
        "scores": None if kept_back else state["scores"],
        "record": for_the_record(table, kept_back=kept_back),
        "extra_minutes": table.extra_minutes,
        "started_at": table.started_at.isoformat() if table.started_at else None,
        "finished_at": table.finished_at.isoformat() if table.finished_at else None,
    }


def round_rows(actor: Actor, round_: Round) -> list[dict[str, Any]]:
    """Return the tables of a round with names as an actor sees them, in two queries however many there are."""
    tables = round_tables(round_)
    names = names_of(round_.event) if tables else {}
    kept_back = keeps_round(actor, round_.event, round_.number)
    return [table_row(table, names, kept_back=kept_back and not sits_at(actor, table)) for table in tables]


def shown_table(actor: Actor, table: Table) -> dict[str, Any]:
    """Return what an actor may see of a table: nothing but who sits there where its results are kept back from him."""
    if keeps_table(actor, table):
        return table_row(table, names_of(table.event, table.state["seats"].values()), kept_back=True)
    detail = table_detail(table)
    if not may_see_writers(actor, table):
        detail["events"] = [{**row, "by": ""} for row in detail["events"]]
    return detail


def table_detail(table: Table) -> dict[str, Any]:
    """Return everything about a table: seats, state, events with their writers, lines of the ledger.

    All of it is of one moment: where somebody wrote since `table` was read, `table` is read anew.
    """
    lines, history, confirmed = _read_around(table)
    if len(history) != table.seq:
        with transaction.atomic():
            Table.objects.select_for_update().only("pk").get(pk=table.pk)
            table.refresh_from_db(fields=_WRITTEN)
            lines, history, confirmed = _read_around(table)
    state = table.state
    whole = table.record or state
    names = names_of(table.event, [*state["persons"], *whole["persons"], *state["seats"].values()])
    sat = {hand["number"]: {**hand["seats"], HOUSE: HOUSE} for hand in state["hands"]}
    return {
        **table_row(table, names),
        "names": names,
        "start": table.start,
        "persons": state["persons"],
        "accounts": state["accounts"],
        "expected": state["expected"],
        "progress": state["progress"],
        "flags": state["flags"],
        "liabilities": state["liabilities"],
        "breaks": state["breaks"],
        "finished": state["finished"],
        "hands": state["hands"],
        "record": None if table.record is None else {**table.record, "counted_seq": table.counted_seq},
        "confirmed": confirmed,
        "events": [{**row, "at": row["at"].isoformat()} for row in history],
        "postings": [
            {
                "hand": line.hand,
                "seq": line.seq,
                "from": sat[line.hand][line.from_place],
                "to": sat[line.hand][line.to_place],
                "from_place": line.from_place,
                "to_place": line.to_place,
                "points": line.points,
                "account": line.account,
                "reason": line.reason,
                "article": line.article,
                "liability": line.liability,
            }
            for line in lines
        ],
    }


def agreed_before(table: Table, places: Collection[str]) -> int | None:
    """Return how many events somebody of these places last agreed to, where the table has moved on since; else None."""
    agreed = SeatConfirmation.objects.filter(table=table, place__in=places).order_by("-seq")
    seq = agreed.values_list("seq", flat=True).first()
    return seq if seq is not None and seq < table.seq else None


def _read_around(table: Table) -> tuple[list[PostingRow], list[dict[str, Any]], list[str]]:
    """Read what is stored beside a table: lines of the ledger, history, places that confirmed.

    The history is read last: while it is no longer than the table knows, nobody wrote before.
    """
    lines = list(PostingRow.objects.filter(table=table).order_by("line"))
    places = SeatConfirmation.objects.filter(table=table, seq=table.seq).values_list("place", flat=True)
    confirmed = sorted(places, key=("", *PLACES).index)
    return lines, table_history(table), confirmed
