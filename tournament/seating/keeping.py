"""A round drawn again around tables that stay as they are: the others are drawn, at the other tables."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import msgspec

from engine.chance import ALGORITHM
from engine.errors import noop
from engine.places import PLACES
from engine.seating.groups import Progress
from engine.seating.model import Round as Seating
from tournament.errors import Refused
from tournament.seating.inputs import Inputs, SeatedRound, as_seating
from tournament.seating.methods import METHODS, Method, Seated, find_method, seat


def seat_around(inputs: Inputs, seed: str, progress: Progress | None = None) -> Seated:
    """Draw; tables that are kept are part of the round as they stand, and nobody of them is drawn."""
    if not inputs.kept:
        return seat(inputs, seed, progress)
    check_keeps(find_method(inputs.method))
    rest = rest_of(inputs)
    if len(rest.entries) < _least(inputs):
        found = Seated((Seating((), (), rest.entries),), "kept", ALGORITHM)
    else:
        found = seat(rest, seed, progress)
    return replace(found, rounds=(_together(found.rounds[0], inputs),))


def rest_of(inputs: Inputs) -> Inputs:
    """Return what the draw of the others looks at: whoever sits at no kept table, and tables that are not kept."""
    taken = dict.fromkeys(table.number for table in inputs.kept)
    sat = dict.fromkeys(who for table in inputs.kept for who in table.seats)
    entries = tuple(entry for entry in inputs.entries if entry not in sat)
    here = dict.fromkeys(entries)
    needed = len(entries) // _least(inputs)
    numbers = inputs.numbers or range(1, needed + len(taken) + 1)
    clubs = [tuple(entry for entry in club if entry in here) for club in inputs.clubs]
    return msgspec.structs.replace(
        inputs,
        kept=(),
        entries=entries,
        numbers=tuple(number for number in numbers if number not in taken),
        clubs=tuple(club for club in clubs if len(club) > 1),
        apart=tuple(pair for pair in inputs.apart if pair[0] in here and pair[1] in here),
        fixed=tuple((entry, table) for entry, table in inputs.fixed if entry in here and table not in taken),
        standings=tuple(row for row in inputs.standings if row.entry in here),
    )


def check_keeps(method: Method) -> None:
    """Refuse a way of drawing that cannot draw around tables that are kept."""
    if method.keeps:
        return
    raise Refused(
        "method_keeps",
        noop("“{method}” seats everybody at once: no table can be kept that way. Draw this round another way."),
        path="method",
        method=method.name,
    )


def keeping_methods(*, pairs: bool) -> list[Method]:
    """Return the ways of drawing around kept tables; `pairs`: where entries are pairs."""
    return [method for method in METHODS.values() if method.keeps and (method.sides or not pairs)]


def _least(inputs: Inputs) -> int:
    return len(inputs.sides or PLACES)


def _together(drawn: Seating, inputs: Inputs) -> Seating:
    kept = as_seating(SeatedRound(inputs.round, inputs.kept))
    rows = sorted(row for part in (drawn, kept) for row in zip(part.numbers, part.tables, strict=True))
    out = tuple(sorted(cast(int, who) for who in drawn.out))
    return Seating(tuple(seats for _, seats in rows), tuple(number for number, _ in rows), out)
