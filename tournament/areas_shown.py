"""What pages show of several venues: the one that was chosen, the links to each, rows by venue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import Draw, Event


@dataclass(frozen=True)
class AreasShown:
    """The venues of an event and the one a page is about; "" is all of them."""

    names: tuple[str, ...] = ()
    chosen: str = ""

    @property
    def query(self) -> str:
        """The part of a query that keeps the choice, "" where nothing is chosen."""
        return urlencode({"area": self.chosen}) + "&" if self.chosen else ""

    def links(self, kept: str = "") -> list[dict[str, Any]]:
        """Return a link to every venue, behind one to all; `kept` is the rest of the query."""
        every = [("", ""), *((name, urlencode({"area": name})) for name in self.names)] if self.names else []
        return [{"name": name, "url": f"?{kept}{query}", "current": name == self.chosen} for name, query in every]

    def only(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the rows of the venue that was chosen."""
        return [row for row in rows if not self.chosen or row["area"] == self.chosen]


def areas_shown(event: Event, chosen: str) -> AreasShown:
    """Return what a page shows of the venues; one that there is not is not found."""
    names = tuple(area.name for area in settings_of(event).areas)
    if chosen and chosen not in names:
        raise not_found("area")
    return AreasShown(names, chosen)


def by_area(rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Return rows of tables in order with the venue they stand in; "" where there is one hall."""
    return [(area, list(group)) for area, group in groupby(rows, key=lambda row: str(row["area"]))]


def areas_drawn(draw: Draw) -> dict[int, str]:
    """Return the venue in which each entry was drawn; empty where all were drawn together."""
    areas: Sequence[Mapping[str, Any]] = draw.inputs.get("areas", ())
    return {entry: area["name"] for area in areas for entry in area["entries"]}
