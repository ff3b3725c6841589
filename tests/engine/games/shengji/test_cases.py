"""The given cases: follows, winners and ends of hands as the `trick` command answers them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.registry import trick_game
from engine.rulesets import ResolvedRuleset

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data/shengji/trick.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["in"]["id"] for case in CASES])
def test_case(case: dict[str, Any], rules: Callable[..., ResolvedRuleset]) -> None:
    line = dict(case["in"])
    del line["id"]
    answer = trick_game().trick(rules(**line.pop("options", {})), line)
    assert {key: answer[key] for key in case["want"]} == case["want"]
    if case["kind"] == "legal":
        again = trick_game().trick(rules(), line | {"play": answer["legal_example"]})
        assert again["legal"]
        assert (answer["reason"] is None) == answer["legal"]
