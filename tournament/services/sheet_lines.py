"""Lines of score sheets, read from text or a file; what is wrong is named by line, table and player, all at once."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import RuleError, noop
from tournament.errors import IN_LINE, Conflict, Refused, as_data
from tournament.models import Entry, Event
from tournament.roster.codecs import candidates
from tournament.roster.reading import MOST_BYTES, Row, is_workbook, rows_of_text, rows_of_workbook
from tournament.services.entries import clean

COLUMNS = ("table", "player", "seat", "points", "place", "leftover")
MOST_POINTS = 10_000_000
# So many mistakes are told one by one.
MOST_TOLD = 20
# What people write for a minus, and for a seat, beside what the system writes.
_MINUS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"))
_SEATS = {"東": "E", "东": "E", "南": "S", "西": "W", "北": "N"}


@dataclass(frozen=True)
class Line:
    """One line of a score sheet: who came to how many points; `seat`, `place` and `leftover` may be left out.

    `number` is where it stands in the text, counted from 1.
    """

    table: int
    player: str
    points: int
    seat: str = ""
    place: int | None = None
    leftover: int = 0
    number: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Lines:
    """The lines that name points, and how many were left out because they name none."""

    filled: tuple[Line, ...]
    empty: int


def read_lines(text: str) -> Lines:
    """Read a table with a header of `table`, `player` (number or name), `points`, and `seat`, `place`, `leftover`.

    Its cells are separated by commas, semicolons or tabs; digits and signs may be full-width, seats in Chinese.
    """
    header, *rows = rows_of_text(text.lstrip("\ufeff")) or [Row(1, ())]
    names = [clean(name).lower() for name in header.cells]
    if not {"table", "player", "points"} <= set(names) <= set(COLUMNS):
        raise Refused(
            "sheet_columns",
            noop("The first line names the columns: {columns}."),
            path="csv",
            columns=", ".join(COLUMNS),
        )
    filled: list[Line] = []
    wrong: list[RuleError] = []
    empty = 0
    for index, row in enumerate(rows):
        cells = dict(zip(names, (clean(cell) for cell in row.cells), strict=False))
        if not cells.get("points"):
            empty += 1
            continue
        found = [_whole(cells, name, index, row.line, wrong) for name in ("table", "points", "place", "leftover")]
        table, points, place, leftover = found
        if table is not None and points is not None:
            seat = cells.get("seat", "").upper()
            seat = _SEATS.get(seat, seat)
            filled.append(Line(table, cells.get("player", ""), points, seat, place, leftover or 0, row.line))
    refuse_all(wrong)
    return Lines(tuple(filled), empty)


def _whole(cells: Mapping[str, str], name: str, index: int, line: int, wrong: list[RuleError]) -> int | None:
    """Return the number in a cell, None where a column that may be empty is; a mistake is added to those found."""
    value = cells.get(name, "")
    written = value.translate(_MINUS)
    digits = written.removeprefix("-").removeprefix("+")
    if not value and name in ("place", "leftover"):
        return None
    if digits.isdecimal() and len(digits.lstrip("0")) < len(str(MOST_POINTS)):
        return int(written)
    template = (
        noop("Table {table}, {player}: “{value}” is too large.")
        if digits.isdecimal()
        else noop("Table {table}, {player}: “{value}” is no whole number.")
    )
    wrong.append(
        Refused(
            "number_large" if digits.isdecimal() else "number_needed",
            template,
            path=f"lines[{index}].{name}",
            value=value,
            table=cells.get("table") or "–",
            player=cells.get("player") or "–",
            **{IN_LINE: line},
        )
    )
    return None


def refuse_all(wrong: Sequence[RuleError]) -> None:
    """Refuse where something is wrong: one mistake as it is, several with all of them (the first ones told each)."""
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        codes = {error.code for error in wrong}
        refusal = Conflict if all(isinstance(error, Conflict) for error in wrong) else Refused
        raise refusal(
            wrong[0].code if len(codes) == 1 else "mistakes",
            noop("{count} mistakes; nothing was recorded."),
            path="csv",
            facts={"mistakes": [as_data(error) for error in wrong[:MOST_TOLD]]},
            count=len(wrong),
        )


def lines_of_file(data: bytes, event: Event) -> str:
    """Return the lines of a CSV file in any codec or of an XLSX workbook as CSV, to be looked at before they count.

    Of several ways to read a file the one with the most names of the event is taken.
    """
    if len(data) > MOST_BYTES:
        raise Refused("file_large", noop("A file has at most {size} kB."), path="file", size=MOST_BYTES // 1000)
    if is_workbook(data):
        rows, _sheet_name = rows_of_workbook(data)
    else:
        names = [*Entry.objects.filter(event=event).values_list("name", flat=True)]
        readings = candidates(data, lambda text: sum(name in text for name in names))
        if not readings:
            raise Refused("file_unreadable", noop("This file cannot be read as text or as a workbook."), path="file")
        rows = rows_of_text(readings[0].text)
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(row.cells for row in rows)
    return written.getvalue()
