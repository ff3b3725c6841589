"""Results of a whole round from its score sheets: totals by seat, checked before anything is written, all or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleError, noop
from engine.places import PLACES
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Round, Table, TableEvent
from tournament.selectors.persons import names_of
from tournament.selectors.tables import round_tables, written_by
from tournament.services.advancing import Advance, advancing
from tournament.services.sheet_lines import IN_LINE, Line, refuse_all
from tournament.services.tables import correct, record_events
from tournament.services.writing import writing
from tournament.wording import SHEET


@dataclass(frozen=True)
class Sheet:
    """What one table's sheet comes to: points by place of the table, where seats differ from the draw those taken."""

    table: Table
    totals: Mapping[str, int]
    seats: Mapping[str, str]
    leftover_to: str = ""


def check_results(*, actor: Actor, round_: Round, lines: Sequence[Line], seats_as_written: bool = False) -> list[Sheet]:
    """Return what the sheets come to, or refuse naming all that is wrong; nothing is written.

    `seats_as_written` takes over winds that differ from the draw; without it they are asked about.
    """
    require(actor, "rule", round_)
    tables = {table.number: table for table in round_tables(round_)}
    grouped: dict[int, list[Line]] = {}
    for line in lines:
        grouped.setdefault(line.table, []).append(line)
    if not grouped:
        raise Refused("events_missing", noop("There is nothing to record."), path="lines")
    persons = {person for table in tables.values() for person in table.state["seats"].values() if person}
    names = names_of(round_.event, persons)
    sheets: list[Sheet] = []
    wrong: list[RuleError] = []
    for number, own in grouped.items():
        try:
            if number not in tables:
                raise Refused("table_unknown", noop("Round {round} has no table {table}."), path=f"tables[{number}]",
                              round=round_.number, table=number, **_at(own[0]))  # fmt: skip
            tables[number].event, tables[number].round = round_.event, round_
            _check_first(tables[number])
            sheets.append(_sheet(tables[number], own, names, seats_as_written))
        except RuleError as error:
            wrong.append(error if isinstance(error, Refused) else error.at(f"tables[{number}]"))
    refuse_all(wrong)
    return sheets


def enter_results(
    *,
    actor: Actor,
    round_: Round,
    lines: Sequence[Line],
    seats_as_written: bool = False,
    advance: Advance | None = None,
) -> list[dict[str, Any]]:
    """Record the sheets of a round in one write and finish their tables, which wait to be confirmed.

    A table at which something was recorded before is refused with the name of whoever was first. `advance` says who
    keeps a place in a later stage, where that would come out otherwise by all of them together.
    """
    sheets = check_results(actor=actor, round_=round_, lines=lines, seats_as_written=seats_as_written)
    answers = []
    with writing(round_.event, actor) as write, advancing(write, [round_], advance, f"round:{round_.number}"):
        for sheet in sheets:
            table = Table.objects.select_related("event", "round", "draw").get(pk=sheet.table.pk)
            _check_first(table)
            events: list[dict[str, Any]] = []
            if sheet.seats:
                events.append({"type": "seats", "seats": dict(sheet.seats)})
            events += [_written(sheet.totals), {"type": "finish"}]
            answers.append(record_events(actor=actor, table=table, expected_seq=0, key=None, events=events))
    return answers


def correct_sheet(
    *,
    actor: Actor,
    table: Table,
    expected_seq: int,
    key: str | None,
    seq: int,
    totals: Mapping[str, int],
    confirm_round: int | None = None,
    counts: bool | None = None,
    reason: str = "",
    advance: Advance | None = None,
) -> dict[str, Any]:
    """Put other totals, by place, in the stead of those a sheet was taken down with as entry `seq`."""
    require(actor, "rule", table)
    _check_sum(table, sum(totals.values()), "totals")
    return correct(
        actor=actor,
        table=table,
        expected_seq=expected_seq,
        key=key,
        seq=seq,
        replacement=_written(totals),
        confirm_round=confirm_round,
        counts=counts,
        reason=reason,
        advance=advance,
    )


def _written(totals: Mapping[str, int]) -> dict[str, Any]:
    """Return the entry that gives each place its total and ends the hand."""
    effect = {"postings": payments(totals), "deal": {"ends_hand": True}}
    return {"type": "ruling", "effect": effect, "wording": SHEET}


def _check_first(table: Table) -> None:
    if not table.seq:
        return
    first = TableEvent.objects.filter(table=table).select_related("actor", "actor_entry").order_by("seq")[0]
    raise Conflict(
        "results_entered",
        noop("{who} has already recorded something at table {table}."),
        path=f"tables[{table.number}]",
        facts={"table": table.number, "at": first.at.isoformat()},
        who=written_by(first) or "–",
        table=table.number,
    )


def payments(totals: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return who pays whom so that each place comes to its total; those of one sign are taken in order of places."""
    owed = [[place, -totals[place]] for place in PLACES if totals.get(place, 0) < 0]
    due = [[place, totals[place]] for place in PLACES if totals.get(place, 0) > 0]
    lines = []
    while owed and due:
        points = min(owed[0][1], due[0][1])  # type: ignore[type-var]
        lines.append({"from": owed[0][0], "to": due[0][0], "points": points, "reason": "sheet"})
        for side in (owed, due):
            side[0][1] -= points  # type: ignore[operator]
            if not side[0][1]:
                side.pop(0)
    return lines


def _check_sum(table: Table, off: int, path: str) -> None:
    """Refuse the points of a table that do not come to zero, with the difference."""
    if off:
        raise Refused(
            "sum_wrong",
            noop("Table {table}: the points come to {off} instead of 0."),
            path=path,
            facts={"difference": off},
            table=table.number,
            off=f"{off:+d}",
        )


def _sheet(table: Table, lines: Sequence[Line], names: Mapping[str, str], seats_as_written: bool) -> Sheet:
    seats: dict[str, str | None] = table.state["seats"]
    seated = {person: place for place, person in seats.items() if person}
    found = [_person(table, line, seated, names) for line in lines]
    for person in found:
        if found.count(person) > 1:
            raise Refused(
                "player_twice",
                noop("Table {table}: {name} stands there twice."),
                path=_path(table),
                table=table.number,
                name=names.get(person, person),
            )
    missing = [names.get(person, person) for person in seated if person not in found]
    if missing:
        raise Refused(
            "players_missing",
            noop("Table {table}: no line for {names}."),
            path=_path(table),
            table=table.number,
            names=", ".join(missing),
        )
    leftover = sum(line.leftover for line in lines)
    _check_sum(table, sum(line.points for line in lines) + leftover, _path(table))
    points = {person: line.points for person, line in zip(found, lines, strict=True)}
    _check_placing(table, lines)
    taken = _seats_taken(table, lines, found, seated, seats_as_written)
    place_of = {person: taken.get(person, seated[person]) for person in found}
    first = _first(table, points) if leftover else ""
    totals = {place_of[person]: value + (leftover if person == first else 0) for person, value in points.items()}
    changed = {place_of[person]: person for person in found if place_of[person] != seated[person]}
    return Sheet(table, totals, changed, place_of.get(first, ""))


def _at(line: Line) -> dict[str, int]:
    """Return what lets a refusal name the line it is about, where lines were written."""
    return {IN_LINE: line.number} if line.number else {}


def _path(table: Table) -> str:
    return f"tables[{table.number}]"


def _person(table: Table, line: Line, seated: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return who a line speaks of: by number, or by a name that one of the four alone has."""
    if line.player in seated:
        return line.player
    called = [person for person in seated if names.get(person) == line.player]
    if len(called) == 1:
        return called[0]
    template = (
        noop("Table {table}: several are called {name}; write the number.")
        if called
        else noop("Table {table}: {name} does not sit there.")
    )
    raise Refused(
        "player_ambiguous" if called else "player_unknown",
        template,
        path=_path(table),
        table=table.number,
        name=line.player,
        **_at(line),
    )


def _check_placing(table: Table, lines: Sequence[Line]) -> None:
    """Refuse a declared placing that the totals contradict; those who are equal may share a place or be put in order.

    Deposits left on the table count for nobody here: placing is decided before them.
    """
    placed = [line for line in lines if line.place is not None]
    for one in placed:
        above = sum(other.points > one.points for other in lines)
        equal = sum(other.points == one.points for other in lines)
        if not above + 1 <= (one.place or 0) <= above + equal:
            raise Refused(
                "placing_wrong",
                noop("Table {table}: {name} cannot be placed {place} with these points."),
                path=_path(table),
                table=table.number,
                name=one.player,
                place=one.place,
                **_at(one),
            )


def _seats_taken(
    table: Table, lines: Sequence[Line], found: Sequence[str], seated: Mapping[str, str], as_written: bool
) -> dict[str, str]:
    """Return the places that the sheet names; asked about where they are not those of the draw."""
    named = {person: line.seat for person, line in zip(found, lines, strict=True) if line.seat}
    if any(seat not in PLACES for seat in named.values()) or len(set(named.values())) != len(named):
        raise Refused("seats_wrong", noop("Table {table}: seats are E, S, W, N, each once."), path=_path(table),
                      table=table.number)  # fmt: skip
    differ = {person: seat for person, seat in named.items() if seated[person] != seat}
    if differ and not as_written:
        raise Conflict(
            "seats_differ",
            noop("Table {table}: the seats differ from the draw. Were they swapped, or do the points stand in the "
                 "wrong lines?"),
            path=_path(table),
            facts={"table": table.number, "drawn": dict(seated), "written": named},
            table=table.number,
        )  # fmt: skip
    if differ and len(named) != len(found):
        raise Refused("seats_wrong", noop("Table {table}: seats are E, S, W, N, each once."), path=_path(table),
                      table=table.number)  # fmt: skip
    return differ


def _first(table: Table, points: Mapping[str, int]) -> str:
    best = [person for person, value in points.items() if value == max(points.values())]
    if len(best) > 1:
        raise Refused(
            "leftover_tied",
            noop("Table {table}: several share first place; a referee decides who takes what was left."),
            path=_path(table),
            table=table.number,
        )
    return best[0]
