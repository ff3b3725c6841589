"""The four places at a table and the order of play around them."""

from __future__ import annotations

from typing import Literal

from engine.text import Text, text

Place = Literal["E", "S", "W", "N"]
Side = Literal["E", "S", "W", "N", "house"]

PLACES: tuple[Place, ...] = ("E", "S", "W", "N")
HOUSE: Literal["house"] = "house"

PLACE_NAMES: dict[Place, Text] = {
    "E": text("東", "东", "East"),
    "S": text("南", "南", "South"),
    "W": text("西", "西", "West"),
    "N": text("北", "北", "North"),
}


def following(place: Place, order: tuple[Place, ...] = PLACES) -> tuple[Place, Place, Place]:
    """Return the other three places in order of play after `place` (下家, 對家, 上家)."""
    start = order.index(place)
    first, second, third = (order[(start + step) % 4] for step in (1, 2, 3))
    return first, second, third


def next_place(place: Place, order: tuple[Place, ...] = PLACES) -> Place:
    """Return the 下家 of `place`: the place that plays after it."""
    return following(place, order)[0]


def steps_between(start: Place, end: Place, order: tuple[Place, ...] = PLACES) -> int:
    """Return how many turns `end` comes after `start` (0 to 3)."""
    return (order.index(end) - order.index(start)) % 4
