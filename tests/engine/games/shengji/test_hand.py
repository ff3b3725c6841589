"""The end of a hand: last trick, cap, level table, next dealer, withdrawals, fouls, points, and their options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import trick_game
from engine.rulesets import ResolvedRuleset

Rules = Callable[..., ResolvedRuleset]
HAND: dict[str, Any] = {"dealer": "E", "levels": {"EW": "7", "NS": "9"}, "score": 100}


def end(rules: ResolvedRuleset, **facts: Any) -> dict[str, Any]:
    return trick_game().trick(rules, HAND | facts)


def gain(answer: dict[str, Any]) -> tuple[str | None, int]:
    return answer["gain"]["side"], answer["gain"]["levels"]


@pytest.mark.parametrize(
    ("score", "side", "levels"),
    [
        (0, "EW", 3),
        (5, "EW", 2),
        (75, "EW", 2),
        (80, "EW", 1),
        (155, "EW", 1),
        (160, None, 0),
        (235, None, 0),
        (240, "NS", 1),
        (315, "NS", 1),
        (320, "NS", 2),
        (395, "NS", 2),
        (400, "NS", 3),
        (560, "NS", 3),
        (-140, "EW", 3),
    ],
)
def test_the_level_table(rules: Rules, score: int, side: str | None, levels: int) -> None:
    assert gain(end(rules(), score=score)) == (side, levels)


@pytest.mark.parametrize(
    ("score", "side", "levels"), [(-5, "EW", 3), (-80, "EW", 4), (-140, "EW", 4), (480, "NS", 4), (560, "NS", 5)]
)
def test_without_the_cap_every_eighty_points_go_on(rules: Rules, score: int, side: str, levels: int) -> None:
    answer = end(rules(cap=None), score=score)
    assert (answer["final"], gain(answer)) == (score, (side, levels))


@pytest.mark.parametrize(
    ("last", "final"),
    [
        ({"cards": 4, "points": 60, "winner": "N"}, 340),
        ({"cards": 4, "points": 60, "winner": "W"}, 0),
        ({"cards": 2, "points": 20, "winner": "S"}, 140),
        ({"cards": 2, "points": 20, "winner": "E"}, 60),
        ({"cards": 1, "points": 20, "winner": "N"}, 120),
        ({"cards": 1, "points": 20, "winner": "E"}, 100),
    ],
)
def test_the_last_trick_counts_by_its_cards(rules: Rules, last: dict[str, Any], final: int) -> None:
    assert end(rules(), last_trick=last)["final"] == final


def test_a_single_last_card_may_count_like_a_longer_lead(rules: Rules) -> None:
    last = {"cards": 1, "points": 20, "winner": "E"}
    assert end(rules(koudi_min=1), last_trick=last)["final"] == 80


@pytest.mark.parametrize("dealer", "ENWS")
def test_the_partner_or_the_next_player_deals(rules: Rules, dealer: str) -> None:
    order = "ENWS"
    place = order.index(dealer)
    assert end(rules(), dealer=dealer, score=100)["next_dealer"] == order[(place + 2) % 4]
    assert end(rules(), dealer=dealer, score=200)["next_dealer"] == order[(place + 1) % 4]
    assert end(rules(), dealer=dealer, score=300)["next_dealer"] == order[(place + 1) % 4]


def test_levels_go_past_a_from_3(rules: Rules) -> None:
    assert end(rules(), levels={"EW": "K", "NS": "9"}, score=0)["levels"] == {"EW": "4", "NS": "9"}


@pytest.mark.parametrize(
    ("level", "score", "after"), [("K", 0, "A"), ("A", 0, "5"), ("A", 100, "3"), ("9", 0, "Q"), ("9", 300, "9")]
)
def test_a_may_have_to_be_passed_as_dealer(rules: Rules, level: str, score: int, after: str) -> None:
    answer = end(rules(pass_a_as_dealer=True), levels={"EW": level, "NS": "5"}, score=score)
    assert answer["levels"]["EW"] == after


def test_attackers_at_a_stay_there_where_it_is_passed_as_dealer(rules: Rules) -> None:
    answer = end(rules(pass_a_as_dealer=True), levels={"EW": "5", "NS": "A"}, score=400)
    assert answer["levels"]["NS"] == "A"
    assert answer["points"]["N"] == 30


def test_withdrawals_move_the_score_of_their_side(rules: Rules) -> None:
    assert end(rules(), score=250, withdrawn={"S": 4})["final"] == 210
    assert end(rules(), score=200, withdrawn={"W": 4})["final"] == 240
    paid = end(rules(withdraw_from="points"), score=250, withdrawn={"S": 4})
    assert paid["final"] == 250
    assert paid["points"] == {"E": -10, "N": 10, "W": -10, "S": 10 - 40, "house": 40}


def test_over_two_hundred_points_of_withdrawals_the_winners_get_nothing(rules: Rules) -> None:
    assert end(rules(), score=340, withdrawn={"N": 20})["flagged"] is False
    answer = end(rules(), score=400, withdrawn={"N": 21})
    assert answer["flagged"] is True
    assert (answer["final"], gain(answer)) == (190, (None, 0))
    answer = end(rules(), score=100, withdrawn={"N": 21})
    assert answer["points"] == {"E": 0, "N": -30, "W": 0, "S": -30, "house": 60}
    answer = end(rules(), score=100, withdrawn={"E": 21})
    assert gain(answer) == ("NS", 1)
    assert answer["points"] == {"E": -10, "N": 0, "W": -10, "S": 0, "house": 20}


def test_withdrawals_over_the_limit_may_be_judged_as_a_foul(rules: Rules) -> None:
    answer = end(rules(withdraw_over="foul"), score=100, withdrawn={"E": 21})
    assert gain(answer) == ("NS", 3)
    both = end(rules(withdraw_over="foul"), score=100, withdrawn={"E": 21, "N": 21})
    assert gain(both) == ("EW", 1)


def test_over_four_hundred_the_table_is_dissolved_and_nothing_scored(rules: Rules) -> None:
    assert end(rules(), score=340, withdrawn={"N": 40})["dissolved"] is False
    answer = end(rules(), score=340, withdrawn={"N": 41})
    assert answer["dissolved"] is True
    assert answer["final"] is None
    assert answer["levels"] == HAND["levels"]
    assert set(answer["points"].values()) == {0}
    assert answer["next_dealer"] == "E"


@pytest.mark.parametrize(
    ("leader", "by", "side"),
    [
        ("E", ["N"], "EW"),
        ("E", ["N", "S"], "EW"),
        ("E", ["W"], "NS"),
        ("E", ["N", "W", "S"], "EW"),
        ("N", ["E"], "NS"),
        ("N", ["S"], "EW"),
    ],
)
def test_a_foul_of_one_side_gives_three_levels(rules: Rules, leader: str, by: list[str], side: str) -> None:
    answer = end(rules(), fouls={"leader": leader, "by": by})
    assert gain(answer) == (side, 3)
    assert answer["next_dealer"] == ("W" if side == "EW" else "N")
    assert sorted(answer["points"].values()) == [-30, -30, 0, 30, 30]


def test_a_foul_on_each_side_changes_nothing_in_the_end(rules: Rules) -> None:
    assert end(rules(), fouls={"leader": "E", "by": ["W", "S"]}) == end(rules())


def test_a_foul_need_not_end_the_hand(rules: Rules) -> None:
    answer = end(rules(foul_ends_hand=False), score=300, fouls={"leader": "E", "by": ["N"]})
    assert answer["levels"] == {"EW": "T", "NS": "T"}
    assert answer["points"] == {"E": 20, "N": -20, "W": 20, "S": -20, "house": 0}
    assert answer["next_dealer"] == "N"


def test_a_change_of_deal_may_pay_a_base(rules: Rules) -> None:
    assert end(rules(change_points=1), score=200)["points"] == {"E": -10, "N": 10, "W": -10, "S": 10, "house": 0}


def test_base_and_foul_levels_are_settings(rules: Rules) -> None:
    answer = end(rules(base_points=5, foul_levels=2), fouls={"leader": "E", "by": ["N"]})
    assert (gain(answer), answer["points"]["E"]) == (("EW", 2), 10)


@pytest.mark.parametrize(
    ("facts", "code", "path"),
    [
        ({"levels": {"EW": "2", "NS": "9"}}, "level_unknown", "levels.EW"),
        ({"levels": {"EW": "7", "NS": "10"}}, "level_unknown", "levels.NS"),
        ({"levels": {"EW": "7"}}, "field_missing", "levels.NS"),
        ({"dealer": "X"}, "value_unknown", "dealer"),
        ({"dealer": None}, "field_missing", "dealer"),
        ({"score": 79}, "points_not_of_five", "score"),
        ({"score": 385, "last_trick": {"cards": 4, "points": 60, "winner": "N"}}, "points_too_many", "score"),
        ({"score": -5, "last_trick": {"cards": 4, "points": 60, "winner": "N"}}, "points_too_many", "score"),
        ({"last_trick": {"cards": 1, "points": 45, "winner": "N"}}, "last_trick_points", "last_trick.points"),
        ({"last_trick": {"cards": 0, "points": 0, "winner": "N"}}, "value_out_of_range", "last_trick.cards"),
        ({"withdrawn": {"E": -1}}, "value_out_of_range", "withdrawn.E"),
        ({"fouls": {"leader": "E", "by": ["E"]}}, "foul_by_leader", "fouls.by[0]"),
        ({"fouls": {"leader": "E", "by": ["N", "N"]}}, "seat_twice", "fouls.by[1]"),
        ({"fouls": {"by": ["N"]}}, "foul_leader_missing", "fouls.leader"),
        ({"level": "8"}, "level_conflict", "level"),
    ],
)
def test_impossible_facts_are_refused(rules: Rules, facts: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(RuleError) as refused:
        end(rules(), **facts)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert refused.value.message


@pytest.mark.parametrize(
    "options",
    [
        {"levels": ["3", "3"]},
        {"levels": ["2", "3"]},
        {"levels": []},
        {"levels": ["5", "6"], "start": "3"},
        {"cap": [0]},
        {"cap": [400, 0]},
    ],
)
def test_options_that_contradict_each_other_are_refused(rules: Rules, options: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        end(rules(**options))


def test_the_written_default_configuration_is_accepted(rules: Rules) -> None:
    levels = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    block = {"packs": 4, "hand": 54, "kitty": 0, "levels": levels, "start": "3", "permanent_trump": "2"}
    block |= {"fixed_trump_rank": None, "cap": [0, 400], "withdraw_per_card": 10, "withdraw_flag": 200}
    block |= {"withdraw_dissolve": 400, "foul_levels": 3, "timeouts_to_auto": 3, "uncalled_to_stop": 3, "koudi_min": 2}
    block |= {"kind_before_trump": True, "a_low_in_trump": True, "tractor_key": "largest", "base_points": 10}
    assert end(rules(**block)) == end(rules())
