"""The draws at the table: who sits where (搬風), who deals first (定莊) and where the wall is broken (開門).

All three count three dice counter-clockwise from the thrower, who is 1, along E → S → W → N (A2, A3, A4). What was
thrown and drawn is kept in records that can be replayed: `draw_winds` takes the dice and tiles of a real table or
throws them from a seed, and always says how the result follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.places import PLACES, Place
from engine.seating.model import Person

WIND_TILES = ("1z", "2z", "3z", "4z")
"""East, South, West and North as tiles; the one a player draws names his new place."""

PILES_A_SIDE = 18

Unlike = Literal["cyclic_order", "exact_seats"]
"""What of the seating before may not come again: who follows whom around the table, or only every single seat."""


@dataclass(frozen=True, slots=True)
class WindDraw:
    """One attempt of a 搬風: the three dice and the tiles in the order they were drawn.

    `thrower` is the place (as then seated) of who threw, `reached` the place the dice point to: East of the new
    seating. `tiles[i]` was drawn by the player who sat i places after `reached`. `accepted` is False when the order
    around the table would be that of the 將 before, so that the draw is made again (A2).
    """

    thrower: Place
    dice: tuple[int, int, int]
    reached: Place
    tiles: tuple[str, str, str, str]
    accepted: bool


@dataclass(frozen=True, slots=True)
class NewSeats:
    """The outcome of a 搬風: who sits at E, S, W, N, and every attempt that led there, the last one accepted."""

    seats: Mapping[Place, Person]
    attempts: tuple[WindDraw, ...]


@dataclass(frozen=True, slots=True)
class DealerDraw:
    """定莊: East threw `dice`; the place reached is the 起莊位 (A3)."""

    dice: tuple[int, int, int]
    dealer: Place


@dataclass(frozen=True, slots=True)
class WallBreak:
    """開門: the dealer threw `dice`; `door` is the place whose wall is counted and East of this hand (A4).

    The first pile taken is number `pile` from the right end of the wall of `wall`, which is the next wall clockwise
    when the whole of `door`'s wall was counted off.
    """

    dealer: Place
    dice: tuple[int, int, int]
    door: Place
    wall: Place
    pile: int


def reached(start: Place, dice: Sequence[int]) -> Place:
    """The place the total of three dice reaches, counted counter-clockwise with `start` as 1."""
    return PLACES[(PLACES.index(start) + _total(dice) - 1) % 4]


def same_order(before: Mapping[Place, Person], after: Mapping[Place, Person]) -> bool:
    """Whether the four follow each other around the table as before, wherever East is."""
    old = [before[place] for place in PLACES]
    new = [after[place] for place in PLACES]
    turn = new.index(old[0]) if old[0] in new else 0
    return new[turn:] + new[:turn] == old


def _same(unlike: Unlike, before: Mapping[Place, Person], after: Mapping[Place, Person]) -> bool:
    return same_order(before, after) if unlike == "cyclic_order" else dict(before) == dict(after)


def seated(before: Mapping[Place, Person], start: Place, tiles: Sequence[str]) -> dict[Place, Person]:
    """Who sits where after the tiles were drawn in turn from the place `start` on; refuses anything but the four
    winds.
    """
    if sorted(tiles) != sorted(WIND_TILES):
        raise RuleError(
            "winds_tiles",
            noop("The four tiles drawn must be East, South, West and North once each, not {tiles}."),
            path="tiles",
            tiles=" ".join(tiles),
        )
    first = PLACES.index(start)
    drawers = [before[PLACES[(first + step) % 4]] for step in range(4)]
    by_wind = dict(zip(tiles, drawers, strict=True))
    return {place: by_wind[tile] for place, tile in zip(PLACES, WIND_TILES, strict=True)}


def record_winds(
    before: Mapping[Place, Person],
    thrower: Place,
    dice: Sequence[int],
    tiles: Sequence[str],
    *,
    previous: Mapping[Place, Person] | None = None,
    unlike: Unlike = "cyclic_order",
) -> tuple[WindDraw, dict[Place, Person]]:
    """One attempt as it happened at the table, and the seats it gives.

    `before`: where the four sit while drawing; `previous`: the seats of the 將 before, whose order around the table
    (or, with `unlike` exact seats, whose seats) must change. An attempt that keeps it is not accepted and has to be
    made again (A2, B.25).
    """
    start = reached(thrower, dice)
    seats = seated(before, start, tiles)
    accepted = previous is None or not _same(unlike, previous, seats)
    a, b, c = dice
    first, second, third, fourth = tiles
    return WindDraw(thrower, (a, b, c), start, (first, second, third, fourth), accepted), seats


def draw_winds(
    before: Mapping[Place, Person],
    thrower: Place,
    seed: str,
    *,
    previous: Mapping[Place, Person] | None = None,
    unlike: Unlike = "cyclic_order",
) -> NewSeats:
    """A 搬風 thrown and drawn from a seed, made again until the order around the table is a new one."""
    chance = Chance(seed).child("winds")
    attempts: list[WindDraw] = []
    while True:
        dice, tiles = chance.dice(3), chance.shuffled(WIND_TILES)
        attempt, seats = record_winds(before, thrower, dice, tiles, previous=previous, unlike=unlike)
        attempts.append(attempt)
        if attempt.accepted:
            return NewSeats(seats, tuple(attempts))


def replay_winds(
    before: Mapping[Place, Person],
    attempts: Sequence[WindDraw],
    *,
    previous: Mapping[Place, Person] | None = None,
    unlike: Unlike = "cyclic_order",
) -> dict[Place, Person]:
    """The seats that recorded attempts give; refuses a record that does not follow from its own dice and tiles."""
    for index, attempt in enumerate(attempts):
        again, seats = record_winds(
            before, attempt.thrower, attempt.dice, attempt.tiles, previous=previous, unlike=unlike
        )
        last = index == len(attempts) - 1
        if again != attempt or attempt.accepted != last:
            raise RuleError(
                "winds_record",
                noop("Attempt {number} of the wind draw does not follow from its dice and tiles."),
                path=f"attempts[{index}]",
                number=index + 1,
            )
        if last:
            return seats
    raise RuleError("winds_record_empty", noop("A wind draw has at least one attempt."), path="attempts")


def draw_dealer(dice: Sequence[int]) -> DealerDraw:
    """定莊: three dice thrown by East (A3)."""
    place = reached("E", dice)
    a, b, c = dice
    return DealerDraw((a, b, c), place)


def break_wall(dealer: Place, dice: Sequence[int]) -> WallBreak:
    """開門: three dice thrown by the dealer (A4); a total of 18 counts the whole wall off."""
    door = reached(dealer, dice)
    total = _total(dice)
    a, b, c = dice
    if total < PILES_A_SIDE:
        return WallBreak(dealer, (a, b, c), door, door, total + 1)
    # clockwise is against the order of play
    return WallBreak(dealer, (a, b, c), door, PLACES[(PLACES.index(door) - 1) % 4], 1)


def throw(seed: str, purpose: str) -> tuple[int, int, int]:
    """Three dice from a seed, each purpose ("dealer", "wall 3" …) having its own."""
    a, b, c = Chance(seed).child(purpose).dice(3)
    return a, b, c


def _total(dice: Sequence[int]) -> int:
    if len(dice) != 3 or any(die not in range(1, 7) for die in dice):
        raise RuleError(
            "winds_dice",
            noop("Three dice from 1 to 6 are needed, not {dice}."),
            path="dice",
            dice=" ".join(str(die) for die in dice),
        )
    return sum(dice)
