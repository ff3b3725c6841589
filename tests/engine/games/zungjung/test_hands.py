"""Hands of the rulebook: what they are worth, which patterns count, and what is no winning hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve
from tests.hands_gen import SEED, score_inputs

DATA = Path(__file__).parents[3] / "data/zungjung"
CASES = [json.loads(line) for line in (DATA / "hands.jsonl").read_text("utf-8").splitlines()]
EXTRA = [json.loads(line) for line in (DATA / "more_hands.jsonl").read_text("utf-8").splitlines()]
GAME = find_game("zungjung")


def score(line: dict[str, Any], **options: Any) -> dict[str, Any]:
    return GAME.score(resolve(GAME.ruleset, None, options), line)


def counted(answer: dict[str, Any]) -> Counter[tuple[str, int]]:
    return Counter({(entry["code"], entry["value"]): entry["count"] for entry in answer["patterns"]})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["in"]["id"])
def test_a_hand_of_the_rulebook_is_worth_what_it_says(case: dict[str, Any]) -> None:
    answer = score(case["in"])
    assert (answer["total"], answer["raw"], answer["limit"]) == (case["total"], case["raw"], case["limit"])
    assert counted(answer) == Counter(map(tuple, case["patterns"]))
    assert answer["valid"] and answer["complete"] and answer["unit"] == "分"


@pytest.mark.parametrize("case", EXTRA, ids=lambda case: case["in"]["id"])
def test_every_pattern_is_met_by_a_hand(case: dict[str, Any]) -> None:
    answer = score(case["in"])
    assert answer["total"] == case["total"]
    assert counted(answer) == Counter(map(tuple, case["patterns"]))


def test_all_forty_four_patterns_stand_in_ten_categories_and_each_is_counted_somewhere() -> None:
    codes = {pattern.code for pattern in GAME.ruleset.patterns} - {"chicken"}
    assert len(codes) == 44
    assert {code.split(".")[0] for code in codes} == set(map(str, range(1, 11)))
    seen = {code for case in (*CASES, *EXTRA) for code, _ in case["patterns"]}
    assert codes <= seen, codes - seen


@pytest.mark.parametrize(
    ("concealed", "melds", "win"),
    [
        ("112255s7s", ["ankan:3333m", "ankan:4444p"], "7s"),  # N1: a declared kong is no two pairs
        ("11m22p55p77s12z", ["pon:777z"], "1z"),  # N2: irregular shapes use no open set
        ("1234m567p899s123z", [], "9s"),
    ],
)
def test_without_a_winning_shape_nothing_is_won(concealed: str, melds: list[str], win: str) -> None:
    answer = score({"id": 1, "concealed": concealed, "melds": melds, "win": win, "by": "discard", "seat": "E"})
    assert answer["valid"] is False and answer["reason"]["code"] == "no_winning_shape"


def test_a_fifth_copy_is_no_hand() -> None:
    with pytest.raises(RuleError) as refused:
        score({"concealed": "1111m234p567p999s", "win": "1m", "by": "self", "seat": "E"})
    assert (refused.value.code, refused.value.path) == ("five_copies", "win")


@pytest.mark.parametrize("number", ["H01", "H77"])
def test_a_chicken_hand_is_below_the_minimum_of_five(number: str) -> None:
    line = next(case["in"] for case in CASES if case["in"]["id"] == number)
    assert score(line)["total"] == 1
    answer = score(line, minimum=5)
    assert answer == {
        "id": number,
        "valid": False,
        "reason": {"code": "below_minimum", "message": "1 points are below the minimum of 5."},
    }


def test_any_one_pattern_reaches_the_minimum_of_five() -> None:
    line = next(case["in"] for case in CASES if case["in"]["id"] == "H05")
    assert score(line, minimum=5)["total"] == 5


def test_a_listed_hand_scores_only_its_highest_pattern_and_says_what_does_not_count() -> None:
    answer = score({"concealed": "111z222z333z444z5z", "win": "5z", "by": "self", "seat": "E"})
    assert (answer["total"], answer["raw"], answer["limit"]) == (400, 400, "listed")
    assert [entry["code"] for entry in answer["patterns"]] == ["3.3.4"]
    beside = {entry["code"]: entry["because"] for entry in answer["not_counted"]}
    assert beside["3.4"] == "3.3.4" and beside["4.2.3"] == "3.3.4" and beside["1.2"] == "3.3.4"


def test_the_explanation_gives_reading_waits_names_and_what_a_series_leaves_out() -> None:
    line = next(case["in"] for case in CASES if case["in"]["id"] == "H31")
    answer = score(line)
    assert answer["reading"] == ["444m", "666p", "888p", "222s", "33z"]
    assert answer["waits"] == ["8p", "3z"]
    assert answer["not_counted"] == [{"code": "4.2.1", "because": "4.2.2"}]
    triplets = next(entry for entry in answer["patterns"] if entry["code"] == "4.1")
    assert triplets["name"] == {"zh-hant": "對對和", "zh-hans": "对对和", "en": "All Triplets"}
    assert triplets["article"] == "A9.4.1"


def test_a_hand_without_a_winning_tile_tells_its_waits_and_what_each_is_worth() -> None:
    answer = score({"id": 7, "concealed": "222s444m666p88p33z", "win": None, "seat": "S"})
    assert answer == {"id": 7, "ready": True, "waits": ["8p", "3z"], "best": {"8p": 65, "3z": 65}}
    drawn = score({"id": 7, "concealed": "222s444m666p88p33z", "win": None, "by": "self", "seat": "S"})
    assert drawn["best"] == {"8p": 160, "3z": 160}


def test_waits_below_the_minimum_are_waits_without_a_worth() -> None:
    line = {"id": 1, "concealed": "123s456m789p1z", "melds": ["pon:222z"], "win": None, "seat": "W"}
    assert score(line)["best"] == {"1z": 1}
    assert score(line, minimum=5) == {"id": 1, "ready": True, "waits": ["1z"], "best": {}}


def test_seven_pairs_and_thirteen_terminals_wait_too() -> None:
    pairs = {"id": 1, "concealed": "1122m3344p5566s7z", "win": None, "seat": "E"}
    assert score(pairs)["waits"] == ["7z"]
    orphans = {"id": 1, "concealed": "19m19p19s1234567z", "win": None, "seat": "E"}
    assert len(score(orphans)["waits"]) == 13


@pytest.mark.parametrize("win", ["1m", "2m", "9m"])
def test_with_the_blessing_of_heaven_no_result_depends_on_which_tile_was_last(win: str) -> None:
    dealt = "11122345678999".replace(win[0], "", 1) + "m"
    answer = score({"concealed": dealt, "win": win, "by": "self", "seat": "E", "flags": ["heaven"]})
    assert (answer["total"], answer["limit"], answer["waits"]) == (480, "listed", [])


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({}, True),
        ({"seat": "S"}, False),  # only East is dealt fourteen tiles
        ({"concealed": "234m567p234s5z", "melds": ["ankan:1111z"]}, False),
    ],
)
def test_the_blessing_of_heaven_is_easts_and_a_concealed_kong_cancels_it(change: dict[str, Any], counts: bool) -> None:
    line = {"concealed": "234m567p234s678s5z", "win": "5z", "by": "self", "seat": "E", "flags": ["heaven"]}
    codes = [entry["code"] for entry in score(line | change)["patterns"]]
    assert ("9.4.1" in codes) is counts


@pytest.mark.parametrize(
    ("change", "counts"), [({}, True), ({"seat": "E"}, False), ({"by": "self"}, False)], ids=["met", "east", "drawn"]
)
def test_the_blessing_of_earth_is_on_easts_discard(change: dict[str, Any], counts: bool) -> None:
    line = {"concealed": "234m567p234s678s5z", "win": "5z", "by": "discard", "seat": "S", "flags": ["earth"]}
    codes = [entry["code"] for entry in score(line | change)["patterns"]]
    assert ("9.4.2" in codes) is counts


def test_the_own_wind_is_asked_for_only_where_it_matters() -> None:
    line = {"concealed": "23m456s789p55p", "melds": ["pon:111z"], "win": "4m", "by": "discard"}
    with pytest.raises(RuleError) as refused:
        score(line)
    assert (refused.value.code, refused.value.path) == ("field_missing", "seat")
    assert score(line | {"melds": ["pon:111s"]})["total"] == 1


def test_a_supplement_counts_only_when_drawn_and_won() -> None:
    line = {"concealed": "234m567p234s678s5z", "win": "5z", "seat": "S", "flags": ["after_kong"]}
    assert "9.2" in [entry["code"] for entry in score(line | {"by": "self"})["patterns"]]
    assert "9.2" not in [entry["code"] for entry in score(line | {"by": "discard"})["patterns"]]


def test_last_tile_and_kong_stand_together() -> None:
    line = {"concealed": "234m567p234s678s5z", "win": "5z", "by": "self", "seat": "S"}
    answer = score(line | {"flags": ["after_kong", "last_tile"]})
    assert {"9.1.1", "9.2"} <= {entry["code"] for entry in answer["patterns"]}


@pytest.mark.parametrize("flags", [["robbed_kong", "last_tile"], ["flood"]])
def test_contradictory_and_unknown_circumstances_are_refused(flags: list[str]) -> None:
    with pytest.raises(RuleError):
        score({"concealed": "234m567p234s678s5z", "win": "5z", "by": "discard", "seat": "S", "flags": flags})


def test_a_hand_that_is_won_tells_the_waits_it_had() -> None:
    for line in score_inputs(SEED, 400, 4) + score_inputs(SEED, 200, 4, range(9)):
        standing = line | {"win": None}
        assert score(line)["waits"] == score(standing)["waits"]


@pytest.mark.parametrize(
    "concealed", ["112233m112233p5s", "111222333m1199p", "111m999m111p999p1s", "1199m1199p119s12z"]
)
def test_irregular_waits_stand_beside_regular_ones(concealed: str) -> None:
    line = {"concealed": concealed, "by": "self", "seat": "E"}
    waits = score(line | {"win": None})["waits"]
    assert all(score(line | {"win": tile})["waits"] == waits for tile in waits)
