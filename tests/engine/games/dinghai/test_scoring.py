"""Dinghai's tai: every item of 2.B.1 with its condition, the worked hands of 2.E, legality of 2.E.2, every option."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve

GAME = find_game("dinghai")


def score(concealed: str, win: str | None, by: str = "discard", **more: Any) -> dict[str, Any]:
    rules = resolve(GAME.ruleset, None, more.pop("options", {}))
    return GAME.score(rules, {"concealed": concealed, "win": win, "by": by, "seat": "S", "round": "E", **more})


def counted(result: dict[str, Any]) -> dict[str, int]:
    return {item["code"]: item["value"] * item["count"] for item in result["patterns"]}


@pytest.mark.parametrize(
    ("hand", "items"),
    [
        # 2.E: the hands as described there.
        (score("45p555m66s123s789p", "6p"), {}),
        (score("35m555z123p456p99s", "4m", round="W"), {"hongzhong": 1, "kanzhang": 1}),
        (score("123m456p789s234s5s", "5s", "self"), {"zimo": 1, "dandiao": 1}),
        (score("12m345m678m999m44m", "3m", flowers="f2"), {"qingyise": 4, "bianzhang": 1, "zhenghua": 1}),
        (score("45m789p123s456s22p", "6m", "self", flags=["after_kong"]), {"gangshangkaihua": 2}),
        (score("35m123p456p789s55s", "4m", flags=["robbed_kong"]), {"kanzhang": 1}),
        (score("45p555m66s123s789p", "6p", flags=["last_tile"]), {"haidilaoyue": 4}),
        (score("45p555m66s123s789p", "6p", "self", flowers="f1f2f3f4"), {"huatao": 2, "zimo": 1}),
        (score("45p555m66s123s789p", "6p", "self", flags=["earth"]), {"dihu": 1, "zimo": 1}),
        # Single items.
        (score("45p666z66s123s789p", "6p"), {"facai": 1}),
        (score("45p777z66s123s789p", "6p"), {"baiban": 1}),
        (score("45p222z66s123s789p", "6p"), {"zuofeng": 1}),
        (score("45p111z66s123s789p", "6p"), {"quanfeng": 1}),
        (score("45p111z66s123s789p", "6p", seat="E"), {"zuofeng": 1, "quanfeng": 1}),
        (score("45p333z66s123s789p", "6p"), {}),
        (score("45p555m66s123s789p", "6p", flowers="f1f5"), {}),
        (score("45p555m66s123s789p", "6p", flowers="f2f6"), {"zhenghua": 2}),
        (score("45p555m66s123s789p", "6p", flowers="f5f6f7f8"), {"huatao": 2}),
        (score("45p555m66s123s789p", "6p", flowers="f1f2f3f4f6"), {"huatao": 2, "zhenghua": 1}),
        (score("45p555m66s123s789p", "6p", flowers="f1f2f3f4f5f6f7f8"), {"bahua": 4}),
        (score("44p66s123s789p555m", "4p"), {"duidao": 1}),
        (score("44p66s123s789p555m", "4p", "self"), {"zimo": 1}),
        (score("89p66s123s456p555m", "7p"), {"bianzhang": 1}),
        (score("4p123s789p555m222m", "4p"), {"dandiao": 1}),
        (score("44p66s111s999p555m", "4p"), {"pengpenghu": 2, "duidao": 1}),
        (score("44p66s", "4p", melds=["pon:111s", "kan:9999p", "ankan:5555m"]), {"pengpenghu": 2, "duidao": 1}),
        (score("45p66p123p789p111z", "6p", round="W"), {"hunyise": 2, "dandiao": 1}),
        (score("45p66p123p789p888p", "6p"), {"qingyise": 4, "dandiao": 1}),
        (score("45p555m66s123s789p", "6p", "self", flags=["after_flower"]), {"buhuahu": 2}),
        (score("45p123m66s123s789p", "6p"), {"paihu": 1}),
        (score("45p123m66s123s789p", "6p", "self"), {"zimo": 1, "paihu": 1}),
        (score("45p123p789p456p44z", "6p"), {"hunyise": 2, "paihu": 1}),
        (score("45p123m66s123s789p", "6p", flowers="f2"), {"zhenghua": 1}),
        (score("45p123m22z123s789p", "6p"), {}),
        (score("45p123m11z123s789p", "6p"), {}),
        (score("45p123m44z123s789p", "6p"), {"paihu": 1}),
        (score("45p123m66z123s789p", "6p"), {}),
        (score("46p123m66s123s789p", "5p"), {"kanzhang": 1}),
    ],
)
def test_what_counts(hand: dict[str, Any], items: dict[str, int]) -> None:
    assert hand["valid"]
    assert counted(hand) == items
    assert hand["raw"] == sum(items.values())
    assert hand["total"] == min(4, hand["raw"])


def test_heaven_is_four_whatever_tile_is_named_last() -> None:
    results = {
        (result["total"], result["raw"], tuple(result["waits"]))
        for result in (
            score("45p555m66s123s789p", "6p", "self", flags=["heaven"], seat="E"),
            score("456p55m66s123s789p", "5m", "self", flags=["heaven"], seat="E"),
            score("456p555m6s123s789p", "6s", "self", flags=["heaven"], seat="E"),
        )
    }
    assert results == {(4, 5, ())}


def test_the_best_reading_and_placement_counts() -> None:
    # 2344p + 4p: the pair 44 with 234, or the pair 44 from 4p alone; the single wait is worth one.
    assert counted(score("2344p123s789s555m", "4p")) == {"dandiao": 1}


def test_the_cap_is_said_and_what_does_not_count_is_explained() -> None:
    capped = score("12m345m678m999m44m", "3m", flowers="f2")
    assert (capped["total"], capped["raw"], capped["limit"]) == (4, 6, "cap")
    flower = score("45p123m66s123s789p", "6p", "self", flags=["after_kong"])
    assert {item["code"]: item["because"] for item in flower["not_counted"]} == {
        "zimo": "gangshangkaihua",
        "paihu": "gangshangkaihua",
    }


def test_waits_and_best_of_a_hand_as_it_stands() -> None:
    ready = score("45p555m66s123s789p", None)
    assert (ready["ready"], ready["waits"], ready["best"]) == (True, ["3p", "6p"], {"3p": 0, "6p": 0})


@pytest.mark.parametrize("tiles", ["113355779m1133p", "19m19p19s1234567z", "147m258p369s1234z"])
def test_irregular_hands_do_not_win(tiles: str) -> None:
    result = score(tiles, "5p")
    assert (result["valid"], result["reason"]["code"]) == (False, "no_winning_shape")


def test_honours_alone_are_one_suit_with_honours_only_by_option() -> None:
    hand: dict[str, Any] = {"concealed": "333z444z111z2266z", "win": "6z", "round": "S", "seat": "W"}
    assert "hunyise" not in counted(score(**hand))
    assert counted(score(**hand, options={"honours_hunyise": True}))["hunyise"] == 2


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ({"concealed": "11111m23p456s789s", "win": "4p"}, "five_copies"),
        ({"concealed": "123m", "win": "4p"}, "tile_count"),
        ({"concealed": "45p555m66s123s789p", "win": "6p", "flowers": "f1f1"}, "flower_twice"),
        ({"concealed": "45p555m66s123s789p", "win": "6p", "flags": ["human"]}, "flag_unknown"),
        ({"concealed": "45p555m66s123s789p", "win": "6p", "flags": ["heaven"]}, "flags_contradict"),
    ],
)
def test_bad_hands_are_refused_with_the_reason(hand: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        score(**hand)
    assert caught.value.code == code
