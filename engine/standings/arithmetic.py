"""Exact integer arithmetic of standings: stated rounding, roots in millionths, shared places in twelfths."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Literal

from engine.errors import RuleError, noop

Rounding = Literal["down", "up", "toward_zero", "half_up", "half_even"]

TWELFTHS = 12
MILLIONTHS = 10**6


def divide(number: int, by: int, rounding: Rounding) -> int:
    """Divide by a positive integer; `down` is towards minus infinity, `up` towards plus, `half_up` sends a half up."""
    quotient, rest = divmod(number, by)
    if rounding == "up" or (rounding == "toward_zero" and number < 0):
        return quotient + (rest > 0)
    if rounding == "half_up":
        return quotient + (2 * rest >= by)
    if rounding == "half_even":
        return quotient + (2 * rest > by or (2 * rest == by and quotient % 2 == 1))
    return quotient


def signed_root(points: int) -> int:
    """Return sign(points) × √|points| in integer millionths, cut off."""
    root = isqrt(abs(points) * MILLIONTHS**2)
    return -root if points < 0 else root


def shared_places(points: Sequence[int], worth: Sequence[int]) -> list[int]:
    """Give each player of a table his place's worth in twelfths; equal points share the worth of the places they fill.

    `worth` is in whole units, first place first, at least as long as `points`. A share that is no whole number of
    twelfths (five or more equal players) is refused.
    """
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    shares = [0] * len(points)
    first = 0
    while first < len(order):
        past = first + 1
        while past < len(order) and points[order[past]] == points[order[first]]:
            past += 1
        share, rest = divmod(sum(worth[first:past]) * TWELFTHS, past - first)
        if rest:
            raise RuleError(
                "place_share_inexact",
                noop("{count} equal players cannot share their places exactly"),
                count=past - first,
            )
        for index in order[first:past]:
            shares[index] = share
        first = past
    return shares
