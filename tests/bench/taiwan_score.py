"""Times the full explained score of 17-tile hands against the `mahjong` package dividing 14 tiles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from mahjong.hand_calculating.divider import HandDivider

from engine.games.taiwan.scoring import HAND_RULES
from engine.hand_input import parse_hand
from engine.hands import readings
from engine.registry import find_game
from engine.rulesets import resolve
from tests.bench.harness import Benchmark
from tests.hands_gen import SEED, score_inputs, winning_counts

HANDS = 10_000


def benchmarks() -> Iterator[Benchmark]:
    """Score seeded hands from their notation to the answer; the worst hand of one suit within a CPU-millisecond."""
    game = find_game("taiwan")
    rules = resolve(game.ruleset)
    lines = score_inputs(SEED, HANDS, 5)
    rng = Random(SEED)
    fourteen = [list(winning_counts(rng, 4)) for _ in range(HANDS)]

    def score(hands: list[dict[str, Any]]) -> None:
        for line in hands:
            game.score(rules, line)

    def divide() -> None:
        for counts in fourteen:
            HandDivider.divide_hand(counts)

    yield Benchmark(
        "taiwan score 17 tiles",
        lambda: score(lines),
        count=HANDS,
        unit="hands",
        peer=divide,
        peer_name="HandDivider 14 tiles",
        floor=0.4,
    )
    worst = slowest_of_one_suit()
    yield Benchmark("taiwan score, slowest hand of one suit", lambda: score([worst] * 1000), count=1000, unit="hands")


def slowest_of_one_suit() -> dict[str, object]:
    """Return the seeded hand of one suit with the most readings."""
    hands = score_inputs(SEED, 3000, 5, range(9))
    return max(hands, key=lambda line: len(readings(parse_hand(HAND_RULES, line).counts)))
