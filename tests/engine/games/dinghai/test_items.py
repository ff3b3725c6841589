"""Ticked tai items: what no hand shows is refused in words, what the tiles show is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve
from tests.engine import strategies_dinghai

GAME = find_game("dinghai")


def score_items(*codes: str, by: str = "discard", options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    data = {"items": [(code, 1) for code in codes], "by": by, **more}
    return GAME.score_items(resolve(GAME.ruleset, None, options or {}), data)


@pytest.mark.parametrize(
    ("codes", "by", "code", "path"),
    [
        (("tianhu", "dihu", "haidilaoyue"), "discard", "item_of_other_way", "items[0]"),
        (("dihu", "haidilaoyue"), "discard", "item_of_other_way", "items[0]"),
        (("haidilaoyue", "dihu"), "discard", "item_of_other_way", "items[1]"),
        (("tianhu", "dihu"), "self", "patterns_impossible", "items[1]"),
        (("tianhu", "kanzhang"), "self", "patterns_impossible", "items[1]"),
        (("haidilaoyue",), "self", "item_of_other_way", "items[0]"),
        (("duidao",), "self", "item_of_other_way", "items[0]"),
        (("zimo",), "discard", "item_of_other_way", "items[0]"),
        (("qingyise", "baiban"), "discard", "patterns_impossible", "items[1]"),
        (("kanzhang", "pengpenghu"), "discard", "patterns_impossible", "items[1]"),
        (("gangshangkaihua", "buhuahu"), "self", "patterns_impossible", "items[1]"),
    ],
)
def test_items_that_cannot_stand_are_refused_with_the_reason(
    codes: tuple[str, ...], by: str, code: str, path: str
) -> None:
    with pytest.raises(RuleError) as caught:
        score_items(*codes, by=by)
    assert (caught.value.code, caught.value.path) == (code, path)


def counted(*codes: str, **more: Any) -> dict[str, int]:
    return {item["code"]: item["value"] * item["count"] for item in score_items(*codes, **more)["patterns"]}


def test_a_self_draw_counts_its_tai_whether_ticked_or_not() -> None:
    assert counted("hunyise", by="self") == {"hunyise": 2, "zimo": 1}
    assert counted("hunyise", "zimo", by="self") == {"hunyise": 2, "zimo": 1}
    assert counted("dandiao", by="self") == {"dandiao": 1, "zimo": 1}
    assert counted("hunyise", by="discard") == {"hunyise": 2}
    assert counted(by="self") == {"zimo": 1}


def test_a_self_draw_is_inside_what_contains_it() -> None:
    assert counted("gangshangkaihua", by="self") == {"gangshangkaihua": 2}
    assert counted("buhuahu", by="self") == {"buhuahu": 2}
    assert counted("buhuahu", by="self", options={"flower_win": "plus_self"}) == {"buhuahu": 2, "zimo": 1}
    assert counted("dihu", by="self") == {"dihu": 1, "zimo": 1}
    assert counted("dihu", by="self", options={"first_win_self": False}) == {"dihu": 1}


@pytest.mark.parametrize(
    ("by", "flag", "items"),
    [
        ("self", "after_kong", {"gangshangkaihua": 2}),
        ("self", "after_flower", {"buhuahu": 2}),
        ("discard", "last_tile", {"haidilaoyue": 4}),
        ("self", "last_tile", {"zimo": 1}),
        ("discard", "after_kong", {}),
        ("self", "earth", {"dihu": 1, "zimo": 1}),
    ],
)
def test_the_circumstances_of_the_win_count_by_themselves(by: str, flag: str, items: dict[str, int]) -> None:
    assert counted("hunyise", by=by, flags=[flag]) == {"hunyise": 2} | items


def test_a_circumstance_that_no_hand_shows_with_a_ticked_item_is_refused() -> None:
    with pytest.raises(RuleError, match="patterns_impossible"):
        score_items("buhuahu", by="self", flags=["after_kong"])


def test_options_open_what_they_count() -> None:
    assert score_items("zimo", robbed=True, options={"rob_self_tai": True})["raw"] == 1
    assert score_items("duidao", "zimo", by="self", options={"duidao_on_self": True})["raw"] == 2
    with pytest.raises(RuleError, match="patterns_impossible"):
        score_items("paihu", "kanzhang", options={"paihu_only_if_zero": False})


@settings(max_examples=200, deadline=None)
@given(strategies_dinghai.hands(), st.sampled_from(strategies_dinghai.ADDING))
def test_whatever_tiles_show_can_be_ticked(hand: dict[str, Any], options: tuple[dict[str, Any], ...]) -> None:
    rules = resolve(GAME.ruleset, None, options[1])
    shown = GAME.score(rules, hand)
    if not shown["valid"]:
        return
    items = [(item["code"], item["count"]) for item in shown["patterns"]]
    ticked = {"items": items, "by": hand["by"], "flags": hand.get("flags", ())}
    assert GAME.score_items(rules, ticked)["raw"] == shown["raw"]
