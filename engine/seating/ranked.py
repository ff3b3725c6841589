"""Ranked rounds: the next round by standings, repeats avoided first, then players of like rank at one table.

The search starts from tables of four neighbours in the standings and exchanges players of near rank. A table costs
the sum of the squared differences of the ranks of its players, a pair that has met m times `repeat_weight` × m²
more. A swap is taken when it costs no more than a random threshold whose mean falls to nothing, as in simulated
annealing; the thresholds come from a table of whole numbers, so everything is in integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import cast

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.seating.groups import Budget, Progress, Tables
from engine.seating.lots import numbers_in_use, random_draw
from engine.seating.model import Person, Round, Seats, listing, ordered, roster
from engine.seating.report import Report, report
from engine.seating.schedule import ALGORITHM, Plan, plan, refuse_apart_meetings
from engine.seating.wishes import Notice, Wishes, check_wishes, pairs_of

_WINDOW = 24
_MOVES_EACH = 6_400
_MOST_MOVES = 1_000_000
_STAGES = 48
_CLUB_FACTOR = 4
_APART_FACTOR = 400
_IDEAL = 20


def _exponential_table() -> list[int]:
    """256 × an exponentially distributed number for each first byte of a word: its binary logarithm, drawn as a
    polyline.
    """
    table = []
    for byte in range(256):
        middle = 2 * byte + 1
        bits = middle.bit_length() - 1
        table.append(256 * (9 - bits) - ((middle << 8 >> bits) - 256))
    return table


_EXPONENTIAL = _exponential_table()


@dataclass(frozen=True, slots=True)
class Closeness:
    """How near the players of a table are, by rank and by points.

    `rank_squares` is the sum over tables of the squared rank differences of their six pairs, `ideal_squares` the
    same for tables of neighbours; `widest_rank` and `widest_points` are the largest differences at one table,
    `points_apart` the sum over tables of highest minus lowest points.
    """

    rank_squares: int
    ideal_squares: int
    widest_rank: int
    points_apart: int
    widest_points: int


@dataclass(frozen=True, slots=True)
class RankedPlan(Plan):
    """A plan of one round, with the closeness of its tables and how many repeats the round itself makes."""

    closeness: Closeness
    new_repeats: int


def draw_ranked(
    standings: Sequence[tuple[Person, int]],
    seed: str,
    *,
    players: Iterable[Person] | None = None,
    wishes: Wishes | None = None,
    repeat_weight: int | None = None,
    effort: int = 1,
    progress: Progress | None = None,
) -> Plan:
    """The next round for the players of `standings`, (player, points) from the first rank down, penalties included.

    `players`: who plays, when the standings must be checked against the field. `repeat_weight`: how many squared
    ranks a repeat may cost; without it repeats come first. Without any earlier round and with equal points for all
    the round is drawn by lot, which a notice says.
    """
    order = [person for person, _ in standings]
    people = roster(order)
    if players is not None:
        _same_field(people, ordered(players))
    wishes = wishes or Wishes()
    notices = check_wishes(people, wishes)
    points = [score for _, score in standings]
    if not wishes.history and len(set(points)) == 1:
        return _by_lot(people, seed, wishes, notices)
    chance = Chance(seed).child("ranked")
    out = _resting(order, wishes.history)
    playing = [rank for rank in range(len(order)) if rank not in out]
    search = _Search(order, playing, wishes, repeat_weight)
    search.run(chance, Budget(search.moves(effort), progress), search.moves(effort))
    tables = _numbered(search.tables, order, wishes)
    round_ = Round(
        tuple(_winds(table, order, wishes.history, chance) for _, table in tables),
        tuple(number for number, _ in tables),
        ordered(order[rank] for rank in out),
    )
    refuse_apart_meetings((round_,), wishes)
    before = report(people, (), wishes).repeats if wishes.history else 0
    result = report(people, (round_,), wishes)
    return RankedPlan(
        people,
        (round_,),
        wishes,
        "ranked-annealed",
        ALGORITHM,
        seed,
        notices,
        result,
        closeness([table for _, table in tables], points),
        result.repeats - before,
    )


def closeness(tables: Sequence[Sequence[int]], points: Sequence[int]) -> Closeness:
    """The closeness of tables given as ranks from 0."""
    scores = [[points[rank] for rank in table] for table in tables]
    apart = [max(row) - min(row) for row in scores]
    return Closeness(
        rank_squares=sum((a - b) ** 2 for table in tables for a, b in combinations(table, 2)),
        ideal_squares=_IDEAL * len(tables),
        widest_rank=max(max(table) - min(table) for table in tables),
        points_apart=sum(apart),
        widest_points=max(apart),
    )


def _same_field(ranked: Sequence[Person], field: Sequence[Person]) -> None:
    missing = [person for person in field if person not in dict.fromkeys(ranked)]
    strangers = [person for person in ranked if person not in dict.fromkeys(field)]
    if missing or strangers:
        raise RuleError(
            "seating_ranked_field",
            noop("The standings do not fit the field: missing {missing}; unknown {unknown}."),
            path="ranked",
            missing=listing(missing) or "–",
            unknown=listing(strangers) or "–",
        )


def _by_lot(people: tuple[Person, ...], seed: str, wishes: Wishes, notices: tuple[Notice, ...]) -> Plan:
    notice = Notice("seating_first_round", noop("There are no results yet: the round is drawn by lot."), {})
    if wishes.clubs or wishes.apart or wishes.fixed:
        drawn = plan(people, 1, seed, wishes=wishes)
        return replace(drawn, method="lot", notices=(*notices, notice))
    round_ = random_draw(people, seed, numbers=wishes.numbers)
    result: Report = report(people, (round_,), wishes)
    return Plan(people, (round_,), wishes, "lot", ALGORITHM, seed, (*notices, notice), result)


def _resting(order: Sequence[Person], history: Sequence[Round]) -> list[int]:
    """The ranks that sit out: who has rested least, the last of the standings first, so never a leader for choice."""
    resting = len(order) % 4
    if not resting:
        return []
    rested = dict.fromkeys(order, 0)
    for round_ in history:
        for person in round_.out:
            if person in rested:
                rested[person] += 1
    ranks = sorted(range(len(order)), key=lambda rank: (rested[order[rank]], -rank))
    return sorted(ranks[:resting])


class _Search:
    """Tables of ranks under search; a swap costs eight look-ups and one product."""

    def __init__(
        self, order: Sequence[Person], playing: Sequence[int], wishes: Wishes, repeat_weight: int | None
    ) -> None:
        self.playing = list(playing)
        self.tables: Tables = [list(playing[i : i + 4]) for i in range(0, len(playing), 4)]
        self.weight = repeat_weight if repeat_weight is not None else 40 * len(order) + 1200
        self.costs = self._costs(order, wishes)

    def _costs(self, order: Sequence[Person], wishes: Wishes) -> list[list[int]]:
        """What each pair costs at one table beside its ranks."""
        place = {person: rank for rank, person in enumerate(order)}
        met = [[0] * len(order) for _ in order]
        for round_ in wishes.history:
            for table in round_.tables:
                for first, second in combinations(table, 2):
                    if first in place and second in place:
                        met[place[first]][place[second]] += 1
                        met[place[second]][place[first]] += 1
        costs = [[self.weight * times * times for times in row] for row in met]
        club, apart = pairs_of(wishes)
        for pairs, factor in ((club, _CLUB_FACTOR), (apart, _APART_FACTOR)):
            for first, second in pairs:
                costs[place[first]][place[second]] += factor * self.weight
        fixed = [place[person] for person in wishes.fixed]
        for a, b in permutations(fixed, 2):
            costs[a][b] += self.weight
        return costs

    def moves(self, effort: int) -> int:
        """The budget: swaps tried in all."""
        return min(_MOVES_EACH * len(self.playing) + 20_000, _MOST_MOVES) * effort

    def run(self, chance: Chance, budget: Budget, moves: int) -> None:
        """Annealing over `_STAGES` stages, the last of them downhill only."""
        if len(self.tables) < 2:
            return
        tables, costs, playing = self.tables, self.costs, self.playing
        where = {}
        for index, table in enumerate(tables):
            for rank in table:
                where[rank] = index
        at = [where[rank] for rank in playing]
        sums = [sum(table) for table in tables]
        size = len(playing)
        reach = min(_WINDOW, size - 1)
        mean = max(1, self.weight // 8)
        for stage in range(_STAGES):
            if stage == _STAGES - 4:
                mean = 0
            count = moves // _STAGES
            for word in chance.words(count):
                i = word % size
                step = word // size % (2 * reach)
                j = i + step - reach if step < reach else i + step - reach + 1
                if j < 0 or j >= size:
                    continue
                here, there = at[i], at[j]
                if here == there:
                    continue
                a, b = playing[i], playing[j]
                left, right = tables[here], tables[there]
                row_a, row_b = costs[a], costs[b]
                a0, a1, a2, a3 = left
                b0, b1, b2, b3 = right
                change = (
                    2 * (b - a) * (sums[there] - b - sums[here] + a)
                    + row_b[a0] + row_b[a1] + row_b[a2] + row_b[a3]
                    + row_a[b0] + row_a[b1] + row_a[b2] + row_a[b3]
                    - row_a[a0] - row_a[a1] - row_a[a2] - row_a[a3]
                    - row_b[b0] - row_b[b1] - row_b[b2] - row_b[b3]
                    - 2 * row_a[b]
                )  # fmt: skip
                if change <= 0 or change <= mean * _EXPONENTIAL[word >> 24] >> 8:
                    if change == 0 and word & 1:
                        continue
                    left[left.index(a)], right[right.index(b)] = b, a
                    at[i], at[j] = there, here
                    sums[here] += b - a
                    sums[there] += a - b
            budget.spend(count)
            mean = mean * 7 // 8


def _numbered(tables: Tables, order: Sequence[Person], wishes: Wishes) -> list[tuple[int, list[int]]]:
    """Table numbers: fixed players at theirs, the others by the sum of their ranks from the lowest free number."""
    free = list(numbers_in_use(len(tables), wishes.numbers, wishes.fixed.values()))
    placed = []
    rest = []
    for table in sorted(tables, key=lambda ranks: (sum(ranks), min(ranks))):
        wanted = [wishes.fixed[order[rank]] for rank in table if order[rank] in wishes.fixed]
        if wanted and min(wanted) in free:
            free.remove(min(wanted))
            placed.append((min(wanted), table))
        else:
            rest.append(table)
    placed += zip(free, rest, strict=True)
    return sorted(placed)


def _winds(table: Sequence[int], order: Sequence[Person], history: Sequence[Round], chance: Chance) -> Seats:
    """The winds of one table: of the 24 orders the one that leaves the four's winds most even, ties by lot."""
    people = chance.shuffled(order[rank] for rank in sorted(table))
    counts = [[0, 0, 0, 0] for _ in people]
    for round_ in history:
        for seats in round_.tables:
            for wind, person in enumerate(seats):
                if person in people:
                    counts[people.index(person)][wind] += 1
    best = min(permutations(range(4)), key=lambda seats: sum(counts[player][wind] for wind, player in enumerate(seats)))
    return cast(Seats, tuple(people[player] for player in best))
