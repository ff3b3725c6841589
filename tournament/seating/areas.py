"""Areas of the hall that are drawn each for itself: the parts of a draw, their seeds, and the round they make up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import msgspec

from engine.chance import mix
from engine.errors import RuleError, noop
from engine.seating.groups import Progress
from engine.seating.model import Round as Seating
from engine.seating.model import roster
from tournament.errors import IN_AREA, Refused
from tournament.seating.inputs import AreaField, Inputs, Row, SeatedRound, SeatedTable
from tournament.seating.keeping import seat_around
from tournament.seating.methods import Seated, find_method


@dataclass(frozen=True)
class Part:
    """What is drawn in one area: its own inputs and the seed derived for it."""

    area: AreaField
    inputs: Inputs
    seed: str


def parts_of(inputs: Inputs, seed: str) -> tuple[Part, ...]:
    """Return the parts of a draw in the order of the areas; each seed is the draw's with the name of the area."""
    return tuple(Part(area, part_of(inputs, area), mix(seed, f"area {area.name}")) for area in inputs.areas)


def part_of(inputs: Inputs, area: AreaField) -> Inputs:
    """Return what a draw looks at in one area: its own entries, and what they played before, wherever that was."""
    here = dict.fromkeys(area.entries, True)
    old = dict.fromkeys(area.before, True)
    clubs = [tuple(entry for entry in club if entry in here) for club in inputs.clubs]
    return msgspec.structs.replace(
        inputs,
        areas=(),
        entries=area.entries,
        numbers=area.numbers,
        clubs=tuple(club for club in clubs if len(club) > 1),
        apart=tuple(pair for pair in inputs.apart if pair[0] in here and pair[1] in here),
        fixed=tuple((entry, table) for entry, table in inputs.fixed if entry in here),
        history=tuple(_seen_from(round_, here) for round_ in inputs.history),
        standings=tuple(row for row in inputs.standings if row.entry in here),
        tables=tuple(table for table in inputs.tables if any(who in here for who in table.seats)),
        out=tuple(entry for entry in inputs.out if entry in here),
        kept=tuple(table for table in inputs.kept if any(who in here for who in table.seats)),
        plan=tuple(_rows_of(round_, old) for round_ in inputs.plan),
        leave=tuple(entry for entry in area.before if entry not in here) if inputs.plan else (),
        join=tuple(entry for entry in area.entries if entry not in old) if inputs.plan else (),
    )


def _seen_from(round_: SeatedRound, here: dict[int, bool]) -> SeatedRound:
    """An earlier round as far as it concerns an area: whoever belongs elsewhere now is nobody."""
    tables = [
        SeatedTable(table.number, cast(Row, tuple(who if who in here else None for who in table.seats)))
        for table in round_.tables
        if any(who in here for who in table.seats)
    ]
    return SeatedRound(round_.round, tuple(tables), tuple(entry for entry in round_.out if entry in here))


def _rows_of(round_: SeatedRound, entries: dict[int, bool]) -> SeatedRound:
    tables = tuple(table for table in round_.tables if any(who in entries for who in table.seats))
    return SeatedRound(round_.round, tables, tuple(entry for entry in round_.out if entry in entries))


def draw_all(inputs: Inputs, seed: str, progress: Progress | None = None) -> Seated:
    """Draw, each area for itself where there are any; the same inputs and seed give the same seating everywhere."""
    if not inputs.areas:
        return seat_around(inputs, seed, progress)
    parts = parts_of(inputs, seed)
    found = tuple(_seated(part, _shared(progress, index, len(parts))) for index, part in enumerate(parts))
    rounds = tuple(_together(rows) for rows in zip(*(one.rounds for one in found), strict=True))
    return Seated(
        rounds,
        _listed(one.how for one in found),
        _listed(one.algorithm for one in found),
        tuple(notice for one in found for notice in one.notices),
        areas=found,
    )


def _seated(part: Part, progress: Progress | None) -> Seated:
    try:
        return seat_around(part.inputs, part.seed, progress)
    except RuleError as error:
        error.params[IN_AREA] = part.area.name
        raise


def _listed(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _shared(progress: Progress | None, index: int, count: int) -> Progress | None:
    """Tell of one area's draw as its share of the whole."""
    if progress is None:
        return None
    told = progress
    return lambda done, total: told(index * total + done, count * total)


def _together(rounds: Sequence[Seating]) -> Seating:
    rows = sorted(row for round_ in rounds for row in zip(round_.numbers, round_.tables, strict=True))
    out = sorted(cast(int, who) for round_ in rounds for who in round_.out)
    return Seating(tuple(seats for _, seats in rows), tuple(number for number, _ in rows), tuple(out))


def round_in(round_: Seating, area: AreaField) -> Seating:
    """Return the tables of a round at which somebody of the area sits, and who of it rests."""
    here = dict.fromkeys(area.entries, True)
    rows = [row for row in zip(round_.numbers, round_.tables, strict=True) if any(who in here for who in row[1])]
    out = tuple(who for who in round_.out if who in here)
    return Seating(tuple(seats for _, seats in rows), tuple(number for number, _ in rows), out)


def check_sizes(inputs: Inputs, least: int) -> None:
    """Refuse a draw whose field, or the field of one of its areas, cannot fill a table that takes `least`."""
    for area in inputs.areas:
        if len(area.entries) < least:
            raise Refused(
                "area_few",
                noop("{area}: {count} cannot fill a table; at least {least} are needed."),
                path="players",
                area=area.name,
                count=len(area.entries),
                least=least,
            )
    roster(inputs.entries, least)


def check_areas(inputs: Inputs, tables: Iterable[SeatedTable]) -> None:
    """Refuse a seating in which two areas meet at a table, or somebody sits outside of his own."""
    home = {entry: area for area in inputs.areas for entry in area.entries}
    for table in tables if home else ():
        sat = [who for who in table.seats if who in home]
        names = list(dict.fromkeys(home[who].name for who in sat if who is not None))
        if len(names) > 1:
            raise Refused(
                "areas_mixed",
                noop("Table {table}: players of different venues cannot meet ({areas})."),
                path="tables",
                facts={"areas": names},
                table=table.number,
                areas=", ".join(names),
            )
        for who in sat[:1]:
            area = home[cast(int, who)]
            if not area.first <= table.number <= area.last:
                raise Refused(
                    "area_table",
                    noop("Table {table} is not in {area}, whose tables are {first} to {last}."),
                    path="tables",
                    table=table.number,
                    area=area.name,
                    first=area.first,
                    last=area.last,
                )


def needs_whole_field(method: str, path: str) -> Refused:
    """Return the refusal of a way of drawing that cannot draw each area for itself."""
    return Refused(
        "method_areas",
        noop("“{method}” needs the whole field: the venues cannot be drawn apart that way. Choose another way, or "
             "draw all venues together."),
        path=path,
        method=find_method(method).name,
    )  # fmt: skip
