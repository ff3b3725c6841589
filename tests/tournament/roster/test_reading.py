"""Rows out of text and workbooks, within bounds, with the lines they stand on."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest
from openpyxl import Workbook

from engine.errors import RuleError
from tournament.roster.reading import LAST_LINE, MOST_COLUMNS, MOST_ROWS, rows_of_text, rows_of_workbook


def book(*rows, sheets: int = 1) -> bytes:
    made = Workbook()
    for row in rows:
        made.active.append(row)
    for index in range(1, sheets):
        made.create_sheet(f"more {index}")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def moved(data: bytes, line: int, to: int) -> bytes:
    """Return a workbook with what stands on a line on another one, as no spreadsheet program would write it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(str(line).encode(), str(to).encode()))
    return out.getvalue()


def cells(text: str) -> list[tuple[str, ...]]:
    return [row.cells for row in rows_of_text(text)]


@pytest.mark.parametrize("sign", [",", ";", "\t", "，"])
def test_the_sign_between_cells_is_found(sign):
    assert cells(f"a{sign}b\nc{sign}d\n") == [("a", "b"), ("c", "d")]


def test_a_spreadsheet_may_name_the_sign_itself():
    assert [(row.line, row.cells) for row in rows_of_text("sep=;\na;b,c\n")] == [(2, ("a", "b,c"))]


def test_lines_are_those_of_the_file_though_cells_break_and_rows_are_empty():
    found = rows_of_text('a,b\n\n"x\ny",z\n , \nlast,\n')
    assert [(row.line, row.cells) for row in found] == [(1, ("a", "b")), (3, ("x y", "z")), (6, ("last",))]


def test_an_apostrophe_before_a_formula_is_ours_and_goes():
    assert cells("'=1+1,'-A,'B,’C\n") == [("=1+1", "-A", "'B", "’C")]


def test_a_quotation_that_never_ends_is_named_by_its_line():
    with pytest.raises(RuleError, match="quotes_open") as refusal:
        rows_of_text('a\nb\n"c\nd\n')
    assert refusal.value.params["line"] == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\n" * (MOST_ROWS + 2), "rows_many"),
        ("," * MOST_COLUMNS + "a\n", "columns_many"),
        ("x" * 501, "cell_long"),
        ("x" * 200_000, "cell_long"),
    ],
)
def test_too_much_is_refused(text, code):
    with pytest.raises(RuleError, match=code):
        rows_of_text(text)


def test_a_workbook_is_read_as_computed_with_numbers_and_dates_as_text():
    rows, sheet = rows_of_workbook(
        book(["name", "year"], ["甲", 1985], [None, None], [1.5, date(1990, 1, 2)], sheets=2)
    )
    assert [(row.line, row.cells) for row in rows] == [
        (1, ("name", "year")),
        (2, ("甲", "1985")),
        (4, ("1.5", "1990-01-02")),
    ]
    assert sheet == "Sheet"


def test_a_formula_is_never_run_and_one_never_computed_is_empty():
    rows, _sheet = rows_of_workbook(book(["name"], ["=1+1"], ["甲"]))
    assert [row.cells for row in rows] == [("name",), ("甲",)]


def test_lines_far_below_are_found_and_what_is_below_the_last_line_is_not_waited_for():
    made = Workbook()
    made.active.append(["name"])
    made.active.cell(row=LAST_LINE, column=1, value="甲")
    out = io.BytesIO()
    made.save(out)
    rows, _sheet = rows_of_workbook(out.getvalue())
    assert [(row.line, row.cells) for row in rows] == [(1, ("name",)), (LAST_LINE, ("甲",))]
    rows, _sheet = rows_of_workbook(moved(out.getvalue(), LAST_LINE, LAST_LINE + 1))
    assert [row.cells for row in rows] == [("name",)]


def test_a_broken_or_swollen_workbook_is_refused():
    for data in (b"PK\x03\x04", book(["a"])[:200]):
        with pytest.raises(RuleError, match="workbook_unreadable"):
            rows_of_workbook(data)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * 50_000_000)
    with pytest.raises(RuleError, match="file_large"):
        rows_of_workbook(out.getvalue())
