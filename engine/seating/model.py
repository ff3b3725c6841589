"""What a seating is: rounds of numbered tables of four, East South West North, and those who sit out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from engine.errors import RuleError, noop

MOST_ROUNDS = 100
"""More rounds are never drawn at once."""

Person = int | str
"""A stable id of a player: all of one draw are numbers, or all are texts."""

Seats = tuple[Person, Person, Person, Person]
"""The four of a table as East, South, West, North."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: `tables[i]` sits at the table numbered `numbers[i]`, numbers ascending; `out` rests, ascending."""

    tables: tuple[Seats, ...]
    numbers: tuple[int, ...]
    out: tuple[Person, ...] = ()

    def players(self) -> tuple[Person, ...]:
        """Everybody of the round, those at tables first."""
        return tuple(person for table in self.tables for person in table) + self.out


def ordered(players: Iterable[Person]) -> tuple[Person, ...]:
    """The players by id; refuses an id that is there twice, and texts mixed with numbers."""
    given = list(players)
    if len({isinstance(person, str) for person in given}) > 1:
        raise RuleError("seating_mixed_ids", noop("Player ids must be all numbers or all texts."), path="players")
    result = sorted(cast(list[Any], given))
    twice = [first for first, second in pairwise(result) if first == second]
    if twice:
        raise RuleError(
            "seating_duplicate",
            noop("These players are listed more than once: {players}."),
            path="players",
            players=listing(twice),
        )
    return tuple(result)


def roster(players: Iterable[Person], least: int = 4) -> tuple[Person, ...]:
    """The players by id, refused when they cannot fill one table, which takes `least` of them."""
    result = ordered(players)
    if not result:
        raise RuleError("seating_no_players", noop("There are no eligible players."), path="players")
    if len(result) < least:
        raise RuleError(
            "seating_too_few",
            noop("{count} cannot fill a table; at least {least} are needed."),
            path="players",
            count=len(result),
            least=least,
        )
    return result


def listing(items: Sequence[object], limit: int = 12) -> str:
    """Names for a message: different ones, in the order given, the rest counted."""
    different = list(dict.fromkeys(str(item) for item in items))
    shown = ", ".join(different[:limit])
    return shown if len(different) <= limit else f"{shown} (+{len(different) - limit})"
