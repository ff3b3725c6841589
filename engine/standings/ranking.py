"""Ranks units by an ordered list of criteria and remembers which one separated each pair of neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.standings.policy import TieBreak
from engine.standings.sheets import Sheet
from engine.standings.tiebreaks import TIE_BREAKS, Scope, TieBreakSpec

FIRST = -1
TIED = -2


class Placed(msgspec.Struct, frozen=True):
    """A unit with its rank; `decided` is the criterion that separates it from the one above, or FIRST or TIED."""

    sheet: Sheet
    rank: int
    decided: int


class Ranking(msgspec.Struct, frozen=True):
    """Units from the best down, and each criterion's numbers by `Sheet.index` (null where it was not needed)."""

    placed: tuple[Placed, ...]
    values: tuple[list[int | None], ...]


def rank_sheets(sheets: Sequence[Sheet], tie_breaks: Sequence[TieBreak]) -> Ranking:
    """Rank 1, 2, 2, 4: who is equal by every criterion shares a rank and keeps the order of `sheets` on the page."""
    criteria = [(TIE_BREAKS[item.key], item.scope or TIE_BREAKS[item.key].scope) for item in tie_breaks]
    size = max((sheet.index for sheet in sheets), default=-1) + 1
    values: tuple[list[int | None], ...] = tuple([None] * size for _ in criteria)
    for (spec, scope), numbers in zip(criteria, values, strict=True):
        if spec.alone is not None:
            for sheet in sheets:
                numbers[sheet.index] = spec.alone(sheet, scope)
    placed: list[Placed] = []
    for sheet, decided in _separate(list(sheets), 0, FIRST, criteria, values):
        rank = placed[-1].rank if decided == TIED else len(placed) + 1
        placed.append(Placed(sheet, rank, decided))
    return Ranking(tuple(placed), values)


def _separate(
    group: list[Sheet],
    level: int,
    decided: int,
    criteria: Sequence[tuple[TieBreakSpec, Scope]],
    values: Sequence[list[int | None]],
) -> list[tuple[Sheet, int]]:
    """Order a group that is equal in every criterion before `level`; the first of it was separated by `decided`."""
    if len(group) < 2 or level == len(criteria):
        return [(sheet, TIED if index else decided) for index, sheet in enumerate(group)]
    spec, scope = criteria[level]
    numbers = values[level]
    if spec.among is not None:
        for sheet, number in zip(group, spec.among(group, scope), strict=True):
            numbers[sheet.index] = number
    equals: dict[int | None, list[Sheet]] = {}
    for sheet in group:
        equals.setdefault(numbers[sheet.index], []).append(sheet)
    sign = -1 if spec.direction == "higher" else 1
    order = sorted(equals, key=lambda number: (number is None, sign * (number or 0)))
    found: list[tuple[Sheet, int]] = []
    for index, number in enumerate(order):
        found += _separate(equals[number], level + 1, level if index else decided, criteria, values)
    return found
