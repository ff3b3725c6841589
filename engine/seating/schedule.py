"""Fixed schedules: all rounds of an event at once, from the layers groups, tables and winds.

`plan(players, rounds, seed, wishes=…, accept_repeats=…, effort=…, progress=…) -> Plan`

The players are sorted by id and shuffled by the seed before anything else, so list order never matters and
everybody has the same chance of every line of a schedule. All decisions are integers counted in steps; the same
arguments give the same plan everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.seating.bounds import crowding_after, crowding_notice
from engine.seating.groups import Budget, Groups, Progress, Row, Tables, anneal, count, empty_meetings, repair
from engine.seating.lots import numbers_in_use, sit_outs
from engine.seating.model import Person, Round, Seats, listing, ordered, roster
from engine.seating.partitions import MOST_TABLES, least_meetings
from engine.seating.places import Visits, rotate_tables
from engine.seating.report import Report, report
from engine.seating.starts import (
    adapted_rounds,
    class_rounds,
    connected,
    crowded_rounds,
    dealt_rounds,
    exact_rounds,
    prefixed_rounds,
)
from engine.seating.winds import assign_winds, even_out
from engine.seating.wishes import Notice, Wishes, check_rounds, check_wishes, pairs_of

ALGORITHM = "banfeng-seating-2"

CLUB_WEIGHT = 8
APART_WEIGHT = 60
_REPAIR_STEPS = 60_000
_ANNEAL_STEPS = 320_000
_TABLE_STEPS = 150_000
_ANNEAL_LIMIT = 4_000
_HOT, _MILD = 13, 5


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds with their report; `method` names how the groups were found, `algorithm` the version of the whole."""

    players: tuple[Person, ...]
    rounds: tuple[Round, ...]
    wishes: Wishes
    method: str
    algorithm: str
    seed: str
    notices: tuple[Notice, ...]
    report: Report


def plan(
    players: Iterable[Person],
    rounds: int,
    seed: str,
    *,
    wishes: Wishes | None = None,
    accept_repeats: bool = False,
    effort: int = 1,
    progress: Progress | None = None,
) -> Plan:
    """All rounds for these players, after the rounds of `wishes.history`.

    `accept_repeats`: the organiser has confirmed that more rounds are wanted than can be without repeats; without
    it such a wish is refused with the least number of repeats. `effort` multiplies the steps of the searches.
    Raises `RuleError` for wishes that cannot be met and `Cancelled` when `progress` answers no.
    """
    people = roster(players)
    check_rounds(rounds)
    wishes = wishes or Wishes()
    notices = list(check_wishes(people, wishes))
    crowding = crowding_after(people, rounds, wishes.history)
    if crowding is not None:
        if not accept_repeats:
            raise RuleError(crowding.code, crowding.template, path="rounds", **crowding.params)
        notices.append(crowding)
    chance = Chance(seed)
    order = chance.child("order").shuffled(people)
    task = Task(order, rounds, wishes, chance, Budget(steps_at_most(len(people), rounds) * effort, progress), effort)
    method, grouped, rotating = task.groups()
    seated = task.seat(grouped, rotating)
    result = report(people, seated, wishes)
    refuse_apart_meetings(seated, wishes)
    return Plan(people, seated, wishes, method, ALGORITHM, seed, tuple(notices), result)


def finished(people: tuple[Person, ...], tables: list[Tables], method: str, seed: str) -> Plan:
    """A plan from a ready-made schedule of players 0 … P-1: lines by lot, then tables and winds as for any plan."""
    wishes = Wishes()
    chance = Chance(seed)
    order = chance.child("order").shuffled(people)
    task = Task(order, len(tables), wishes, chance, Budget(_TABLE_STEPS))
    seated = task.seat([[list(table) for table in round_] for round_ in tables], rotating=False)
    return Plan(people, seated, wishes, method, ALGORITHM, seed, (), report(people, seated, wishes))


def refuse_apart_meetings(rounds: Sequence[Round], wishes: Wishes) -> None:
    """Raises when people kept apart share a table after all, naming them: no draw is better than a forbidden one."""
    _, apart = pairs_of(wishes)
    if not apart:
        return
    met = [
        f"{first} – {second}"
        for round_ in rounds
        for table in round_.tables
        for first, second in combinations(table, 2)
        if (first, second) in apart
    ]
    if met:
        raise RuleError(
            "seating_apart_met",
            noop("No seating was found that keeps these pairs apart: {pairs} ({count} meetings remain)."),
            path="apart",
            pairs=listing(met),
            count=len(met),
        )


def steps_at_most(players: int, rounds: int) -> int:
    """The budget of a plan in steps, told to the progress function."""
    return _REPAIR_STEPS + _TABLE_STEPS + 20 * players * rounds + 2 * _ANNEAL_STEPS + 400 * players * rounds


class Task:
    """One plan in the making; players are numbers, places in the shuffled `order`."""

    def __init__(
        self, order: Sequence[Person], rounds: int, wishes: Wishes, chance: Chance, budget: Budget, effort: int = 1
    ) -> None:
        self.order = order
        self.rounds = rounds
        self.wishes = wishes
        self.chance = chance
        self.budget = budget
        self.effort = effort
        self.place = {person: index for index, person in enumerate(order)}
        self.clubs = [sorted(self.place[person] for person in club) for club in wishes.clubs]
        club, apart = pairs_of(wishes)
        self.club_pairs = self._numbered(club)
        self.apart_pairs = self._numbered(apart)
        self.fixed = {self.place[person]: number for person, number in wishes.fixed.items()}

    def _numbered(self, pairs: Iterable[tuple[Person, Person]]) -> list[tuple[int, int]]:
        found = ((self.place[first], self.place[second]) for first, second in pairs)
        return sorted(pair for pair in found if pair[0] < pair[1])

    def groups(self) -> tuple[str, list[Tables], bool]:
        """The best rounds found: method, tables, and whether their order already keeps everybody moving."""
        players = len(self.order)
        unwanted = [*self.club_pairs, *self.apart_pairs, *combinations(sorted(self.fixed), 2)]
        if not self.wishes.history:
            if unwanted:
                found = class_rounds(players, self.rounds, connected(players, unwanted))
            else:
                found = exact_rounds(players, self.rounds)
            if found is not None:
                return found
        return (*self._searched(), False)

    def meetings(self) -> list[Row]:
        """The matrix before the first new round: earlier meetings, and weights for those who should not meet."""
        rows = empty_meetings(len(self.order))
        for round_ in self.wishes.history:
            count(rows, ([self.place[p] for p in table if p in self.place] for table in round_.tables))
        count(rows, combinations(sorted(self.fixed), 2), 1)
        count(rows, self.club_pairs, CLUB_WEIGHT)
        count(rows, self.apart_pairs, APART_WEIGHT)
        return rows

    def _searched(self) -> tuple[str, list[Tables]]:
        """One round of few tables is looked at whole; others are dealt and repaired, and when repeats remain, the best
        of other starts and annealing is kept.
        """
        players = len(self.order)
        free = not (self.wishes.history or self.club_pairs or self.apart_pairs or self.fixed)
        crowded = crowding_notice(players, self.rounds) is not None
        results: list[tuple[tuple[int, int], str, list[Tables]]] = []
        if free and players % 4 == 0:
            method, tables = crowded_rounds(players, self.rounds, self.chance.child("crowded"), self.budget)
            results.append((self._rank(tables), method, tables))
            if results[0][0] == self._best_possible():
                return method, tables
        else:
            playing = self._playing()
            if self.rounds == 1 and players // 4 <= MOST_TABLES:
                return "every division", [least_meetings(self.meetings(), playing[0], self.chance.child("division"))]
            dealt = Groups(self.meetings(), dealt_rounds(playing, self.clubs, self.chance.child("deal")))
            steps = (_REPAIR_STEPS + 20 * players * self.rounds) * self.effort
            if not crowded and repair(dealt, self.chance.child("repair"), self.budget, steps):
                return "min-conflicts", dealt.rounds
            results.append((self._rank(dealt.rounds), "min-conflicts", dealt.rounds))
            exact = exact_rounds(players, self.rounds)
            if exact is not None:
                results.append((self._rank(exact[1]), exact[0], exact[1]))
            if not (free or self.wishes.history):
                sets = connected(players, [*self.club_pairs, *self.apart_pairs])
                longer = prefixed_rounds(players, self.rounds, sets, self.chance.child("continued"), self.budget)
                if longer is not None:
                    results.append((self._rank(longer[1]), *longer))
            adapted = adapted_rounds(players, self.rounds) if free else None
            if adapted is not None:
                near = Groups(self.meetings(), adapted[1])
                if repair(near, self.chance.child("adapted"), self.budget, steps):
                    return adapted[0], near.rounds
                results.append((self._rank(near.rounds), adapted[0], near.rounds))
        best, method, tables = min(results, key=lambda result: result[0])
        if players * self.rounds <= _ANNEAL_LIMIT:
            changed = Groups(self.meetings(), [[list(table) for table in tables_] for tables_ in tables])
            hot = _HOT if method == "min-conflicts" else _MILD
            anneal(changed, self.chance.child(f"anneal {method}"), self.budget, _ANNEAL_STEPS * self.effort, hot)
            if self._rank(changed.rounds) < best:
                return f"{method}-annealed", changed.rounds
        return method, tables

    def _rank(self, rounds: list[Tables]) -> tuple[int, int]:
        """Repeats, unwanted meetings by their weight, and unevenness: the best of several results has fewest."""
        rows = self.meetings()
        met: dict[tuple[int, int], int] = {}
        for tables in rounds:
            for table in tables:
                for pair in combinations(sorted(table), 2):
                    met[pair] = met.get(pair, 0) + 1
        extra = sum(times * rows[a][b] or times - 1 for (a, b), times in met.items())
        return extra, sum(times * times for times in met.values())

    def _best_possible(self) -> tuple[int, int]:
        """The least `_rank` that counting allows when nobody has met before."""
        players = len(self.order)
        pairs = players * (players - 1) // 2
        slots = 6 * (players // 4) * self.rounds
        each, more = divmod(slots, pairs)
        return max(0, slots - pairs), (pairs - more) * each * each + more * (each + 1) ** 2

    def _playing(self) -> list[list[int]]:
        """Who plays in each round: those who rest are chosen evenly, earlier rests counted."""
        players = len(self.order)
        before = [0] * players
        for round_ in self.wishes.history:
            for person in round_.out:
                if person in self.place:
                    before[self.place[person]] += 1
        rests = sit_outs(before, self.rounds, players % 4, self.chance.child("rest"))
        return [[person for person in range(players) if person not in out] for out in rests]

    def seat(self, grouped: list[Tables], rotating: bool) -> tuple[Round, ...]:
        """Gives the groups tables and winds and writes them with the players' ids."""
        history, players = self.wishes.history, len(self.order)
        numbers = numbers_in_use(players // 4, self.wishes.numbers, self.fixed.values())
        if self.fixed or history or not rotating:
            index = {number: place for place, number in enumerate(numbers)}
            visits = Visits(players, len(numbers))
            for round_ in history:
                for number, table in zip(round_.numbers, round_.tables, strict=True):
                    if number in index:
                        visits.add([self.place[p] for p in table if p in self.place], index[number])
            locks = {person: index[number] for person, number in self.fixed.items() if number in index}
            steps = _TABLE_STEPS * self.effort
            rotate_tables(grouped, visits, locks, self.chance.child("tables"), self.budget, steps)
        winds = assign_winds(grouped, players)
        if history:
            counts = [[0, 0, 0, 0] for _ in range(players)]
            for round_ in history:
                for table in round_.tables:
                    for wind, person in enumerate(table):
                        if person in self.place:
                            counts[self.place[person]][wind] += 1
            even_out(winds, counts)
        return tuple(self._round(tables, numbers) for tables in winds)

    def _round(self, tables: Tables, numbers: tuple[int, ...]) -> Round:
        """One round with ids; where two players with fixed tables meet, the higher table is left empty if another
        is free.
        """
        seated = [0] * len(self.order)
        placed = []
        spare = [number for number in self.wishes.numbers or () if number not in numbers]
        emptied: list[int] = []
        for table in tables:
            wanted = sorted(self.fixed[person] for person in table if person in self.fixed)
            emptied += wanted[1:]
        for number, table in zip(numbers, tables, strict=True):
            for person in table:
                seated[person] = 1
            used = spare.pop(0) if number in emptied and spare else number
            placed.append((used, cast(Seats, tuple(self.order[person] for person in table))))
        placed.sort(key=lambda entry: entry[0])
        out = ordered(self.order[person] for person, at in enumerate(seated) if not at)
        return Round(tuple(table for _, table in placed), tuple(number for number, _ in placed), out)
