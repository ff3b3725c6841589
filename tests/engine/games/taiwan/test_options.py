"""Options of Taiwan mahjong beyond the cases in the data: editions, side bets, and when seats are drawn again."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.seating.winds_draw import Unlike, record_winds
from tests.engine.games.taiwan.helpers import lines, rules, score, settle

PLAIN = {"concealed": "123456m78955p23467s", "win": "8s", "by": "discard", "seat": "S", "round": "E"}


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
