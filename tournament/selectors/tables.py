"""Tables as pages and programs show them: seats with names, hands, what was written since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournament.errors import not_found
from tournament.models import Draw, Entry, Event, Round, Table, TableEvent
from tournament.selectors.visibility import visible_tables


def get_table(event: Event, round_number: int, number: int) -> Table:
    """Return a table of a released round, with event, round, stage and draw."""
    table = (
        visible_tables(event)
        .select_related("event", "round__stage", "draw")
        .filter(round__number=round_number, number=number)
        .first()
    )
    if table is None:
        raise not_found("table")
    return table


def accepted_since(table: Table, seq: int) -> list[dict[str, Any]]:
    """Return the events written at a table from `seq` on, as a stale writer is shown them."""
    rows = TableEvent.objects.filter(table=table, seq__gte=seq).select_related("actor", "actor_entry").order_by("seq")
    return [{"seq": row.seq, "at": row.at.isoformat(), "by": written_by(row), **row.body} for row in rows]


def written_by(row: TableEvent) -> str:
    """Return how the writer of an event is named."""
    if row.actor is not None:
        return row.actor.get_full_name() or row.actor.get_username()
    return f"#{row.actor_entry.number} {row.actor_entry.name}" if row.actor_entry else ""


def sitting_elsewhere(table: Table, persons: Iterable[str]) -> dict[str, int]:
    """Return which of `persons` (entry numbers) sit or sat at another table of the round, and at which."""
    wanted = set(persons)
    found: dict[str, int] = {}
    others = Table.objects.filter(draw=table.draw_id).exclude(pk=table.pk).exclude(status=Table.Status.VOID)
    for number, state in others.values_list("number", "state"):
        for person in state.get("persons") or {}:
            if person in wanted:
                found[person] = number
    return found


def round_tables(round_: Round) -> list[Table]:
    """Return the tables of a round's released draw, by number; `state` holds seats and totals."""
    return list(
        Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED)
        .select_related("event", "round__stage", "draw")
        .order_by("number")
    )


def names_of(event: Event, numbers: Iterable[str | None] | None = None) -> dict[str, str]:
    """Return entry numbers (as text) with their names; all of the event where none are given."""
    entries = Entry.objects.filter(event=event)
    if numbers is not None:
        entries = entries.filter(number__in=[int(number) for number in numbers if number and number.isdecimal()])
    return {str(number): name for number, name in entries.values_list("number", "name")}


def table_history(table: Table) -> list[dict[str, Any]]:
    """Return all events of a table in order of entry, each with who wrote it, when, and whether it still stands."""
    rows = list(TableEvent.objects.filter(table=table).select_related("actor", "actor_entry").order_by("seq"))
    voided = {row.body["seq"]: row.seq for row in rows if row.kind == "void"}
    replaced = {row.body["seq"]: row.seq for row in rows if row.kind == "replace" and row.seq not in voided}
    return [
        {
            "seq": row.seq,
            "at": row.at,
            "by": written_by(row),
            "kind": row.kind,
            "hand": row.hand,
            "body": row.body,
            "batch": row.batch,
            "voided_by": voided.get(row.seq),
            "replaced_by": replaced.get(row.seq),
        }
        for row in rows
    ]
