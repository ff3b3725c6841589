"""From stored events back to what would have been typed, and from a refusal's path to the control it is about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.fields import Field
from tournament.asking.parts import TILE_PARTS, WAYS, Answers, Control, ways_of


def typed(fields: Sequence[Field], data: Mapping[str, Any], prefix: str = "", into: Answers | None = None) -> Answers:
    """Return stored data as what would have been typed, so that a correction begins with what there is."""
    answers = Answers() if into is None else into
    ways = ways_of(fields)
    for item in fields:
        name, value = f"{prefix}{item.code}", data.get(item.code)
        if value is None:
            continue
        if item.code in ways:
            answers.put(f"{prefix}way", item.code)
        _type_one(item, value, name, answers)
    return answers


def ways_typed(fields: Sequence[Field], data: Mapping[str, Any]) -> Answers:
    """Return only in which way the values of stored data were given (total, items, tiles), for the next form."""
    answers = Answers()
    for name, values in typed(fields, data).items():
        if name.rpartition(".")[2] == "way":
            answers.put(name, *values)
    return answers


def _type_one(item: Field, value: Any, name: str, answers: Answers) -> None:
    match item.widget:
        case "group" if item.many:
            answers.put(f"{name}.count", len(value))
            for index, member in enumerate(value):
                typed(item.fields, member, f"{name}.{index}.", answers)
        case "group":
            typed(item.fields, value, f"{name}.", answers)
        case "items":
            for code, count in value:
                answers.put(f"{name}.{code}", count)
        case "tiles":
            for part in (*TILE_PARTS, "void"):
                given = value.get(part) or ""
                answers.put(f"{name}.{part}", given if isinstance(given, str) else " ".join(given))
        case "since":
            for code, count in value.items():
                answers.put(f"{name}.{code}", count)
        case "pairs":
            for row, pair in enumerate(value):
                answers.put(f"{name}.{row}.0", pair[0])
                answers.put(f"{name}.{row}.1", pair[1])
        case "seats" | "choices" | "flags":
            answers.put(name, *value)
        case "melds" | "cards":
            answers.put(name, " ".join(value))
        case "flag":
            answers.put(name, "yes" if value else "no")
        case _:
            answers.put(name, value)


_INDEX = re.compile(r"\[(\w+)\]")


def control_of(path: str) -> str:
    """Return the name of the control a refusal's path means: `events[0].wins[1].seat` is `wins.1.seat`."""
    head, _, rest = path.partition("]")
    inner = rest.lstrip(".") if head.startswith("events[") else path
    return _INDEX.sub(r".\1", inner)


def shown_way(name: str, given: Answers) -> str:
    """Return the control of a value in the way that was chosen: the other ways are out of view."""
    prefix, dot, code = name.rpartition(".")
    way = given.one(f"{prefix}{dot}way")
    return f"{prefix}{dot}{way}" if way in WAYS and code in WAYS else name


def named(name: str, drawn: Sequence[Control]) -> Control | None:
    """Return the control of a name, however deep it stands."""
    for control in drawn:
        if control.name == name:
            return control
        inside = [*control.parts, *(part for row in control.rows for part in row)]
        if found := named(name, inside):
            return found
    return None


def beside(name: str, drawn: Sequence[Control]) -> str:
    """Return the name of the control nearest to a path: itself, else the one that contains it, else ""."""
    best = ""
    for control in drawn:
        inside = [part for row in control.rows for part in row]
        for one in (control, *control.parts, *inside):
            if (name == one.name or name.startswith(f"{one.name}.")) and len(one.name) > len(best):
                best = one.name
        for found in (beside(name, control.parts), beside(name, inside)):
            if len(found) > len(best):
                best = found
    return best
