"""The page about standings names everything that is registered, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from engine.standings import FORMULAS, TIE_BREAKS, Policy, Standings
from engine.standings.sheets import Line, Sheet
from engine.standings.tiebreaks import Scope, text, tie_break

PAGE = (Path(__file__).parents[3] / "docs/standings.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_every_field_formula_and_tie_break_is_named() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert named >= {*FORMULAS, *TIE_BREAKS, *Policy.__struct_fields__}


def test_the_first_example_ranks_two_players() -> None:
    names: dict[str, Any] = {}
    exec(EXAMPLES[0], names)  # noqa: S102 - our own page
    standings: Standings = names["standings"]
    assert [(row.id, row.total) for row in standings.rows] == [("a", 7), ("b", -12)]


def test_a_tie_break_is_one_registered_function() -> None:
    names: dict[str, Any] = {"tie_break": tie_break, "text": text, "Sheet": Sheet, "Scope": Scope}
    exec(EXAMPLES[1], names)  # noqa: S102 - our own page
    added = TIE_BREAKS.pop("rounds_above_zero")
    sheet = Sheet("a", 0, {"stage": (Line(1, "played", 5), Line(2, "none"), Line(3, "played", -5))})
    assert added.alone is not None
    assert added.alone(sheet, "stage") == 1
