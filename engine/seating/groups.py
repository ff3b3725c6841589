"""Who meets whom: rounds of tables, a matrix of meetings, and local search by swaps whose cost change is twelve
look-ups.

The cost of a pair that has met m times is m(m-1)/2, so that few repeats and even repeats are one aim. Meetings of
earlier rounds, and weights for people who should not meet, are counted as meetings that have already happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from engine.chance import Chance

Tables = list[list[int]]
"""The tables of one round, players as numbers 0 … P-1."""

Progress = Callable[[int, int], bool]
"""Told (steps done, steps at most); answers whether to go on."""

DENSE_LIMIT = 4096
_TRIES = 16
_REPORT_EVERY = 4096
_STAGES = 64
_SCALE = 1 << 32


class Cancelled(Exception):
    """The caller's progress function asked to stop; nothing has been kept."""


class Budget:
    """Counts the steps of a draw and tells the caller, who may stop it; never decides anything else."""

    def __init__(self, steps: int, progress: Progress | None = None) -> None:
        self.total = steps
        self.spent = 0
        self._progress = progress

    def spend(self, steps: int) -> None:
        """Counts steps and reports them; raises `Cancelled` when the caller has had enough."""
        self.spent += steps
        if self._progress is not None and not self._progress(min(self.spent, self.total), self.total):
            raise Cancelled


class SparseRow(dict[int, int]):
    """A row of the meeting matrix for large fields: what is missing is zero."""

    def __missing__(self, _key: int) -> int:
        return 0


Row = bytearray | SparseRow


def empty_meetings(players: int) -> list[Row]:
    """A matrix of meetings, all zero."""
    if players > DENSE_LIMIT:
        return [SparseRow() for _ in range(players)]
    return [bytearray(players) for _ in range(players)]


def count(rows: list[Row], tables: Iterable[Sequence[int]], step: int = 1) -> None:
    """Adds the meetings of these tables `step` times."""
    for table in tables:
        for first, second in combinations(table, 2):
            rows[first][second] += step
            rows[second][first] += step


class Groups:
    """The rounds under search, and the meetings they and everything before them make."""

    def __init__(self, rows: list[Row], rounds: list[Tables]) -> None:
        self.rows = rows
        self.rounds = rounds
        for tables in rounds:
            count(rows, tables)

    def excess(self, number: int, table: int) -> int:
        """How often pairs of this table have met besides this time."""
        rows = self.rows
        a, b, c, d = self.rounds[number][table]
        row_a, row_b = rows[a], rows[b]
        return row_a[b] + row_a[c] + row_a[d] + row_b[c] + row_b[d] + rows[c][d] - 6

    def conflicts(self) -> list[tuple[int, int]]:
        """The tables with a pair that meets elsewhere too, as (round, table)."""
        return [
            (number, table)
            for number, tables in enumerate(self.rounds)
            for table in range(len(tables))
            if self.excess(number, table)
        ]

    def cost(self) -> int:
        """The sum of m(m-1)/2, counted over the pairs of the rounds under search (weights included)."""
        total = 0
        seen: dict[tuple[int, int], int] = {}
        for tables in self.rounds:
            for table in tables:
                for pair in combinations(sorted(table), 2):
                    seen[pair] = seen.get(pair, 0) + 1
        for (first, second), met in seen.items():
            everything = self.rows[first][second]
            total += (everything * (everything - 1) - (everything - met) * (everything - met - 1)) // 2
        return total

    def swap(self, number: int, first: tuple[int, int], second: tuple[int, int]) -> None:
        """Exchanges two players of one round, each given as (table, place)."""
        tables, rows = self.rounds[number], self.rows
        here, there = tables[first[0]], tables[second[0]]
        a, b = here[first[1]], there[second[1]]
        row_a, row_b = rows[a], rows[b]
        for x in here:
            if x != a:
                row_a[x] -= 1
                rows[x][a] -= 1
                row_b[x] += 1
                rows[x][b] += 1
        for y in there:
            if y != b:
                row_b[y] -= 1
                rows[y][b] -= 1
                row_a[y] += 1
                rows[y][a] += 1
        here[first[1]], there[second[1]] = b, a


def repair(groups: Groups, chance: Chance, budget: Budget, steps: int) -> bool:
    """Min-conflicts: takes a table with a repeat, moves out the player who repeats most; whether no repeat is left."""
    rows, rounds = groups.rows, groups.rounds
    work = groups.conflicts()
    listed = dict.fromkeys(work, True)
    word = chance.word
    unreported = 0
    while work:
        if unreported >= _REPORT_EVERY:
            budget.spend(unreported)
            steps -= unreported
            unreported = 0
            if steps <= 0:
                return False
        index = word() % len(work)
        place = work[index]
        number, table = place
        tables = rounds[number]
        here = tables[table]
        seat, loss = _worst(rows, here, word())
        if not loss:
            listed[place] = False
            work[index] = work[-1]
            work.pop()
            continue
        if len(tables) == 1:
            return False
        a = here[seat]
        row_a = rows[a]
        x, y, z = here[:seat] + here[seat + 1 :]
        best = 1 << 30
        target = (0, 0)
        size = 4 * len(tables)
        for _ in range(_TRIES):
            unreported += 1
            other, spot = divmod(word() % size, 4)
            if other == table:
                continue
            b0, b1, b2, b3 = tables[other]
            row_b = rows[tables[other][spot]]
            b = tables[other][spot]
            # b's meetings with himself are zero, a's meetings with b are taken out again
            change = (
                row_b[x] + row_b[y] + row_b[z]
                + row_a[b0] + row_a[b1] + row_a[b2] + row_a[b3] - row_a[b]
                - row_b[b0] - row_b[b1] - row_b[b2] - row_b[b3]
                - loss + 3
            )  # fmt: skip
            if change < best:
                best, target = change, (other, spot)
                if change <= -loss:
                    break
        if best > 0 and (best > 3 or word() % 50**best):
            continue
        groups.swap(number, (table, seat), target)
        for changed in (place, (number, target[0])):
            if not listed.get(changed):
                listed[changed] = True
                work.append(changed)
    budget.spend(unreported)
    return True


def _worst(rows: list[Row], here: list[int], word: int) -> tuple[int, int]:
    """The place of the player who has most other meetings with this table, ties by chance, and how many."""
    best, seat = -1, 0
    for step in range(4):
        place = (word + step) & 3
        row = rows[here[place]]
        total = row[here[0]] + row[here[1]] + row[here[2]] + row[here[3]]
        if total > best:
            best, seat = total, place
    return seat, best - 3


def anneal(groups: Groups, chance: Chance, budget: Budget, steps: int, hot: int = 13) -> None:
    """Simulated annealing: a swap that costs d more is taken with the chance q**d, q falling from `hot` % by a
    tenth a stage.

    All integers: the acceptance thresholds of a stage are powers of q in units of 2**-32. The rounds are changed in
    place and end near the best found, because the last stages are cold.
    """
    rows, rounds = groups.rows, groups.rounds
    spots = [4 * len(tables) for tables in rounds]
    total_rounds = len(rounds)
    for stage in range(_STAGES):
        thresholds = _thresholds(stage, hot)
        size = steps // _STAGES
        for first, second in zip(chance.words(size), chance.words(size), strict=True):
            number = first % total_rounds
            spot = spots[number]
            here, seat = divmod(first // total_rounds % spot, 4)
            there, place = divmod(second % spot, 4)
            if here == there:
                continue
            tables = rounds[number]
            left, right = tables[here], tables[there]
            a, b = left[seat], right[place]
            row_a, row_b = rows[a], rows[b]
            a0, a1, a2, a3 = left
            b0, b1, b2, b3 = right
            change = (
                row_b[a0] + row_b[a1] + row_b[a2] + row_b[a3]
                + row_a[b0] + row_a[b1] + row_a[b2] + row_a[b3]
                - row_a[a0] - row_a[a1] - row_a[a2] - row_a[a3]
                - row_b[b0] - row_b[b1] - row_b[b2] - row_b[b3]
                - 2 * row_a[b] + 6
            )  # fmt: skip
            if change <= 0 or (change < 8 and second < thresholds[change]):
                groups.swap(number, (here, seat), (there, place))
        budget.spend(size)


def _thresholds(stage: int, hot: int) -> list[int]:
    """For a cost change d of 0 … 7 the share of 2**32 in which it is taken, at this stage of `_STAGES`."""
    share = hot * _SCALE // 100
    for _ in range(stage):
        share = share * 9 // 10
    result = [_SCALE]
    for _ in range(7):
        result.append(result[-1] * share // _SCALE)
    return result
