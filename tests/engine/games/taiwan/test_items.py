"""Ticked items: what they add up to, and what is refused because no hand can show it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dealing import Deal
from engine.errors import RuleError
from engine.games.taiwan.items import ONLY_CLAIMED, ONLY_SELF
from engine.registry import find_game
from tests.engine.games.taiwan.helpers import rules, settle, win

# What the self-draw adds to one item alone: 不求自摸 to what only a closed hand has, nothing to what contains it.
SELF_DRAW = dict.fromkeys(("menqing", "tianting", "diting", "dihu", "renhu", "wu_ankan", "ligu"), 2) | dict.fromkeys(
    ("zimo", "buqiu_zimo", "tianhu", "baxian", "qiqiangyi"), 0
)


def paid(*items: list[Any], giver: str | None = "W", **more: Any) -> int:
    """What South gets on base 0 and unit 1 for ticked items; East, the dealer, is not concerned by a discard."""
    return int(settle(win("S", giver, items=list(items), **more), base=0, unit=1)["scores"]["S"])


def refused(*items: list[Any], giver: str | None = "W", **more: Any) -> RuleError:
    with pytest.raises(RuleError) as caught:
        paid(*items, giver=giver, **more)
    return caught.value


def test_items_add_up() -> None:
    assert paid(["menqing", 1], ["pinghu", 1]) == 3
    assert paid(["jian", 2], ["duiduihu", 1]) == 6
    assert paid(["menqing", 1], ["buqiu_zimo", 1], giver=None) == 3 * 3 + 1


def test_the_deduction_of_all_honours_is_taken_off_by_itself() -> None:
    assert paid(["ziyise", 1], ["xiaosanyuan", 1]) == 16
    assert paid(["ziyise", 1], ["xiaosanyuan", 1], ["ziyise_minus", 1]) == 16
    assert paid(["ziyise", 1], ["dasanyuan", 1], ["wu_ankan", 1]) == 16 + 8 - 4 + 13


@pytest.mark.parametrize(
    ("items", "giver", "code", "path"),
    [
        ([["duiduihu", 1], ["ziyise", 1]], "W", "patterns_conflict", "[0]"),
        ([["menqing", 1], ["wu_ankan", 1]], "W", "patterns_conflict", "[0]"),
        ([["san_ankan", 1], ["si_ankan", 1]], "W", "patterns_conflict", "[0]"),
        ([["feng_door", 1], ["dasixi", 1]], "W", "patterns_conflict", "[0]"),
        ([["jian", 1], ["xiaosanyuan", 1]], "W", "patterns_conflict", "[0]"),
        ([["zimo", 1], ["buqiu_zimo", 1]], None, "patterns_conflict", "[0]"),
        ([["baxian", 1], ["flower_own", 1]], "W", "patterns_conflict", "[1]"),
        ([["tianting", 1], ["dihu", 1]], "W", "patterns_conflict", "[0]"),
        ([["menqing", 1], ["quanqiu", 1]], "W", "patterns_impossible", "[1]"),
        ([["pinghu", 1], ["duting", 1]], "W", "patterns_impossible", "[1]"),
        ([["qingyise", 1], ["couyise", 1]], "W", "patterns_impossible", "[1]"),
        ([["xiaosixi", 1], ["dasanyuan", 1]], "W", "patterns_impossible", "[1]"),
        ([["menqing", 1], ["zimo", 1]], None, "patterns_impossible", "[1]"),
        ([["menqing", 1], ["zimo", 1]], "W", "item_of_other_way", "[1]"),
        ([["pinghu", 1]], None, "item_of_other_way", "[0]"),
        ([["qianggang", 1]], None, "item_of_other_way", "[0]"),
        ([["zuozhuang", 1]], "W", "item_of_dealer", "[0]"),
        ([["lian_la_per_N", 1]], "W", "item_of_dealer", "[0]"),
        ([["nonsense", 1]], "W", "pattern_unknown", "[0]"),
        ([["jian", 4]], "W", "pattern_count", "[0]"),
        ([["jian", 1], ["jian", 1]], "W", "pattern_twice", "[1]"),
    ],
)
def test_items_that_cannot_stand_are_refused_with_the_reason(
    items: list[Any], giver: str | None, code: str, path: str
) -> None:
    error = refused(*items, giver=giver)
    assert (error.code, error.path) == (code, f"events[0].wins[0].items{path}")


def test_every_item_can_be_ticked_alone_in_one_way_or_the_other() -> None:
    for spec in find_game("taiwan").ruleset.patterns:
        if spec.code in ("zuozhuang", "lian_la_per_N", "ziyise_minus", "tianhu"):
            continue
        if spec.code not in ONLY_SELF:
            assert paid([spec.code, 1]) == spec.value
        if spec.code not in ONLY_CLAIMED:
            assert paid([spec.code, 1], giver=None) == 3 * (spec.value + SELF_DRAW.get(spec.code, 1)) + 1


@pytest.mark.parametrize(
    ("seat", "item", "code"),
    [("S", "tianhu", "dealer_only"), ("E", "dihu", "dealer_never"), ("E", "tianting", "dealer_never")],
)
def test_a_first_win_is_won_by_the_dealer_or_never(seat: str, item: str, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle(win(seat, items=[[item, 1]]))
    assert (caught.value.code, caught.value.path) == (code, "events[0].wins[0].items[0]")


def test_the_dealer_wins_with_a_hand_complete_at_the_deal_and_after_calling_with_his_first_discard() -> None:
    assert settle(win("E", items=[["tianhu", 1]]), base=0, unit=1)["scores"]["E"] == 3 * (16 + 1)
    assert settle(win("E", "S", items=[["renhu", 1]]), base=0, unit=1)["scores"]["E"] == 8 + 1
    second = settle({**win("S", items=[["tianhu", 1]]), "dealer": "S"}, base=0, unit=1)
    assert second["scores"]["S"] == 3 * (16 + 1)


def test_first_wins_count_by_their_circumstance_ticked_or_not() -> None:
    for items in ([], [["dihu", 1]]):
        assert paid(*items, flags=["earth"]) == 16
    assert paid(["pinghu", 1], flags=["heaven_ready"]) == 10
    ready = win("S", "W", items=[["pinghu", 1]], flags=["earth"])
    assert settle(ready, base=0, unit=1, dihu_on_discard=False)["scores"]["S"] == 10
    assert paid(flags=["human"]) == 8
    assert paid(["duiduihu", 1], flags=["earth_ready"], giver=None) == 3 * (4 + 4 + 2) + 1
    assert refused(["menqing", 1], flags=["earth_ready"]).code == "patterns_conflict"


def test_what_the_last_tile_brings_counts_whether_ticked_or_not() -> None:
    assert paid(["couyise", 1], giver=None) == paid(["couyise", 1], ["zimo", 1], giver=None)
    assert paid(["menqing", 1], giver=None) == paid(["menqing", 1], ["buqiu_zimo", 1], giver=None)
    assert paid(["banqiu", 1], giver=None) == paid(["banqiu", 1], ["zimo", 1], giver=None)
    kong = paid(["jian", 1], giver=None, flags=["after_kong"])
    assert kong == paid(["jian", 1], ["zimo", 1], ["gangshangkaihua", 1], giver=None)
    assert paid(["jian", 1], giver=None, flags=["last_tile"]) == kong
    assert paid(["jian", 1], flags=["robbed_kong"]) == paid(["jian", 1], ["qianggang", 1])
    assert paid(["jian", 1]) == paid(["jian", 1], flags=["last_tile"]) == 1


def test_flowers_alone_have_no_last_tile() -> None:
    assert paid(["baxian", 1], giver=None, flags=["all_flowers"]) == 3 * 8 + 1


def test_the_answer_shows_what_was_counted_by_itself() -> None:
    told = find_game("taiwan").score_items(rules(), {"items": [["couyise", 1]], "by": "self"})
    assert [item["code"] for item in told["patterns"]] == ["couyise", "zimo"]


def test_items_of_a_robbed_flower_with_six_in_hand_part_between_the_payers() -> None:
    six = win("S", items=[["zimo", 1], ["qiqiangyi", 1], ["flower_own", 1]], flags=["rob_flower_6"], by="self")
    six["wins"][0]["from"] = "W"
    # zimo 1 and the replacement's 1 from all; W adds 8, the others the flower; the dealer East adds 1
    assert settle(six, base=0, unit=1)["scores"] == {"E": -4, "S": 17, "W": -10, "N": -3, "house": 0}
    alone = win("S", items=[["qiqiangyi", 1]], flags=["rob_flower_6"], by="self")
    alone["wins"][0]["from"] = "W"
    assert settle(alone)["scores"] == {"E": 0, "S": 500, "W": -500, "N": 0, "house": 0}


def test_items_of_a_robbed_flower_with_seven_in_hand_are_no_self_draw() -> None:
    items = [["menqing", 1], ["gangshangkaihua", 1], ["qiqiangyi", 1]]
    assert paid(*items, flags=["rob_flower_7"]) == 10
    assert refused(["zimo", 1], flags=["rob_flower_7"]).code == "item_of_other_way"


@pytest.mark.parametrize(
    ("entry", "added"),
    [
        ({"seat": "S", "by": "self"}, {"E": 1, "W": 1, "N": 1}),
        ({"seat": "E", "by": "self"}, {"S": 1}),
        ({"seat": "E", "by": "discard", "from": "N"}, {}),
        ({"seat": "S", "by": "discard", "from": "N"}, {"N": 1}),
        ({"seat": "E", "by": "self", "shown_streak": 3}, {"S": 3}),
    ],
)
def test_dealer_tai_are_told_as_they_are_paid(entry: dict[str, Any], added: dict[str, int]) -> None:
    told = find_game("taiwan").added(rules(), Deal(dealer="S", streak=1), entry)
    assert {(one.code, one.payer): (one.value, one.count) for one in told} == {
        (code, payer): (value, count)
        for payer, streak in added.items()
        for code, value, count in (("zuozhuang", 1, 1), ("lian_la_per_N", 2, streak))
    }
    event = {"type": "win", "dealer": "S", "streak": 1, "wins": [{**entry, "total": 1}]}
    payers = 3 if entry["by"] == "self" else 1
    assert settle(event, base=0, unit=1)["scores"][entry["seat"]] == payers + sum(one.value * one.count for one in told)


def test_of_several_claims_those_behind_the_nearest_are_named() -> None:
    game = find_game("taiwan")
    assert game.gives_way(rules(), "E", ["N", "S"]) == (("N",), "A20")
    assert game.gives_way(rules(multi_win="all"), "E", ["N", "S"]) == ((), "A20")
