"""Ranked rounds of pairs: two pairs a table, meetings repeated as little as possible, then pairs of like rank.

The search goes down the standings as a Swiss system does: the first pair that is free meets the next it may meet, and
is given another where those below cannot then be seated without a repeat. Where the steps run out, neighbours meet.
Then tables exchange pairs as long as that costs less. A table costs the squared difference of the ranks of its two
pairs; pairs of one club cost more, a repeat more than all ranks together, pairs kept apart more than all repeats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.chance import Chance
from engine.seating.lots import Sides, numbers_in_use, seat_sides
from engine.seating.model import Person, Round, roster

ALGORITHM = "banfeng-ranked-pairs-1"
_STEPS = 20_000
_CLUB_RANKS = 4

Pair = tuple[Person, ...]
"""Two entries, sorted."""


@dataclass(frozen=True, slots=True)
class Before:
    """What was played and is wished: meetings and rests so far, clubs, who must not meet; pairs of ids are sorted.

    `held` counts how often each has held the first side of a table.
    """

    met: Mapping[Pair, int] = field(default_factory=dict)
    rested: Mapping[Person, int] = field(default_factory=dict)
    held: Mapping[Person, int] = field(default_factory=dict)
    clubs: frozenset[Pair] = frozenset()
    apart: frozenset[Pair] = frozenset()


def draw_ranked_pairs(
    order: Sequence[Person], seed: str, before: Before, *, sides: Sides, numbers: Sequence[int] | None = None
) -> Round:
    """One round of pairs who stand in `order`, the best first; the best table has the lowest number.

    Where their number is odd, the last of those who have rested least rests. Who has held the first side less often
    holds it, ties by lot. Refused as by `random_draw`.
    """
    roster(order, len(sides))
    playing = list(order)
    out: tuple[Person, ...] = ()
    if len(playing) % 2:
        least = min(before.rested.get(person, 0) for person in playing)
        last = [person for person in playing if before.rested.get(person, 0) == least][-1]
        playing.remove(last)
        out = (last,)
    ranks = range(len(playing))
    cost = {(a, b): _cost(playing, a, b, before) for a, b in combinations(ranks, 2)}
    free = {pair for pair in cost if not _refused(playing, *pair, before)}
    met = _exchanged(_down_the_standings(len(playing), free) or [(a, a + 1) for a in ranks[::2]], cost)
    chance = Chance(seed).child("sides")
    tables = []
    for a, b in met:
        two = chance.shuffled((playing[a], playing[b]))
        two.sort(key=lambda person: before.held.get(person, 0))
        tables.append(seat_sides(two, sides))
    return Round(tuple(tables), numbers_in_use(len(tables), numbers, ()), out)


def _key(playing: Sequence[Person], a: int, b: int) -> Pair:
    return tuple(sorted((playing[a], playing[b])))


def _refused(playing: Sequence[Person], a: int, b: int, before: Before) -> bool:
    key = _key(playing, a, b)
    return bool(before.met.get(key, 0)) or key in before.apart


def _cost(playing: Sequence[Person], a: int, b: int, before: Before) -> int:
    """What a meeting costs: apart, then repeats, then clubs and ranks; a step outweighs all tables of the next."""
    key = _key(playing, a, b)
    count = len(playing)
    ranks = (b - a) ** 2
    if key in before.clubs:
        ranks += (_CLUB_RANKS * count) ** 2
    repeat = (1 + _CLUB_RANKS) ** 2 * count**3
    times = before.met.get(key, 0)
    most = 1 + max(before.met.values(), default=0)
    return ranks + repeat * times**2 + (repeat * most**2 * count if key in before.apart else 0)


def _down_the_standings(count: int, free: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Let everybody meet the next he may meet, from the top; None where no way is found in a number of steps."""
    found: list[tuple[int, int]] = []
    left = list(range(count))
    tried: list[tuple[list[int], int]] = []
    at = 1
    for _ in range(_STEPS):
        if not left:
            return found
        while at < len(left) and (left[0], left[at]) not in free:
            at += 1
        if at < len(left):
            tried.append((left, at))
            found.append((left[0], left[at]))
            left, at = [*left[1:at], *left[at + 1 :]], 1
        elif tried:
            left, at = tried.pop()
            found.pop()
            at += 1
        else:
            return None
    return None


def _exchanged(tables: Sequence[tuple[int, int]], cost: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Exchange pairs between two tables as long as that makes them cheaper; the cost falls, so it ends."""
    now = list(tables)
    better = True
    while better:
        better = False
        for first, second in combinations(range(len(now)), 2):
            (a, b), (c, d) = now[first], now[second]
            held = cost[a, b] + cost[c, d]
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                one, other = (min(one), max(one)), (min(other), max(other))
                if cost[one] + cost[other] < held:
                    now[first], now[second] = one, other
                    better = True
                    break
    return sorted(now)
