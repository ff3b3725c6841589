"""The deal passes after every hand; four hands are a cycle; seats may be drawn anew after each."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.settling import settle_line

SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
DRAWN = {"type": "exhausted"}
WON = {"type": "win", "wins": [{"seat": "E", "by": "self", "total": 10}]}


def settle(*events: dict[str, Any], start: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    line = {"seats": SEATS, "start": start or {}, "events": list(events)}
    return settle_line(find_game("zungjung").ruleset, line, options)


def progress(*events: dict[str, Any], start: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = settle(*events, start=start, **options)["state"]["progress"]
    return found


def ruling(deal: dict[str, Any] | None = None, game: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    effect = {**({"deal": deal} if deal else {}), **({"game": game} if game else {})}
    return {"type": "ruling", "effect": effect, **more}


@pytest.mark.parametrize("event", [DRAWN, WON], ids=["drawn", "won by the dealer"])
def test_the_deal_always_passes(event: dict[str, Any]) -> None:
    assert [progress(*[event] * count)["dealer"] for count in range(5)] == ["E", "S", "W", "N", "E"]


def test_there_is_no_continuation_and_no_round_wind() -> None:
    found = progress(*[WON] * 9)
    assert (found["streak"], found["round_wind"]) == (0, None)


def test_four_hands_are_a_cycle_after_which_seats_are_drawn() -> None:
    assert [progress(*[DRAWN] * count)["reseat"] for count in (3, 4, 5)] == [False, True, False]
    assert progress(*[DRAWN] * 4, reseat_each_cycle=False)["reseat"] is False
    found = progress(*[DRAWN] * 6)
    assert (found["hands"], found["cycles"], found["cycle_hands"]) == (6, 1, 2)


def test_new_seats_begin_a_cycle_at_the_one_who_drew_east() -> None:
    seats = {"type": "seats", "seats": {"E": "p3", "S": "p1", "W": "p4", "N": "p2"}, "first_dealer": "E"}
    answer = settle(*[DRAWN] * 4, seats, WON)
    assert answer["persons"]["p3"] == 30
    assert answer["state"]["progress"]["dealer"] == "S"
    assert answer["state"]["progress"]["cycle_hands"] == 1 and not answer["state"]["progress"]["reseat"]


@pytest.mark.parametrize(
    ("unit", "count", "hands"), [("hands", 3, 3), ("cycles", 1, 4), ("round_winds", 2, 8), ("jiang", 1, 16)]
)
def test_a_session_ends_by_its_length(unit: str, count: int, hands: int) -> None:
    start = {"length": {"unit": unit, "count": count}}
    assert not settle(*[DRAWN] * (hands - 1), start=start)["state"]["finished"]
    assert settle(*[DRAWN] * hands, start=start)["state"]["finished"]
    assert not settle(*[DRAWN] * hands, start={"length": {"unit": "clock", "count": 1}})["state"]["finished"]


def test_a_replayed_hand_keeps_the_dealer_and_does_not_count() -> None:
    found = progress(DRAWN, ruling({"ends_hand": True, "replay": True}))
    assert (found["dealer"], found["hands"]) == ("S", 1)


@pytest.mark.parametrize(("ruled", "dealer"), [("same", "E"), ("next", "S"), ("W", "W")])
def test_a_ruling_says_who_deals_next(ruled: str, dealer: str) -> None:
    found = progress(ruling({"ends_hand": True, "next_dealer": ruled}))
    assert (found["dealer"], found["hands"]) == (dealer, 1)


def test_a_hand_dealt_by_the_wrong_east_is_a_break_and_play_goes_on_from_there() -> None:
    answer = settle({**DRAWN, "dealer": "S"})
    assert answer["breaks"] == [{"hand": 1, "field": "dealer", "expected": "E", "played": "S"}]
    assert answer["state"]["progress"]["dealer"] == "W"


def test_a_deal_given_back_is_played_in_anothers_turn() -> None:
    first = [ruling({"next_dealer": "S"}, {"owed": ["E"]}), {**DRAWN, "dealer": "S"}]
    assert progress(*first)["owed"] == ["E"]
    given_back = progress(*first, {**DRAWN, "dealer": "E"})
    assert (given_back["owed"], given_back["dealer"], given_back["hands"]) == ([], "W", 2)


def test_a_turn_taken_away_is_skipped_once() -> None:
    skip = ruling({"next_dealer": "S"}, {"skipped": ["S"]})
    assert progress(skip, {**DRAWN, "dealer": "S"})["dealer"] == "W"
    found = progress(skip, {**DRAWN, "dealer": "S"}, *[DRAWN] * 3)
    assert (found["dealer"], found["skipped"]) == ("S", [])


def test_an_overturned_ruling_owes_nothing() -> None:
    events = [ruling(None, {"owed": ["E"], "skipped": ["W"]}), {"type": "ruling", "effect": {"undoes": 0}}, DRAWN]
    found = progress(*events)
    assert (found["owed"], found["skipped"], found["dealer"]) == ([], [], "S")


def test_an_unknown_part_of_a_ruling_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        settle(ruling(None, {"pigs_paid": ["E"]}))
    assert (refused.value.code, refused.value.path) == ("field_unknown", "events[0].effect.game.pigs_paid")
    with pytest.raises(RuleError) as refused:
        settle(ruling(None, {"owed": ["X"]}))
    assert refused.value.path.startswith("events[0].effect.game.owed")
