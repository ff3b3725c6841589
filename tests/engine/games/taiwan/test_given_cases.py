"""The given settlements and hands."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import find_game
from engine.settling import settle_line
from tests.engine.games.taiwan.helpers import lines, score, subset


@pytest.mark.parametrize("case", lines("settle.jsonl"), ids=lambda case: case["in"]["id"])
def test_a_given_settlement(case: dict[str, Any]) -> None:
    answer = settle_line(find_game("taiwan").ruleset, case["in"], {})
    assert subset(case["want"], answer) == []
    assert sum(answer["scores"].values()) == 0


@pytest.mark.parametrize("case", lines("hands.jsonl"), ids=lambda case: case["in"]["id"])
def test_a_given_hand(case: dict[str, Any]) -> None:
    answer = score(case["in"])
    assert {key: answer[key] for key in case if key not in ("in", "note", "items")} == {
        key: value for key, value in case.items() if key not in ("in", "note", "items")
    }
