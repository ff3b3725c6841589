"""Lists as files: texts stay texts, numbers numbers, times those of the event."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from openpyxl import load_workbook

from tournament.listing import Amount, Column, Listing, to_csv, to_json, to_xlsx

LISTING = Listing(
    "evening-list",
    "Standings",
    (Column("number", "No."), Column("name", "Name"), Column("points", "Points"), Column("at", "Began")),
    (
        (1, "=1+1", Amount(-30), datetime(2026, 3, 1, 16, 5, tzinfo=UTC)),
        (2, "王偉, 二", Amount(5, 2), None),
        (3, "@cmd", Amount(7, 3), None),
        (4, "-minus", Amount(6, 3), None),
    ),
    (("Sum of table points", Amount(0)),),
    "Asia/Taipei",
)


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode())))


def test_csv_disarms_formulas_and_leaves_numbers_alone():
    found = rows(to_csv(LISTING, bom=False))
    assert found[0] == ["No.", "Name", "Points", "Began"]
    assert found[1] == ["1", "'=1+1", "-30", "2026-03-02 00:05"]
    assert found[2] == ["2", "王偉, 二", "2.5", ""]
    assert found[3] == ["3", "'@cmd", "2 1/3", ""]
    assert found[4][1:3] == ["'-minus", "2"]
    assert found[6] == ["Sum of table points", "0"]


@pytest.mark.parametrize("bom", [True, False])
def test_csv_begins_with_a_mark_where_asked(bom):
    assert to_csv(LISTING, bom=bom).startswith(b"\xef\xbb\xbf") is bom


def test_xlsx_has_numbers_as_numbers_and_no_formula():
    sheet = load_workbook(io.BytesIO(to_xlsx(LISTING))).active
    assert [cell.value for cell in sheet[2]][:3] == [1, "=1+1", -30]
    assert sheet["D2"].value.isoformat() == "2026-03-02T00:05:00"
    assert sheet["B2"].data_type == "s"
    assert sheet["C3"].value == pytest.approx(2.5)
    assert sheet["C4"].value == pytest.approx(float(Decimal(7) / 3))
    assert sheet.freeze_panes == "A2"
    assert sheet["A7"].value == "Sum of table points" and sheet["B7"].value == 0


def test_json_names_its_columns_and_keeps_what_is_not_whole_exact():
    found = json.loads(to_json(LISTING))
    assert found["rows"][0] == {"number": 1, "name": "=1+1", "points": -30, "at": "2026-03-02T00:05:00+08:00"}
    assert [row["points"] for row in found["rows"]] == [-30, "2.5", "2 1/3", 2]
    assert found["columns"][1] == {"key": "name", "label": "Name"}
    assert found["notes"] == [{"label": "Sum of table points", "value": 0}]
