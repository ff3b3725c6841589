"""The other shapes of a stage: who goes through, finals with fixed or turning seats, leagues, and fixed pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from engine.chance import Chance
from engine.errors import RuleError, noop
from engine.seating.catalogue import stored_league
from engine.seating.designs import repeat_free
from engine.seating.groups import Budget, Tables
from engine.seating.model import MOST_ROUNDS, Person, Round, Seats, listing, ordered, roster
from engine.seating.places import Visits, rotate_tables
from engine.seating.schedule import Plan, finished
from engine.seating.winds import two_colours

TieRule = Literal["all", "none", "lot", "decide"]

_TABLE_STEPS = 60_000


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes through in the order of the standings, and those who are tied across the line."""

    through: tuple[Person, ...]
    tied: tuple[Person, ...]


def cut(standings: Sequence[tuple[Person, int]], places: int, ties: TieRule, seed: str = "") -> Cut:
    """The first `places` of the standings, given as (player, rank) with equal ranks for ties: 1, 2, 2, 4.

    Where a tie lies across the line: `all` lets all of them through, `none` nobody, `lot` draws the places that are
    left by `seed`, `decide` refuses and names them, so that they can play for it.
    """
    if not 1 <= places <= len(standings):
        raise RuleError(
            "stage_places",
            noop("{places} of {players} players cannot go through."),
            path="places",
            places=places,
            players=len(standings),
        )
    line = standings[places - 1][1]
    tied = tuple(person for person, rank in standings if rank == line)
    safe = tuple(person for person, rank in standings if rank < line)
    left = places - len(safe)
    if left == len(tied):
        return Cut(safe + tied, ())
    if ties == "all":
        return Cut(safe + tied, tied)
    if ties == "none":
        return Cut(safe, tied)
    if ties == "lot":
        lucky = Chance(seed).child("cut").sample(ordered(tied), left)
        return Cut(safe + tuple(person for person in tied if person in lucky), tied)
    raise RuleError(
        "stage_tie",
        noop("Tied for the last places ({left}): {players}. Decide it first."),
        path="places",
        players=listing(tied),
        left=left,
    )


def finals(order: Sequence[Person], rounds: int, *, turning: bool) -> tuple[Round, ...]:
    """Finals: the first four of the standings at table 1, the next four at table 2, and so on, for all rounds.

    Seats are fixed, the best-ranked East, then South, West, North; or `turning`: in every four rounds each has each
    wind once, and the order around the table is another one each time.
    """
    ordered(order)
    if not order or len(order) % 4:
        raise RuleError(
            "stage_finalists",
            noop("Finals need a multiple of four players, not {players}."),
            path="players",
            players=len(order),
        )
    # rows of a Latin square in which every ordered pair stands side by side once from East to North
    turns = ((0, 1, 2, 3), (1, 3, 0, 2), (2, 0, 3, 1), (3, 2, 1, 0)) if turning else ((0, 1, 2, 3),)
    tables = [order[first : first + 4] for first in range(0, len(order), 4)]
    return tuple(
        Round(
            tuple(cast(Seats, tuple(four[rank] for rank in turns[number % len(turns)])) for four in tables),
            tuple(range(1, len(tables) + 1)),
        )
        for number in range(rounds)
    )


def league(players: Iterable[Person], seed: str) -> Plan:
    """A league in which every pair meets equally often: once where that is possible, else three times.

    Refused for sizes without a known league, with the sizes that have one.
    """
    people = roster(players)
    found = _league_rounds(len(people))
    if found is None:
        sizes = [size for size in range(4, 4 * MOST_ROUNDS, 4) if _league_rounds(size) is not None]
        raise RuleError(
            "stage_league",
            noop("No league is known for {players} players; leagues exist for {sizes}."),
            path="players",
            players=len(people),
            sizes=listing(sizes, limit=20),
        )
    method, tables = found
    return finished(people, tables, f"league-{method}", seed)


def _league_rounds(players: int) -> tuple[str, list[Tables]] | None:
    if players % 4 == 0 and (players - 1) % 3 == 0:
        exact = repeat_free(players, (players - 1) // 3)
        if exact is not None:
            return exact[0], exact[1]
    base = stored_league(players)
    if base is None:
        return None
    last = players - 1
    return "three-times", [
        [[person if person == last else (person + step) % last for person in table] for table in base]
        for step in range(last)
    ]


def pair_rounds(pairs: Sequence[tuple[Person, Person]], rounds: int, seed: str) -> tuple[Round, ...]:
    """Fixed pairs: two pairs a table, partners opposite each other, every pair against every other before any again.

    Each pair sits East-West in every other of its games and each player has each place once in four; with an odd number
    of pairs one rests in turn.
    """
    ordered(person for pair in pairs for person in pair)
    if len(pairs) < 2 or any(len(pair) != 2 for pair in pairs):
        raise RuleError("stage_pairs", noop("At least two pairs of two players are needed."), path="pairs")
    chance = Chance(seed).child("pairs")
    drawn = [chance.shuffled(pair) for pair in chance.shuffled(sorted(ordered(pair) for pair in pairs))]
    matches = [_matches(len(drawn), number) for number in range(rounds)]
    # players 2p and 2p + 1 are the pair p
    meetings: list[Tables] = [[[2 * a, 2 * a + 1, 2 * b, 2 * b + 1] for a, b in round_] for round_ in matches]
    visits = Visits(2 * len(drawn), len(drawn) // 2)
    rotate_tables(meetings, visits, {}, chance, Budget(_TABLE_STEPS), _TABLE_STEPS)
    return _placed(drawn, [[(four[0] // 2, four[2] // 2) for four in tables] for tables in meetings])


def _matches(count: int, number: int) -> list[tuple[int, int]]:
    """Round `number` of the circle method; with an odd count the one opposite the missing one rests."""
    circle = count + count % 2
    step = number % (circle - 1)
    found = [(circle - 1, step)]
    found += [((step + i) % (circle - 1), (step - i) % (circle - 1)) for i in range(1, circle // 2)]
    return [match for match in found if max(match) < count]


def _placed(drawn: Sequence[Sequence[Person]], meetings: Sequence[Sequence[tuple[int, int]]]) -> tuple[Round, ...]:
    """Sides by an Euler split over every two games of a pair, places by turns within the side."""
    ends = [pair for round_ in meetings for match in round_ for pair in match]
    games: list[list[int]] = [[] for _ in drawn]
    for end, pair in enumerate(ends):
        games[pair].append(end)
    side = two_colours(
        len(ends),
        [(end, end + 1) for end in range(0, len(ends), 2)],
        [(row[i], row[i + 1]) for row in games for i in range(0, len(row) - 1, 2)],
    )
    turns = [[0, 0] for _ in drawn]
    end = 0
    result = []
    for round_ in meetings:
        tables = []
        for match in round_:
            seats: list[Person] = [0] * 4
            for pair in match:
                axis = side[end]
                first, second = drawn[pair] if turns[pair][axis] % 2 == 0 else tuple(drawn[pair])[::-1]
                turns[pair][axis] += 1
                seats[axis], seats[axis + 2] = first, second
                end += 1
            tables.append(cast(Seats, tuple(seats)))
        seated = {pair for match in round_ for pair in match}
        out = ordered(person for pair, people in enumerate(drawn) if pair not in seated for person in people)
        result.append(Round(tuple(tables), tuple(range(1, len(tables) + 1)), out))
    return tuple(result)
