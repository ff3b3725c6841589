"""Every row and stage of the decision tables: status, payments, windows, the deal, and what later wins then pay."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudication.rule_lines import rule_line
from adjudication.rules import rulings_of
from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

DATA = Path(__file__).parents[3] / "data" / "taiwan"
ROWS = [row["row"] for row in tomllib.loads((DATA / "rows.toml").read_text(encoding="utf-8"))["row"]]
CASES = [json.loads(line) for line in (DATA / "rule.jsonl").read_text(encoding="utf-8").splitlines()]
DECIDED = [case for case in CASES if "asks" not in case]
TABLE = ("id", "options", "seats", "start", "events")
ORDER = {"original": "原", "new": "新"}
RULESET = find_game("taiwan").ruleset


def plays_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    given = [{"note": "then", "then": case["then"], "want": case["want_then"]}] if "then" in case else []
    return [*case.get("plays", []), *given]


PLAYS = [
    pytest.param(case, play, id=f"{case['rule']['id']}: {play['note']}") for case in DECIDED for play in plays_of(case)
]


def ruled(case: dict[str, Any]) -> dict[str, Any]:
    return rule_line(RULESET, {key: value for key, value in case["rule"].items() if key != "id"}, {})


def settled(case: dict[str, Any], then: list[dict[str, Any]], *, late: bool = False) -> dict[str, Any]:
    """Settle the table with the ruling entered when it was made, or only after the events that follow it in play."""
    rule = case["rule"]
    ruling = {"type": "ruling", "effect": ruled(case)["effect"]}
    if "hand" in rule:
        ruling["hand"] = rule["hand"]
    events = [*rule["events"], ruling, *then]
    if late:
        after = len(rule["events"]) - 1
        events = [*rule["events"], *then, {**ruling, "hand": hand_in_play(rule), "after": after}]
    line = {key: value for key, value in rule.items() if key in TABLE}
    return settle_line(RULESET, {**line, "events": events}, {})


def hand_in_play(rule: dict[str, Any]) -> int:
    table = {key: value for key, value in rule.items() if key in TABLE}
    return int(settle_line(RULESET, table, {})["state"]["hand"])


def check(result: dict[str, Any], want: dict[str, Any]) -> None:
    found = {place: points for place, points in result["scores"].items() if place in want["scores"]}
    assert found == want["scores"]
    assert sum(result["scores"].values()) == 0
    progress = result["state"]["progress"]
    assert want.get("next_dealer", progress["dealer"]) == progress["dealer"]
    assert want.get("streak", progress["streak"]) == progress["streak"]


def test_every_row_has_an_infraction_and_a_case() -> None:
    named = [row for infraction in rulings_of("taiwan").infractions.values() for row in infraction.rows]
    assert sorted(named) == sorted(ROWS)
    assert {case["row"] for case in CASES} == set(ROWS)


def test_a_case_is_of_the_infraction_that_names_its_row() -> None:
    infractions = rulings_of("taiwan").infractions
    assert [case["row"] for case in CASES if case["row"] not in infractions[case["rule"]["infraction"]].rows] == []


@pytest.mark.parametrize("case", DECIDED, ids=lambda case: case["rule"]["id"])
def test_a_row_gives_its_status_flags_windows_deal_and_payments(case: dict[str, Any]) -> None:
    result = ruled(case)
    effect = result["effect"]
    if "status" in case:
        assert (result["status"], result["article"]) == (case["status"], case["article"])
        assert [[flag["seat"], flag["flag"]] for flag in effect.get("flags", [])] == case["flags"]
        found = {liability["id"]: liability["windows"] for liability in effect.get("liabilities", [])}
        assert found == case["windows"]
        assert effect.get("deal") == case["deal"]
    assert all(result["remedy"].values())
    if "order" in case:
        assert f"照{ORDER[case['order']]}次序續打" in result["remedy"]["zh-hant"]
    assert all(posting["article"] for posting in effect.get("postings", []))
    check(settled(case, []), case["want"])


@pytest.mark.parametrize(
    "case", [case for case in CASES if "asks" in case], ids=lambda case: f"{case['row']} {case['asks']}"
)
def test_a_missing_fact_is_asked_for(case: dict[str, Any]) -> None:
    assert [question["code"] for question in ruled(case)["questions"]] == case["asks"]


@pytest.mark.parametrize(("case", "play"), PLAYS)
def test_what_happens_after_a_ruling(case: dict[str, Any], play: dict[str, Any]) -> None:
    if "refused" in play:
        with pytest.raises(RuleError) as caught:
            settled(case, play["then"])
        assert caught.value.code == play["refused"]
        return
    result = settled(case, play["then"])
    check(result, play["want"])
    moved = Counter(posting["liability"] for posting in result["postings"] if posting["liability"])
    assert dict(moved) == play.get("moved", {})


@pytest.mark.parametrize(
    ("case", "play"),
    [item for item in PLAYS if "refused" not in item.values[1] and "hand" not in item.values[0]["rule"]],
)
def test_a_ruling_entered_after_the_win_gives_the_same_scores(case: dict[str, Any], play: dict[str, Any]) -> None:
    check(settled(case, play["then"], late=True), play["want"])
