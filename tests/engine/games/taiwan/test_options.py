"""Every option of section B that counting or settlement asks has a hand or a table whose result it changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

import adjudication.rules
from engine.errors import RuleError
from engine.registry import find_game
from engine.seating.winds_draw import Unlike, record_winds
from tests.engine.games.taiwan.helpers import lines, rules, score, settle, win

PLAIN = {"concealed": "123456m78955p23467s", "win": "8s", "by": "discard", "seat": "S", "round": "E"}
ALL_HONOURS = {"concealed": "1112225556667773z", "win": "3z", "by": "self", "seat": "E", "round": "E"}
EIGHT = {"flowers": "f1f2f3f4f5f6f7f8"}
PAIRS = {"concealed": "112233m112233p1122s", "win": "1m", "by": "self"}

HANDS: list[tuple[str, Any, dict[str, Any], int, int]] = [
    # option, value, hand, total by default, total with the value
    ("items", {"qingyise": 12}, {"concealed": "1112334456667788s", "win": "9s", "by": "discard"}, 9, 13),
    ("items", {"si_ankan": 6}, {"concealed": "111222333m444p55s66z", "win": "5s", "by": "discard"}, 10, 11),
    ("items", {"wu_ankan": 16}, {"concealed": "111222333m444p55s66z", "win": "5s", "by": "self"}, 15, 18),
    ("items", {"tianhu": 24}, PLAIN | {"by": "self", "flags": ["heaven"]}, 16, 24),
    (
        "items",
        {"peipai_huahu_extra": 4},
        PLAIN | EIGHT | {"by": "self", "flags": ["all_flowers", "dealt_flowers"]},
        11,
        15,
    ),
    ("tai_cap", 8, {"concealed": "1112334456667788s", "win": "9s", "by": "discard"}, 9, 8),
    ("round_dragon", "7z", ALL_HONOURS, 38, 39),
    ("pinghu_wait", "not_single", {"concealed": "123456m789p2345567s", "win": "2s", "by": "discard"}, 1, 3),
    ("pinghu_strict", True, {"concealed": "123456m234789p4566s", "win": "6s", "by": "discard"}, 3, 1),
    ("flower_set_rule", "add", PLAIN | {"flowers": "f1f2f3f4"}, 3, 4),
    (
        "own_four_waits",
        True,
        {"concealed": "456789m55678p23s", "melds": ["kan:1111s"], "win": "4s", "by": "discard"},
        1,
        0,
    ),
    ("wu_ankan_ziyise", "subtract", ALL_HONOURS, 38, 34),
    ("wu_ankan_stacks", True, {"concealed": "111222333m444p55s66z", "win": "5s", "by": "self"}, 15, 20),
    (
        "banqiu_duting",
        "included",
        {
            "concealed": "9m",
            "melds": ["chi:123m", "chi:456m", "pon:777p", "chi:234s", "pon:999s"],
            "win": "9m",
            "by": "self",
        },
        3,
        2,
    ),
    ("flower_three", "bamboo", PLAIN | {"seat": "W", "flowers": "f7"}, 1, 2),
    ("dihu_on_discard", False, PLAIN | {"flags": ["earth"]}, 18, 10),
    ("renhu_self_draw", False, PLAIN | {"by": "self", "flags": ["human"]}, 10, 6),
    ("first_win_adds", False, PLAIN | {"by": "self", "flags": ["earth"]}, 18, 16),
    ("haidi_with_kong", "one", PLAIN | {"by": "self", "flags": ["last_tile", "after_flower"]}, 5, 4),
]


@pytest.mark.parametrize(("option", "value", "hand", "before", "after"), HANDS)
def test_an_option_changes_a_hand(option: str, value: Any, hand: dict[str, Any], before: int, after: int) -> None:
    assert score(hand)["total"] == before
    assert score(hand, rules(**{option: value}))["total"] == after


def scores(*events: dict[str, Any], **options: Any) -> dict[str, int]:
    start = options.pop("start", None)
    return dict(settle(*events, start=start, **options)["scores"])


TILES = {"concealed": "11122233m44p567s111z", "win": "3m"}
CLAIMS = {
    "type": "win",
    "wins": [
        {"seat": "E", "by": "discard", "from": "N", "total": 1},
        {"seat": "W", "by": "discard", "from": "N", "total": 2},
        {"seat": "S", "by": "discard", "from": "N", "total": 3},
    ],
}
SIX = win("S", total=9, by="self", flags=["rob_flower_6"], extra={"robbed": 8, "others": 0}) | {}
SIX["wins"][0]["from"] = "W"
SHARED = {
    "type": "ruling",
    "effect": {
        "liabilities": [
            {"id": "a", "origin": "kongs", "payer": "W", "windows": [["kong_tail", "hand"]]},
            {"id": "b", "origin": "kongs", "payer": "N", "windows": [["kong_tail", "hand"]]},
        ]
    },
}

TABLES: list[tuple[str, Any, list[dict[str, Any]], dict[str, int], dict[str, int]]] = [
    # option, value, events, what S, W, N have by default, and with the value (E is what is left)
    ("base", 200, [win("S", "W", 2)], {"S": 200, "W": -200, "N": 0}, {"S": 300, "W": -300, "N": 0}),
    ("unit", 10, [win("S", "W", 2)], {"S": 200, "W": -200, "N": 0}, {"S": 120, "W": -120, "N": 0}),
    ("tai_cap", 3, [win("S", "W", 5)], {"S": 350, "W": -350, "N": 0}, {"S": 250, "W": -250, "N": 0}),
    ("items", {"zuozhuang": 2}, [win("S", "E", 0)], {"S": 150, "W": 0, "N": 0}, {"S": 200, "W": 0, "N": 0}),
    ("multi_win", "all", [CLAIMS], {"S": 0, "W": 0, "N": -200}, {"S": 250, "W": 200, "N": -650}),
    # S holds 111z: own wind with the door at S, not with the dealer at E as East.
    ("own_wind", "dealer", [win("S", "W", tiles=TILES, door="S")], {"S": 350}, {"S": 300}),
    ("rob_six_base", "two", [SIX], {"S": 2100, "W": -950, "N": -550}, {"S": 2200, "W": -1050, "N": -550}),
    (
        "dead_pays", False,
        [{"type": "ruling", "effect": {"flags": [{"seat": "N", "flag": "dead"}]}}, win("S", total=1)],
        {"S": 500, "W": -150, "N": -150}, {"S": 350, "W": -150, "N": 0},
    ),
    (
        "chip", 100,
        [SHARED, win("S", total=1, flags=["after_kong"])],
        {"S": 500, "W": -250, "N": -250}, {"S": 600, "W": -300, "N": -300},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("option", "value", "events", "before", "after"), TABLES)
def test_an_option_changes_a_table(
    option: str, value: Any, events: list[dict[str, Any]], before: dict[str, int], after: dict[str, int]
) -> None:
    plain, changed = scores(*events), scores(*events, **{option: value})
    assert {place: plain[place] for place in before} == before
    assert {place: changed[place] for place in after} == after
    assert sum(plain.values()) == sum(changed.values()) == 0


def test_seven_pairs_and_a_triplet_may_be_left_out_or_refused_four_alike() -> None:
    four = {"concealed": "111133m2299p4477s55z", "win": "5z", "by": "self"}
    assert score(PAIRS)["valid"]
    assert not score(PAIRS, rules(ligu=False))["valid"]
    assert score(four)["valid"]
    assert not score(four, rules(ligu_quads=False))["valid"]


BETS = {"inside_bets", "outside_bets"}
# Only shown: how much of the wall is left.
SHOWN = {"dead_wall_tiles"}
DRAWS = {"seat_redraw"}


def test_every_other_option_is_asked_by_the_rulings() -> None:
    tested = {row[0] for row in HANDS} | {row[0] for row in TABLES} | {"ligu", "ligu_quads"} | BETS | SHOWN | DRAWS
    folder = Path(adjudication.rules.__path__[0]) / "taiwan"
    asked = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))
    unasked = [name for name in find_game("taiwan").ruleset.options if name not in tested and name not in asked]
    assert unasked == []


def test_a_plain_hand_and_table_stay_the_same_under_every_option() -> None:
    """A concealed hand without flowers, honours or flags, and its payment, are nobody's ambiguity."""
    for option, value, *_ in [*HANDS, *TABLES]:
        if option in ("base", "unit", "tai_cap"):
            continue
        assert score(PLAIN, rules(**{option: value}))["total"] == 3
        assert scores(win("S", "W", 3), **{option: value})["S"] == 250


def test_an_option_that_only_adds_an_item_never_lowers_a_given_hand() -> None:
    for case in [*lines("hands.jsonl"), *lines("rows.jsonl")]:
        for option, value in (("flower_set_rule", "add"), ("ligu", True), ("round_dragon", "5z")):
            assert score(case["in"], rules(**{option: value}))["total"] >= case["total"]


def test_presets_are_the_editions_of_the_tables() -> None:
    one_suit = {"concealed": "1112334456667788s", "win": "9s", "by": "discard"}
    five = {"concealed": "111222333m444p55s66z", "win": "5s", "by": "self"}
    deal = PLAIN | {"by": "self", "flags": ["heaven"]}
    assert [score(one_suit, rules(name))["total"] for name in ("association", "association_later")] == [9, 13]
    totals = [score(five, rules(name))["total"] for name in ("association", "association_2009", "popular")]
    assert totals == [15, 15, 15]
    assert score(deal, rules("popular"))["total"] == 24


def test_a_bet_without_its_option_is_refused() -> None:
    for event in ({"type": "inside_bet", "seat": "S", "units": 1}, {"type": "outside_bet", "better": "x", "on": "S"}):
        with pytest.raises(RuleError) as caught:
            settle(event)
        assert (caught.value.code, caught.value.path) == ("bets_not_played", "events[0]")


def test_seats_are_drawn_again_by_cyclic_order_or_by_exact_seats() -> None:
    choices = {choice.value for choice in find_game("taiwan").ruleset.options["seat_redraw"].choices}
    assert choices == set(get_args(Unlike))
    before = {"E": "1", "S": "2", "W": "3", "N": "4"}
    # East of the new seating is reached by 5, 9 …; everyone draws the wind to his right: all turn by one place.
    turned = ("2z", "3z", "4z", "1z")
    kept = ("1z", "2z", "3z", "4z")
    for unlike, tiles, accepted in (
        ("cyclic_order", turned, False),
        ("exact_seats", turned, True),
        ("cyclic_order", kept, False),
        ("exact_seats", kept, False),
    ):
        attempt, _ = record_winds(before, "E", (1, 1, 3), tiles, previous=before, unlike=unlike)
        assert attempt.accepted is accepted
