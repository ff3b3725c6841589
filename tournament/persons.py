"""Who sits at a place, as the fold names persons: an entry by its number, a member of a pair by number and letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from engine.places import PLACES, Place
from engine.rulesets import Ruleset

LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PERSON = re.compile(r"([1-9][0-9]{0,8})([a-z]?)")


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Return names by person, with the number before those of namesakes."""
    counts = Counter(names.values())
    return {person: f"{person} {name}" if counts[name] > 1 else name for person, name in names.items()}


def person_name(number: int, position: int | None = None) -> str:
    """Return how a person is named in a fold: `12`, or `12a` for the first member of an entry that plays together."""
    return str(number) if position is None else f"{number}{LETTERS[position]}"


def number_of(person: str | None) -> int | None:
    """Return the number of the entry a person belongs to; None for nobody and for what names no person."""
    match = _PERSON.fullmatch(person or "")
    return int(match[1]) if match else None


def numbers_of(persons: Iterable[str | None]) -> list[int]:
    """Return the numbers of the entries that persons belong to, each once, in order."""
    return list(dict.fromkeys(number for person in persons if (number := number_of(person)) is not None))


def places_of(seats: Mapping[str, str | None], number: int) -> list[str]:
    """Return the places that an entry holds."""
    return [place for place, person in seats.items() if number_of(person) == number]


def plays_in_pairs(ruleset: Ruleset) -> bool:
    """Tell whether an entry is a pair that holds the places of one side."""
    return bool(ruleset.partnerships)


def sides_of(ruleset: Ruleset) -> tuple[tuple[Place, ...], ...]:
    """Return the places that one entry holds together; where everybody plays for himself, each place by itself."""
    return ruleset.partnerships or tuple((place,) for place in PLACES)


def members_of(ruleset: Ruleset) -> int:
    """Return how many persons play together as one entry."""
    return len(sides_of(ruleset)[0])


def drawn_members(ruleset: Ruleset) -> dict[Place, int | None]:
    """Return which member of an entry a draw puts at each place: None where the entry is one person."""
    together = plays_in_pairs(ruleset)
    return {place: index if together else None for side in sides_of(ruleset) for index, place in enumerate(side)}


def parted(ruleset: Ruleset, seats: Mapping[Place, str | None]) -> bool:
    """Tell whether two entries share a side of the table."""
    return any(
        len({number for place in side if (number := number_of(seats[place])) is not None}) > 1
        for side in sides_of(ruleset)
    )
