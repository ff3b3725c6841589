"""The named functions that turn the points of one table into what standings count; a name never changes its meaning."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from engine.standings.arithmetic import MILLIONTHS, TWELFTHS, shared_places, signed_root
from engine.text import Text, text

Values = Callable[[Sequence[int], Sequence[int]], Sequence[int]]


class Formula(msgspec.Struct, frozen=True):
    """A way to count a round.

    `values(points, place_points)` returns, for the players of one table, their round values in units of 1/`scale`.
    `linear`: one point more is worth one unit more, so a penalty in table points can be taken off afterwards.
    `placed`: the policy must give place points.
    """

    name: str
    label: Text
    scale: int
    linear: bool
    placed: bool
    values: Values


FORMULAS: dict[str, Formula] = {}


def formula(
    name: str, label: Text, *, scale: int = 1, linear: bool = False, placed: bool = False
) -> Callable[[Values], Values]:
    """Register the decorated function under `name`."""

    def register(values: Values) -> Values:
        FORMULAS[name] = Formula(name, label, scale, linear, placed, values)
        return values

    return register


@formula("points", text("得分", "得分", "Points"), linear=True)
def points_as_they_are(points: Sequence[int], place_points: Sequence[int]) -> Sequence[int]:
    """Count points as they are."""
    return points


@formula("root_match_points", text("開方賽分", "开方赛分", "Match points (square root)"), scale=MILLIONTHS)
def root_match_points(points: Sequence[int], place_points: Sequence[int]) -> Sequence[int]:
    """Count the signed square root of each player's points, in millionths."""
    return [signed_root(raw) for raw in points]


@formula(
    "root_match_points_tenths",
    text("開方賽分（一位小數）", "开方赛分（一位小数）", "Match points, to a tenth"),
    scale=10,
)
def root_match_points_tenths(points: Sequence[int], place_points: Sequence[int]) -> Sequence[int]:
    """Count the signed square root of each player's points, rounded to the nearest tenth."""
    return [_tenths(raw) for raw in points]


def _tenths(raw: int) -> int:
    # Four times the square, so that halves of a tenth are whole: the nearest tenth is the floor of half of it plus one.
    tenths = (math.isqrt(400 * abs(raw)) + 1) // 2
    return -tenths if raw < 0 else tenths


@formula("place_points", text("盤分（名次分）", "盘分（名次分）", "Place points"), scale=TWELFTHS, placed=True)
def place_points_shared(points: Sequence[int], place_points: Sequence[int]) -> Sequence[int]:
    """Count the worth of the place at the table, shared by equal players, in twelfths."""
    return shared_places(points, place_points)


@formula(
    "points_and_place_points",
    text("得分加名次分", "得分加名次分", "Points plus place points"),
    scale=TWELFTHS,
    linear=True,
    placed=True,
)
def points_and_place_points(points: Sequence[int], place_points: Sequence[int]) -> Sequence[int]:
    """Count points and add the worth of the place, in twelfths."""
    return [raw * TWELFTHS + share for raw, share in zip(points, shared_places(points, place_points), strict=True)]
