"""Side bets (A6, B.17): raised bases between players, bystanders on the house's account, and when they may change."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from tests.engine.games.taiwan.helpers import settle, win

BETS = {"inside_bets": True, "outside_bets": True}


def inside(seat: str, units: int, **more: Any) -> dict[str, Any]:
    return {"type": "inside_bet", "seat": seat, "units": units, **more}


def outside(better: str, on: str | None, **more: Any) -> dict[str, Any]:
    return {"type": "outside_bet", "better": better, "on": on, **more}


def table(*events: dict[str, Any], **start: Any) -> dict[str, Any]:
    return settle(*events, start=start, **BETS)


def refused(*events: dict[str, Any], **start: Any) -> str:
    with pytest.raises(RuleError) as caught:
        table(*events, **start)
    return caught.value.code


def test_bases_between_two_players_are_one_and_what_either_raised() -> None:
    answer = table(inside("S", 1), inside("W", 2), win("S", total=1))
    assert answer["scores"] == {"E": -300, "S": 1000, "W": -450, "N": -250, "house": 0}


def test_a_raise_is_not_counted_with_who_refused_it() -> None:
    answer = table(inside("S", 1, refused_by=["W"]), win("S", total=1))
    assert answer["scores"] == {"E": -300, "S": 700, "W": -150, "N": -250, "house": 0}


def test_a_raise_stays_for_later_hands_until_the_jiang_is_over() -> None:
    first = table(inside("S", 1), win("N", "S", 0), win("N", "S", 0))
    assert first["scores"]["N"] == 400 + 50  # the dealer South pays his one tai in the second hand
    hands = [win("S" if dealer in "WE" else "W", "N" if dealer != "N" else "E", 0) for dealer in "ESWN" * 4]
    last = table(inside("S", 1), *hands, win("S", "N", 0))
    assert (last["postings"][0]["points"], last["postings"][-1]["points"]) == (200, 100)
    anew = table(
        inside("S", 1), win("S", "W", 0), {"type": "seats", "seats": {}, "first_dealer": "S"}, win("W", "S", 0)
    )
    assert [line["points"] for line in anew["postings"]] == [200, 150]


def test_an_outside_bet_mirrors_each_payment_of_its_player_on_the_house() -> None:
    answer = table(outside("guest", "S"), win("S", total=1))
    assert answer["scores"] == {"E": -400, "S": 500, "W": -300, "N": -300, "house": 500}
    lost = table(outside("guest", "S", base=10, unit=1), win("E", "S", 1))
    assert lost["scores"] == {"E": 200 + 12, "S": -200, "W": 0, "N": 0, "house": -12}
    assert {line["reason"] for line in lost["postings"] if "house" in (line["from"], line["to"])} == {"outside_bet"}
    aside = table(outside("guest", "S", fixed=30), win("E", "W", 1), win("N", "S", 1))
    assert aside["scores"]["house"] == -30


def test_a_better_may_move_and_leave_while_the_dealer_is_new() -> None:
    answer = table(
        outside("guest", "S"), outside("guest", "W"), win("S", "W", 0), outside("guest", None), win("W", "N", 0)
    )
    assert answer["scores"]["house"] == -100
    assert refused(outside("guest", None)) == "bet_unknown"


@pytest.mark.parametrize("then", [None, "N"])
def test_a_better_leaves_or_moves_only_after_a_win_has_taken_his_stake(then: str | None) -> None:
    placed = outside("guest", "W")
    assert refused(placed, win("W", "S", 0), outside("guest", then)) == "bet_not_lost"
    assert refused(placed, win("S", "N", 0), outside("guest", then)) == "bet_not_lost"
    table(placed, win("S", "W", 0), outside("guest", then))
    table(placed, win("S", "W", 0), win("W", "N", 0), outside("guest", then))
    assert refused(placed, win("S", "W", 0), outside("guest", "N"), win("W", "E", 0), placed) == "bet_not_lost"
    table(placed, win("W", "S", 0), outside("guest", "W", base=10))


def test_a_second_base_goes_only_after_a_win_has_taken_it() -> None:
    raised = inside("S", 2)
    assert refused(raised, win("W", "N", 0), inside("S", 1)) == "bet_not_lost"
    table(raised, win("W", "S", 0), inside("S", 1))
    table(raised, inside("S", 1))


def test_a_substitute_pays_the_outside_better_too() -> None:
    liable = {"type": "ruling", "effect": {"liabilities": [{"id": "L", "payer": "W", "windows": [["any", "hand"]]}]}}
    answer = table(outside("guest", "S"), liable, win("S", "N", 1))
    assert answer["scores"] == {"E": 0, "S": 150, "W": -300, "N": 0, "house": 150}


def test_several_substitutes_share_what_each_recipient_is_owed() -> None:
    liable = {
        "type": "ruling",
        "effect": {
            "liabilities": [
                {"id": place, "origin": "o", "payer": place, "windows": [["any", "hand"]]} for place in ("W", "E")
            ]
        },
    }
    answer = table(outside("guest", "S", fixed=31), liable, win("S", "N", 1))
    assert answer["scores"] == {"E": -75 - 16, "S": 150, "W": -75 - 16, "N": 0, "house": 32}


def test_the_moments_of_side_bets() -> None:
    assert refused(inside("S", 1), dealer="W", first_dealer="E", round_wind="W") == "bet_too_late"
    table(inside("S", 1), dealer="E", first_dealer="E", round_wind="W")
    assert refused(inside("S", 1), inside("S", 0)) == "bet_stays"
    assert refused(inside("S", 2), streak=1) == "bet_during_streak"
    assert refused(outside("guest", "S"), streak=1) == "bet_during_streak"
    assert refused(outside("guest", "S"), {"type": "exhausted"}, outside("guest", None)) == "bet_during_streak"
    assert refused(outside("guest", "S"), dealer="S", first_dealer="E", round_wind="N") == "bet_too_late"
    table(outside("guest", "S"), dealer="E", first_dealer="E", round_wind="N")
    table(inside("S", 1), win("E", "S", 0))
    assert (
        refused(inside("S", 3), inside("S", 2), streak=0, dealer="S", first_dealer="E", round_wind="N")
        == "bet_too_late"
    )
