"""The numbers that say how good a seating is, beside the least that any seating could have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.seating.model import Person, Round
from engine.seating.wishes import Wishes, club_minimum


@dataclass(frozen=True, slots=True)
class Report:
    """The quality of a plan; earlier rounds of the event are counted in every number.

    `repeats` is the sum over pairs of (meetings - 1), `repeat_pairs` the pairs with their meetings, `proven` says that
    `repeats` equals the least possible. `square_gap` is the sum of squared meetings above the least possible, 0
    when the meetings are as even as they can be. `wind_spread` is the largest difference between a player's most
    and least frequent wind, `wind_error` the sum of the distances outside ⌊R/4⌋ … ⌈R/4⌉ for R rounds.
    `table_revisits` counts returns to a table beyond those forced by few tables. `club_first_round` is the first
    round with a meeting inside a club, from 1.
    """

    repeats: int
    max_meetings: int
    repeat_lower_bound: int
    proven: bool
    repeat_pairs: tuple[tuple[Person, Person, int], ...]
    square_gap: int
    wind_spread: int
    wind_error: int
    club_meetings: int
    club_lower_bound: int
    club_first_round: int | None
    apart_meetings: int
    table_revisits: int
    most_sat_out: int
    least_sat_out: int


def report(players: Sequence[Person], rounds: Sequence[Round], wishes: Wishes) -> Report:
    """The report of `rounds` (those of `wishes.history` come before them) for the players now in the field."""
    every = [*wishes.history, *rounds]
    met = meetings(every)
    repeated = {pair: times for pair, times in met.items() if times > 1}
    repeats = sum(times - 1 for times in repeated.values())
    bound = repeat_bound(players, rounds, wishes.history)
    spread, error = _winds(players, every)
    club, first_club, apart = _unwanted(every, wishes)
    rests = dict.fromkeys(players, 0)
    for round_ in every:
        for person in round_.out:
            if person in rests:
                rests[person] += 1
    return Report(
        repeats=repeats,
        max_meetings=max(met.values(), default=0),
        repeat_lower_bound=bound,
        proven=repeats == bound,
        repeat_pairs=tuple((first, second, times) for (first, second), times in repeated.items()),
        square_gap=_square_gap(len(players), met),
        wind_spread=spread,
        wind_error=error,
        club_meetings=club,
        club_lower_bound=sum(
            club_minimum(max(0, len(members) - len(round_.out)), len(round_.tables))
            for members in wishes.clubs
            for round_ in rounds
        ),
        club_first_round=first_club,
        apart_meetings=apart,
        table_revisits=_revisits(every),
        most_sat_out=max(rests.values()),
        least_sat_out=min(rests.values()),
    )


def meetings(rounds: Iterable[Round]) -> dict[tuple[Person, Person], int]:
    """How often each pair has met; a pair is written with the smaller id first."""
    met: dict[tuple[Person, Person], int] = {}
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def repeat_bound(players: Sequence[Person], rounds: Sequence[Round], history: Sequence[Round]) -> int:
    """The least number of repeats: those of the history, and what counting forces in the rounds to come.

    A player who plays k more rounds needs 3k opponents and has only so many he has not met. And players of one table of
    an earlier round who play on meet again as soon as they are more than there are tables to go to.
    """
    before = meetings(history)
    past = sum(times - 1 for times in before.values())
    place = {person: index for index, person in enumerate(players)}
    fresh = [len(players) - 1] * len(players)
    for first, second in before:
        if first in place and second in place:
            fresh[place[first]] -= 1
            fresh[place[second]] -= 1
    games = [0] * len(players)
    for round_ in rounds:
        for table in round_.tables:
            for person in table:
                if person in place:  # an empty place counts as a stranger
                    games[place[person]] += 1
    forced = sum(max(0, 3 * played - left) for played, left in zip(games, fresh, strict=True))
    again = sum(_met_again(round_, [*history, *rounds[:index]]) for index, round_ in enumerate(rounds))
    return past + max((forced + 1) // 2, again)


def _met_again(round_: Round, earlier: Sequence[Round]) -> int:
    """The least pairs of a round who have met before, by the one earlier round that leaves them the least choice."""
    tables = len(round_.tables)
    if tables >= 4:  # four people of one table can all part
        return 0
    seated = [person for table in round_.tables for person in table]
    return max(
        (
            sum(crowded(sum(person in table for person in seated), tables) for table in before.tables)
            for before in earlier
        ),
        default=0,
    )


def crowded(people: int, tables: int) -> int:
    """The least pairs of so many people at one table when they go to `tables` tables, as evenly as possible."""
    each, more = divmod(people, tables) if tables else (0, 0)
    return more * each + tables * each * (each - 1) // 2


def _square_gap(players: int, met: dict[tuple[Person, Person], int]) -> int:
    pairs = players * (players - 1) // 2
    each, more = divmod(sum(met.values()), pairs)
    return sum(times * times for times in met.values()) - (pairs - more) * each * each - more * (each + 1) ** 2


def wind_counts(players: Sequence[Person], rounds: Sequence[Round]) -> dict[Person, list[int]]:
    """How often each of the players has been East, South, West and North."""
    counts = {person: [0, 0, 0, 0] for person in players}
    for round_ in rounds:
        for table in round_.tables:
            for wind, person in enumerate(table):
                if person in counts:
                    counts[person][wind] += 1
    return counts


def _winds(players: Sequence[Person], rounds: Sequence[Round]) -> tuple[int, int]:
    """The largest spread and the sum of distances outside what this number of rounds allows."""
    counts = wind_counts(players, rounds)
    low, high = len(rounds) // 4, -(-len(rounds) // 4)
    error = sum(max(0, low - count, count - high) for row in counts.values() for count in row)
    return max(max(row) - min(row) for row in counts.values()), error


def _unwanted(rounds: Sequence[Round], wishes: Wishes) -> tuple[int, int | None, int]:
    """Meetings inside clubs, the first round with one, and meetings of people kept apart."""
    clubs: dict[Person, list[int]] = {}
    for number, members in enumerate(wishes.clubs):
        for person in members:
            clubs.setdefault(person, []).append(number)
    apart = {pair: True for first, second in wishes.apart for pair in ((first, second), (second, first))}
    inside, first_round, refused = 0, None, 0
    if not clubs and not apart:
        return 0, None, 0
    for number, round_ in enumerate(rounds, 1):
        for table in round_.tables:
            for first, second in combinations(table, 2):
                if any(club in clubs.get(second, ()) for club in clubs.get(first, ())):
                    inside += 1
                    first_round = first_round or number
                refused += (first, second) in apart
    return inside, first_round, refused


def _revisits(rounds: Sequence[Round]) -> int:
    """Returns to a table, less those a player must make because he plays more rounds than there are tables."""
    visits: dict[Person, dict[int, int]] = {}
    for round_ in rounds:
        for number, table in zip(round_.numbers, round_.tables, strict=True):
            for person in table:
                row = visits.setdefault(person, {})
                row[number] = row.get(number, 0) + 1
    tables = len({number for round_ in rounds for number in round_.numbers})
    return sum(max(0, sum(row.values()) - len(row) - max(0, sum(row.values()) - tables)) for row in visits.values())
