"""How fast hands are read: 14 tiles against the `mahjong` package in the same process, 17 tiles, waits, input.

`python -m tests.bench.decompose` prints the numbers; `measure` gives them to whoever runs all benches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from mahjong.hand_calculating.divider import HandDivider

from engine import hands
from engine.hand_input import HandRules, parse_hand
from engine.hands import readings, waits
from tests.bench.harness import Benchmark
from tests.hands_gen import SEED, score_inputs, winning_counts

HANDS = 10_000
ROUNDS = 3
T = TypeVar("T")


def per_second(work: Callable[[T], object], inputs: Sequence[T], rounds: int = ROUNDS) -> int:
    """Return how many inputs a second `work` does, in CPU time, best of `rounds`."""
    best = 0.0
    for _ in range(rounds):
        started = time.process_time()
        for item in inputs:
            work(item)
        best = max(best, len(inputs) / (time.process_time() - started))
    return round(best)


def measure(hands: int = HANDS) -> dict[str, int]:
    """Return hands a second by name; `ratio_14` is how many times `HandDivider` is outdone."""
    rng = Random(SEED)
    fourteen = [winning_counts(rng, 4) for _ in range(hands)]
    seventeen = [winning_counts(rng, 5) for _ in range(hands)]
    waiting = [_without_one(rng, counts) for counts in seventeen]
    lists = [list(counts) for counts in fourteen]
    rules = HandRules(size=16, flags=frozenset())
    ours = per_second(readings, fourteen)
    theirs = per_second(HandDivider.divide_hand, lists, rounds=1)
    return {
        "readings_14": ours,
        "mahjong_14": theirs,
        "ratio_14": ours // theirs,
        "readings_17": per_second(readings, seventeen),
        "waits_16": per_second(waits, waiting),
        "input_17": per_second(lambda line: parse_hand(rules, line), score_inputs(SEED, hands, 5)),
    }


def benchmarks() -> Iterator[Benchmark]:
    """Read hands of 14 tiles against `HandDivider`, hands of 17 tiles, the waits of 16, and build what is looked up."""
    rng = Random(SEED)
    fourteen = [winning_counts(rng, 4) for _ in range(HANDS)]
    seventeen = [winning_counts(rng, 5) for _ in range(HANDS)]
    waiting = [_without_one(rng, counts) for counts in seventeen]
    lists = [list(counts) for counts in fourteen]

    def each(work: Callable[[T], object], inputs: Sequence[T]) -> Callable[[], None]:
        def run() -> None:
            for item in inputs:
                work(item)

        return run

    yield Benchmark(
        "decompose 14 tiles",
        each(readings, fourteen),
        count=HANDS,
        unit="hands",
        peer=each(HandDivider.divide_hand, lists),
        peer_name="HandDivider",
        floor=15,
    )
    yield Benchmark("decompose 17 tiles", each(readings, seventeen), count=HANDS, unit="hands")
    yield Benchmark("waits of 16 tiles", each(waits, waiting), count=HANDS, unit="hands")
    # Every process does it once, when it starts.
    yield Benchmark("tables of all suits", lambda: (hands._build(9, chows=True), hands._build(7, chows=False)), least=1)


def _without_one(rng: Random, counts: bytes) -> bytes:
    kind = rng.choice([kind for kind, count in enumerate(counts) if count])
    return bytes(count - (other == kind) for other, count in enumerate(counts))


if __name__ == "__main__":
    for name, number in measure().items():
        print(f"{name:12} {number:>12,}")
