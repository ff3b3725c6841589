"""What forms are made of: a table's surroundings, what was typed, controls, and which fields are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from engine.fields import Field
from engine.patterns import PatternSpec
from engine.tiles import TileSet
from tournament.numbers import whole

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
ALL_TILES = TileSet()


@dataclass(frozen=True)
class Around:
    """What a form needs to know of its table: who sits where, the open liabilities; patterns and tiles of the game.

    `expected` are the choices the table expects where they are left out, by the field of the event.
    """

    seats: Mapping[str, str | None]
    patterns: Sequence[PatternSpec] = ()
    liabilities: Sequence[Mapping[str, Any]] = ()
    tiles: TileSet = ALL_TILES
    expected: Mapping[str, str] = field(default_factory=dict)

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
    needed: str = ""
    unlike: str = ""
    tiles: TileSet | None = None
    error: str = ""
    parts: tuple[Control, ...] = ()
    rows: tuple[tuple[Control, ...], ...] = ()
    another: bool = False
    folded: bool = False

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


def ways_of(fields: Sequence[Field]) -> list[str]:
    codes = [item.code for item in fields]
    found = [code for code in WAYS if code in codes]
    return found if len(found) > 1 else []


def group_count(given: Answers, name: str) -> int:
    """Return how many members of a group the form shows, at least one."""
    return min(max(whole(given.one(f"{name}.count"), 1), 1), 9)
