"""The rounds not yet released, solved again after withdrawals and arrivals, changing as little as possible.

Who arrives inherits the whole line of somebody who left: his tables, winds and rests, so nobody else moves. Only the
surplus changes tables: emptied tables are dissolved or new ones opened, those without a place fill the gaps, and swaps
remove the repeats this makes. Rounds already released are never touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import cast

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.seating.groups import Budget, Groups, Progress, Row, Tables, anneal, count, empty_meetings, repair
from engine.seating.lots import numbers_in_use
from engine.seating.model import Person, Round, Seats, listing, ordered, roster
from engine.seating.places import lock_tables
from engine.seating.report import report
from engine.seating.schedule import ALGORITHM, APART_WEIGHT, CLUB_WEIGHT, Plan, refuse_apart_meetings
from engine.seating.winds import exchange_winds, polish_winds
from engine.seating.wishes import Wishes, check_wishes, pairs_of

_REPAIR_STEPS = 40_000
_ANNEAL_STEPS = 160_000
_ANNEAL_LIMIT = 2_000
_MILD = 4
_LONGEST_CHAIN = 8


@dataclass(frozen=True, slots=True)
class Move:
    """A seat that differs from the published plan: round (from 1), player, (table number, wind 0 … 3) before and after.

    None stands for a rest; an heir is compared with the line he inherits.
    """

    round: int
    player: Person
    before: tuple[int, int] | None
    after: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Replan(Plan):
    """All rounds, released ones first and untouched; `heirs` maps who arrived to who left, `moves` lists changed
    seats.
    """

    heirs: Mapping[Person, Person]
    moves: tuple[Move, ...]


def replan(
    players: Iterable[Person],
    rounds: Sequence[Round],
    released: int,
    seed: str,
    *,
    leave: Iterable[Person] = (),
    join: Iterable[Person] = (),
    wishes: Wishes | None = None,
    progress: Progress | None = None,
) -> Replan:
    """The plan `rounds` of `players` with its first `released` rounds kept and the others solved for the changed field.

    `wishes.history` are rounds before this plan; its clubs, pairs and fixed tables are those of the changed field.
    Raises `RuleError` for strangers who leave, arrivals already there, a field too small, and wishes that cannot be
    met.
    """
    wishes = wishes or Wishes()
    before, leaving, joining = ordered(players), ordered(leave), ordered(join)
    _check_change(before, leaving, joining, len(rounds), released)
    people = roster([person for person in before if person not in dict.fromkeys(leaving)] + list(joining))
    notices = check_wishes(people, wishes)
    chance = Chance(seed).child(f"replan {released}")
    kept = tuple(rounds[:released])
    past = (*wishes.history, *kept)
    change = _Change(people, past, wishes, chance, Budget(_REPAIR_STEPS + _ANNEAL_STEPS, progress))
    heirs = change.heirs(leaving, joining, rounds[released:])
    inherited = [_renamed(round_, heirs) for round_ in rounds[released:]]
    if len(leaving) == len(joining):
        method, solved = "heirs", inherited
    else:
        method, solved = change.solve(inherited)
    result = report(people, solved, replace(wishes, history=past))
    refuse_apart_meetings(solved, wishes)
    moves = tuple(_moves(inherited, solved, people, released))
    named = {heir: line for line, heir in heirs.items()}
    return Replan(people, (*kept, *solved), wishes, method, ALGORITHM, seed, notices, result, named, moves)


def _check_change(
    before: Sequence[Person], leaving: Sequence[Person], joining: Sequence[Person], rounds: int, released: int
) -> None:
    known = dict.fromkeys(before, True)
    strangers = [person for person in leaving if person not in known]
    if strangers:
        raise RuleError(
            "seating_unknown_player",
            noop("These players are not in the field: {players}."),
            path="leave",
            players=listing(strangers),
        )
    present = [person for person in joining if person in known]
    if present:
        raise RuleError(
            "seating_duplicate",
            noop("These players are listed more than once: {players}."),
            path="join",
            players=listing(present),
        )
    if not 0 <= released <= rounds:
        raise RuleError(
            "seating_released",
            noop("{released} of {rounds} rounds cannot be released already."),
            path="released",
            released=released,
            rounds=rounds,
        )


def _renamed(round_: Round, heirs: Mapping[Person, Person]) -> Round:
    """The round with heirs in the places of those they inherit."""
    return Round(
        tuple(cast(Seats, tuple(heirs.get(person, person) for person in table)) for table in round_.tables),
        round_.numbers,
        ordered(heirs.get(person, person) for person in round_.out),
    )


def _places(round_: Round) -> dict[Person, tuple[int, int]]:
    return {
        person: (number, wind)
        for number, table in zip(round_.numbers, round_.tables, strict=True)
        for wind, person in enumerate(table)
    }


def _moves(old: Sequence[Round], new: Sequence[Round], people: Sequence[Person], released: int) -> Iterable[Move]:
    for number, (first, second) in enumerate(zip(old, new, strict=True), released + 1):
        was, now = _places(first), _places(second)
        for person in people:
            if was.get(person) != now.get(person):
                yield Move(number, person, was.get(person), now.get(person))


class _Change:
    """The rounds to come for the new field; players are numbers, places in `people`."""

    def __init__(
        self, people: Sequence[Person], past: Sequence[Round], wishes: Wishes, chance: Chance, budget: Budget
    ) -> None:
        self.people = people
        self.past = past
        self.wishes = wishes
        self.chance = chance
        self.budget = budget
        self.place = {person: index for index, person in enumerate(people)}
        self.club, self.apart = pairs_of(wishes)

    def heirs(
        self, leaving: Sequence[Person], joining: Sequence[Person], future: Sequence[Round]
    ) -> dict[Person, Person]:
        """Who inherits which line: by lot, but a line on which he would meet nobody he should not comes first."""
        lines = self.chance.shuffled(leaving)
        result: dict[Person, Person] = {}
        for heir in self.chance.shuffled(joining):
            if not lines:
                break
            line = min(lines, key=lambda line, heir=heir: self._unwanted(heir, line, future, result))  # type: ignore[misc]
            lines.remove(line)
            result[line] = heir
        return result

    def _unwanted(self, heir: Person, line: Person, future: Sequence[Round], heirs: Mapping[Person, Person]) -> int:
        if not self.club and not self.apart:
            return 0
        mates = [heirs.get(p, p) for round_ in future for table in round_.tables if line in table for p in table]
        return sum(APART_WEIGHT * ((heir, p) in self.apart) + CLUB_WEIGHT * ((heir, p) in self.club) for p in mates)

    def solve(self, future: Sequence[Round]) -> tuple[str, list[Round]]:
        """The rounds to come with everybody who is there in them, few repeats, and most seats as they were."""
        numbers = numbers_in_use(len(self.people) // 4, self.wishes.numbers, self.wishes.fixed.values())
        rows = self._meetings()
        rested = self._rested()
        rounds: list[Tables] = []
        places: list[list[int]] = []
        for round_ in future:
            tables, kept_numbers = self._refill(round_, numbers, rows, rested)
            rounds.append(tables)
            places.append(kept_numbers)
        groups = Groups(rows, rounds)
        method = "replanned"
        sound = repair(groups, self.chance.child("repair"), self.budget, _REPAIR_STEPS)
        if not sound and len(self.people) * len(rounds) <= _ANNEAL_LIMIT:
            cost, safe = groups.cost(), [[list(table) for table in tables] for tables in rounds]
            anneal(groups, self.chance.child("anneal"), self.budget, _ANNEAL_STEPS, _MILD)
            method = "replanned-annealed"
            if groups.cost() >= cost:
                rounds, method = safe, "replanned"
        locks = {self.place[p]: numbers.index(n) for p, n in self.wishes.fixed.items() if n in numbers}
        for tables, used in zip(rounds, places, strict=True):
            order = sorted(range(len(tables)), key=lambda index, used=used: used[index])  # type: ignore[misc]
            tables[:] = [tables[index] for index in order]
            if locks:
                lock_tables(tables, locks)
        return method, self._seated(rounds, future, numbers)

    def _meetings(self) -> list[Row]:
        rows = empty_meetings(len(self.people))
        for round_ in self.past:
            count(rows, ([self.place[p] for p in table if p in self.place] for table in round_.tables))
        for pairs, weight in ((self.club, CLUB_WEIGHT), (self.apart, APART_WEIGHT)):
            for first, second in pairs:
                rows[self.place[first]][self.place[second]] += weight
        count(rows, combinations(sorted(self.place[person] for person in self.wishes.fixed), 2))
        return rows

    def _rested(self) -> list[int]:
        rested = [0] * len(self.people)
        for round_ in self.past:
            for person in round_.out:
                if person in self.place:
                    rested[self.place[person]] += 1
        return rested

    def _refill(
        self, round_: Round, numbers: tuple[int, ...], rows: list[Row], rested: list[int]
    ) -> tuple[Tables, list[int]]:
        """One round: who rests, which tables stay, and those without a place dealt to the gaps; and the table
        numbers.
        """
        old = {
            number: [self.place[p] for p in table if p in self.place]
            for number, table in zip(round_.numbers, round_.tables, strict=True)
        }
        size = {player: len(table) for table in old.values() for player in table}
        lot = self.chance.shuffled(range(len(self.people)))
        # of those who have rested least: who rests in the plan, who arrived, then who sits at an emptied table
        lot.sort(key=lambda player: (rested[player], size.get(player, 0)))
        resting = dict.fromkeys(lot[: len(self.people) % 4], True)
        for player in resting:
            rested[player] += 1
        left = {number: [p for p in table if p not in resting] for number, table in old.items()}
        keep = sorted(sorted(left, key=lambda number: (-len(left[number]), number))[: len(numbers)])
        free = [number for number in numbers if number not in keep]
        used = [number if number in numbers else free.pop(0) for number in keep] + free[: len(numbers) - len(keep)]
        tables = [left[number] for number in keep] + [[] for _ in range(len(numbers) - len(keep))]
        seated = {player: True for table in tables for player in table}
        for player in lot:
            if player not in seated and player not in resting:
                gaps = [table for table in tables if len(table) < 4]
                row = rows[player]
                min(gaps, key=lambda table, row=row: sum(row[mate] for mate in table)).append(player)  # type: ignore[misc]
        return tables, used

    def _seated(self, rounds: list[Tables], future: Sequence[Round], numbers: tuple[int, ...]) -> list[Round]:
        """Winds: who stays with his table keeps his, the others take what is left as evenly as possible."""
        counts = [[0, 0, 0, 0] for _ in self.people]
        for round_ in self.past:
            for table in round_.tables:
                for wind, person in enumerate(table):
                    if person in self.place:
                        counts[self.place[person]][wind] += 1
        running = [list(row) for row in counts]
        for tables, round_ in zip(rounds, future, strict=True):
            was = {self.place[p]: (number, wind) for p, (number, wind) in _places(round_).items() if p in self.place}
            for index, group in enumerate(tables):
                tables[index] = _winds(group, was, running)
                for wind, player in enumerate(tables[index]):
                    running[player][wind] += 1
        exchange_winds(rounds, running)
        if any(max(row) - min(row) > 1 for row in running):
            polish_winds(rounds, counts, _LONGEST_CHAIN)
        return [self._named(tables, numbers) for tables in rounds]

    def _named(self, tables: Tables, numbers: tuple[int, ...]) -> Round:
        seated = {player: True for table in tables for player in table}
        return Round(
            tuple(cast(Seats, tuple(self.people[player] for player in table)) for table in tables),
            numbers,
            tuple(person for player, person in enumerate(self.people) if player not in seated),
        )


def _winds(table: Sequence[int], was: Mapping[int, tuple[int, int]], running: list[list[int]]) -> list[int]:
    """The four in their seats: those who come from the table most of them come from stay, the others take the best
    order.
    """
    origins = [was[player][0] for player in table if player in was]
    home = max(sorted(set(origins)), key=origins.count) if origins else None
    seats: list[int | None] = [None] * 4
    waiting = []
    for player in table:
        if player in was and was[player][0] == home:
            seats[was[player][1]] = player
        else:
            waiting.append(player)
    open_ = [wind for wind in range(4) if seats[wind] is None]
    best = min(
        permutations(open_), key=lambda winds: sum(running[p][wind] for p, wind in zip(waiting, winds, strict=True))
    )
    for player, wind in zip(waiting, best, strict=True):
        seats[wind] = player
    return cast(list[int], seats)
