"""The tables of a round as their list shows them: who sits there, state, hands and time left, begun and ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from engine.places import PLACES
from tournament.links import numbered
from tournament.listing import Cell, Column, Listing
from tournament.models import Event, Round, Table
from tournament.selectors.clock import clock_of
from tournament.selectors.persons import names_of
from tournament.selectors.tables import round_tables, table_row
from tournament.wording import place_name

MINUTE = 60


def hall_lines(event: Event, round_: Round, now: datetime) -> list[dict[str, Any]]:
    """Return one line a table, in two queries however many there are."""
    tables = round_tables(round_)
    names = names_of(event) if tables else {}
    page = numbered("table", event.slug, round_.number)
    return [_line(round_, table, names, page(table.number), now) for table in tables]


def _line(round_: Round, table: Table, names: Mapping[str, str], url: str, now: datetime) -> dict[str, Any]:
    over = table.status not in (Table.Status.WAITING, Table.Status.RUNNING)
    clock = None if over else clock_of(round_, now, table)
    return table_row(table, names, kept_back=True) | {
        "label": str(Table.Status(table.status).label),
        "url": url,
        "hands_left": None if over else _hands_left(table),
        "began": table.started_at,
        "ended": table.finished_at,
        "clock": clock,
        "minutes_left": None if clock is None else clock.left // MINUTE,
    }


def _hands_left(table: Table) -> int | None:
    """Return how many hands are still to be played where the length of the round says so; None where time does."""
    length = table.start.get("length") or {}
    if length.get("unit") != "hands":
        return None
    return max(0, length["count"] - table.state["progress"].get("hands", 0))


def _names(seats: Mapping[str, Any]) -> list[Cell]:
    return [f"{who['number']} {who['name']}" if who else "" for who in (seats.get(place) for place in PLACES)]


def _table_columns(areas: bool) -> list[Column]:
    area = [Column("area", gettext("Venue"))] if areas else []
    return [Column("table", gettext("Table")), *area]


def _table_cells(row: Mapping[str, Any], areas: bool) -> list[Cell]:
    return [row["table"], row["area"]] if areas else [row["table"]]


def hall_listing(lines: Sequence[Mapping[str, Any]], name: str, zone: str, *, areas: bool = False) -> Listing:
    """Return the lines as a file has them, with the venue where there are several."""
    columns = [
        *_table_columns(areas),
        *(Column(place, place_name(place)) for place in PLACES),
        Column("state", gettext("State")),
        Column("hands", gettext("Hands")),
        Column("hands_left", gettext("Hands left")),
        Column("minutes_left", gettext("Minutes left")),
        Column("extra_minutes", gettext("More minutes")),
        Column("started", gettext("Began")),
        Column("ended", gettext("Ended")),
    ]
    rows: list[list[Cell]] = [
        [
            *_table_cells(line, areas),
            *_names(line["seats"]),
            line["label"],
            line["hands_played"],
            line["hands_left"],
            line["minutes_left"],
            line["extra_minutes"],
            line["began"],
            line["ended"],
        ]
        for line in lines
    ]
    return Listing(name, gettext("Tables"), columns, rows, zone=zone)


def seating_listing(tables: Iterable[Mapping[str, Any]], name: str, zone: str, *, areas: bool = False) -> Listing:
    """Return who sits where as a file has it: one row a table, with the venue where there are several."""
    columns = [*_table_columns(areas), *(Column(place, place_name(place)) for place in PLACES)]
    rows: list[list[Cell]] = [[*_table_cells(row, areas), *_names(row["seats"])] for row in tables]
    return Listing(name, gettext("Seating"), columns, rows, zone=zone)
