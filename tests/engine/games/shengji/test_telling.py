"""A hand of the game in a few words, and what the table expects and has of it already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import RuleError
from engine.game import LevelGame
from engine.registry import find_game
from engine.rulesets import ResolvedRuleset
from tests.engine.games.shengji.test_table import hand, ruling, settle

Rules = Callable[..., ResolvedRuleset]
LAST = {"cards": 4, "points": 60, "winner": "N"}
FOULS = {"leader": "E", "by": ["N", "W", "S"]}


def game() -> LevelGame:
    found = find_game("shengji")
    assert isinstance(found, LevelGame)
    return found


def told(rules: ResolvedRuleset, *events: dict[str, Any]) -> list[str]:
    return [one.en for one in game().sum_up(rules, "E", events)]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([hand(100)], ["card points 100", "East–West up 1"]),
        ([hand(200)], ["card points 200", "the deal changes sides"]),
        # SJ-E1 and SJ-E3: the same trick won by either side.
        (
            [hand(100, last_trick=LAST)],
            ["card points 100", "last trick North 60 × 4", "final 340", "North–South up 2"],
        ),
        (
            [hand(100, last_trick=LAST | {"winner": "W"})],
            ["card points 100", "last trick West 60 × 4", "final 0", "East–West up 3"],
        ),
        (
            [ruling(withdrawn={"S": 4}), hand(200)],
            ["card points 200", "South took back 4", "final 160", "the deal changes sides"],
        ),
        # SJ-P9: no points decided anything.
        ([{"type": "hand", "fouls": FOULS}], ["illegal follow by North, West, South", "East–West up 3"]),
        ([hand(200, fouls=FOULS)], ["illegal follow by North, West, South", "East–West up 3"]),
        ([hand(100, withdrawn={"N": 41})], ["North took back 41", "table dissolved"]),
        (
            [ruling(gain={"side": "NS", "levels": 3}), hand(100)],
            ["ruled North–South up 3", "card points 100", "East–West up 1"],
        ),
        ([ruling(uncalled=True)], []),
    ],
)
def test_a_hand_says_what_decided_it(rules: Rules, events: list[dict[str, Any]], words: list[str]) -> None:
    assert told(rules(), *events) == words


def test_where_fouls_do_not_end_the_hand_its_points_are_told_too(rules: Rules) -> None:
    assert told(rules(foul_ends_hand=False), hand(100, fouls=FOULS)) == [
        "illegal follow by North, West, South",
        "card points 100",
        "East–West up 3",
        "East–West up 1",
    ]


def test_a_ruling_says_what_it_already_counts(rules: Rules) -> None:
    part = ruling(withdrawn={"S": 4})["effect"]["game"]
    assert [one.zh_hant for one in game().counted(rules(), part)] == ["南撤牌 4 張"]
    assert game().counted(rules(), {"uncalled": True}) == ()


def test_the_levels_of_the_sides_and_the_expected_one_are_told(rules: Rules) -> None:
    progress = settle(hand(100))["state"]["progress"]
    standing = game().standing(rules(), progress)
    assert {place: words.en for place, words in standing.items()} == {
        "E": "level 4",
        "W": "level 4",
        "N": "level 3",
        "S": "level 3",
    }
    assert game().expects(rules(), progress) == {"level": "4"}


def test_a_hand_that_a_foul_ends_has_no_points() -> None:
    answer = settle({"type": "hand", "fouls": {"leader": "E", "by": ["N"]}})
    assert answer["scores"]["E"] == 30
    for fouls in ({}, {"leader": "E", "by": ["N", "W"]}):
        with pytest.raises(RuleError, match="field_missing"):
            settle({"type": "hand", "fouls": fouls})
    with pytest.raises(RuleError, match="field_missing"):
        settle({"type": "hand", "fouls": {"leader": "E", "by": ["N"]}}, foul_ends_hand=False)


@pytest.mark.parametrize("score", [-5, 405, 1000])
def test_no_more_card_points_are_recorded_than_the_cards_have(score: int) -> None:
    with pytest.raises(RuleError, match="points_too_many"):
        settle(hand(score))
    with pytest.raises(RuleError, match="points_too_many"):
        settle(hand(score, last_trick=LAST))
    # Withdrawals lead below zero, which the cap then holds (3.B.4).
    assert settle(hand(0, withdrawn={"N": 4}), cap=None)["state"]["progress"]["levels"]["EW"] == "6"
