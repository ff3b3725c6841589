"""Every row of every decision table has an infraction, and every infraction its rows; cases in the data hold."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudication.rule_lines import rule_line
from adjudication.rules import all_rulings
from engine.registry import find_game
from engine.settling import settle_line

DATA = Path(__file__).parents[2] / "data"
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def rows_of(code: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((DATA / code / "rows.toml").read_text("utf-8"))["row"]
    return rows


CODES = sorted(file.parent.name for file in DATA.glob("*/rows.toml"))
CASES = [
    pytest.param(code, row, id=f"{code} {row['row']}") for code in CODES for row in rows_of(code) if "facts" in row
]


@pytest.mark.parametrize("code", sorted(all_rulings()))
def test_rows_and_infractions_cover_each_other(code: str) -> None:
    listed = [row["row"] for row in rows_of(code)]
    assert len(set(listed)) == len(listed)
    covered = [row for infraction in all_rulings()[code].infractions.values() for row in infraction.rows]
    assert sorted(set(covered)) == sorted(listed)


@pytest.mark.parametrize("code", sorted(all_rulings()))
def test_no_infraction_asks_more_than_four_questions(code: str) -> None:
    for infraction in all_rulings()[code].infractions.values():
        assert len(infraction.questions) <= 4, infraction.code


@pytest.mark.parametrize(("code", "row"), CASES)
def test_the_case_of_a_row_gives_what_the_row_says(code: str, row: dict[str, Any]) -> None:
    ruleset = find_game(code).ruleset
    line = {"seats": SEATS, "options": row.get("options", {}), "start": row.get("start", {}), "events": []}
    line |= {"preset": row["preset"]} if "preset" in row else {}
    case = {"infraction": row["infraction"], "offender": row.get("offender", "S"), "facts": row["facts"]}
    decision = rule_line(ruleset, line | case, {})
    assert (decision["status"], decision["article"]) == (row["status"], row["article"])
    assert all(decision["remedy"].values())
    assert "penalty" not in row or decision["penalty"] == row["penalty"]
    settled = settle_line(ruleset, line | {"events": [{"type": "ruling", "effect": decision["effect"]}]}, {})
    scores = {place: points for place, points in settled["scores"].items() if points}
    assert scores == row.get("scores", {})
    assert [flag["flag"] for flag in settled["state"]["flags"]] == row.get("flags", [])
