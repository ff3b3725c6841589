"""The examples of the rulebooks that ask what is legal, and those of procedure: `tests/data/<code>/legality.jsonl`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.answers import DATA, answer, holds, lines_of

CODES = sorted(file.parent.name for file in DATA.glob("*/legality.jsonl"))
CASES = [(code, line) for code in CODES for line in lines_of(code, "legality")]


@pytest.mark.parametrize(("code", "case"), CASES, ids=lambda part: part if isinstance(part, str) else part["id"])
def test_an_example_is_answered_as_the_rulebook_says(code: str, case: dict[str, Any]) -> None:
    found = answer(code, case, {})
    assert holds(found, case["want"]), found
