"""Dinghai's rulings beyond the rows: options, deliberate acts, what a dead hand and a false win do to later play."""

from __future__ import annotations

from typing import Any

import pytest

from adjudication.rule_lines import rule_line
from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def rule(infraction: str, options: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    deliberate = facts.pop("deliberate", False)
    line = {"seats": SEATS, "options": options or {}, "events": [], "infraction": infraction, "offender": "S"}
    return rule_line(find_game("dinghai").ruleset, line | {"facts": facts, "deliberate": deliberate}, {})


def settle(effect: dict[str, Any], *events: dict[str, Any]) -> dict[str, Any]:
    line = {"seats": SEATS, "events": [{"type": "ruling", "effect": effect}, *events]}
    return settle_line(find_game("dinghai").ruleset, line, {})


def test_a_dead_hand_may_not_win_but_pays() -> None:
    effect = rule("D11")["effect"]
    paid = settle(effect, {"type": "win", "wins": [{"seat": "W", "by": "self", "total": 1}]})
    assert paid["scores"]["S"] == -5
    with pytest.raises(RuleError, match="seat_barred"):
        settle(effect, {"type": "win", "wins": [{"seat": "S", "by": "self", "total": 1}]})


def test_a_false_win_goes_on_and_is_paid_by_the_option() -> None:
    assert [line["points"] for line in rule("D10", stage="shown")["effect"]["postings"]] == [12, 12, 12]
    five = rule("D10", {"false_win": "five"}, stage="shown")
    assert [line["points"] for line in five["effect"]["postings"]] == [5, 5, 5]
    lower = rule("D10", {"cap": 3}, stage="shown")
    assert [line["points"] for line in lower["effect"]["postings"]] == [8, 8, 8]
    after = settle(rule("D10", stage="shown")["effect"])
    assert (after["state"]["hand"], after["state"]["progress"]["dealer"]) == (1, "E")


def test_limits_stand_in_the_remedy() -> None:
    assert "30" in rule("D01")["remedy"]["en"]
    assert "12" in rule("D01", {"discard_seconds": 12})["remedy"]["en"]
    assert "7" in rule("D02", {"pong_seconds": 7})["remedy"]["zh-hant"]
    assert "5 takings" in rule("D15", {"relation": {"needs": 5}})["remedy"]["en"]


def test_an_equal_tile_may_be_claimed_unless_read_otherwise() -> None:
    assert rule("D12", kind="equal_tile", stage="later")["status"] == "no_action"
    other = rule("D12", {"same_tile_claim": False}, kind="equal_tile", stage="later")
    assert (other["status"], other["article"]) == ("penalised", "2.C.D12")


def test_a_deliberate_act_goes_to_discretion_with_the_listed_penalty_as_floor() -> None:
    decision = rule("D10", stage="shown", deliberate=True)
    assert decision["status"] == "discretion"
    assert decision["effect"] == rule("D10", stage="shown")["effect"]


@pytest.mark.parametrize(
    ("own", "eaten", "thrown", "status"),
    [
        ("34m", "2m", "5m", "penalised"),
        ("34m", "2m", "2m", "penalised"),
        ("34m", "2m", "1m", "no_action"),
        ("35m", "4m", "4m", "penalised"),
        ("35m", "4m", "6m", "no_action"),
        ("34m", "5m", "2m", "penalised"),
        ("12m", "3m", "9p", "no_action"),
        ("89m", "7m", "1p", "no_action"),
    ],
)
def test_what_a_chow_bars_is_worked_out_from_the_tiles(own: str, eaten: str, thrown: str, status: str) -> None:
    assert rule("D03", stage="later", own=own, eaten=eaten, thrown=thrown)["status"] == status


def test_tiles_that_are_no_chow_are_refused() -> None:
    for own, eaten in (("35m", "7m"), ("3m", "4m"), ("34m", "2p")):
        with pytest.raises(RuleError):
            rule("D03", stage="later", own=own, eaten=eaten, thrown="9m")
