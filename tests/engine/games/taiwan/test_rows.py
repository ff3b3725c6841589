"""Rows of the rulebook beside the given cases: special timing, flowers, rules of play (C.2, C.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from tests.engine.games.taiwan.helpers import lines, score


def counted(answer: dict[str, Any]) -> dict[str, int]:
    return {entry["code"]: entry["value"] * entry["count"] for entry in answer["patterns"]}


@pytest.mark.parametrize("row", lines("rows.jsonl"), ids=lambda row: row["id"])
def test_a_row_of_the_rulebook(row: dict[str, Any]) -> None:
    answer = score(row["in"])
    assert answer["total"] == row["total"]
    if "items" in row:
        assert counted(answer) == row["items"]
    for key in ("waits", "complete", "extra"):
        if key in row:
            assert answer[key] == row[key]


def test_the_hand_at_the_deal_scores_alike_whichever_tile_is_called_the_winning_one() -> None:
    kinds = ["1m", "1m", "1m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "3s", "4s", "6s", "7s", "8s", "5p", "5p"]
    answers = []
    for index, win in enumerate(kinds):
        rest = "".join(kinds[:index] + kinds[index + 1 :])
        answers.append(score({"concealed": rest, "win": win, "by": "self", "flags": ["heaven"], "seat": "E"}))
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["total"] == 16


def test_a_hand_as_it_stands_tells_its_waits_and_what_each_is_worth() -> None:
    answer = score({"id": "r", "concealed": "12356m234567p34588s", "win": None})
    assert answer == {"id": "r", "ready": True, "waits": ["4m", "7m"], "best": {"4m": 3, "7m": 3}}
    assert score({"concealed": "19m19p19s1234567z123m", "win": None})["ready"] is False


def test_tiles_that_form_no_hand_are_readable_and_not_valid() -> None:
    answer = score({"id": "x", "concealed": "19m19p19s1234567z123m", "win": "9m", "by": "self"})
    assert (answer["id"], answer["valid"], answer["reason"]["code"]) == ("x", False, "no_winning_shape")


def test_a_score_says_what_it_did_not_count_and_why() -> None:
    hand = {"concealed": "1112225556667773z", "win": "3z", "by": "self", "seat": "E", "round": "E"}
    because = {(entry["code"], entry["because"]) for entry in score(hand)["not_counted"]}
    assert {("duiduihu", "ziyise"), ("jian", "dasanyuan"), ("menqing", "wu_ankan"), ("zimo", "buqiu_zimo")} <= because
    flowers = score(hand | {"flowers": "f1f2f3f4"})["not_counted"]
    assert {"code": "flower_own", "because": "flower_set"} in flowers


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"concealed": "11111m55p23467s5678m"}, "five_copies", "concealed"),
        ({"concealed": "123456m78955p2346s"}, "tile_count", "concealed"),
        ({"concealed": "456m78955p23467s", "melds": ["chi:124m"]}, "not_a_meld", "melds[0]"),
        ({"concealed": "456m78955p23467s", "melds": ["kan:1111z"], "win": "9z"}, "tile_unknown", "win"),
        ({"flowers": "f1f1"}, "flower_twice", "flowers"),
        ({"flags": ["robbed_kong"], "by": "self"}, "flags_contradict", "flags"),
        ({"flags": ["heaven"], "by": "discard"}, "flags_contradict", "flags"),
        ({"flags": ["earth", "human"]}, "flags_contradict", "flags"),
        ({"flags": ["second_kong"]}, "flag_unknown", "flags[0]"),
        ({"concealed": "1114456m78955p234s", "melds": ["pon:111m"]}, "tile_count", "concealed"),
        ({"concealed": "111456m78955p23s", "melds": ["pon:111m"]}, "five_copies", "melds"),
    ],
)
def test_a_bad_hand_is_refused_with_the_reason(change: dict[str, Any], code: str, path: str) -> None:
    hand = {"concealed": "123456m78955p23467s", "melds": [], "win": "8s", "by": "discard", "seat": "S", "round": "E"}
    with pytest.raises(RuleError) as caught:
        score(hand | change)
    assert (caught.value.code, caught.value.path) == (code, path)
