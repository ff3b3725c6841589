"""Whole deals of 216 cards: whatever is led, each hand has a legal follow, and the trick has the written winner."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.shengji.cards import KINDS, Order, card_order, card_points, format_cards
from engine.games.shengji.follow import FollowRules, judge_follow, lowest_follow
from engine.games.shengji.trick import take_trick
from tests.engine.games.shengji.written_rule import written_winner

PLAIN = FollowRules()


def leads(order: Order, hand: list[int]) -> list[tuple[int, ...]]:
    """Every pattern that can be led out of a hand."""
    single = [(card,) * size for card in sorted(set(hand)) for size in range(1, hand.count(card) + 1)]
    tractors = [
        tuple(kind for kind in line.kinds[first:end] for _ in range(equal))
        for line in order.lines
        for first, end, _ in line.runs
        for equal in (2, 3, 4)
        if all(hand.count(kind) >= equal for kind in line.kinds[first:end])
    ]
    return single + tractors * 3


@settings(max_examples=max(60, settings().max_examples))
@given(st.randoms(use_true_random=False), st.sampled_from("3456789TJQKA"), st.sampled_from("SHDC"))
def test_every_hand_can_follow_and_the_written_rule_names_the_winner(random: Random, level: str, trump: str) -> None:
    order = card_order(level, trump)
    deck = [card for card in range(KINDS) for _ in range(4)]
    random.shuffle(deck)
    hands = [deck[place * 54 : place * 54 + 54] for place in range(4)]
    lead = random.choice(leads(order, hands[0]))
    plays = [lead]
    for hand in hands[1:]:
        play = lowest_follow(order, lead, hand, PLAIN)
        assert judge_follow(order, lead, hand, play, PLAIN).legal
        other = tuple(random.sample(hand, len(lead)))
        plays.append(other if judge_follow(order, lead, hand, other, PLAIN).legal else play)
    trick = take_trick(order, plays)
    assert trick.winner == written_winner([format_cards(play) for play in plays], level, trump)
    assert trick.points == sum(card_points(play) for play in plays)
