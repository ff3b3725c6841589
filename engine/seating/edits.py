"""Hand edits of a draft round: two players or two tables exchanged, a table taken out of use; each gives a new
round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.errors import RuleError, noop
from engine.seating.model import Person, Round, Seats, ordered


def exchange_players(round_: Round, first: Person, second: Person) -> Round:
    """The round with two players in each other's seats; one of them may be resting."""
    present = round_.players()
    missing = [person for person in (first, second) if person not in present]
    if missing or first == second:
        raise RuleError(
            "seating_exchange",
            noop("{first} and {second} are not two players of this round."),
            path="players",
            first=first,
            second=second,
        )
    turn = {first: second, second: first}
    return Round(
        tuple(cast(Seats, tuple(turn.get(person, person) for person in table)) for table in round_.tables),
        round_.numbers,
        ordered(turn.get(person, person) for person in round_.out),
    )


def exchange_tables(round_: Round, first: int, second: int) -> Round:
    """The round with two groups at each other's tables; opponents and winds stay as they are."""
    for number in (first, second):
        if number not in round_.numbers:
            raise _no_table(number)
    turn = {first: second, second: first}
    return _renumbered(round_, [turn.get(number, number) for number in round_.numbers])


def without_table(round_: Round, number: int, replacement: int) -> Round:
    """The round with one group at another table that nobody uses; opponents and winds stay as they are."""
    if number not in round_.numbers:
        raise _no_table(number)
    if replacement in round_.numbers:
        raise RuleError(
            "seating_table_taken", noop("Table {number} is in use already."), path="table", number=replacement
        )
    return _renumbered(round_, [replacement if used == number else used for used in round_.numbers])


def _no_table(number: int) -> RuleError:
    return RuleError("seating_no_table", noop("Table {number} is not in this round."), path="table", number=number)


def _renumbered(round_: Round, numbers: Sequence[int]) -> Round:
    order = sorted(range(len(numbers)), key=lambda index: numbers[index])
    return Round(tuple(round_.tables[i] for i in order), tuple(numbers[i] for i in order), round_.out)
