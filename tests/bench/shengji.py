"""How fast follows and tricks are judged: 12-card follows from 54 cards, and four plays of up to four cards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from engine.games.shengji.cards import KINDS, RANKS, SUITS, Order, card_order
from engine.games.shengji.follow import FollowRules, judge_follow, lowest_follow
from engine.games.shengji.trick import take_trick
from tests.bench.harness import Benchmark

SEED = "shengji"
FOLLOWS = 1_000
TRICKS = 2_000
LED = 12
RULES = FollowRules()

Play = tuple[int, ...]


class Follow(NamedTuple):
    """A lead, a full hand and a play out of it."""

    order: Order
    lead: Play
    hand: Play
    play: Play


def follows(count: int = FOLLOWS) -> list[Follow]:
    """Make follows of a 12-card tractor; most hands are rich in the led class, half of the plays are legal."""
    rng = Random(SEED)
    made = []
    while len(made) < count:
        order = card_order(rng.choice(RANKS[1:]), rng.choice(SUITS))
        line = rng.choice([line for line in order.lines if line.runs])
        leads = [
            tuple(kind for kind in line.kinds[first:end] for _ in range(equal))
            for first, end, _ in line.runs
            for equal in (2, 3, 4)
            if equal * (end - first) == LED
        ]
        if not leads:
            continue
        lead = rng.choice(leads)
        left = list((Counter(_deck()) - Counter(lead)).elements())
        own = [card for card in left if order.suit_of[card] == order.suit_of[lead[0]]]
        others = [card for card in left if order.suit_of[card] != order.suit_of[lead[0]]]
        rich = rng.randint(LED + 1, 54) if rng.random() < 0.8 else rng.randint(0, LED)
        hand = rng.sample(own, min(rich, len(own)))
        hand += rng.sample(others, 54 - len(hand))
        if rng.random() < 0.5:
            play = lowest_follow(order, lead, hand, RULES)
        else:
            held = [card for card in hand if order.suit_of[card] == order.suit_of[lead[0]]]
            play = tuple(rng.sample(held if len(held) >= LED else hand, LED))
        made.append(Follow(order, lead, tuple(hand), play))
    return made


def tricks(count: int = TRICKS) -> list[tuple[Order, list[Play]]]:
    """Make tricks of one to four cards: the lead a pattern, the others what they must play or what they like."""
    rng = Random(SEED)
    made = []
    while len(made) < count:
        order = card_order(rng.choice(RANKS[1:]), rng.choice(SUITS))
        deck = _deck()
        rng.shuffle(deck)
        hands = [tuple(deck[place * 54 : place * 54 + 54]) for place in range(4)]
        counts = Counter(hands[0])
        card = rng.choice(hands[0])
        lead = (card,) * rng.randint(1, counts[card])
        made.append((order, [lead, *(lowest_follow(order, lead, hand, RULES) for hand in hands[1:])]))
    return made


def benchmarks() -> list[Benchmark]:
    """A follow within 1 CPU-ms in the median and 50 at the worst, and 5,000 tricks a second."""
    made = follows()
    by_time = sorted(made, key=_taken)
    some = tricks()
    return [
        Benchmark("shengji.follow median", _judging([by_time[len(by_time) // 2]]), unit="follow", least=1_000),
        Benchmark("shengji.follow slowest", _judging([by_time[-1]]), unit="follow", least=20),
        Benchmark("shengji.follow all", _judging(made), count=len(made), unit="follow", least=1_000),
        Benchmark(
            "shengji.trick",
            lambda: [take_trick(order, plays) for order, plays in some],
            count=len(some),
            unit="trick",
            least=5_000,
        ),
    ]


def _deck() -> list[int]:
    return [card for card in range(KINDS) for _ in range(4)]


def _judging(some: list[Follow]) -> Callable[[], object]:
    return lambda: [judge_follow(item.order, item.lead, item.hand, item.play, RULES) for item in some]


def _taken(item: Follow) -> float:
    started = time.process_time()
    judge_follow(item.order, item.lead, item.hand, item.play, RULES)
    return time.process_time() - started
