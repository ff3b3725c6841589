"""Answers that must make sense at the table: places that are taken, and not the offender's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from engine.errors import RuleError, noop
from engine.places import PLACES, Place
from engine.rulings import Case
from engine.situation import Situation


def another_place(case: Case, situation: Situation, code: str) -> Place:
    """Return the place a fact names; raises `RuleError` `fact_value` when it is the offender's or empty."""
    return checked_place(case, situation, code, case.facts[code])


def checked_place(case: Case, situation: Situation, code: str, value: Any) -> Place:
    """Return `value` as a place beside the offender's at which someone sits, or raise `RuleError` `fact_value`."""
    if value == case.offender:
        refuse(code, value)
    return taken_places(situation, code, (value,))[0]


def taken_places(situation: Situation, code: str, values: Iterable[Any]) -> tuple[Place, ...]:
    """Return places, each once in the order E S W N, at which someone sits, or raise `RuleError` `fact_value`."""
    wanted = list(values)
    for value in wanted:
        if value not in PLACES or situation.seats[value] is None:
            refuse(code, value)
    return tuple(place for place in PLACES if place in wanted)


def refuse(code: str, value: object) -> NoReturn:
    """Refuse an answer."""
    raise RuleError(
        "fact_value", noop("“{value}” is no answer to “{fact}”."), path=f"facts.{code}", fact=code, value=value
    )
