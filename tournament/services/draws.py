"""Draws: seated by lot or by hand, kept as data until released, written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any, cast

from django.db.models import Max

from engine.chance import ALGORITHM, mix
from engine.dealing import Start
from engine.decoding import decode, plain
from engine.errors import noop
from engine.places import PLACES
from engine.seating.lots import Sides, random_draw, table_numbers
from engine.seating.model import Round as SeatingRound
from engine.seating.report import report as quality_report
from engine.seating.wishes import Wishes
from engine.table import fold
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_found
from tournament.models import Draw, Entry, Event, PostingRow, Round, Table, TableEvent, TablePerson, TableSeat
from tournament.persons import drawn_members, person_name, plays_in_pairs, sides_of
from tournament.selectors.entries import eligible, not_checked_in
from tournament.selectors.folding import state_data
from tournament.selectors.rulesets import rules_of
from tournament.services.stages import commit_seed
from tournament.services.tables import rewrite_cache
from tournament.services.writing import Write, writing

Seats = tuple[int | None, ...]
RANDOM, MANUAL = "random", "manual"


@dataclass(frozen=True)
class Seating:
    """Who sits where, before it is written: tables as (number, (E, S, W, N)), and those who rest."""

    tables: tuple[tuple[int, Seats], ...]
    out: tuple[int, ...]
    algorithm: str
    report: dict[str, Any]


def draw_round(
    *, actor: Actor, round_: Round, method: str = RANDOM, tables: Sequence[Mapping[str, Any]] | None = None
) -> Draw:
    """Draw a round (again): by lot with the committed seed, or by hand from `tables` ({number, seats}).

    A pair stands at both places of its side.
    The draw is a draft until released. A round that was released is drawn again only while nothing was recorded.
    """
    require(actor, "draw", round_)
    field = [entry.number for entry in eligible(round_.event)]
    absent = [entry.number for entry in not_checked_in(round_.event)]
    attempt = (Draw.objects.filter(round=round_).aggregate(last=Max("attempt"))["last"] or 0) + 1
    seed = mix(round_.seed, str(attempt))
    sides = sides_of(rules_of(round_.event).ruleset)
    if method == RANDOM:
        seating = _by_lot(round_, field, seed, sides)
    elif method == MANUAL:
        seating = _by_hand(field, tables or [], sides)
    else:
        raise Refused("method_unknown", noop("There is no way of drawing “{method}”."), path="method", method=method)
    report = seating.report | {"quality": _quality(round_.event, field, seating)}
    with writing(round_.event, actor) as write:
        write.standings_change = False
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        if locked.seed != round_.seed or Draw.objects.filter(round=locked, attempt__gte=attempt).exists():
            raise Conflict("drawn_meanwhile", noop("This round was drawn meanwhile; look at that draw first."))
        if [entry.number for entry in eligible(write.event)] != field:
            raise Conflict("field_changed", noop("The field changed while the round was drawn; draw it again."))
        _take_back(write, locked)
        draw = Draw.objects.create(
            round=locked,
            attempt=attempt,
            base_seed=locked.seed,
            seed_hash=locked.seed_hash,
            seed=seed,
            algorithm=seating.algorithm,
            inputs={"method": method, "entries": field, "version": write.event.version},
            report=report,
            result={
                "tables": [{"number": number, "seats": list(seats)} for number, seats in seating.tables],
                "out": list(seating.out),
                "absent": [] if not absent else [number for number in absent if number not in field],
            },
            created_by=actor.user,
        )
        locked.status = Round.Status.DRAWN
        locked.save(update_fields=["status"])
        write.audit(
            "draw.made",
            f"round:{locked.number}",
            after={"attempt": attempt, "method": method},  # no more: the whole staff reads this before the release
        )
    round_.status = locked.status
    return draw


def replay(draw: Draw) -> list[list[int | None]]:
    """Return the tables a draw by lot gives from its stored seed and inputs, to be compared with its result."""
    before = {int(number): count for number, count in draw.report.get("sat_out", {}).items()}
    sides = sides_of(rules_of(draw.round.event).ruleset)
    found = random_draw(draw.inputs["entries"], draw.seed, sat_out=before, sides=sides)
    return [list(seats) for seats in found.tables]


def _by_lot(round_: Round, field: list[int], seed: str, sides: Sides) -> Seating:
    before = _sat_out(round_.event)
    found = random_draw(field, seed, sat_out=before, sides=sides)
    tables = tuple((number, tuple(seats)) for number, seats in zip(found.numbers, found.tables, strict=True))
    report = {"sat_out": {str(number): count for number, count in sorted(before.items())}}
    return Seating(tables, tuple(found.out), f"lots/{ALGORITHM}", report)


def _quality(event: Event, field: Sequence[int], seating: Seating) -> dict[str, Any] | None:
    """Return the numbers that say how good this seating is, with the released rounds before it counted in.

    They are defined for full tables of four players: with an empty place, or pairs, there are none.
    """
    if plays_in_pairs(rules_of(event).ruleset) or any(None in seats for _number, seats in seating.tables):
        return None
    results = Draw.objects.filter(round__event=event, status=Draw.Status.RELEASED).order_by("round__number")
    history = [
        _as_round([(table["number"], table["seats"]) for table in result["tables"]], result["out"], number)
        for number, result in results.values_list("round__number", "result")
    ]
    here = _as_round(seating.tables, seating.out, 0)
    return dict(plain(asdict(quality_report(field, [here], Wishes(history=tuple(history))))))


def _as_round(tables: Sequence[tuple[int, Sequence[int | None]]], out: Sequence[int], number: int) -> SeatingRound:
    """Return a stored seating as the engine sees it; an empty place is a person of its own, whom nobody meets again."""
    empty = count(1)
    seats = tuple(
        tuple(-1_000_000 * number - next(empty) if person is None else person for person in row) for _, row in tables
    )
    return SeatingRound(cast(Any, seats), tuple(found for found, _ in tables), tuple(out))


def _sat_out(event: Event) -> dict[int, int]:
    counts: dict[int, int] = {}
    for result in Draw.objects.filter(round__event=event, status=Draw.Status.RELEASED).values_list("result", flat=True):
        for number in result["out"]:
            counts[number] = counts.get(number, 0) + 1
    return counts


def _by_hand(field: list[int], tables: Sequence[Mapping[str, Any]], sides: Sides) -> Seating:
    """Check a seating made by hand: everybody of the field exactly once, four places a table, a pair on one side."""
    if not tables:
        raise Refused("tables_missing", noop("There are no tables in this seating."), path="tables")
    seated: list[int] = []
    numbers: list[int] = []
    rows: list[tuple[int, Seats]] = []
    for index, table in enumerate(tables):
        seats = table.get("seats")
        number = table.get("number", index + 1)
        if not isinstance(seats, list | tuple) or len(seats) != len(PLACES):
            raise Refused("seats_four", noop("A table has four places."), path=f"tables[{index}].seats")
        for place, entry in enumerate(seats):
            if entry is not None and entry not in field:
                raise Refused(
                    "entry_not_eligible",
                    noop("Entry {number} is not in the field of this round."),
                    path=f"tables[{index}].seats[{place}]",
                    number=entry,
                )
        at = dict(zip(PLACES, seats, strict=True))
        held = [{at[place] for place in side} for side in sides]
        if any(len(holders) > 1 for holders in held):
            raise Refused(
                "partners_apart", noop("A side of the table belongs to one pair."), path=f"tables[{index}].seats"
            )
        seated += [entry for holders in held for entry in holders if entry is not None]
        numbers.append(number)
        rows.append((number, tuple(seats)))
    twice = sorted({entry for entry in seated if seated.count(entry) > 1})
    if twice:
        raise Refused(
            "entry_twice", noop("Seated twice: {numbers}."), path="tables", numbers=", ".join(map(str, twice))
        )
    missing = [entry for entry in field if entry not in set(seated)]
    if missing:
        raise Refused(
            "entries_missing",
            noop("Without a seat: {numbers}."),
            path="tables",
            facts={"missing": missing},
            numbers=", ".join(map(str, missing)),
        )
    table_numbers(len(numbers), numbers)
    return Seating(tuple(sorted(rows, key=lambda row: row[0])), (), "by hand", {})


def release_draw(*, actor: Actor, round_: Round) -> Draw:
    """Release the draft: write its tables and seats, show the seed, and commit to a new seed for any later draw."""
    require(actor, "draw", round_)
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().select_related("stage").get(pk=round_.pk)
        draw = Draw.objects.filter(round=locked, status__in=(Draw.Status.DRAFT, Draw.Status.STALE)).first()
        if draw is None:
            raise Conflict("nothing_drawn", noop("This round has no draw to release."))
        if draw.status == Draw.Status.STALE:
            raise Conflict(
                "draw_stale", noop("The field changed after this draw: draw the round again before releasing it.")
            )
        _write_tables(write.event, locked, draw)
        draw.status, draw.released_at = Draw.Status.RELEASED, write.at
        draw.save(update_fields=["status", "released_at"])
        locked.status = Round.Status.RELEASED
        locked.seed, locked.seed_hash = commit_seed()
        locked.save(update_fields=["status", "seed", "seed_hash"])
        write.audit("draw.released", f"round:{locked.number}", after={"attempt": draw.attempt})
    round_.status, round_.seed, round_.seed_hash = locked.status, locked.seed, locked.seed_hash
    return draw


def _write_tables(event: Event, round_: Round, draw: Draw) -> None:
    start = plain(Start()) | {"length": round_.stage.length or None}
    start = {key: value for key, value in start.items() if value is not None}
    rows = draw.result["tables"]
    wanted = [number for row in rows for number in row["seats"] if number is not None]
    entries = dict(Entry.objects.filter(event=event, number__in=wanted).values_list("number", "pk"))
    tables = Table.objects.bulk_create(
        Table(
            event=event,
            round=round_,
            draw=draw,
            number=row["number"],
            start=start,
            state=_first_state(event, start, row["seats"]),
        )
        for row in rows
    )
    members = drawn_members(rules_of(event).ruleset)
    TableSeat.objects.bulk_create(
        TableSeat(
            draw=draw,
            table=table,
            place=place,
            entry_id=None if number is None else entries[number],
            member=members[place] or 0,
        )
        for table, row in zip(tables, rows, strict=True)
        for place, number in zip(PLACES, row["seats"], strict=True)
    )
    TablePerson.objects.bulk_create(
        TablePerson(draw=draw, table=table, entry_id=entries[number])
        for table, row in zip(tables, rows, strict=True)
        for number in dict.fromkeys(row["seats"])
        if number is not None
    )


def _first_state(event: Event, start: Mapping[str, Any], seats: Sequence[int | None]) -> dict[str, Any]:
    rules = rules_of(event)
    members = drawn_members(rules.ruleset)
    persons = {
        place: None if number is None else person_name(number, members[place])
        for place, number in zip(PLACES, seats, strict=True)
    }
    return state_data(fold(rules, persons, decode(Start, dict(start), "start"), ()))


def _take_back(write: Write, round_: Round) -> None:
    """Put away the draw there is, before another: a draft simply, a released one only while nothing was recorded."""
    held = Draw.objects.filter(round=round_).exclude(status=Draw.Status.DELETED)
    for draw in held:
        if draw.status == Draw.Status.RELEASED:
            recorded = TableEvent.objects.filter(table__draw=draw).exclude(kind__in=("seats",)).exists()
            if recorded or round_.status == Round.Status.CLOSED:
                raise Conflict(
                    "hands_recorded",
                    noop("Hands were recorded in round {round}: delete its draw first, which says what is lost."),
                    round=round_.number,
                )
        write.audit("draw.put_away", f"round:{round_.number}", before={"attempt": draw.attempt, "status": draw.status})
        draw.status = Draw.Status.DELETED
        draw.save(update_fields=["status"])


def what_is_lost(round_: Round) -> dict[str, Any]:
    """Return what deleting a round's draw takes out of the standings."""
    tables = Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED)
    hands = sum(len(state.get("hands") or ()) for state in tables.values_list("state", flat=True))
    return {"tables": tables.count(), "hands": hands}


def delete_draw(*, actor: Actor, round_: Round, confirm_round: int | None, reason: str = "") -> Draw:
    """Take a round's draw away with all that was played on it; nothing is erased, `restore_draw` brings it back."""
    require(actor, "delete_draw", round_)
    if confirm_round != round_.number:
        raise Conflict(
            "confirm_round",
            noop("Deleting the draw of round {round}: confirm it by naming the round."),
            path="confirm_round",
            facts={"round": round_.number, "lost": what_is_lost(round_)},
            round=round_.number,
        )
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        draw = Draw.objects.filter(round=locked).exclude(status=Draw.Status.DELETED).first()
        if draw is None:
            raise Conflict("nothing_drawn", noop("This round has no draw."))
        lost = what_is_lost(locked)
        PostingRow.objects.filter(table__draw=draw).delete()
        before = {"attempt": draw.attempt, "status": draw.status, "round": locked.status}
        draw.status, locked.status = Draw.Status.DELETED, Round.Status.PLANNED
        draw.save(update_fields=["status"])
        locked.save(update_fields=["status"])
        write.audit("draw.deleted", f"round:{locked.number}", before=before, after={"lost": lost}, reason=reason)
    round_.status = locked.status
    return draw


def restore_draw(*, actor: Actor, round_: Round, attempt: int) -> Draw:
    """Bring a deleted draw of a round back, with its tables and all that was recorded there."""
    require(actor, "delete_draw", round_)
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        draw = Draw.objects.filter(round=locked, attempt=attempt, status=Draw.Status.DELETED).first()
        if draw is None:
            raise not_found("draw")
        if Draw.objects.filter(round=locked).exclude(status=Draw.Status.DELETED).exists():
            raise Conflict("drawn_already", noop("This round has a draw; delete that one first."))
        if draw.released_at is None:
            same = [entry.number for entry in eligible(write.event)] == draw.inputs["entries"]
            draw.status = Draw.Status.DRAFT if same else Draw.Status.STALE
            locked.status = Round.Status.DRAWN
        else:
            draw.status, locked.status = Draw.Status.RELEASED, Round.Status.RELEASED
        draw.save(update_fields=["status"])
        locked.save(update_fields=["status"])
        for table in Table.objects.filter(draw=draw).order_by("pk"):
            table.event = write.event
            rewrite_cache(table)
        write.audit("draw.restored", f"round:{locked.number}", after={"attempt": attempt, "status": draw.status})
    round_.status = locked.status
    return draw


def renumber_table(*, actor: Actor, table: Table, number: int) -> Table:
    """Move a table to another number; where that number is in use, the two tables change numbers."""
    require(actor, "draw", table)
    if number < 1:
        raise Refused("number_range", noop("A table's number is at least 1."), path="number")
    with writing(table.event, actor) as write:
        locked = Table.objects.select_for_update().get(pk=table.pk)
        other = Table.objects.filter(draw=locked.draw_id, number=number).exclude(pk=locked.pk).first()
        before = locked.number
        if other is not None:
            Table.objects.filter(pk=locked.pk).update(number=0)
            other.number = before
            other.save(update_fields=["number"])
        locked.number = number
        locked.save(update_fields=["number"])
        write.audit("table.renumbered", f"round:{table.round.number}/table:{before}", after={"number": number})
    table.number = number
    return table
