"""Every option of a game has a case whose result it changes, and a fixed set whose results it does not.

The cases stand in `tests/data/<code>/options.jsonl`. A line with `option` and `value` holds the input of a command
(`score`, `settle`, `rule`, `trick`, or `winds` for a wind draw) and what is looked at of its answer `before` and
`after`; a line with `fixed` holds what the input gives whatever the options are, but for those in `touched_by`. An
option that is only there to be read has a line `shown`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import find_game, games
from engine.rulesets import OptionSpec
from tests.engine.answers import answer, holds, lines_of

CODES = sorted(set(games()) - {"toy"})
LEAST_FIXED = 3
MOST_LISTED = 4
CASES = [(code, line) for code in CODES for line in lines_of(code, "options") if "before" in line]
FIXED = {code: [line for line in lines_of(code, "options") if "fixed" in line] for code in CODES}


def other_values(option: OptionSpec) -> list[Any]:
    """The values that an option may take beside its default; one of many, like a rank, stands for the others."""
    if option.kind == "flag":
        return [not option.default]
    if option.kind != "choice" or len(option.choices) > MOST_LISTED:
        return []
    return [choice.value for choice in option.choices if choice.value != option.default]


@pytest.mark.parametrize("code", CODES)
def test_every_value_of_every_option_has_a_case(code: str) -> None:
    cases = [line for line in lines_of(code, "options") if "option" in line]
    for name, option in find_game(code).ruleset.options.items():
        shown = [repr(line["value"]) for line in cases if line["option"] == name]
        assert shown, name
        assert {repr(value) for value in other_values(option)} <= set(shown), name


@pytest.mark.parametrize(("code", "case"), CASES, ids=lambda part: part if isinstance(part, str) else part["option"])
def test_an_option_changes_what_it_is_about(code: str, case: dict[str, Any]) -> None:
    assert case["before"] != case["after"]
    before, after = answer(code, case, {}), answer(code, case, {case["option"]: case["value"]})
    assert holds(before, case["before"]), before
    assert holds(after, case["after"]), after


@pytest.mark.parametrize("code", CODES)
def test_an_option_leaves_the_fixed_set_alone(code: str) -> None:
    for line in FIXED[code]:
        assert holds(answer(code, line, {}), line["want"])
    for option, value in [(line["option"], line["value"]) for of, line in CASES if of == code]:
        untouched = [line for line in FIXED[code] if option not in line.get("touched_by", ())]
        assert len(untouched) >= LEAST_FIXED, option
        for line in untouched:
            assert holds(answer(code, line, {option: value}), line["want"]), (option, value, line)
