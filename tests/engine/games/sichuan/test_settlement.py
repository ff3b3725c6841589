"""Sichuan's payments, replayed as event lists: the examples of 1.E, kong income, the reveal, every option."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data/sichuan/settle.jsonl").read_text("utf-8").splitlines()
]
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def settle(*events: dict[str, Any], options: dict[str, Any] | None = None, preset: str | None = None) -> dict[str, Any]:
    line = {"seats": SEATS, "events": list(events), "options": options or {}, "preset": preset}
    return settle_line(find_game("sichuan").ruleset, line, {})


def win(*wins: dict[str, Any]) -> dict[str, Any]:
    return {"type": "win", "wins": list(wins)}


def on(seat: str, giver: str, total: int = 0, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "by": "discard", "from": giver, "total": total, **more}


def drawn(seat: str, total: int = 0, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "by": "self", "total": total, **more}


def kong(seat: str, kind: str = "concealed", **more: Any) -> dict[str, Any]:
    return {"type": "kong", "seat": seat, "kind": kind, **more}


def scores(*events: dict[str, Any], **more: Any) -> tuple[int, ...]:
    result = settle(*events, **more)
    assert sum(result["scores"].values()) == 0
    return tuple(result["scores"][place] for place in "ESWN")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["in"]["id"])
def test_a_worked_example_is_paid_as_printed(case: dict[str, Any]) -> None:
    result = settle_line(find_game("sichuan").ruleset, case["in"], {})
    assert {place: result["scores"][place] for place in case["want"]["scores"]} == case["want"]["scores"]
    assert result["state"]["progress"]["dealer"] == case["want"].get("next_dealer", "E")


@pytest.mark.parametrize(("fan", "points"), [(0, 1), (1, 2), (2, 4), (3, 8), (5, 8)])
def test_points_are_two_to_the_fan_capped(fan: int, points: int) -> None:
    assert scores(win(on("S", "N", fan))) == (0, points, 0, -points)
    assert scores(win(drawn("S", fan)))[0] == -(points + 1)


@pytest.mark.parametrize("cap", [3, 4, 5])
def test_the_cap_unit_and_doubled_stakes(cap: int) -> None:
    full = 2**cap
    assert scores(win(on("S", "N", 9)), options={"cap_fan": cap})[3] == -full
    assert scores(win(on("S", "N", 9)), options={"cap_fan": cap, "table_double": 2})[3] == -2 * full
    assert scores(win(on("S", "N", 9)), options={"cap_fan": cap, "unit": 5})[3] == -5 * full


def test_the_self_draw_bonus_by_option() -> None:
    entry = win(drawn("S", 2))
    assert scores(entry)[0] == -5
    assert scores(entry, options={"self_draw": "plus1fan"})[0] == -8
    assert scores(entry, options={"self_draw": "none"})[0] == -4
    assert scores(win(drawn("S", 3)), options={"self_draw": "plus1fan"})[0] == -8


def test_kong_prices_and_who_pays() -> None:
    assert scores(kong("S", "fed", **{"from": "N"})) == (0, 2, 0, -2)
    assert scores(kong("S", "added_now")) == (-1, 3, -1, -1)
    assert scores(kong("S", "added_late")) == (0, 0, 0, 0)
    assert scores(kong("S", "concealed")) == (-2, 6, -2, -2)
    assert scores(kong("S"), options={"kong": {"concealed": 5}}) == (-5, 15, -5, -5)
    assert scores(win(on("W", "N", 0)), kong("S")) == (-2, 4, 1, -3)


def test_a_win_on_the_discard_after_a_second_kong_takes_only_the_second() -> None:
    first, second = kong("S", "fed", **{"from": "E"}), kong("S", "concealed")
    flower = win(on("N", "S", 1, flags=["after_kong"]))
    assert scores(first, second, flower) == (-2, 0, 0, 2)


def test_several_winners_after_a_kong_each_get_the_transfer() -> None:
    both = win(on("N", "S", 0, flags=["after_kong"]), on("E", "S", 0, flags=["after_kong"]))
    assert scores(kong("S"), both, options={"kong_discard": "call_transfer"}) == (-2 + 7, 6 - 14, -2, -2 + 7)
    assert scores(kong("S"), both) == (1, -2, 0, 1)


def test_a_robbed_first_kong_costs_only_the_win() -> None:
    robbed = kong("S", "added_now", robbed_by="W")
    assert scores(robbed, win(on("W", "S", 1, robbed=True))) == (0, -2, 2, 0)
    assert scores(kong("S", "fed", **{"from": "E"}), robbed, win(on("W", "S", 1, robbed=True))) == (-2, 0, 2, 0)


def test_an_added_kong_recorded_before_the_win_that_robs_it_is_undone() -> None:
    robbed = win(on("N", "S", 1, robbed=True))
    alone = scores(robbed)
    result = settle(kong("S", "added_now"), robbed)
    assert tuple(result["scores"][place] for place in "ESWN") == alone == (0, -2, 0, 2)
    back = [line for line in result["postings"] if line["reason"] == "kong_robbed"]
    assert {(line["from"], line["to"], line["points"], line["article"]) for line in back} == {
        ("p2", person, 1, "1.A.4") for person in ("p1", "p3", "p4")
    }
    assert scores(kong("S", "added_late"), robbed) == alone
    assert scores(kong("S", "added_now"), robbed, options={"kong_discard": "call_transfer"}) == alone
    both = win(on("N", "S", 1, robbed=True), on("W", "S", 1, robbed=True))
    assert scores(kong("S", "added_now"), both) == scores(both)


def test_a_ticked_robbed_kong_undoes_the_kong_too() -> None:
    ticked = {"seat": "N", "by": "discard", "from": "S", "items": [["qianggang", 1]]}
    assert scores(kong("S", "added_now"), win(ticked)) == (0, -2, 0, 2)


def test_an_undone_second_kong_takes_the_first_with_it() -> None:
    robbed = win(on("N", "S", 1, robbed=True, flags=["second_kong"]))
    assert scores(kong("S", "concealed"), kong("S", "added_now"), robbed) == (0, -2, 0, 2)


def test_a_kong_that_was_not_the_robbed_one_keeps_its_income() -> None:
    robbed = win(on("N", "S", 1, robbed=True))
    earlier, marked = kong("S", "added_now"), kong("S", "added_now", robbed_by="N")
    assert scores(earlier, marked, robbed) == scores(earlier, win(on("N", "S", 1))) == (-1, 1, -1, 1)
    assert scores(kong("S", "concealed"), robbed) == (-2, 4, -2, 0)
    assert scores(kong("W", "added_now"), robbed) == (-1, -3, 3, 1)


def test_a_kong_recorded_as_robbed_without_the_win_is_said_when_the_hand_ends() -> None:
    marked, end = kong("S", "added_now", robbed_by="W"), reveal(not_ready=["E", "S", "W", "N"])
    said = [{"hand": 1, "field": "robbed_by", "expected": "W", "played": None}]
    assert settle(marked)["breaks"] == []
    assert settle(marked, end)["breaks"] == said
    assert settle(marked, win(drawn("E", 0, flags=["heaven"])))["breaks"] == said
    unready = reveal(not_ready=["E", "S", "N"])
    assert settle(marked, win(on("W", "S", 1, robbed=True)), unready)["breaks"] == []


def test_a_flower_on_a_fed_kong_by_option_and_after_a_second_kong() -> None:
    entry = win(drawn("W", 2, flags=["after_kong"], fed_by="E"))
    assert scores(entry) == (-4, 0, 4, 0)
    assert scores(entry, options={"fed_kong_flower": "self_draw"}) == (-5, -5, 15, -5)
    second = win(drawn("W", 2, flags=["after_kong", "second_kong"], fed_by="E"))
    assert scores(second) == (-5, -5, 15, -5)


def test_the_last_discard_by_option() -> None:
    entry = win(on("N", "S", 3, flags=["last_tile"]))
    assert scores(entry)[3] == 8
    assert scores(entry, options={"last_discard": "double"})[3] == 16


def test_a_heavenly_win_pays_the_cap_and_ends_the_hand() -> None:
    heaven = win(drawn("E", 0, flags=["heaven"]))
    result = settle(heaven)
    assert tuple(result["scores"][place] for place in "ESWN") == (24, -8, -8, -8)
    assert result["state"]["hand"] == 2
    assert settle(heaven, options={"heavenly": "cap"})["state"]["hand"] == 1
    assert scores(heaven, options={"heavenly": "plain"}) == (6, -2, -2, -2)


def test_winners_take_no_further_part() -> None:
    first = win(on("W", "E", 1))
    assert scores(first, win(drawn("S", 1))) == (-5, 6, 2, -3)
    for event in (win(on("W", "S")), win(on("S", "W")), kong("W"), kong("S", "fed", **{"from": "W"})):
        with pytest.raises(RuleError):
            settle(first, event)


def test_the_hand_ends_when_one_player_is_left() -> None:
    wins = (win(on("W", "E")), win(on("S", "E")), win(on("N", "E")))
    assert settle(*wins[:2])["state"]["hand"] == 1
    assert settle(*wins)["state"]["hand"] == 2
    assert settle(win(on("S", "E"), on("W", "E"), on("N", "E")))["state"]["hand"] == 2
    out = {"type": "ruling", "effect": {"flags": [{"seat": "N", "flag": "out"}]}}
    assert settle(*wins[:2], out)["state"]["hand"] == 2
    assert settle(*wins[:2], out, options={"hand_end": "three_won"})["state"]["hand"] == 1


def reveal(**more: Any) -> dict[str, Any]:
    return {"type": "exhausted", "pigs": [], "ready": {}, "not_ready": [], **more}


def test_the_unready_pay_each_ready_player_his_best_hand() -> None:
    event = reveal(ready={"E": 0, "S": 2}, not_ready=["W", "N"])
    assert scores(event) == (2, 8, -5, -5)


def test_the_unready_and_pigs_lose_their_kong_income() -> None:
    assert scores(kong("W"), reveal(ready={"E": 0, "S": 0, "N": 0}, not_ready=["W"])) == (1, 1, -3, 1)
    assert scores(kong("W"), reveal(ready={"E": 0, "S": 0, "N": 0}, pigs=["W"])) == (8, 8, -24, 8)


def test_two_pigs_pay_each_other_and_the_rest() -> None:
    assert scores(reveal(pigs=["S", "N"], ready={"E": 0, "W": 0})) == (16, -16, 16, -16)


def test_a_pig_pays_winners_only_by_option_and_never_twice() -> None:
    first = win(on("E", "S", 1))
    event = reveal(pigs=["N"], ready={"S": 0}, not_ready=["W"])
    assert scores(first, event) == (10, 7, 7, -24)
    assert scores(first, event, options={"pig_pays": "unwon"}) == (2, 7, 7, -16)
    paid = {"type": "ruling", "effect": {"game": {"pigs_paid": ["N"]}}}
    assert scores(first, paid, event) == (2, -1, -1, 0)


def test_one_player_left_has_no_reveal_payments() -> None:
    event = reveal(not_ready=["N"])
    assert scores(
        win(on("W", "E")),
        {"type": "ruling", "effect": {"flags": [{"seat": "S", "flag": "out"}]}},
        reveal(ready={"E": 2}, not_ready=["N"]),
    ) == (3, 0, 1, -4)
    assert event["not_ready"] == ["N"]


def test_a_dead_hand_at_the_reveal() -> None:
    dead = {"type": "ruling", "effect": {"flags": [{"seat": "N", "flag": "dead"}]}}
    event = reveal(ready={"E": 0, "S": 0, "N": 0}, not_ready=["W"])
    with pytest.raises(RuleError, match="dead_ready"):
        settle(dead, event)
    assert scores(dead, event, options={"dead_at_reveal": "exempt"}) == (1, 1, -2, 0)


def test_void_kongs_are_refunded_once() -> None:
    void = {"type": "ruling", "effect": {"game": {"void_kongs": ["W"]}}}
    assert scores(kong("W"), void, void) == (0, 0, 0, 0)
    undone = {"type": "ruling", "undoes": 1}
    assert scores(kong("W"), void, undone) == (-2, -2, 6, -2)


@pytest.mark.parametrize(
    ("events", "options", "dealer"),
    [
        ((win(on("W", "E")), win(on("S", "E")), win(on("N", "E"))), {}, "W"),
        ((win(on("S", "E"), on("W", "E")), win(on("N", "E"))), {}, "E"),
        ((win(on("W", "E")), win(on("S", "N"), on("E", "N"))), {}, "W"),
        ((win(on("W", "E")), win(on("S", "N"), on("E", "N"))), {"dealer_multi": "any"}, "N"),
        ((win(on("S", "E"), on("W", "E")), win(on("N", "E"))), {"dealer_multi": "never"}, "S"),
        ((reveal(not_ready=["E", "S", "W", "N"]),), {}, "E"),
    ],
)
def test_who_deals_next(events: tuple[dict[str, Any], ...], options: dict[str, Any], dealer: str) -> None:
    assert settle(*events, options=options)["state"]["progress"]["dealer"] == dealer


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ((win(drawn("S", 0, robbed=True)),), "robbed_self"),
        ((win(on("S", "N", 0, flags=["heaven"])),), "heaven_discard"),
        ((win(drawn("S", 0, flags=["heaven", "earth"])),), "flags_contradict"),
        ((win(drawn("S", 0, flags=["heaven"])),), "dealer_only"),
        ((win(drawn("E", 0, flags=["earth"])),), "dealer_never"),
        ((win({"seat": "S", "by": "self", "items": [["tianhu", 1]]}),), "dealer_only"),
        ((win({"seat": "E", "by": "self", "items": [["dihu", 1]]}),), "dealer_never"),
        ((win(drawn("S", 0, flags=["fed_kong"])),), "fed_by_missing"),
        ((win(drawn("S", 0, fed_by="S")),), "fed_by_wrong"),
        ((kong("S", "fed"),), "fed_by_missing"),
        ((kong("S", "fed", **{"from": "S"}),), "feeder_is_konger"),
        ((kong("S", "concealed", robbed_by="W"),), "robbed_wrong"),
        ((kong("S", "added_now", robbed_by="S"),), "robbed_wrong"),
        ((kong("S", "open"),), "value_unknown"),
        ((reveal(ready={"E": 0}, not_ready=["E", "S", "W", "N"]),), "reveal_twice"),
        ((reveal(ready={"E": 0}, not_ready=["S", "W"]),), "reveal_missing"),
        ((win(on("W", "E")), reveal(ready={"W": 0}, not_ready=["E", "S", "N"])), "seat_gone"),
        (({"type": "ruling", "effect": {"game": {"kongs": ["W"]}}},), "field_unknown"),
    ],
)
def test_impossible_entries_are_refused(events: tuple[dict[str, Any], ...], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        settle(*events)
    assert caught.value.code == code


def test_items_and_tiles_settle_like_their_total() -> None:
    items = {"seat": "S", "by": "discard", "from": "N", "items": [["qingyise", 1], ["gen", 1]]}
    assert scores(win(items)) == scores(win(on("S", "N", 3)))
    tiles = {"concealed": "1112345678999m", "win": "5m"}
    assert scores(win({"seat": "S", "by": "discard", "from": "N", "tiles": tiles})) == scores(win(on("S", "N", 2)))
    three = {"concealed": "123m456p789s1122m", "win": "2m"}
    with pytest.raises(RuleError, match="three_suits"):
        settle(win({"seat": "S", "by": "self", "tiles": three}))
