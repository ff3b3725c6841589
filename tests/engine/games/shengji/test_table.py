"""A table of the game in the fold: levels, deal, rulings, corrections, and the end of the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.decoding import plain
from engine.errors import RuleError
from engine.fields import fields_of
from engine.games.shengji.events import HandEvent
from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, restore
from engine.settling import settle_line

Rules = Callable[..., ResolvedRuleset]
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}


def settle(*events: dict[str, Any], start: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    line = {"seats": SEATS, "start": start or {}, "events": list(events), "options": options}
    return settle_line(find_game("shengji").ruleset, line, {})


def hand(score: int, **more: Any) -> dict[str, Any]:
    return {"type": "hand", "score": score, **more}


def ruling(deal: dict[str, Any] | None = None, **game: Any) -> dict[str, Any]:
    return {"type": "ruling", "effect": {"game": game, **({"deal": deal} if deal else {})}}


def progress(answer: dict[str, Any]) -> tuple[str, str, str]:
    held = answer["state"]["progress"]
    return held["dealer"], held["levels"]["EW"], held["levels"]["NS"]


def test_levels_and_deal_are_carried_from_hand_to_hand() -> None:
    answer = settle(hand(0), hand(200), hand(320), hand(100))
    # E +3 (W deals), change (S deals), E–W attack and gain 2 (E deals), E–W gain 1 (W deals)
    assert progress(answer) == ("W", "9", "3")
    assert answer["scores"] == {"E": 60, "S": -60, "W": 60, "N": -60, "house": 0}
    assert answer["persons"] == {"p1": 60, "p2": -60, "p3": 60, "p4": -60}
    assert answer["measures"]["p1"] == {"level_steps": 6, "hands_won": 3}
    assert "p2" not in answer["measures"]
    assert {posting["reason"] for posting in answer["postings"]} == {"levels"}
    assert answer["breaks"] == []


def test_the_deal_goes_by_the_order_east_north_west_south() -> None:
    dealers = [progress(settle(*[hand(200)] * count))[0] for count in range(5)]
    assert dealers == ["E", "N", "W", "S", "E"]


def test_what_was_played_otherwise_is_a_break_and_goes_on() -> None:
    answer = settle(hand(0), hand(100, dealer="E", level="7"), start={"dealer": "E"})
    assert answer["breaks"] == [
        {"hand": 2, "field": "dealer", "expected": "W", "played": "E"},
        {"hand": 2, "field": "levels.EW", "expected": "6", "played": "7"},
    ]
    assert progress(answer) == ("W", "8", "3")


def test_both_levels_may_be_written_with_the_hand() -> None:
    answer = settle(hand(400, dealer="N", levels={"EW": "K", "NS": "A"}))
    assert progress(answer) == ("W", "4", "A")
    assert [item["field"] for item in answer["breaks"]] == ["dealer", "levels.EW", "levels.NS"]


def test_correcting_a_hand_moves_the_levels_of_later_ones() -> None:
    corrected = settle(hand(0), hand(200), {"type": "replace", "seq": 0, "with": hand(400)})
    assert progress(corrected) == ("W", "3", "6")
    assert settle(hand(0), hand(200), {"type": "void", "seq": 0})["scores"]["E"] == 0


def test_withdrawals_of_rulings_count_with_the_hand() -> None:
    ruled = [ruling(withdrawn={"S": 2}), ruling(withdrawn={"S": 2})]
    assert progress(settle(*ruled, hand(250)))[2] == "3"
    assert progress(settle(*ruled, hand(250, withdrawn={"S": 4})))[2] == "3"
    assert progress(settle(*ruled, hand(280, withdrawn={"S": 5})))[2] == "3"
    assert progress(settle(hand(250)))[2] == "4"
    assert progress(settle(ruling(withdrawn_total={"S": 4}), hand(250)))[2] == "3"


def test_an_overturned_withdrawal_is_not_charged() -> None:
    overturned = {"type": "ruling", "undoes": 0}
    assert progress(settle(ruling(withdrawn={"S": 4}), overturned, hand(250)))[2] == "4"


def test_a_late_ruling_of_a_withdrawal_changes_the_hand() -> None:
    late = ruling(withdrawn={"S": 4}) | {"hand": 1}
    answer = settle(hand(250), late)
    assert progress(answer) == ("N", "3", "3")
    assert answer["postings"] == []


def test_the_winners_get_nothing_when_a_player_took_back_too_much() -> None:
    answer = settle(ruling(withdrawn_total={"N": 21}), hand(100))
    assert answer["scores"] == {"E": 0, "S": -30, "W": 0, "N": -30, "house": 60}
    assert {posting["to"] for posting in answer["postings"]} == {"house"}
    assert progress(answer) == ("W", "6", "3")


def test_a_dissolved_table_is_over_and_scores_nothing() -> None:
    answer = settle(hand(100), hand(340, withdrawn={"N": 41}))
    assert answer["state"]["finished"] is True
    assert answer["state"]["progress"]["over"] == "dissolved"
    assert answer["scores"]["E"] == 10
    with pytest.raises(RuleError) as refused:
        settle(hand(340, withdrawn={"N": 41}), hand(100))
    assert refused.value.code == "table_finished"


def test_a_ruling_may_give_levels_and_end_the_hand() -> None:
    answer = settle(ruling({"ends_hand": True}, gain={"side": "EW", "levels": 3}))
    assert progress(answer) == ("W", "6", "3")
    assert answer["measures"]["p3"] == {"level_steps": 3, "hands_won": 1}
    against = settle(ruling({"ends_hand": True}, gain={"side": "NS", "levels": 3}))
    assert progress(against) == ("N", "3", "6")


def test_a_ruling_may_name_the_next_dealer() -> None:
    for next_dealer, dealer in (("same", "E"), ("next", "N"), ("S", "S")):
        answer = settle(ruling({"ends_hand": True, "next_dealer": next_dealer}))
        assert progress(answer)[0] == dealer
    assert progress(settle(ruling({"ends_hand": True})))[0] == "E"


def test_a_deal_nobody_called_is_dealt_again_and_three_stop_the_game() -> None:
    uncalled = ruling({"ends_hand": True, "replay": True}, uncalled=True)
    held = settle(uncalled, uncalled)["state"]["progress"]
    assert (held["dealer"], held["hands"], held["uncalled"], held["stopped"]) == ("E", 0, 2, False)
    held = settle(uncalled, uncalled, uncalled)["state"]["progress"]
    assert (held["uncalled"], held["stopped"]) == (3, True)
    held = settle(uncalled, uncalled, uncalled, hand(100))["state"]["progress"]
    assert (held["hands"], held["uncalled"], held["stopped"]) == (1, 0, False)
    assert settle(uncalled, ruling({"ends_hand": True, "replay": True}))["state"]["progress"]["uncalled"] == 0


@pytest.mark.parametrize(
    "length", [{"unit": "hands", "count": 2}, {"unit": "cycles", "count": 1}, {"unit": "clock", "count": 1}]
)
def test_the_round_ends_by_hands_or_by_passing_a(length: dict[str, Any]) -> None:
    start = {"length": length}
    assert settle(hand(200), start=start)["state"]["finished"] is False
    assert settle(hand(200), hand(200), start=start)["state"]["finished"] is (length["unit"] == "hands")
    passing = settle(hand(100, levels={"EW": "A", "NS": "5"}), start=start)
    assert passing["state"]["finished"] is (length["unit"] == "cycles")
    assert passing["state"]["progress"]["passed"] == {"EW": 1, "NS": 0}
    short = settle(hand(100, levels={"EW": "K", "NS": "5"}), start=start)
    assert short["state"]["progress"]["passed"] == {"EW": 0, "NS": 0}


def test_a_new_game_begins_at_the_first_level() -> None:
    seats = {"type": "seats", "seats": {}, "first_dealer": "S"}
    answer = settle(hand(0), seats, hand(200))
    assert progress(answer) == ("E", "3", "3")
    assert answer["state"]["progress"]["hands"] == 2


def test_the_first_level_is_a_setting() -> None:
    line = {"seats": SEATS, "options": {"start": "10"}, "events": []}
    assert progress(settle_line(find_game("shengji").ruleset, line, {})) == ("E", "T", "T")
    with pytest.raises(RuleError):
        settle_line(find_game("shengji").ruleset, line | {"options": {"start": "2"}}, {})


def test_nothing_is_settled_at_an_empty_place() -> None:
    with pytest.raises(RuleError) as refused:
        settle({"type": "seats", "seats": {"W": None}}, hand(100))
    assert (refused.value.code, refused.value.path) == ("seat_empty", "events[1]")


@pytest.mark.parametrize(
    ("event", "code", "path"),
    [
        (hand(79), "points_not_of_five", "events[0].score"),
        (hand(100, level="2"), "level_unknown", "events[0].levels.EW"),
        (hand(100, trump="N"), "value_unknown", "events[0].trump"),
        (hand(100, colour=1), "field_unknown", "events[0].colour"),
        ({"type": "win"}, "event_type_unknown", "events[0].type"),
        (ruling(withdrawn={"X": 1}), "value_unknown", "events[0].effect.game.withdrawn"),
        (ruling(gift=1), "field_unknown", "events[0].effect.game.gift"),
    ],
)
def test_refusals_name_the_event_and_the_field(event: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(RuleError) as refused:
        settle(event)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_hands_are_not_scored_from_tiles(rules: Rules) -> None:
    with pytest.raises(RuleError) as refused:
        find_game("shengji").score(rules(), {})
    assert refused.value.code == "no_tiles"


def test_the_ruleset_survives_being_stored(rules: Rules) -> None:
    kept = rules(cap=None, base_points=5)
    again = restore(kept.dump())
    assert plain(again.ruleset) == plain(kept.ruleset)
    assert again.ruleset.partnerships == (("E", "W"), ("N", "S"))


def test_every_article_cited_has_an_entry() -> None:
    ruleset = find_game("shengji").ruleset
    assert {option.article for option in ruleset.options.values()} <= set(ruleset.articles)
    assert {f"3.A.7.3{letter}" for letter in "abcdefg"} <= set(ruleset.articles)


def test_the_form_asks_what_the_event_holds() -> None:
    fields = {field.code: field for field in fields_of(HandEvent)}
    assert list(fields) == ["level", "trump", "score", "last_trick", "withdrawn", "fouls", "levels"]
    assert [field.code for field in fields["last_trick"].fields] == ["cards", "points", "winner"]
    assert fields["levels"].hidden
