"""Exact repeat-free schedules for a multiple of four players, from finite fields, starter rounds and recursion.

Sources: T. Beth, D. Jungnickel, H. Lenz, Design Theory, VII.7 (resolvable designs from fields, 4-RGDDs by development);
R. C. Bose 1942 (affine resolvable designs); Bhaskar Rao designs for the signing that gives 32 players ten rounds. Every
starter round of the catalogue was searched for anew. See docs/seating.md.
"""

from __future__ import annotations

from engine.seating.catalogue import Starter, stored_order, stored_signing, stored_starter
from engine.seating.differences import Schedule, difference_rounds, transversal_rounds
from engine.seating.fields import Field, field, prime_powers
from engine.seating.model import MOST_ROUNDS


def repeat_free(players: int, rounds: int) -> tuple[str, Schedule, bool] | None:
    """Rounds of tables of players 0 … P-1 in which nobody meets twice: (method, schedule, whether nobody returns to
    a table).

    None when no construction here reaches that many rounds for that many players (a multiple of four).
    """
    rotating = difference_rounds(players // 4, rounds)
    if rotating is not None:
        return (*rotating, True)
    for build in (_transversal_and_classes, _starter, _resolvable, _signed):
        found = build(players, rounds)
        if found is not None:
            order = stored_order(players, rounds)
            if order is None:
                return (*found, False)
            placed = [[tables[index] for index in row] for tables, row in zip(found[1], order, strict=True)]
            return found[0], placed, True
    return None


def known_maximum(players: int) -> int:
    """The largest number of rounds, at most `MOST_ROUNDS`, for which `repeat_free` has a schedule."""
    bound = min((players - 1) // 3, MOST_ROUNDS)
    return next(rounds for rounds in range(bound, 0, -1) if repeat_free(players, rounds) is not None)


def _transversal_and_classes(players: int, rounds: int) -> tuple[str, Schedule] | None:
    """Four classes meet each other for n rounds, then each class plays within itself."""
    order = players // 4
    if rounds <= order:
        return transversal_rounds(order, rounds)
    outer = transversal_rounds(order, order)
    if order == 1:
        return ("one-table", [[[0, 1, 2, 3]]]) if rounds == 1 else None
    if outer is None or order % 4:
        return None
    inner = repeat_free(order, rounds - order)
    if inner is None:
        return None
    within = [
        [[first + player for player in table] for first in range(0, players, order) for table in tables]
        for tables in inner[1]
    ]
    return f"{outer[0]}+{inner[0]}", outer[1] + within


def _starter(players: int, rounds: int) -> tuple[str, Schedule] | None:
    """A round of the catalogue, developed: round i adds i to every player's number in his layer."""
    starter = stored_starter(players)
    if starter is None or rounds > starter.modulus:
        return None
    base = starter_round(starter)
    modulus = starter.modulus
    last = 3 * modulus
    return "starter", [
        [[p if p >= last else p - p % modulus + (p + i) % modulus for p in table] for table in base]
        for i in range(rounds)
    ]


def starter_round(starter: Starter) -> list[list[int]]:
    """The whole first round of a starter: player = number + modulus × layer, the fixed points last.

    The catalogue holds one table of each three; the others follow by (x, layer) → (u·x, layer + 1).
    """
    modulus, factor = starter.modulus, starter.factor
    scale = (1, factor % modulus, factor * factor % modulus)
    points = 3 * modulus
    tables = [
        [points + index, *(x * scale[layer] % modulus + modulus * layer for layer in range(3))]
        for index, x in enumerate(starter.fixed)
    ]
    for turn in range(3):
        for block in starter.blocks:
            table = [x * scale[(layer + turn) % 3] % modulus + modulus * ((layer + turn) % 3) for x, layer in block]
            tables.append([points + turn, *table] if len(table) == 3 else table)
    return tables


def _resolvable(players: int, rounds: int) -> tuple[str, Schedule] | None:
    """Every pair exactly once: q = (P - 1) / 3 a prime power of the form 4t + 1, blocks {±wⁱ, ±e·wⁱ one layer on},
    e² = -1.
    """
    order, rest = divmod(players - 1, 3)
    if rest or order < 5 or order % 4 != 1 or rounds > order:
        return None
    factors = prime_powers(order)
    if len(factors) != 1:
        return None
    numbers = field(*factors[0])
    base = _resolvable_base(numbers)
    last = 3 * order
    schedule = []
    for i in range(rounds):
        moved = numbers.shift(i)
        schedule.append([[p if p == last else moved[p % order] + p - p % order for p in table] for table in base])
    return "resolvable-design", schedule


def _resolvable_base(numbers: Field) -> list[list[int]]:
    order = numbers.order
    quarter = (order - 1) // 4
    tables = [[3 * order, 0, order, 2 * order]]
    for layer in range(3):
        here, there = order * layer, order * ((layer + 1) % 3)
        for i in range(quarter):
            first, turned, opposite, back = (numbers.powers[i + quarter * k] for k in range(4))
            tables.append([here + first, here + opposite, there + turned, there + back])
    return tables


def _signed(players: int, rounds: int) -> tuple[str, Schedule] | None:
    """32 players, ten rounds: the affine plane of order 4 and a permuted copy, each line lifted to two tables by
    signs.
    """
    signing = stored_signing(players)
    if signing is None or rounds > 10:
        return None
    half = players // 2
    schedule = []
    for permutation, signs in ((range(half), signing.first), (signing.permutation, signing.second)):
        place = 0
        for lines in _plane_classes():
            tables = []
            for line in lines:
                lifted = [(permutation[point], signs[place + i]) for i, point in enumerate(line)]
                tables += [[point + half * (sign ^ side) for point, sign in lifted] for side in range(2)]
                place += 4
            schedule.append(tables)
    return "signed-plane", schedule[:rounds]


def _plane_classes() -> list[list[list[int]]]:
    """The five parallel classes of lines of the affine plane over the field of four; point = 4x + y."""
    four = field(2, 2)
    slopes = [[[4 * x + four.add(four.multiply(a, x), b) for x in range(4)] for b in range(4)] for a in range(4)]
    return [*slopes, [[4 * x + y for y in range(4)] for x in range(4)]]
