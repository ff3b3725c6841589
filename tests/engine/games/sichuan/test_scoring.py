"""Sichuan's fan: every item of 1.B.1, the two-suit and void-suit rules, ready hands at the reveal, every option."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve

GAME = find_game("sichuan")


def score(concealed: str, win: str | None = None, by: str = "discard", **more: Any) -> dict[str, Any]:
    rules = resolve(GAME.ruleset, more.pop("preset", None), more.pop("options", {}))
    return GAME.score(rules, {"concealed": concealed, "win": win, "by": by, **more})


def counted(result: dict[str, Any]) -> dict[str, int]:
    return {item["code"]: item["value"] * item["count"] for item in result["patterns"]}


PLAIN = "123m456m789p23p55p"


def call(*given: Any, **more: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return given, more


@pytest.mark.parametrize(
    ("given", "items"),
    [
        (call(PLAIN, "1p"), {"pinghu": 0}),
        (call(PLAIN, "1p", "self"), {"pinghu": 0}),
        (call("123m567p88p23p", "1p", melds=["pon:444m"]), {"pinghu": 0}),
        (call("11123m456p678p23p", "1p"), {"pinghu": 0}),
        (call("1m23m456p88p23p", "1p", melds=["pon:111m"]), {"gen": 1}),
        (call("123m88p23p", "1p", melds=["kan:9999m", "ankan:5555p"]), {"gang": 2}),
        (call("111m555m88p22p", "2p", melds=["pon:999m"]), {"daduizi": 1}),
        (call("8p", "8p", melds=["pon:111m", "pon:555m", "pon:999m", "pon:222p"]), {"daduizi": 1, "jingoudiao": 1}),
        (call("1112345678999m", "5m"), {"qingyise": 2}),
        (call("113355779m1133p", "9m"), {"qidui": 2}),
        (call("111155779m1133p", "9m"), {"qidui": 2, "gen": 1}),
        (call("111m555m88m22m", "2m", melds=["pon:999m"]), {"qingyise": 2, "daduizi": 1}),
        (call("1133557799m228m", "8m"), {"qingyise": 2, "qidui": 2}),
        (call(PLAIN, "1p", "self", flags=["after_kong"]), {"gangshanghua": 1}),
        (call(PLAIN, "1p", flags=["after_kong"]), {"gangshangpao": 1}),
        (call(PLAIN, "1p", flags=["robbed_kong"]), {"qianggang": 1}),
        (call(PLAIN, "1p", flags=["last_tile"]), {"haidi": 1}),
        (call(PLAIN, "1p", "self", flags=["last_tile"]), {"haidi": 1}),
        (call(PLAIN, "1p", "self", flags=["earth"]), {"pinghu": 0, "dihu": 0}),
    ],
)
def test_what_counts(given: tuple[tuple[Any, ...], dict[str, Any]], items: dict[str, int]) -> None:
    hand = score(*given[0], **given[1])
    assert hand["valid"]
    assert counted(hand) == items
    assert (hand["raw"], hand["total"]) == (sum(items.values()), min(3, sum(items.values())))


def test_heaven_pays_the_cap_whatever_tile_is_named_last() -> None:
    results = {
        (result["total"], result["raw"], tuple(counted(result)))
        for result in (
            score(PLAIN, "1p", "self", flags=["heaven"]),
            score("123m456m789p123p5p", "5p", "self", flags=["heaven"]),
        )
    }
    assert results == {(3, 3, ("tianhu",))}
    plain = score(PLAIN, "1p", "self", flags=["heaven"], options={"heavenly": "plain", "cap_fan": 5})
    assert "tianhu" in counted(plain)


def test_eighteen_arhats_reach_the_cap() -> None:
    hand = score("8p", "8p", melds=["kan:1111m", "kan:5555m", "ankan:9999m", "kakan:2222p"])
    assert counted(hand) == {"gang": 4, "daduizi": 1, "jingoudiao": 1}
    assert (hand["raw"], hand["total"], hand["limit"]) == (6, 3, "cap")


@pytest.mark.parametrize(
    ("concealed", "win", "more", "code"),
    [
        ("123m456p789s23m55m", "1m", {}, "three_suits"),
        (PLAIN, "1p", {"void": "p"}, "void_suit"),
        ("123m456m789p23p5p9m", "1p", {}, "no_winning_shape"),
    ],
)
def test_a_hand_that_may_not_win_says_why(concealed: str, win: str, more: dict[str, Any], code: str) -> None:
    result = score(concealed, win, **more)
    assert (result["valid"], result["reason"]["code"]) == (False, code)


def test_the_void_suit_is_fine_when_it_is_gone() -> None:
    assert score(PLAIN, "1p", void="s")["valid"]


@pytest.mark.parametrize(
    ("concealed", "melds", "waits", "best"),
    [
        ("3444m", ["pon:111m", "pon:888p", "pon:999p"], ["2m", "3m", "5m"], {"2m": 0, "3m": 1, "5m": 0}),
        ("34567p666s99s", ["pon:555p"], ["2p", "5p", "8p"], {"5p": 1, "2p": 1, "8p": 1}),
        ("34567p888p99s", ["pon:555p"], ["2p", "5p", "8p", "9s"], {"2p": 1, "5p": 1, "8p": 2, "9s": 1}),
    ],
)
def test_ready_hands_at_the_reveal(concealed: str, melds: list[str], waits: list[str], best: dict[str, int]) -> None:
    result = score(concealed, melds=melds)
    assert (result["ready"], result["waits"]) == (True, waits)
    assert result["best"] == best


def test_a_kind_of_which_four_are_in_the_own_hand_is_no_wait() -> None:
    assert score("1111m456m789m555p")["waits"] == []
    assert not score("123m456p789s23m55m")["ready"]


def test_one_suit_with_terminals_takes_the_place_of_its_parts() -> None:
    options = {"cap_fan": 8, "items": {"daiyaojiu": 2, "qingyaojiu": 4}}
    hand = score("123m789m123m99m12m", "3m", options=options)
    assert counted(hand) == {"qingyaojiu": 4}
    assert {item["code"] for item in hand["not_counted"]} == {"pinghu", "daiyaojiu", "qingyise"}


def test_the_multiplier_presets() -> None:
    golden = {"concealed": "8p", "win": "8p", "melds": ["pon:111m", "pon:555m", "pon:999m", "pon:222p"]}
    assert score(**golden, preset="multipliers16")["total"] == 2
    assert score("222m555m88p22p", "2p", melds=["pon:888m"], preset="multipliers256")["total"] == 3 + 1


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ({"concealed": "11111m23p456p789p", "win": "1p"}, "five_copies"),
        ({"concealed": "123m", "win": "1p"}, "tile_count"),
        ({"concealed": "123m456m789p23p5p1z", "win": "1p"}, "tile_not_in_game"),
        ({"concealed": PLAIN, "win": "1p", "flowers": "f1"}, "flowers_not_in_game"),
        ({"concealed": PLAIN, "win": "1p", "flags": ["human"]}, "flag_unknown"),
        ({"concealed": PLAIN, "win": "1p", "flags": ["robbed_kong"], "by": "self"}, "flags_contradict"),
        ({"concealed": PLAIN, "win": "1p", "void": "z"}, "suit_unknown"),
    ],
)
def test_bad_hands_are_refused_with_the_reason(hand: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        score(**hand)
    assert caught.value.code == code
