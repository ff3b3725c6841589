"""Ticked fan items: what no hand shows is refused in words, what the tiles show is not, and a total may be capped."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve
from tests.engine import strategies_sichuan

GAME = find_game("sichuan")
OPTIONS = {"items": dict.fromkeys(("daiyaojiu", "menqing", "duanyaojiu", "jiangdui"), 1) | {"qingyaojiu": 2}}


def score_items(*codes: str, by: str = "discard", **options: Any) -> dict[str, Any]:
    return GAME.score_items(resolve(GAME.ruleset, None, options), {"items": [(code, 1) for code in codes], "by": by})


@pytest.mark.parametrize(
    ("codes", "by", "code", "path"),
    [
        (("daduizi", "qidui", "jingoudiao", "qingyise"), "discard", "patterns_impossible", "items[1]"),
        (("qidui", "gang"), "discard", "patterns_impossible", "items[1]"),
        (("gen", "jingoudiao"), "discard", "patterns_impossible", "items[1]"),
        (("duanyaojiu", "daiyaojiu"), "discard", "patterns_impossible", "items[1]"),
        (("qianggang", "haidi"), "discard", "patterns_impossible", "items[1]"),
        (("tianhu", "dihu"), "self", "patterns_impossible", "items[1]"),
        (("gangshanghua",), "discard", "item_of_other_way", "items[0]"),
        (("gangshangpao",), "self", "item_of_other_way", "items[0]"),
        (("jiangdui", "daduizi"), "discard", "patterns_conflict", "items[1]"),
    ],
)
def test_items_that_cannot_stand_are_refused_with_the_reason(
    codes: tuple[str, ...], by: str, code: str, path: str
) -> None:
    with pytest.raises(RuleError) as caught:
        score_items(*codes, by=by)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_what_adds_up_is_taken() -> None:
    assert score_items("daduizi", "jingoudiao", "qingyise")["raw"] == 4
    assert score_items("qidui", "gen", "qingyise")["total"] == 3
    assert score_items("gangshangpao", "qianggang")["raw"] == 2


@pytest.mark.parametrize(
    ("by", "said", "items"),
    [
        ("self", {"flags": ["after_kong"]}, {"gangshanghua"}),
        ("discard", {"flags": ["after_kong"]}, {"gangshangpao"}),
        ("discard", {"robbed": True}, {"qianggang"}),
        ("discard", {"flags": ["last_tile"]}, {"haidi"}),
        ("self", {"flags": ["last_tile"]}, {"haidi"}),
        ("self", {"flags": ["earth"]}, {"dihu"}),
    ],
)
def test_the_circumstances_of_the_win_count_by_themselves(by: str, said: dict[str, Any], items: set[str]) -> None:
    rules = resolve(GAME.ruleset, None, {})
    for ticked in ({"qingyise"}, {"qingyise"} | items):
        data = {"items": [(code, 1) for code in sorted(ticked)], "by": by, **said}
        assert {item["code"] for item in GAME.score_items(rules, data)["patterns"]} == {"qingyise"} | items


def test_a_circumstance_that_an_option_gives_no_fan_is_not_counted() -> None:
    rules = resolve(GAME.ruleset, None, {"last_discard": "none", "items": {"gangshangpao": 0}})
    data = {"items": [("qingyise", 1)], "by": "discard", "flags": ["last_tile", "after_kong"]}
    assert [item["code"] for item in GAME.score_items(rules, data)["patterns"]] == ["qingyise"]


@settings(max_examples=200, deadline=None)
@given(strategies_sichuan.hands())
def test_whatever_tiles_show_can_be_ticked(hand: dict[str, Any]) -> None:
    rules = resolve(GAME.ruleset, None, OPTIONS)
    shown = GAME.score(rules, hand)
    if not shown["valid"]:
        return
    items = [(item["code"], item["count"]) for item in shown["patterns"]]
    assert GAME.score_items(rules, {"items": items, "by": hand["by"]})["raw"] == shown["raw"]


def test_a_total_above_the_cap_counts_as_the_cap_and_says_so() -> None:
    rules = resolve(GAME.ruleset, None, {})
    above, at = GAME.score_total(rules, 99), GAME.score_total(rules, 3)
    assert (above["raw"], above["total"], above["limit"]) == (99, 3, "cap")
    assert (at["total"], at["limit"]) == (3, "none")
