"""Sichuan's rulings beyond the rows: given cases, forgiveness, half payment, options, and the two profiles' ladders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudication.rule_lines import rule_line
from adjudication.rules import rulings_of
from adjudication.rules.sichuan.tournament import TABLE, article_of
from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
GIVEN = [
    json.loads(line) for line in (Path(__file__).parents[3] / "data/sichuan/rule.jsonl").read_text("utf-8").splitlines()
]
RULESET = find_game("sichuan").ruleset


def rule(infraction: str, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    line = {"seats": SEATS, "events": list(events), "infraction": infraction, "offender": "S", **more}
    return rule_line(RULESET, line, {})


def after(decision: dict[str, Any], *events: dict[str, Any], **more: Any) -> dict[str, int]:
    line = {"seats": SEATS, "events": [*events, {"type": "ruling", "effect": decision["effect"]}], **more}
    return {place: points for place, points in settle_line(RULESET, line, {})["scores"].items() if points}


@pytest.mark.parametrize("case", GIVEN, ids=lambda case: case["rule"]["id"])
def test_a_given_case_is_ruled_as_printed(case: dict[str, Any]) -> None:
    line = case["rule"]
    decision = rule_line(RULESET, line, {})
    kept = {key: line[key] for key in ("seats", "start", "options")}
    events = [*line["events"], {"type": "ruling", "effect": decision["effect"]}]
    assert settle_line(RULESET, kept | {"events": events}, {})["scores"] == case["want"]["scores"] | {"house": 0}


def test_half_is_paid_only_when_all_three_agree() -> None:
    facts = {"stage": "T2", "half_asked": True, "half_agreed": ["E", "W", "N"]}
    assert after(rule("P04", facts=facts)) == {"E": 4, "S": -12, "W": 4, "N": 4}
    assert after(rule("P04", facts=facts | {"half_agreed": ["E", "W"]}))["S"] == -24
    assert after(rule("P04", facts=facts, options={"half_by": "never"}))["S"] == -24
    refused = rule("P15", facts={"half_asked": True, "half_agreed": ["E"]})
    assert (refused["status"], refused["effect"]) == ("no_action", {})


def test_winners_are_paid_by_a_false_winner_unless_the_option_says_otherwise() -> None:
    won = {"type": "win", "wins": [{"seat": "E", "by": "discard", "from": "W", "total": 0}]}
    paid = rule("P04", won, facts={"stage": "T2"})
    assert after(paid, won) == {"E": 9, "S": -24, "W": 7, "N": 8}
    spared = rule("P04", won, facts={"stage": "T2"}, options={"false_win_pays": "unwon"})
    assert [line["to"] for line in spared["effect"]["postings"]] == ["W", "N"]
    pig = rule("P02", won, facts={"stage": "T2"}, options={"pig_pays": "unwon"})
    assert [line["to"] for line in pig["effect"]["postings"]] == ["W", "N"]


def test_kong_income_goes_back_with_a_false_win_but_not_with_a_false_pong() -> None:
    kong = {"type": "kong", "seat": "S", "kind": "concealed"}
    assert after(rule("P04", kong, facts={"stage": "T2"}), kong)["S"] == -24
    assert after(rule("P06", kong, facts={"stage": "T2"}), kong)["S"] == 6 - 24


def test_a_pig_ruled_on_is_not_paid_again_at_the_reveal() -> None:
    decision = rule("P03", facts={"stage": "T3"})
    reveal = {"type": "exhausted", "pigs": ["S"], "ready": {"E": 0, "W": 0, "N": 0}, "not_ready": []}
    events = [{"type": "ruling", "effect": decision["effect"]}, reveal]
    assert settle_line(RULESET, {"seats": SEATS, "events": events}, {})["scores"]["S"] == -24


def test_nothing_is_forgiven_where_the_event_forgives_nothing() -> None:
    assert rule("P04", facts={"stage": "T0"}, options={"forgive": []})["status"] == "penalised"


def test_a_win_after_a_changed_hand_or_a_tile_taken_is_no_infraction() -> None:
    assert rule("P05", facts={"stage": "T2", "how": "changed"})["status"] == "no_action"
    assert rule("P05", facts={"stage": "T2", "how": "returned"})["status"] == "penalised"


def test_one_who_truly_cannot_is_excused() -> None:
    assert rule("P08", facts={"able": False})["remedy"] != rule("P08", facts={"able": True})["remedy"]


def test_options_of_play_after_a_false_win_and_of_finding_pigs() -> None:
    ended = rule("P04", facts={"stage": "T2"}, options={"false_win_continues": False})
    assert ended["effect"]["deal"] == {"ends_hand": True, "next_dealer": "same"}
    later = rule("P02", facts={"stage": "T2"}, options={"pig_found": "reveal"})
    assert (later["status"], later["article"]) == ("no_action", "1.D.10")


def test_the_full_hand_follows_cap_unit_and_doubled_stakes() -> None:
    decision = rule("P04", facts={"stage": "T2"}, options={"cap_fan": 4, "unit": 2, "table_double": 2})
    assert {line["points"] for line in decision["effect"]["postings"]} == {64}


def test_the_profiles_keep_their_infractions_and_ladders_apart() -> None:
    infractions = rulings_of("sichuan").infractions.values()
    house = {item.code for item in infractions if "house" in item.presets}
    competition = {item.code for item in infractions if "competition" in item.presets}
    assert house and competition and not house & competition
    assert all(item.presets for item in infractions)


def test_the_ladders_of_the_tournament_rise_within_a_round() -> None:
    def step(count: int, ladder: str, infraction: str) -> tuple[str, int]:
        history = [{"infraction": infraction, "ladder": ladder, "step": "x", "scope": "round"}] * count
        penalty = rule(infraction, preset="competition", facts={}, history=history)["penalty"]
        return penalty["step"], penalty["points"]

    assert [step(count, "class4", "SBR/17")[0] for count in range(3)] == ["warning", "serious_warning", "class3_1"]
    assert [step(count, "class3", "SBR/21")[1] for count in range(5)] == [1, 2, 4, 8, 8]
    assert [step(count, "class2", "SBR/24")[0] for count in range(2)] == ["class2", "round_lost"]


def test_the_fine_of_class_two_is_an_option() -> None:
    decision = rule("SBR/24", preset="competition", facts={}, options={"fine_class2": 12})
    assert decision["penalty"]["points"] == 12


def test_after_a_serious_warning_a_further_offence_rises_with_those_of_class_three() -> None:
    def step(*ladders: str) -> tuple[str, int]:
        history = [{"infraction": "SBR/17", "ladder": ladder, "step": "x", "scope": "round"} for ladder in ladders]
        penalty = rule("SBR/17", preset="competition", facts={}, history=history)["penalty"]
        return penalty["step"], penalty["points"]

    assert step("class4", "class3", "class3") == ("serious_warning", 0)
    assert step("class4", "class4", "class3") == ("class3_2", 2)
    assert step("class4", "class4", "class4", "class3") == ("class3_4", 4)


def test_a_pig_of_the_tournament_pays_nobody_by_a_house_row() -> None:
    decision = rule("P01", facts={"stage": "T3"}, options={"pig_pays": "as_unready"})
    assert "postings" not in decision["effect"]
    assert "Pays" not in decision["remedy"]["en"]


def test_every_row_of_the_tournament_table_quotes_an_article_of_its_own() -> None:
    cited = {article_of(infraction, outcome) for (infraction, _), outcome in TABLE.items()}
    assert cited == {f"1.C.2.{row}" for row in range(1, 29)}
    sentences = {RULESET.articles[article].en for article in cited}
    assert len(sentences) == len(cited)


@pytest.mark.parametrize(
    ("condition", "article"), [("touched", "1.C.2.13"), ("seen", "1.C.2.14"), ("merged", "1.C.2.14")]
)
def test_a_ruling_quotes_the_row_of_what_happened(condition: str, article: str) -> None:
    assert rule("SBR/13", preset="competition", facts={"condition": condition})["article"] == article


def test_a_player_who_plays_on_may_not_win_and_gives_his_kong_income_back() -> None:
    kong = {"type": "kong", "seat": "S", "kind": "concealed"}
    decision = rule("SBR/24", kong, preset="competition", facts={})
    assert after(decision, kong, preset="competition") == {}
    assert [flag["flag"] for flag in decision["effect"]["flags"]] == ["no_win"]
    with pytest.raises(RuleError) as caught:
        then_wins(decision)
    assert (caught.value.code, caught.value.params["flag"]) == ("seat_barred", "no_win")


@pytest.mark.parametrize("infraction", ["SBR/25", "SBR/26"])
def test_a_false_win_costs_the_kong_income_and_not_the_right_to_win(infraction: str) -> None:
    kong = {"type": "kong", "seat": "S", "kind": "concealed"}
    decision = rule(infraction, kong, preset="competition", facts={})
    assert decision["penalty"]["points"] == 24
    assert after(decision, kong, preset="competition") == {}
    assert then_wins(decision)["scores"] == {"E": -1, "S": 1, "W": 0, "N": 0, "house": 0}


def test_one_who_may_not_win_is_exempt_at_the_reveal_only_if_ready() -> None:
    effect = rule("SBR/24", preset="competition", facts={})["effect"]
    barred = {"type": "ruling", "effect": effect}
    ready = {"type": "exhausted", "ready": {"E": 1, "S": 2}, "not_ready": ["W", "N"]}
    line = {"seats": SEATS, "events": [barred, ready], "preset": "competition"}
    assert settle_line(RULESET, line, {})["scores"] == {"E": 4, "S": 0, "W": -2, "N": -2, "house": 0}


def then_wins(decision: dict[str, Any]) -> dict[str, Any]:
    """Let South win off East for no fan after the ruling."""
    won = {"type": "win", "wins": [{"seat": "S", "by": "discard", "from": "E", "total": 0}]}
    events = [{"type": "ruling", "effect": decision["effect"]}, won]
    return settle_line(RULESET, {"seats": SEATS, "events": events, "preset": "competition"}, {})
