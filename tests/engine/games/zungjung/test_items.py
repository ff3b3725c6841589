"""Ticked patterns: what no hand shows together, what always comes along, and how and by whom a hand is won (A9)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from engine.errors import RuleError
from engine.registry import find_game
from engine.rulesets import resolve
from engine.settling import settle_line
from tests.engine import strategies_zungjung

GAME = find_game("zungjung")
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
Items = tuple[tuple[str, int] | str, ...]


def written(items: Items) -> list[list[Any]]:
    return [[item, 1] if isinstance(item, str) else list(item) for item in items]


def worth(
    *items: tuple[str, int] | str, seat: str = "S", giver: str | None = "E", flags: tuple[str, ...] = (), **options: Any
) -> int:
    """What a hand of ticked patterns is worth; East deals, and South wins on his discard unless said otherwise."""
    entry = {"seat": seat, "by": "discard" if giver else "self", "items": written(items), "flags": list(flags)}
    entry |= {"from": giver} if giver else {}
    line = {"seats": SEATS, "events": [{"type": "win", "wins": [entry]}]}
    return int(settle_line(GAME.ruleset, line, options)["scores"][seat]) // 3


def refused(*items: tuple[str, int] | str, **how: Any) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(RuleError) as caught:
        worth(*items, **how)
    error = caught.value
    return error.code, error.path.removeprefix("events[0].wins[0].items"), error.params


@pytest.mark.parametrize(
    "items",
    [
        ("10.1", "10.2"),
        ("10.2", "1.2", "1.1"),
        ("10.2", "1.2"),
        ("10.2", "4.1"),
        ("10.2", ("3.1", 2)),
        ("10.2", "5.1.1"),
        ("10.2", "4.2.1"),
        ("10.2", "4.3.1"),
        ("10.2", "8.1.1"),
        ("10.1", "1.2"),
        ("10.1", "8.1.3"),
        ("10.1", "3.4"),
        ("10.1", "1.3"),
        ("1.1", "4.1"),
        ("1.1", "3.1"),
        ("1.1", "4.3.1"),
        ("1.1", "4.2.1"),
        ("1.1", "8.1.3", "4.1"),
        ("1.3", "2.1.1"),
        ("1.3", "3.1"),
        ("1.3", "7.1"),
        ("1.3", "8.1.1"),
        ("2.1.2", "3.1"),
        ("2.1.2", "6.1"),
        ("2.1.2", "8.1.1"),
        ("2.1.1", "3.4"),
        ("2.1.1", "6.2.1"),
        ("2.1.1", "8.1.2"),
        ("2.2", "3.1"),
        ("2.2", "4.3.1"),
        ("2.2", "1.1"),
        (("3.1", 2), "3.2.1", "3.3.1"),
        (("3.1", 3), "3.2.2", "3.3.2"),
        (("3.1", 3), "5.1.1"),
        (("3.1", 3), "3.3.2"),
        (("3.1", 2), "6.1"),
        (("3.1", 2), "3.3.4"),
        ("3.1", "8.1.2"),
        ("4.1", "8.1.1"),
        ("4.2.1", "7.1"),
        ("4.3.2", "6.1"),
        ("5.1.1", "4.2.2"),
        ("5.1.3", "1.1", "6.1"),
        ("6.1", "6.2.1"),
        ("6.2.2", "7.2.1"),
        ("7.1", "7.2.1"),
        ("7.1", "8.1.1"),
        ("7.2.1", "8.1.2"),
        ("9.3", "4.1"),
        ("9.3", "10.2"),
        ("9.3", "9.1.2"),
        ("1.2", "9.4.2", "9.1.2"),
        ("1.2", "9.4.2", "9.3"),
        ("1.2", "9.4.2", "4.3.1"),
    ],
)
def test_what_no_hand_shows_together_is_refused(items: Items) -> None:
    code, path, _ = refused(*items)
    assert code == "patterns_impossible"
    assert path in {f"[{index}]" for index in range(len(items))}


@pytest.mark.parametrize(
    ("items", "lacks"),
    [
        ((("3.1", 1), "3.2.1"), ("3.2.1", "3.1", 2)),
        (("3.2.2",), ("3.2.2", "3.1", 3)),
        ((("3.1", 2), "3.2.2"), ("3.2.2", "3.1", 3)),
        ((("3.1", 4), "4.1"), ("3.1", "3.2.2", None)),
        ((("3.1", 4), "3.2.2"), ("3.1", "4.1", None)),
        (("4.2.3", "4.1"), ("4.2.3", "1.2", None)),
        (("4.2.3", "1.2"), ("4.2.3", "4.1", None)),
        (("5.1.2",), ("5.1.2", "1.1", None)),
        (("7.2.2",), ("7.2.2", "4.1", None)),
        (("8.1.3",), ("8.1.3", "4.1", None)),
        (("9.4.2",), ("9.4.2", "1.2", None)),
        (("1.2", "4.1"), ("1.2", "4.2.2", None)),
        (("1.2", "4.1", "4.2.1"), ("1.2", "4.2.2", None)),
        (("1.2", "7.2.1"), ("1.2", "4.2.1", None)),
        (("1.2", "4.3.2"), ("1.2", "4.2.1", None)),
    ],
)
def test_what_always_comes_along_is_missed_by_name(items: Items, lacks: tuple[str, str, int | None]) -> None:
    code, _, params = refused(*items)
    assert code == "pattern_lacking"
    assert (params["pattern"], params["missing"], params.get("count")) == lacks


def test_a_self_draw_exposes_no_triplet_of_a_concealed_hand() -> None:
    assert worth("1.2", "4.1", "4.2.2") == 65
    assert refused("1.2", "4.1", "4.2.2", giver=None)[2]["missing"] == "4.2.3"
    assert worth("1.2", "4.1", "4.2.3", giver=None) == 160
    assert worth("1.2", "6.2.1") == 35
    assert refused("1.2", "6.2.1", giver=None)[2]["missing"] == "4.2.1"
    assert refused("9.2", giver=None)[2]["missing"] == "4.3.1"
    assert worth("9.2", "4.3.2", giver=None) == 30


@pytest.mark.parametrize(
    ("items", "how", "code"),
    [
        (("9.3",), {"giver": None}, "item_of_other_way"),
        (("9.1.2",), {"giver": None}, "item_of_other_way"),
        (("1.2", "9.4.2"), {"giver": None}, "item_of_other_way"),
        (("9.1.1",), {}, "item_of_other_way"),
        (("9.2", "4.3.1"), {}, "item_of_other_way"),
        (("1.2", "9.4.1"), {"seat": "E", "giver": "S"}, "item_of_other_way"),
        (("1.2", "9.4.1"), {"seat": "S", "giver": None}, "dealer_only"),
        (("1.2", "9.4.2"), {"seat": "E", "giver": "S"}, "dealer_never"),
        (("1.2", "9.4.2"), {"seat": "S", "giver": "W"}, "earth_giver"),
    ],
)
def test_how_and_by_whom_a_hand_is_won_bars_what_cannot_come_so(items: Items, how: dict[str, Any], code: str) -> None:
    assert refused(*items, **how)[0] == code


def test_the_blessings_are_won_with_a_concealed_or_an_irregular_hand() -> None:
    assert worth("1.2", "9.4.1", seat="E", giver=None) == worth("1.2", "9.4.2") == 160
    assert worth("10.1", "9.4.1", seat="E", giver=None) == 315
    assert worth("10.2", "9.4.2") == 185
    assert refused("10.1", "1.2", "9.4.1", seat="E", giver=None)[0] == "patterns_impossible"


def test_options_move_what_stands_beside_an_irregular_hand() -> None:
    assert worth("10.1", "1.2", concealed_irregular=True) == 165
    assert refused("10.1", concealed_irregular=True)[2]["missing"] == "1.2"
    assert worth("10.1", "8.1.3", thirteen_mixed_greater=True) == 260
    assert refused("10.1", thirteen_mixed_greater=True)[2]["missing"] == "8.1.3"
    assert worth("10.2", ("3.1", 2), "5.1.1", seven_pairs_sets=True) == 60
    assert worth("10.2", "3.4") == 320
    assert refused("10.2", "3.4", all_honours_pairs=False)[0] == "patterns_impossible"
    assert worth("10.2", "8.1.4") == 400
    assert refused("10.2", "8.1.4", pure_greater_pairs=False)[0] == "patterns_impossible"
    assert refused("10.1", "9.4.2", thirteen_blessing=False)[0] == "patterns_impossible"
    assert worth("1.2", "9.4.2", giver=None, earth_win="first_round") == 160
    assert worth("1.2", "9.4.2", giver="W", earth_win="first_round") == 160


def test_where_a_winner_is_bound_by_what_he_named_nothing_is_missed() -> None:
    assert worth("3.2.2", named_count="as_named") == 130
    assert refused("10.2", "1.2", named_count="as_named")[0] == "patterns_impossible"


def test_beside_a_listed_pattern_nothing_is_missed_as_nothing_else_counts() -> None:
    assert worth("3.3.4") == 400
    assert worth("3.4") == worth("3.3.3") == 320
    assert worth("2.2") == worth("4.3.4") == worth("5.1.4") == 480
    assert refused("3.3.4", listed_limit=None)[2]["missing"] == "3.1"


def test_what_follows_from_the_circumstances_counts_once_ticked_or_not() -> None:
    for items in (("2.1.1",), ("2.1.1", "9.3")):
        assert worth(*items, flags=("robbed_kong",)) == 50
    assert worth("2.1.1", flags=("last_tile",)) == worth("2.1.1", giver=None, flags=("last_tile",)) == 50
    assert worth("4.3.1", giver=None, flags=("last_tile", "after_kong")) == 25
    assert worth("4.3.1", giver=None, flags=("last_tile", "after_kong"), last_kong_draw="one") == 15
    assert worth("2.1.1", flags=("last_tile", "after_kong"), final_discard_after_kong=False) == 40
    assert worth("1.2", seat="E", giver=None, flags=("heaven",)) == worth("1.2", flags=("earth",)) == 160
    assert worth(flags=("robbed_kong",)) == 10
    assert refused("4.1", flags=("robbed_kong",))[0] == "patterns_impossible"


def test_a_ticked_robbed_kong_is_answered_by_who_added_the_tile() -> None:
    entry = {"seat": "S", "by": "discard", "from": "E", "items": [["9.3", 1], ["2.1.1", 1]], "responsible": "W"}
    with pytest.raises(RuleError) as caught:
        settle_line(GAME.ruleset, {"seats": SEATS, "events": [{"type": "win", "wins": [entry]}]}, {})
    assert caught.value.code == "responsible_contradicts"


@given(strategies_zungjung.hands())
def test_what_tiles_show_can_be_ticked_and_is_worth_the_same(hand: dict[str, Any]) -> None:
    rules = resolve(GAME.ruleset, None, {})
    hand = {**hand, "flags": [flag for flag in hand.get("flags", ()) if flag in ("last_tile", "heaven", "earth")]}
    shown = GAME.score(rules, hand)
    items = [(one["code"], one["count"]) for one in shown["patterns"]]
    assert GAME.score_items(rules, {"items": items, "by": hand["by"]})["raw"] == shown["raw"]
