"""Drawing by lot: one random round, and who rests when the field is not a multiple of four.

`random_draw(players, seed, *, sat_out=None, numbers=None, sides=SINGLES) -> Round`

* `players`: ids, all `int` or all `str`, in any order; `seed`: any text. The result depends on the set of players and
  the seed, never on the order of the list: the ids are sorted, then shuffled by `Chance(seed)`.
* `sat_out`: how often each player (missing = 0) has sat out before; nobody rests again while somebody has rested less.
* `numbers`: the table numbers in use, ascending; without it 1 … number of tables.
* `sides`: the places one player takes, in order; with those of pairs, a player is a pair that holds a side, and a table
  has two of them.
* `Round.tables[i]` is (East, South, West, North) at table `Round.numbers[i]`; `Round.out` are those who rest, by id.
* refused with `RuleError`: nobody (`seating_no_players`), fewer than four (`seating_too_few`), an id twice
  (`seating_duplicate`), numbers mixed with texts (`seating_mixed_ids`), too few table numbers (`seating_tables`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.places import PLACES, Place
from engine.seating.model import Person, Round, Seats, roster

Sides = Sequence[Sequence[Place]]
SINGLES: Sides = tuple((place,) for place in PLACES)


def random_draw(
    players: Iterable[Person],
    seed: str,
    *,
    sat_out: Mapping[Person, int] | None = None,
    numbers: Sequence[int] | None = None,
    sides: Sides = SINGLES,
) -> Round:
    """One round by lot; see the module's docstring for shapes and refusals."""
    size = len(sides)
    lot = Chance(seed).shuffled(roster(players, size))
    resting = len(lot) % size
    before = sat_out or {}
    out = sorted(lot, key=lambda person: before.get(person, 0))[:resting]
    playing = [person for person in lot if person not in out]
    tables = tuple(seat_sides(playing[i : i + size], sides) for i in range(0, len(playing), size))
    return Round(tables, table_numbers(len(tables), numbers), tuple(sorted(cast(list[Any], out))))


def seat_sides(holders: Sequence[Person], sides: Sides) -> Seats:
    """The four places East, South, West, North, each with the holder of its side."""
    held = {place: holder for holder, side in zip(holders, sides, strict=True) for place in side}
    return cast(Seats, tuple(held[place] for place in PLACES))


def table_numbers(count: int, numbers: Sequence[int] | None) -> tuple[int, ...]:
    """The numbers of `count` tables: the first of those in use; refuses a repeated number and too few of them."""
    if numbers is None:
        return tuple(range(1, count + 1))
    if len(set(numbers)) < len(numbers) or len(numbers) < count:
        raise RuleError(
            "seating_tables",
            noop("{count} tables are needed, but {given} different table numbers are in use."),
            path="numbers",
            count=count,
            given=len(set(numbers)),
        )
    return tuple(sorted(numbers)[:count])


def numbers_in_use(count: int, numbers: Sequence[int] | None, fixed: Iterable[int]) -> tuple[int, ...]:
    """The numbers of `count` tables when somebody needs the `fixed` ones: these first, then the lowest others in
    use.
    """
    if numbers is None:
        return table_numbers(count, None)
    wanted = sorted(set(fixed))[:count]
    others = [number for number in sorted(numbers) if number not in wanted]
    return table_numbers(count, [*wanted, *others[: count - len(wanted)]])


def sit_outs(before: Sequence[int], rounds: int, resting: int, chance: Chance) -> list[list[int]]:
    """Who rests in each round: `resting` of the players 0 … P-1, always those who have rested least, ties by lot.

    `before[p]` is how often player p has rested already.
    """
    rested = list(before)
    result = []
    for _ in range(rounds):
        out: list[int] = []
        if resting:
            lot = chance.shuffled(range(len(rested)))
            out = sorted(sorted(lot, key=lambda player: rested[player])[:resting])
            for player in out:
                rested[player] += 1
        result.append(out)
    return result
