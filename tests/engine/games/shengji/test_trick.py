"""Order of cards, patterns, and who wins a trick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import RuleError
from engine.games.shengji.cards import NAMES, card_order, parse_cards
from engine.games.shengji.patterns import pattern_of
from engine.games.shengji.trick import take_trick
from engine.registry import trick_game
from engine.rulesets import ResolvedRuleset


def cards(spelled: str) -> tuple[int, ...]:
    names: list[str] = []
    for word in spelled.split():
        names += [word] if word in ("BJ", "RJ") else [word[0] + rank for rank in word[1:]]
    return parse_cards(names)


@pytest.mark.parametrize("level", "3456789TJQKA")
@pytest.mark.parametrize("trump", "SHDC")
def test_trumps_rank_as_the_rules_list_them(level: str, trump: str) -> None:
    order = card_order(level, trump)
    sides = [suit for suit in "SHDC" if suit != trump]
    plain = [trump + rank for rank in "AKQJT9876543" if rank != level]
    ladder = [["RJ"], ["BJ"], [trump + level], [suit + level for suit in sides], [trump + "2"]]
    ladder += [[suit + "2" for suit in sides], *([name] for name in plain)]
    strengths = [{order.strength[card] for card in parse_cards(names)} for names in ladder]
    assert all(len(equal) == 1 for equal in strengths)
    values = [equal.pop() for equal in strengths]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    trumps = {name for names in ladder for name in names}
    assert {NAMES[card] for card in range(54) if order.suit_of[card] == 4} == trumps


@pytest.mark.parametrize(
    ("spelled", "level", "tractor"),
    [
        ("SJJ99", "T", False),
        ("SJJTT", "T", False),
        ("STT99", "7", True),
        ("BJ BJ RJ RJ", "T", True),
        ("BJ BJ HTT", "T", False),
        ("HTT STT", "T", False),
        ("HTT22", "T", False),
        ("H2233", "T", True),
        ("HAA22", "T", True),
        ("HAA2233", "T", True),
        ("H223344", "T", True),
        ("S2233", "T", False),
        ("HKKAA22", "T", False),
        ("HKKAA", "T", True),
        ("S555666777", "T", True),
        ("S44455", "T", False),
        ("S4455", "T", True),
        ("S44 D55", "T", False),
        ("SAAAAKKKKQQQQ", "T", True),
        ("HAA22", "A", False),
        ("HAA22", "3", True),
        ("H2244", "3", False),
        ("H22334455667788", "A", True),
        ("H2233445566778899TTJJQQKK", "A", False),
    ],
)
def test_what_is_a_tractor(spelled: str, level: str, tractor: bool) -> None:
    pattern = pattern_of(card_order(level, "H"), cards(spelled))
    assert (pattern is not None and pattern.length > 1) == tractor


@pytest.mark.parametrize(
    ("plays", "winner", "points"),
    [
        (("SA", "SK", "H3", "DT"), 3, 20),
        (("SA", "S3", "SA", "S4"), 0, 0),
        (("H2", "S2", "HA", "CT"), 3, 10),
        (("DT", "CT", "ST", "H3"), 0, 30),
        (("D2", "C2", "S2", "H3"), 0, 0),
        (("SAA", "S46", "SK5", "HAK"), 0, 25),
        (("SAA", "S46", "H33", "H44"), 3, 0),
        (("SAAKK", "S6666", "H5566", "S3478"), 1, 30),
        (("SAAKK", "S3344", "S5566", "HAA22"), 3, 30),
        (("HAA22", "HQQKK", "H3344", "S3478"), 0, 20),
        (("HQQKK", "HAA22", "H3344", "S3478"), 1, 20),
        (("SAAKKQQ", "S345678", "H555666", "S345689"), 2, 45),
        (("BJ BJ RJ RJ", "HAAKK", "H3456", "H7788"), 0, 25),
        (("SKKK", "S444", "S333", "DAAA"), 0, 30),
    ],
)
def test_who_wins(plays: tuple[str, ...], winner: int, points: int) -> None:
    trick = take_trick(card_order("T", "H"), [cards(play) for play in plays])
    assert (trick.winner, trick.points) == (winner, points)


def test_trump_may_come_before_kind_and_a_low_ace_may_count_low() -> None:
    plays = [cards(play) for play in ("SAAKK", "S6666", "H5566", "S3478")]
    assert take_trick(card_order("T", "H"), plays, kind_before_trump=False).winner == 2
    low = [cards(play) for play in ("HQQKK", "HAA22", "H3344", "S3478")]
    assert take_trick(card_order("T", "H", a_low_key=True), low).winner == 0


def test_the_trump_rank_may_be_fixed(rules: Callable[..., ResolvedRuleset]) -> None:
    line = {"level": "5", "trump": "H", "plays": [["SA"], ["SK"], ["H3"], ["DT"]]}
    assert trick_game().trick(rules(), line)["winner"] == 2
    for rank in (10, "10", "T"):
        assert trick_game().trick(rules(fixed_trump_rank=rank), line)["winner"] == 3


def test_the_winning_pattern_is_named(rules: Callable[..., ResolvedRuleset]) -> None:
    line = {"level": "T", "trump": "H", "plays": [["SA"] * 2, ["S4", "S6"], ["H3"] * 2, ["S3", "S3"]]}
    pattern = trick_game().trick(rules(), line)["pattern"]
    assert (pattern["code"], pattern["equal"], pattern["groups"], pattern["suit"]) == ("pair", 2, 1, "trump")
    assert pattern["name"] == {"zh-hant": "對子", "zh-hans": "对子", "en": "pair"}


FOLLOW = {"level": "T", "trump": "H", "lead": ["SA"], "hand": ["S3", "S4"], "play": ["S3"]}
TRICK = {"level": "T", "trump": "H", "plays": [["SA"], ["S3"], ["S4"], ["S5"]]}


@pytest.mark.parametrize(
    ("line", "code", "path"),
    [
        (FOLLOW | {"level": "2"}, "level_unknown", "level"),
        (FOLLOW | {"level": "X"}, "level_unknown", "level"),
        (FOLLOW | {"trump": "N"}, "trump_unknown", "trump"),
        (FOLLOW | {"hand": ["S3", "S1"]}, "card_unknown", "hand[1]"),
        (FOLLOW | {"hand": ["S3"] * 5}, "card_copies", "hand"),
        (FOLLOW | {"lead": ["SA"] * 4, "hand": ["SA", "S3", "S4", "S5"]}, "card_copies", "hand"),
        (FOLLOW | {"play": ["S3", "S4"]}, "card_count", "play"),
        (FOLLOW | {"play": ["S9"]}, "card_not_held", "play[0]"),
        (FOLLOW | {"lead": []}, "lead_no_pattern", "lead"),
        (FOLLOW | {"lead": ["SA", "SK"], "play": ["S3", "S4"]}, "lead_no_pattern", "lead"),
        (FOLLOW | {"hand": [name for name in NAMES for _ in range(2)]}, "hand_long", "hand"),
        (FOLLOW | {"colour": "red"}, "field_unknown", "colour"),
        ({key: value for key, value in FOLLOW.items() if key != "hand"}, "field_missing", "hand"),
        (TRICK | {"plays": [["SA"], ["S3", "S4"], ["S4"], ["S5"]]}, "card_count", "plays[1]"),
        (TRICK | {"plays": [["SA"], ["S3"], ["S4"]]}, "value_out_of_range", "plays"),
        (TRICK | {"plays": [["S3"] * 4, ["S3"] * 4, ["S4"] * 4, ["S5"] * 4]}, "card_copies", "plays"),
        (TRICK | {"plays": [["S3", "S4"], ["S3", "S3"], ["S4", "S4"], ["S5", "S5"]]}, "lead_no_pattern", "plays[0]"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    line: dict[str, Any], code: str, path: str, rules: Callable[..., ResolvedRuleset]
) -> None:
    with pytest.raises(RuleError) as refused:
        trick_game().trick(rules(), line)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert refused.value.message


def test_packs_and_cards_each_are_settings(rules: Callable[..., ResolvedRuleset]) -> None:
    two = rules(packs=2, hand=2)
    assert trick_game().trick(two, FOLLOW)["legal"]
    for line, code in (
        (FOLLOW | {"hand": ["S3", "S3", "S3"]}, "card_copies"),
        (FOLLOW | {"hand": ["S3", "S4", "S5"]}, "hand_long"),
    ):
        with pytest.raises(RuleError) as refused:
            trick_game().trick(two, line)
        assert refused.value.code == code


def test_without_a_permanent_trump_twos_belong_to_their_suits(rules: Callable[..., ResolvedRuleset]) -> None:
    plays = [["S2", "S2", "S3", "S3"], ["S5", "S5", "S4", "S4"], ["D2", "D2", "D3", "D3"], ["D4"] * 4]
    line = {"level": "T", "trump": "H", "plays": plays}
    with pytest.raises(RuleError) as refused:
        trick_game().trick(rules(), line)
    assert refused.value.code == "lead_no_pattern"
    assert trick_game().trick(rules(permanent_trump=None), line)["winner"] == 1
