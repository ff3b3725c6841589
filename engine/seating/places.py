"""Which table a group sits at: nobody returns to a table while that can be avoided, fixed players stay at theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from engine.chance import Chance
from engine.seating.groups import Budget, Tables

_ROUND_TRIES = 12
# One round at so few tables has at most 24 orders: the best of them is looked up, not searched for.
_ALL_ORDERS = 4


class Visits:
    """How often each player has been at each table, tables as indexes 0 … T-1."""

    def __init__(self, players: int, tables: int) -> None:
        self.rows = [bytearray(tables) for _ in range(players)]

    def add(self, table: list[int], index: int, step: int = 1) -> None:
        """Counts four players at a table."""
        for player in table:
            self.rows[player][index] += step


def rotate_tables(
    rounds: list[Tables], visits: Visits, locks: Mapping[int, int], chance: Chance, budget: Budget, steps: int
) -> None:
    """Reorders the tables of each round so that fewest players return to one.

    `visits` holds earlier rounds when called; `locks` names players with the index of the
    table they keep (the lowest counts where two of them meet). A swap of two tables of one round changes eight
    visits; the cost is v(v-1)/2 for v visits, as for meetings.
    """
    given = [list(tables) for tables in rounds]
    before = [bytes(row) for row in visits.rows]
    returns = _returns(before, given)
    if not locks and returns == sum(max(0, sum(row) - len(row)) for row in _visited(before, given)):
        return
    locked = []
    for tables in rounds:
        kept = lock_tables(tables, locks) if locks else {}
        locked.append(kept)
        if len(rounds) == 1 and len(tables) - len(kept) <= _ALL_ORDERS:
            _order(tables, visits, kept, chance)
            return
        _settle(tables, visits, kept, chance)
    _improve(rounds, visits, locked, chance, budget, steps)
    if not locks and returns <= _returns(before, rounds):
        rounds[:] = given


def _visited(before: Sequence[bytes], rounds: list[Tables]) -> list[bytearray]:
    """The visits of earlier rounds and of these."""
    rows = [bytearray(row) for row in before]
    for tables in rounds:
        for index, table in enumerate(tables):
            for player in table:
                rows[player][index] += 1
    return rows


def _returns(before: Sequence[bytes], rounds: list[Tables]) -> int:
    """How often a player comes to a table where he has been."""
    return sum(visit - 1 for row in _visited(before, rounds) for visit in row if visit > 1)


def lock_tables(tables: Tables, locks: Mapping[int, int]) -> dict[int, bool]:
    """Moves the groups with a fixed player to their tables; answers the indexes that may not change any more."""
    wanted = [
        (min(locks[player] for player in table if player in locks), table)
        for table in tables
        if any(p in locks for p in table)
    ]
    for index, table in wanted:
        other = tables.index(table)
        tables[index], tables[other] = tables[other], tables[index]
    return {index: True for index, _ in wanted}


def _order(tables: Tables, visits: Visits, kept: Mapping[int, bool], chance: Chance) -> None:
    """Places one round of few tables: the groups take the free tables in the order in which fewest return to one,
    and those seldom; by lot among equals.
    """
    rows = visits.rows
    free = [index for index in range(len(tables)) if index not in kept]

    def returns(order: tuple[list[int], ...]) -> tuple[int, int]:
        been = [rows[player][index] for index, table in zip(free, order, strict=True) for player in table]
        return len(been) - been.count(0), sum(been)

    best = min(permutations(chance.shuffled([tables[index] for index in free])), key=returns)
    for index, table in zip(free, best, strict=True):
        tables[index] = table


def _settle(tables: Tables, visits: Visits, kept: Mapping[int, bool], chance: Chance) -> None:
    """Places one round after the others: every group takes the best of a few free tables, in random order."""
    free = [index for index in range(len(tables)) if index not in kept]
    for index, table in zip(free, chance.shuffled([tables[index] for index in free]), strict=True):
        tables[index] = table
    for index, table in enumerate(tables):
        visits.add(table, index)
    rows = visits.rows
    for index in free:
        for _ in range(_ROUND_TRIES):
            a, b, c, d = tables[index]
            if rows[a][index] + rows[b][index] + rows[c][index] + rows[d][index] == 4:
                break
            other = chance.choice(free)
            if other != index and exchange_cost(rows, tables[index], tables[other], index, other) <= 0:
                _exchange(tables, visits, index, other)


def exchange_cost(rows: list[bytearray], here: list[int], there: list[int], index: int, other: int) -> int:
    """How the cost changes when two groups exchange their tables."""
    a, b, c, d = rows[here[0]], rows[here[1]], rows[here[2]], rows[here[3]]
    e, f, g, h = rows[there[0]], rows[there[1]], rows[there[2]], rows[there[3]]
    return (
        a[other] + b[other] + c[other] + d[other] + e[index] + f[index] + g[index] + h[index]
        - a[index] - b[index] - c[index] - d[index] - e[other] - f[other] - g[other] - h[other] + 8
    )  # fmt: skip


def _exchange(tables: Tables, visits: Visits, index: int, other: int) -> None:
    visits.add(tables[index], index, -1)
    visits.add(tables[other], other, -1)
    tables[index], tables[other] = tables[other], tables[index]
    visits.add(tables[index], index)
    visits.add(tables[other], other)


def _improve(
    rounds: list[Tables],
    visits: Visits,
    locked: list[dict[int, bool]],
    chance: Chance,
    budget: Budget,
    steps: int,
) -> None:
    """Min-conflicts on the tables with a returning player, sideways moves allowed, now and then one uphill.

    Ends when nobody returns more than forced, or after `steps` steps with the best order seen.
    """
    rows = visits.rows
    work = [
        (number, index)
        for number, tables in enumerate(rounds)
        for index, table in enumerate(tables)
        if sum(rows[player][index] for player in table) > 4
    ]
    listed = dict.fromkeys(work, True)
    word = chance.word
    cost = sum(visit * (visit - 1) // 2 for row in rows for visit in row)
    forced = sum(_forced(sum(row), len(row)) for row in rows)
    best, best_order = cost, [list(tables) for tables in rounds]
    spent = 0
    while work and cost > forced and spent < steps:
        spot = word() % len(work)
        number, index = work[spot]
        tables = rounds[number]
        here = tables[index]
        kept = locked[number]
        if index in kept or len(tables) - len(kept) < 2 or sum([rows[player][index] for player in here]) == 4:
            listed[number, index] = False
            work[spot] = work[-1]
            work.pop()
            continue
        least, target = 1 << 30, index
        start = word()
        for step in range(min(_ROUND_TRIES, len(tables))):
            other = (start + step) % len(tables)
            if other == index or other in kept:
                continue
            change = exchange_cost(rows, here, tables[other], index, other)
            if change < least:
                least, target = change, other
        spent += _ROUND_TRIES
        if target == index or (least > 0 and word() % (12 << (2 * min(least, 8)))):
            continue
        _exchange(tables, visits, index, target)
        cost += least
        if cost < best:
            best, best_order = cost, [list(tables) for tables in rounds]
        for changed in ((number, index), (number, target)):
            if not listed.get(changed):
                listed[changed] = True
                work.append(changed)
    budget.spend(spent)
    rounds[:] = best_order


def _forced(games: int, tables: int) -> int:
    """The least sum of v(v-1)/2 for a player with so many games at so many tables."""
    each, more = divmod(games, tables)
    return tables * each * (each - 1) // 2 + more * each
