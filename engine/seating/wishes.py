"""What a draw has to respect, checked before anything is drawn: clubs, people kept apart, fixed tables, earlier
rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.errors import RuleError, noop
from engine.seating.model import MOST_ROUNDS, Person, Round, listing


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of one event.

    `clubs`: lists of people who should not meet each other; `apart`: pairs who must not; `fixed`: the table number
    a person keeps in every round; `numbers`: the table numbers in use (all from 1 without it); `history`: rounds
    already played, whose meetings, winds, tables and rests count on.
    """

    clubs: tuple[tuple[Person, ...], ...] = ()
    apart: tuple[tuple[Person, Person], ...] = ()
    fixed: Mapping[Person, int] = field(default_factory=dict)
    numbers: tuple[int, ...] | None = None
    history: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning about a draw: a stable code, an English template for translation, and what fills it."""

    code: str
    template: str
    params: Mapping[str, object]

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.params)


def check_rounds(rounds: int) -> None:
    """Refuses a number of rounds that is not between 1 and `MOST_ROUNDS`."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(
            "seating_rounds",
            noop("The number of rounds must be from 1 to {most}, not {rounds}."),
            path="rounds",
            rounds=rounds,
            most=MOST_ROUNDS,
        )


def check_wishes(players: Sequence[Person], wishes: Wishes) -> tuple[Notice, ...]:
    """Refuses wishes that name strangers or contradict each other; answers what is forced and only worth a warning."""
    known = dict.fromkeys(players, True)
    for index, club in enumerate(wishes.clubs):
        _refuse_strangers(known, club, f"clubs[{index}]")
        if len(set(club)) < len(club):
            twice = [person for place, person in enumerate(club) if person in club[:place]]
            raise RuleError(
                "seating_duplicate",
                noop("These players are listed more than once: {players}."),
                path=f"clubs[{index}]",
                players=listing(twice),
            )
    for index, pair in enumerate(wishes.apart):
        _refuse_strangers(known, pair, f"apart[{index}]")
        if len(pair) != 2 or pair[0] == pair[1]:
            raise RuleError(
                "seating_apart_pair",
                noop("Two different players are needed for a pair kept apart, not {players}."),
                path=f"apart[{index}]",
                players=listing(pair),
            )
    _refuse_strangers(known, tuple(wishes.fixed), "fixed")
    _check_fixed(players, wishes)
    _check_apart(players, wishes)
    return _large_clubs(players, wishes)


def club_minimum(size: int, tables: int) -> int:
    """How many meetings of one round a club forces that is spread as evenly as possible over the tables."""
    each, more = divmod(size, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def _refuse_strangers(known: Mapping[Person, bool], people: Sequence[Person], path: str) -> None:
    strangers = [person for person in people if person not in known]
    if strangers:
        raise RuleError(
            "seating_unknown_player",
            noop("These players are not in the field: {players}."),
            path=path,
            players=listing(strangers),
        )


def _check_fixed(players: Sequence[Person], wishes: Wishes) -> None:
    owners: dict[int, Person] = {}
    in_use = wishes.numbers or tuple(range(1, len(players) // 4 + 1))
    for person, number in wishes.fixed.items():
        if number not in in_use:
            raise RuleError(
                "seating_fixed_table",
                noop("Table {number}, fixed for {player}, is not in use."),
                path="fixed",
                number=number,
                player=person,
            )
        if number in owners:
            raise RuleError(
                "seating_fixed_shared",
                noop("{first} and {second} cannot both keep table {number} without meeting in every round."),
                path="fixed",
                first=owners[number],
                second=person,
                number=number,
            )
        owners[number] = person


def _check_apart(players: Sequence[Person], wishes: Wishes) -> None:
    """Refuses what can be seen to be impossible: someone nobody may sit with, or more mutual refusals than tables."""
    refused: dict[Person, dict[Person, bool]] = {}
    for first, second in wishes.apart:
        refused.setdefault(first, {})[second] = True
        refused.setdefault(second, {})[first] = True
    tables = len(players) // 4
    for person, others in refused.items():
        if len(players) - 1 - len(others) < 3:
            raise RuleError(
                "seating_apart_alone",
                noop("{player} is kept apart from {count} of {others} others; a table needs three who may meet."),
                path="apart",
                player=person,
                count=len(others),
                others=len(players) - 1,
            )
    by_degree = sorted(refused, key=lambda person: -len(refused[person]))
    for start in by_degree:
        group = [start]
        for person in by_degree:
            if all(person in refused[member] for member in group):
                group.append(person)
        if len(group) - len(players) % 4 > tables:
            raise RuleError(
                "seating_apart_contradictory",
                noop(
                    "{players} are all kept apart from each other, but there are {tables} tables: "
                    "{forced} meetings a round are forced."
                ),
                path="apart",
                players=listing(group),
                tables=tables,
                forced=club_minimum(len(group) - len(players) % 4, tables),
            )


def _large_clubs(players: Sequence[Person], wishes: Wishes) -> tuple[Notice, ...]:
    tables = len(players) // 4
    resting = len(players) % 4
    return tuple(
        Notice(
            "seating_large_club",
            noop(
                "A club has {size} of {players} players, more than one for each of {tables} tables: "
                "{forced} meetings a round are forced."
            ),
            {
                "size": len(club),
                "players": len(players),
                "tables": tables,
                "forced": club_minimum(len(club) - resting, tables),
                "club": listing(club),
            },
        )
        for club in wishes.clubs
        if len(club) - resting > tables
    )


def pairs_of(wishes: Wishes) -> tuple[dict[tuple[Person, Person], bool], dict[tuple[Person, Person], bool]]:
    """The pairs of one club and the pairs kept apart, each in both orders."""
    club: dict[tuple[Person, Person], bool] = {}
    for members in wishes.clubs:
        for first, second in combinations(members, 2):
            club[first, second] = club[second, first] = True
    apart: dict[tuple[Person, Person], bool] = {}
    for first, second in wishes.apart:
        apart[first, second] = apart[second, first] = True
    return club, apart
