"""Reading answers as the engine takes them; the engine itself checks what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import RuleError, noop
from engine.fields import Field
from engine.places import PLACES
from tournament.asking.parts import (
    ASKED_BY_LIABILITY,
    MOST_PAIRS,
    TILE_PARTS,
    Answers,
    Around,
    asked,
    group_count,
    ways_of,
)


class Problem(RuleError):
    """An answer that cannot be read as what was asked; its path is the name of the control."""


_NOT_A_NUMBER = noop("Enter a whole number.")
_AT_LEAST = noop("This must be at least {least}.")
_MISSING = object()


def read(fields: Sequence[Field], around: Around, given: Answers, prefix: str = "") -> dict[str, Any]:
    """Return the answers as the engine takes them, fields without an answer left out; raises `Problem`."""
    shown = asked(fields, around)
    ways = ways_of(shown)
    way = given.one(f"{prefix}way") if ways else ""
    found: dict[str, Any] = {}
    for item in shown:
        if item.code in ways and item.code != (way or ways[0]):
            continue
        if not item.applies(found):
            continue
        value = _read_one(item, around, given, f"{prefix}{item.code}")
        if value is not _MISSING:
            found[item.code] = value
    return found


def _read_one(item: Field, around: Around, given: Answers, name: str) -> Any:
    match item.widget:
        case "number":
            return _number(given, name)
        case "flag":
            return _flag(item, given, name)
        case "seats" | "choices" | "flags":
            return given.all(name) or _MISSING
        case "items":
            return _items(around, given, name)
        case "tiles":
            return _tiles(item, given, name)
        case "since":
            return _numbers(item, around, given, name)
        case "pairs":
            return _pairs(item, given, name)
        case "group":
            return _group(item, around, given, name)
        case "melds" | "cards":
            return given.one(name).split() or _MISSING
        case _:
            return given.one(name) or _MISSING


def whole_number(given: Answers, name: str) -> int:
    """Return the whole number that was entered; what is none is refused (`not_a_number`), as is nothing."""
    found = _number(given, name)
    if found is _MISSING:
        raise Problem("not_a_number", _NOT_A_NUMBER, path=name)
    return int(found)


def _number(given: Answers, name: str) -> Any:
    text = given.one(name).replace("\u2212", "-").replace(",", "")
    if not text:
        return _MISSING
    try:
        return int(text)
    except ValueError:
        raise Problem("not_a_number", _NOT_A_NUMBER, path=name) from None


def _flag(item: Field, given: Answers, name: str) -> Any:
    value = given.one(name)
    if value in ("yes", "no"):
        return value == "yes"
    return True if value else _MISSING


def _items(around: Around, given: Answers, name: str) -> Any:
    found = []
    for spec in around.patterns:
        count = _number(given, f"{name}.{spec.code}")
        if count is not _MISSING and count < 0:
            raise Problem("value_out_of_range", _AT_LEAST, path=f"{name}.{spec.code}", least=0)
        if count is not _MISSING and count:
            found.append([spec.code, count])
    return found


def _tiles(item: Field, given: Answers, name: str) -> Any:
    concealed, melds, flowers, win = (given.one(f"{name}.{part}") for part in TILE_PARTS)
    if not (concealed or melds or win):
        return _MISSING
    found = {"concealed": concealed, "melds": melds.split(), "win": win or None, "flowers": flowers}
    void = given.one(f"{name}.void") if item.choices else ""
    return found | {"void": void} if void else found


def _numbers(item: Field, around: Around, given: Answers, name: str) -> Any:
    """Read a number for each open liability, or for each place of a field that is not about liabilities."""
    keys = [one["id"] for one in around.liabilities] if item.code in ASKED_BY_LIABILITY else list(PLACES)
    found = {key: value for key in keys if (value := _number(given, f"{name}.{key}")) is not _MISSING}
    return found or _MISSING


def _pairs(item: Field, given: Answers, name: str) -> Any:
    second = item.fields[1].widget if len(item.fields) == 2 else "seat"
    found = []
    for row in range(MOST_PAIRS):
        first = given.one(f"{name}.{row}.0")
        if not first:
            continue
        other = _number(given, f"{name}.{row}.1") if second == "number" else given.one(f"{name}.{row}.1") or _MISSING
        if other is _MISSING:
            raise Problem("pair_half", noop("Fill in both parts."), path=name)
        found.append([first, other])
    return found or _MISSING


def _group(item: Field, around: Around, given: Answers, name: str) -> Any:
    if item.many:
        return [read(item.fields, around, given, f"{name}.{index}.") for index in range(group_count(given, name))]
    found = read(item.fields, around, given, f"{name}.")
    return found or _MISSING
