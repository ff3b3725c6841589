"""Lists of pages as files: CSV, XLSX and JSON with the rows, columns, order and language of the page they belong to."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from engine.standings import show
from tournament.text_width import width_of

BOM = "\ufeff"
# What a spreadsheet would take for the beginning of a formula, full-width signs included.
_FORMULA = tuple("=+-@\t\r＝＋－＠")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_SHEET_NAME = re.compile(r"[\[\]:*?/\\]")
_MOST_COLUMNS_WIDE = 60


@dataclass(frozen=True)
class Amount:
    """A number in units of 1/scale: an exact number in every format."""

    value: int
    scale: int = 1

    @property
    def whole(self) -> int | None:
        """The number where it is a whole one."""
        return None if self.value % self.scale else self.value // self.scale


Cell = str | int | Amount | datetime | None


def share_of(points: int, share: int) -> int | Amount:
    """Return the share of one of `share` places in their points together."""
    return points if share == 1 else Amount(points, share)


@dataclass(frozen=True)
class Column:
    """A column: its key in JSON, its head on the page and in files."""

    key: str
    label: str


@dataclass(frozen=True)
class Listing:
    """One list of a page. `name` is that of the file, `notes` are the lines printed beneath: words and a number."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[tuple[str, Cell]] = ()
    zone: str = "UTC"


def to_csv(listing: Listing, *, bom: bool) -> bytes:
    """Write a listing as CSV in UTF-8; `bom` tells spreadsheets so. Texts that look like formulas are disarmed."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_plain(column.label, listing) for column in listing.columns])
    writer.writerows([_plain(cell, listing) for cell in row] for row in listing.rows)
    if listing.notes:
        writer.writerow([])
        writer.writerows([_plain(label, listing), _plain(cell, listing)] for label, cell in listing.notes)
    return ((BOM if bom else "") + out.getvalue()).encode()


def _plain(cell: Cell, listing: Listing) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULA) else cell
    if isinstance(cell, Amount):
        return show(cell.value, cell.scale)
    if isinstance(cell, datetime):
        return _local(cell, listing).strftime("%Y-%m-%d %H:%M")
    return cell


def _local(moment: datetime, listing: Listing) -> datetime:
    return moment.astimezone(ZoneInfo(listing.zone))


def to_json(listing: Listing) -> bytes:
    """Write a listing as JSON: title, columns, rows by the columns' keys, notes. What is no whole number is a text."""
    keys = [column.key for column in listing.columns]
    body = {
        "title": listing.title,
        "columns": [{"key": column.key, "label": column.label} for column in listing.columns],
        "rows": [dict(zip(keys, (_datum(cell, listing) for cell in row), strict=True)) for row in listing.rows],
        "notes": [{"label": label, "value": _datum(cell, listing)} for label, cell in listing.notes],
    }
    return json.dumps(body, ensure_ascii=False, indent=1).encode()


def _datum(cell: Cell, listing: Listing) -> str | int | None:
    if isinstance(cell, Amount):
        return show(cell.value, cell.scale) if cell.whole is None else cell.whole
    return _local(cell, listing).isoformat(timespec="seconds") if isinstance(cell, datetime) else cell


def to_xlsx(listing: Listing) -> bytes:
    """Write a listing as a spreadsheet: numbers are numbers, every text is a text and never a formula."""
    from openpyxl import Workbook  # slow to load, and few pages are taken as a spreadsheet
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.active
    sheet.title = _SHEET_NAME.sub(" ", listing.title)[:31].strip() or "1"
    heads: list[Cell] = [column.label for column in listing.columns]
    lines: list[Sequence[Cell]] = [heads, *listing.rows]
    lines += [(), *listing.notes] if listing.notes else []
    widths = [4] * len(listing.columns)
    for at, line in enumerate(lines, 1):
        for index, cell in enumerate(line, 1):
            if cell is None:
                continue
            _write(sheet.cell(row=at, column=index), cell, listing)
            if at <= len(listing.rows) + 1:
                widths[index - 1] = max(widths[index - 1], width_of(str(_plain(cell, listing))))
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for index, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(index)].width = min(_MOST_COLUMNS_WIDE, width + 2)
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write(target: Any, cell: Cell, listing: Listing) -> None:
    if isinstance(cell, str):
        target.value = _UNWRITABLE.sub("", cell)
        target.data_type = "s"  # a text that begins with = stays one
    elif isinstance(cell, Amount):
        target.value = Decimal(cell.value) / Decimal(cell.scale) if cell.whole is None else cell.whole
        if cell.whole is None:
            target.number_format = "# ??/??" if "/" in show(cell.value, cell.scale) else "0.###"
    elif isinstance(cell, datetime):
        target.value = _local(cell, listing).replace(tzinfo=None)
        target.number_format = "yyyy-mm-dd hh:mm"
    else:
        target.value = cell


FORMATS: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json; charset=utf-8",
}
