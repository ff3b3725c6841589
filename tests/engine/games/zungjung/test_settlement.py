"""Payments and responsibility, replayed as events through the fold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve
from engine.settling import settle_line

DATA = Path(__file__).parents[3] / "data/zungjung"
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
PLAIN = {"concealed": "12357m22p345s444z", "win": "6m"}
HANDS = {case["in"]["id"]: case for case in map(json.loads, (DATA / "hands.jsonl").read_text("utf-8").splitlines())}


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def settle(*events: dict[str, Any], start: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    line = {"id": 1, "seats": SEATS, "start": start or {}, "events": list(events)}
    return settle_line(find_game("zungjung").ruleset, line, options)


def win(seat: str, giver: str | None = None, total: int | None = None, **facts: Any) -> dict[str, Any]:
    entry = {"seat": seat, "by": "discard" if giver else "self", **facts}
    entry |= {"from": giver} if giver else {}
    entry |= {} if total is None else {"total": total}
    return {"type": "win", "wins": [entry]}


def vector(answer: dict[str, Any]) -> list[int]:
    assert answer["scores"]["house"] == 0
    return [answer["scores"][place] for place in "ESWN"]


def refusal(*events: dict[str, Any], **options: Any) -> tuple[str, str]:
    with pytest.raises(RuleError) as refused:
        settle(*events, **options)
    return refused.value.code, refused.value.path


@pytest.mark.parametrize("case", read("settlements.jsonl"), ids=lambda case: case["id"])
def test_payments_are_those_of_the_rulebook(case: dict[str, Any]) -> None:
    assert vector(settle(win(case["winner"], case.get("from"), case["value"]))) == case["want"]


@pytest.mark.parametrize("case", read("immunity.jsonl"), ids=lambda case: case["id"])
def test_the_log_of_discards_finds_who_is_responsible(case: dict[str, Any]) -> None:
    from_log = win("S", case["from"], 160, discards=case["discards"])
    as_said = win("S", case["from"], 160, responsible=case["responsible"])
    assert vector(settle(from_log)) == vector(settle(as_said)) == case["want"]


def test_each_line_says_why_it_is_paid() -> None:
    def lines(answer: dict[str, Any]) -> list[tuple[str, str, int, str, str]]:
        return [(p["from"], p["to"], p["points"], p["reason"], p["article"]) for p in answer["postings"]]

    assert lines(settle(win("E", "W", 70))) == [
        ("p2", "p1", 25, "win_share", "A11.3"),
        ("p3", "p1", 160, "win_responsible", "A11.3"),
        ("p4", "p1", 25, "win_share", "A11.3"),
    ]
    assert {line[3:] for line in lines(settle(win("E", "W", 20)))} == {("win_equal", "A11.2")}
    assert {line[3:] for line in lines(settle(win("E", None, 20)))} == {("win_self", "A11.1")}
    assert {line[3:] for line in lines(settle(win("E", "W", 70, responsible=None)))} == {("win_nobody", "A11.4")}


def test_the_winner_always_receives_three_times_the_value() -> None:
    for value in (1, 25, 26, 50, 320, 480):
        for facts in ({}, {"responsible": None}, {"responsible": "N"}):
            assert settle(win("E", "W", value, **facts))["scores"]["E"] == 3 * value
        assert settle(win("E", None, value))["scores"]["E"] == 3 * value


def test_a_robbed_kong_is_answered_by_who_added_the_tile() -> None:
    assert vector(settle(win("S", "E", 70, robbed=True))) == [-160, 210, -25, -25]
    assert vector(settle(win("S", "E", 70, flags=["robbed_kong"]))) == [-160, 210, -25, -25]
    log = [["W", "5p"], ["N", "9m"]]
    assert vector(settle(win("S", "E", 70, robbed=True, discards=log))) == [-160, 210, -25, -25]
    assert refusal(win("S", "E", 70, robbed=True, responsible="W")) == (
        "responsible_contradicts",
        "events[0].wins[0].responsible",
    )


def test_of_three_claims_on_one_discard_only_the_lower_seat_is_paid() -> None:
    wins = [{"seat": seat, "by": "discard", "from": "E", "total": 160} for seat in ("N", "W", "S")]
    answer = settle({"type": "win", "wins": wins})
    assert vector(answer) == [-430, 480, -25, -25]
    assert answer["measures"] == {"p2": {"hands_won": 1, "best_hand": 160}, "p1": {"deal_ins": 1}}


def test_a_win_is_settled_from_tiles_with_the_wind_of_the_seat() -> None:
    hand = HANDS["H19"]["in"]
    tiles = {name: hand[name] for name in ("concealed", "melds", "win")}
    assert vector(settle(win("S", "N", tiles=tiles)))[1] == 3 * HANDS["H19"]["total"]
    own = {"concealed": "123s456m789p1z", "melds": ["pon:222z"], "win": "1z"}
    assert vector(settle(win("S", "N", tiles=own))) == [-10, 30, -10, -10]  # South: 2z is the own wind
    assert vector(settle(win("W", "N", tiles=own))) == [-1, -1, 3, -1]
    west = settle(win("W", "N", tiles=own), start={"dealer": "S"})
    assert vector(west) == [-10, -10, 30, -10]  # with the deal at S, W sits South


def test_circumstances_reach_the_score_wherever_they_are_written() -> None:
    tiles = {"concealed": "1235m7m22p345s", "melds": ["pon:444z"], "win": "6m"}
    for facts in ({"flags": ["robbed_kong"]}, {"robbed": True}, {"tiles": tiles | {"flags": ["robbed_kong"]}}):
        assert vector(settle(win("E", "S", **({"tiles": tiles} | facts)))) == [30, -10, -10, -10]


def test_ticked_patterns_are_added_up_to_the_limit_or_stand_alone() -> None:
    def total(*items: tuple[str, int]) -> int:
        return settle(win("E", None, items=items))["scores"]["E"] // 3

    assert total(("1.2", 1), ("2.1.2", 1)) == 85
    assert total(("3.1", 3), ("3.2.2", 1)) == 160
    assert total(("2.1.2", 1), ("4.1", 1), ("4.2.3", 1), ("4.3.2", 1), ("7.2.1", 1), ("1.2", 1)) == 320
    assert total(("3.3.4", 1), ("1.2", 1)) == 400
    assert total(("chicken", 1)) == total() == 1
    assert refusal(win("E", None, items=[["2.1.1", 1], ["2.1.2", 1]])) == (
        "patterns_conflict",
        "events[0].wins[0].items[0]",
    )
    assert refusal(win("E", None, items=[["1.1", 1], ["chicken", 1]])) == (
        "patterns_conflict",
        "events[0].wins[0].items[1]",
    )
    assert refusal(win("E", None, items=[["3.1", 5]]))[0] == "pattern_count"
    assert refusal(win("E", None, items=[["77", 1]]))[0] == "pattern_unknown"


@pytest.mark.parametrize(
    ("event", "options", "expected"),
    [
        (win("E", "W", 1), {"minimum": 5}, ("below_minimum", "wins[0].total")),
        (win("E", "W", 0), {}, ("below_minimum", "wins[0].total")),
        (win("E", "W", items=[]), {"minimum": 5}, ("below_minimum", "wins[0].items")),
        (win("E", "W", 481), {}, ("above_maximum", "wins[0].total")),
        (win("E", "W", 325), {}, ("total_impossible", "wins[0].total")),
        (win("E", "W", 440), {}, ("total_impossible", "wins[0].total")),
        (win("E", "W", 400), {"listed_limit": None}, ("above_maximum", "wins[0].total")),
        (win("E", "W", 400), {"listed_limit": 480}, ("total_impossible", "wins[0].total")),
        (win("E", None, 10, flags=["heaven", "earth"]), {}, ("flags_contradict", "wins[0].flags")),
        (win("E", "W", 10, flags=["heaven"]), {}, ("flags_contradict", "wins[0].flags")),
        (win("S", None, 160, flags=["heaven"]), {}, ("dealer_only", "wins[0].flags")),
        (win("E", "W", 160, flags=["earth"]), {}, ("dealer_never", "wins[0].flags")),
        (win("S", "W", 160, flags=["earth"]), {}, ("earth_giver", "wins[0].flags")),
        (win("S", None, 160, flags=["earth"]), {}, ("flags_contradict", "wins[0].flags")),
        (win("S", None, tiles={**PLAIN, "flags": ["heaven"]}), {}, ("dealer_only", "wins[0].flags")),
        (win("E", "W", tiles=PLAIN, flags=["earth"]), {}, ("dealer_never", "wins[0].flags")),
        (
            win(
                "S",
                "E",
                tiles={"concealed": "1235m7m22p", "melds": ["chi:345s", "pon:444z"], "win": "6m"},
                flags=["earth"],
            ),
            {},
            ("flags_contradict", "wins[0].flags"),
        ),
        (win("E", "W"), {}, ("value_missing", "wins[0].total")),
        (win("E", "E", 10), {}, ("giver_is_winner", "wins[0].from")),
        ({"type": "win", "wins": [{"seat": "E", "by": "discard", "total": 5}]}, {}, ("giver_missing", "wins[0].from")),
        (win("E", "W", 10, flags=["flood"]), {}, ("flag_unknown", "wins[0].flags[0]")),
        (win("E", None, 10, flags=["robbed_kong"]), {}, ("flags_contradict", "wins[0].flags")),
        (win("E", "W", tiles={"concealed": "1m"}), {}, ("tile_count", "wins[0].tiles.concealed")),
        (
            win("E", "W", tiles={"concealed": "1235m7m22p345s444z", "win": None}),
            {},
            ("field_missing", "wins[0].tiles.win"),
        ),
        (
            win("E", "W", tiles={"concealed": "1235m7m22p345s444z", "win": "9m"}),
            {},
            ("no_winning_shape", "wins[0].tiles"),
        ),
        (win("E", "W", 30, discards=[["S", "1m"]]), {}, ("log_end", "wins[0].discards[0]")),
        (win("E", "W", 30, discards=[["W", "x"]]), {}, ("tile_unknown", "wins[0].discards[0][1]")),
        (
            win("E", "W", 30, discards=[["S", "1m"], ["W", "1m"]], responsible="W"),
            {},
            ("responsible_contradicts", "wins[0].responsible"),
        ),
        (
            win("E", "W", tiles={"concealed": "1235m7m22p345s444z", "win": "6m"}, discards=[["W", "7m"]]),
            {},
            ("log_end", "wins[0].discards[0]"),
        ),
    ],
)
def test_what_cannot_be_is_refused_by_its_path(
    event: dict[str, Any], options: dict[str, Any], expected: tuple[str, str]
) -> None:
    code, path = expected
    assert refusal(event, **options) == (code, f"events[0].{path}")


def test_above_the_limit_only_listed_values_are_totals() -> None:
    for total, options in (
        (320, {}),
        (400, {}),
        (480, {}),
        (325, {"compound_limit": None}),
        (500, {"values": {"9.3": 500}}),
    ):
        assert settle(win("E", None, total), **options)["scores"]["E"] == 3 * total


def test_a_total_that_no_patterns_add_up_to_is_told_with_those_next_to_it() -> None:
    game = find_game("zungjung")

    def near(total: int, **options: Any) -> tuple[int, ...]:
        return game.nearest_totals(resolve(game.ruleset, None, options), total)

    assert near(26) == (25, 30)
    assert near(3) == (1, 5)
    assert near(319) == (315, 320)
    assert not any(near(total) for total in (1, 5, 25, 160, 315, 320, 400, 480))
    assert not near(325)  # refused, not asked about
    assert not near(3, minimum=5)
    assert near(2, values={"chicken": 2}) == ()
    assert near(7, values={"1.1": 7}) == ()
    assert near(26, compound_limit=None) == near(26, compound_limit=10**9) == ()
    assert near(31, values={"1.1": 400}) == (30, 35)


def test_the_blessings_count_for_whom_they_are_won() -> None:
    assert settle(win("E", None, tiles=PLAIN, flags=["heaven"]))["scores"]["E"] == 3 * 160
    assert settle(win("S", "E", tiles=PLAIN, flags=["earth"]))["scores"]["S"] == 3 * 160
    assert settle(win("W", "S", 160, flags=["earth"]), start={"dealer": "S"})["scores"]["W"] == 3 * 160


def test_the_winner_named_as_first_thrower_means_nobody() -> None:
    assert vector(settle(win("S", "E", 160, responsible="S"))) == [-160, 480, -160, -160]


def test_three_at_the_table_pay_among_themselves() -> None:
    line = {"seats": SEATS | {"N": None}, "events": [win("E", "W", 70)]}
    answer = settle_line(find_game("zungjung").ruleset, line, {})
    assert vector(answer) == [140, -25, -115, 0]
    log = [["N", "5p"], ["W", "5p"]]
    for name, facts in (("responsible", {"responsible": "N"}), ("discards", {"discards": log})):
        with pytest.raises(RuleError) as refused:
            settle_line(find_game("zungjung").ruleset, line | {"events": [win("E", "W", 70, **facts)]}, {})
        assert (refused.value.code, refused.value.path) == ("seat_empty", f"events[0].wins[0].{name}")


def test_measures_count_wins_draws_deals_in_and_the_best_hand() -> None:
    answer = settle(win("E", "W", 70, responsible="S"), win("E", None, 30), win("S", "E", 40, responsible=None))
    assert answer["measures"] == {
        "p1": {"hands_won": 2, "best_hand": 70, "self_draws": 1},
        "p2": {"deal_ins": 1, "hands_won": 1, "best_hand": 40},
    }


def test_a_liability_moves_or_completes_what_the_winner_receives() -> None:
    def ruled(mode: str) -> dict[str, Any]:
        liability = {"id": "L", "payer": "N", "windows": [["any", "hand"]], "mode": mode}
        return {"type": "ruling", "effect": {"liabilities": [liability]}}

    assert vector(settle(ruled("instead"), win("E", "W", 70))) == [210, 0, 0, -210]
    assert vector(settle(ruled("besides"), win("E", "W", 70))) == [395, -25, -160, -210]


def test_scenario_p21_a_robbed_kong_is_answered_by_the_one_who_added_it() -> None:
    robbed = win("S", "E", 160, robbed=True, flags=["robbed_kong"])
    assert vector(settle(robbed)) == [-430, 480, -25, -25]


def test_scenario_p23_how_an_earlier_copy_was_thrown_does_not_matter() -> None:
    # West's 1z came straight from his draw; it was the first after South's own discard all the same.
    log = [["E", "2z"], ["S", "2z"], ["W", "1z"], ["N", "3z"], ["E", "1z"]]
    assert vector(settle(win("S", "E", 160, discards=log))) == [-25, 480, -430, -25]
