"""Rows of cells out of a file, a pasted table or a workbook, each with the line it stands on."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from engine.errors import RuleError, noop

MOST_BYTES = 1_000_000
MOST_UNPACKED = 40_000_000
MOST_ROWS = 2000
MOST_COLUMNS = 60
MOST_CELL = 500
# The last line of a worksheet; a file that names one below it was made by no spreadsheet program.
LAST_LINE = 1_048_576
ZIP = b"PK\x03\x04"
# Workbooks of before 2007 (.xls).
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
# What other files begin with: documents, pictures, packed files, pages.
_OTHER_KINDS = (
    b"%PDF-",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"RIFF",
    b"{\\rtf",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"<!doctype html",
    b"<html",
)
_SIGNS = ("\t", ",", ";", "，", "；")
# What a spreadsheet program would take for a formula is exported behind an apostrophe, and read back without it.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


@dataclass(frozen=True)
class Row:
    """One row of a table: the line it begins on, counted from 1, and its cells without blanks at the ends."""

    line: int
    cells: tuple[str, ...]


def is_workbook(data: bytes) -> bool:
    """Tell whether a file is an XLSX workbook (or another zip), not text."""
    return data.startswith(ZIP)


def check_kind(filename: str, data: bytes) -> None:
    """Refuse a file that is neither a table as text nor a workbook, whatever it is called (`file_kind`).

    Raises `RuleError` where it is of another kind, or is called a workbook and is none.
    """
    called = filename.strip().lower().endswith((".xlsx", ".xlsm"))
    start = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(tuple(kind.lower() for kind in _OTHER_KINDS)):
        raise RuleError(
            "file_kind",
            noop("This file is no table. Taken are XLSX workbooks, and CSV, TSV or plain text in any codec."),
            path="file",
        )
    if called and not data.startswith((ZIP, OLD_WORKBOOK)):
        raise RuleError(
            "file_kind",
            noop(
                "This file is called a workbook and is none. Taken are XLSX workbooks, and CSV, TSV or plain text in "
                "any codec."
            ),
            path="file",
        )


def rows_of_text(text: str) -> tuple[Row, ...]:
    """Return the rows of a table in text, separated by tabs, commas or semicolons; empty rows are left out.

    Raises `RuleError` where a quotation never ends or there is too much.
    """
    lines = text.split("\n", 1)
    skipped = 0
    sign = _sign_of(text)
    if lines[0].strip().lower().startswith("sep=") and len(lines) > 1:
        sign, text, skipped = lines[0].strip()[4:5] or sign, lines[1], 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True, skipinitialspace=True)

    def numbered() -> Iterator[tuple[int, list[str]]]:
        start = 1
        try:
            for cells in reader:
                yield start + skipped, cells
                start = reader.line_num + 1
        except csv.Error as error:
            if "field limit" in str(error):
                raise _long(start + skipped) from error
            template = noop("Line {line}: a quotation begins that does not end as it should.")
            raise RuleError("quotes_open", template, path="file", line=start + skipped) from error

    return _bounded(numbered())


def rows_of_workbook(data: bytes) -> tuple[tuple[Row, ...], str]:
    """Return the rows of the first sheet that has any, and its name where there are others too.

    Cells are read as last computed; nothing in the file is run, and no other file is opened.
    """
    # 40 ms and 20 MB that only an import needs.
    from openpyxl import load_workbook

    unreadable = RuleError(
        "workbook_unreadable",
        noop(
            "This file is no XLSX workbook that can be read. Taken are XLSX workbooks, and CSV, TSV or plain text in "
            "any codec."
        ),
        path="file",
    )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(item.file_size for item in packed.infolist()) > MOST_UNPACKED:
                raise RuleError("file_large", noop("This workbook is too large."), path="file")
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    except RuleError:
        raise
    except Exception as error:
        raise unreadable from error
    try:
        for sheet in book.worksheets:
            # What the sheet says of its own size may be wrong, or a million rows.
            sheet.reset_dimensions()
            cells = sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS + 1, max_row=LAST_LINE)
            # A mark in the last line leaves a million empty ones above it: they are passed over as they come.
            filled = ((line, row) for line, row in enumerate(cells, 1) if row.count(None) < len(row))
            rows = _bounded((line, [_text(value) for value in row]) for line, row in filled)
            if rows:
                return rows, sheet.title if len(book.worksheets) > 1 else ""
    except RuleError:
        raise
    except Exception as error:
        raise unreadable from error
    finally:
        book.close()
    return (), ""


def _sign_of(text: str) -> str:
    """Return the sign between cells: the one that the first lines have most of."""
    head = "\n".join(text.splitlines()[:5])
    return max(_SIGNS, key=head.count) if any(sign in head for sign in _SIGNS) else ","


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _bounded(rows: Iterator[tuple[int, list[str]]]) -> tuple[Row, ...]:
    found: list[Row] = []
    for line, cells in rows:
        clean = [_clean(cell) for cell in cells]
        while clean and not clean[-1]:
            clean.pop()
        if not clean:
            continue
        if len(clean) > MOST_COLUMNS:
            raise RuleError(
                "columns_many", noop("Line {line}: at most {most} columns."), path="file", line=line, most=MOST_COLUMNS
            )
        if any(len(cell) > MOST_CELL for cell in clean):
            raise _long(line)
        if len(found) > MOST_ROWS:
            raise RuleError("rows_many", noop("At most {most} rows at once."), path="file", most=MOST_ROWS)
        found.append(Row(line, tuple(clean)))
    return tuple(found)


def _long(line: int) -> RuleError:
    template = noop("Line {line}: a cell has more than {most} characters.")
    return RuleError("cell_long", template, path="file", line=line, most=MOST_CELL)


def _clean(cell: str) -> str:
    text = " ".join(cell.replace("\0", "").split())
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text
