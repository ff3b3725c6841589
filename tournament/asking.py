"""Forms made of engine fields: controls to show, the answers read back, refusals laid beside their control.

What a game's events (or an infraction's questions) declare is asked here without knowing the game. Names of controls
are paths with dots (`wins.0.seat`); the engine's `events[0].wins[0].seat` leads back to them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from engine.errors import RuleError, noop
from engine.fields import Field
from engine.patterns import PatternSpec
from engine.places import PLACES
from tournament.wording import in_words, place_name

# A win states its value in exactly one of these fields; the way is chosen first.
WAYS = ("total", "items", "tiles")
TILE_PARTS = ("concealed", "melds", "flowers", "win")
# Facts of a win that only an open liability makes necessary, by what the liability asks.
ASKED_BY_LIABILITY = {
    "since": "since",
    "kong_tail": "kong_tail",
    "kong_tile_unchanged": "kong_tail",
    "tiles_of": "tile",
}
MOST_PAIRS = 4
LONG_LIST = 7


@dataclass(frozen=True)
class Around:
    """What a form needs to know of its table: who sits where, the patterns of the game, the open liabilities."""

    seats: Mapping[str, str | None]
    patterns: Sequence[PatternSpec] = ()
    liabilities: Sequence[Mapping[str, Any]] = ()

    def asks(self, fact: str) -> bool:
        """Tell whether any open liability needs a fact."""
        return any(fact in item["asks"] for item in self.liabilities)


@dataclass(frozen=True)
class Option:
    """One answer of a control."""

    value: str
    label: str
    chosen: bool = False
    name: str = ""
    note: str = ""
    many: int = 0


@dataclass(frozen=True)
class Control:
    """One thing asked, ready for its template: `kind` names the part of the template that draws it."""

    kind: str
    name: str
    label: str
    value: str = ""
    help: str = ""
    options: tuple[Option, ...] = ()
    required: bool = False
    minimum: int | None = None
    maximum: int | None = None
    when: str = ""
    error: str = ""
    parts: tuple[Control, ...] = ()
    rows: tuple[tuple[Control, ...], ...] = ()
    another: bool = False

    @property
    def id(self) -> str:
        """The id of the control in the page."""
        return "f-" + self.name.replace(".", "-")


class Answers:
    """What was typed, by name of control; a stored event is turned into the same shape."""

    def __init__(self, data: Mapping[str, Sequence[str]] | QueryDict | None = None) -> None:
        if isinstance(data, QueryDict):
            data = dict(data.lists())
        self._lists: dict[str, list[str]] = {name: list(values) for name, values in (data or {}).items()}

    def __contains__(self, name: str) -> bool:
        return name in self._lists

    def one(self, name: str) -> str:
        """Return the last value given, stripped; "" where there is none."""
        return self._lists[name][-1].strip() if self._lists.get(name) else ""

    def all(self, name: str) -> list[str]:
        """Return all values that are not empty."""
        return [value for value in self._lists.get(name, []) if value]

    def items(self) -> list[tuple[str, list[str]]]:
        """Return every name with its values, in the order given."""
        return list(self._lists.items())

    def put(self, name: str, *values: object) -> None:
        """Give a control its values."""
        self._lists[name] = [str(value) for value in values]


def asked(fields: Sequence[Field], around: Around) -> list[Field]:
    """Return the fields a person is asked: hidden ones only where an open liability needs them."""
    shown = []
    for item in fields:
        if item.hidden:
            fact = ASKED_BY_LIABILITY.get(item.code)
            if fact is not None and around.asks(fact):
                shown.append(item)
        elif around.patterns or item.widget not in ("items", "tiles"):
            shown.append(item)
    return shown


def _ways(fields: Sequence[Field]) -> list[str]:
    codes = [item.code for item in fields]
    found = [code for code in WAYS if code in codes]
    return found if len(found) > 1 else []


# ── Reading ─────────────────────────────────────────────────


class Problem(RuleError):
    """An answer that cannot be read as what was asked; its path is the name of the control."""


_NOT_A_NUMBER = noop("Enter a whole number.")
_MISSING = object()


def read(fields: Sequence[Field], around: Around, given: Answers, prefix: str = "") -> dict[str, Any]:
    """Return the answers as the engine takes them, fields without an answer left out; raises `Problem`."""
    shown = asked(fields, around)
    ways = _ways(shown)
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
            return _tiles(given, name)
        case "since":
            return _since(around, given, name)
        case "pairs":
            return _pairs(item, given, name)
        case "group":
            return _group(item, around, given, name)
        case "melds" | "cards":
            return given.one(name).split() or _MISSING
        case _:
            return given.one(name) or _MISSING


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
        if count is not _MISSING and count:
            found.append([spec.code, count])
    return found


def _tiles(given: Answers, name: str) -> Any:
    concealed, melds, flowers, win = (given.one(f"{name}.{part}") for part in TILE_PARTS)
    if not (concealed or melds or win):
        return _MISSING
    return {"concealed": concealed, "melds": melds.split(), "win": win or None, "flowers": flowers}


def _since(around: Around, given: Answers, name: str) -> Any:
    found = {}
    for item in around.liabilities:
        value = _number(given, f"{name}.{item['id']}")
        if value is not _MISSING:
            found[item["id"]] = value
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


def group_count(given: Answers, name: str) -> int:
    """Return how many members of a group the form shows, at least one."""
    text = given.one(f"{name}.count")
    return min(max(int(text), 1), 9) if text.isdecimal() else 1


# ── Showing ─────────────────────────────────────────────────


def controls(
    fields: Sequence[Field],
    around: Around,
    given: Answers,
    prefix: str = "",
    *,
    errors: Mapping[str, str] | None = None,
    questions: bool = False,
) -> tuple[Control, ...]:
    """Return the controls of fields with what was typed; `questions` asks flags as yes or no."""
    shown = asked(fields, around)
    ways = _ways(shown)
    drawn: list[Control] = []
    for item in shown:
        control = _control(item, around, given, prefix, errors or {}, questions)
        if item.code in ways:
            if item.code == ways[0]:
                drawn.append(_way(ways, shown, given, prefix))
            control = replace(control, when=json.dumps({f"{prefix}way": [item.code]}))
        drawn.append(control)
    return tuple(drawn)


def _way(ways: Sequence[str], fields: Sequence[Field], given: Answers, prefix: str) -> Control:
    name = f"{prefix}way"
    chosen = given.one(name) or ways[0]
    labels = {item.code: in_words(item.label) for item in fields}
    return Control(
        kind="choice",
        name=name,
        label=gettext("Value given by"),
        options=tuple(Option(way, labels[way], way == chosen) for way in ways),
        required=True,
    )


def _control(
    item: Field, around: Around, given: Answers, prefix: str, errors: Mapping[str, str], questions: bool
) -> Control:
    name = f"{prefix}{item.code}"
    base = Control(
        kind=item.widget,
        name=name,
        label=in_words(item.label),
        value=given.one(name),
        help=in_words(item.help) if item.help else "",
        required=item.required,
        minimum=item.minimum,
        maximum=item.maximum,
        when=_when(item, prefix),
        error=errors.get(name, ""),
    )
    match item.widget:
        case "seat":
            return replace(
                base, kind="choice", options=_seat_options(around, given.all(name), optional=not item.required)
            )
        case "seats":
            return replace(base, kind="choices", options=_seat_options(around, given.all(name)))
        case "choice":
            options = _choices(item, given.all(name))
            if not item.required:
                options = (Option("", gettext("not given"), not given.one(name)), *options)
            return replace(base, kind="select" if len(options) > LONG_LIST else "choice", options=options)
        case "choices" | "flags":
            options = _choices(item, given.all(name))
            if item.code == "tiles_of":
                options = tuple(
                    Option(one["id"], in_liability(one, around), one["id"] in given.all(name))
                    for one in around.liabilities
                    if "tile" in one["asks"]
                )
            return replace(base, kind="choices", options=options)
        case "flag" if questions:
            words = (("yes", gettext("yes")), ("no", gettext("no")))
            return replace(base, kind="choice", options=tuple(Option(v, w, given.one(name) == v) for v, w in words))
        case "items":
            return replace(base, options=_item_options(around, given, name))
        case "tiles":
            return replace(base, parts=_tile_parts(given, name))
        case "since":
            return replace(base, parts=_since_parts(item, around, given, name))
        case "pairs":
            return replace(base, rows=_pair_rows(item, around, given, name))
        case "group":
            return _group_control(base, item, around, given, errors, questions)
        case "tile" | "melds" | "cards" | "person":
            return replace(base, kind="text")
        case _:
            return base


def _when(item: Field, prefix: str) -> str:
    if not item.when:
        return ""
    return json.dumps({f"{prefix}{code}": [_as_typed(value) for value in values] for code, values in item.when.items()})


def _as_typed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _seat_options(around: Around, chosen: Sequence[str], *, optional: bool = False) -> tuple[Option, ...]:
    options = tuple(
        Option(place, place_name(place), place in chosen, note=around.seats[place] or "")
        for place in PLACES
        if around.seats.get(place)
    )
    return (*options, Option("", gettext("nobody"), not chosen)) if optional else options


def _choices(item: Field, chosen: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(one.code, in_words(one.label), one.code in chosen) for one in item.choices)


def _item_options(around: Around, given: Answers, name: str) -> tuple[Option, ...]:
    return tuple(
        Option(
            value=str(spec.value),
            label=in_words(spec.name),
            chosen=bool(given.one(f"{name}.{spec.code}")),
            name=f"{name}.{spec.code}",
            note=given.one(f"{name}.{spec.code}"),
            many=spec.most if spec.most > 1 else 0,
        )
        for spec in around.patterns
        if spec.value > 0
    )


def _tile_parts(given: Answers, name: str) -> tuple[Control, ...]:
    labels = {
        "concealed": gettext("Concealed tiles"),
        "melds": gettext("Melds"),
        "flowers": gettext("Flowers"),
        "win": gettext("Winning tile"),
    }
    examples = {"concealed": "123m55z", "melds": "chi:123m pon:555p", "flowers": "f1f5", "win": "8s"}
    return tuple(
        Control("text", f"{name}.{part}", labels[part], given.one(f"{name}.{part}"), help=examples[part])
        for part in TILE_PARTS
    )


def _since_parts(item: Field, around: Around, given: Answers, name: str) -> tuple[Control, ...]:
    return tuple(
        Control(
            "number",
            f"{name}.{one['id']}",
            in_liability(one, around),
            given.one(f"{name}.{one['id']}"),
            help=gettext("Tiles drawn since then, the winning tile included."),
            required=True,
            minimum=0,
        )
        for one in around.liabilities
        if "since" in one["asks"]
    )


def in_liability(item: Mapping[str, Any], around: Around) -> str:
    """Say who answers for what others pay."""
    name = around.seats.get(item["payer"]) or ""
    return gettext("{place} {name} answers for payments").format(place=place_name(item["payer"]), name=name)


def _pair_rows(item: Field, around: Around, given: Answers, name: str) -> tuple[tuple[Control, ...], ...]:
    labels = [in_words(part.label) for part in item.fields] or [gettext("First"), gettext("Second")]
    second = item.fields[1].widget if len(item.fields) == 2 else "seat"
    rows = []
    for row in range(MOST_PAIRS):
        first = f"{name}.{row}.0"
        other = f"{name}.{row}.1"
        left = Control("select", first, labels[0], options=_blank(_seat_options(around, given.all(first))))
        if second == "number":
            right = Control("number", other, labels[1], given.one(other), minimum=0)
        else:
            right = Control("select", other, labels[1], options=_blank(_seat_options(around, given.all(other))))
        rows.append((left, right))
    return tuple(rows)


def _blank(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return (Option("", "–", not any(option.chosen for option in options)), *options)


def _group_control(
    base: Control, item: Field, around: Around, given: Answers, errors: Mapping[str, str], questions: bool
) -> Control:
    if not item.many:
        parts = controls(item.fields, around, given, f"{base.name}.", errors=errors, questions=questions)
        return replace(base, parts=parts)
    count = group_count(given, base.name)
    rows = tuple(
        controls(item.fields, around, given, f"{base.name}.{index}.", errors=errors, questions=questions)
        for index in range(count)
    )
    return replace(base, kind="groups", rows=rows, value=str(count), another=count < 3)


# ── Stored events and refusals ──────────────────────────────


def typed(fields: Sequence[Field], data: Mapping[str, Any], prefix: str = "", into: Answers | None = None) -> Answers:
    """Return stored data as what would have been typed, so that a correction begins with what there is."""
    answers = Answers() if into is None else into
    ways = _ways(fields)
    for item in fields:
        name, value = f"{prefix}{item.code}", data.get(item.code)
        if value is None:
            continue
        if item.code in ways:
            answers.put(f"{prefix}way", item.code)
        _type_one(item, value, name, answers)
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
            for part in TILE_PARTS:
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
