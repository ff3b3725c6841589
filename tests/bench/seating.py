"""How fast seatings are drawn, beside a plain greedy shuffle that seats whoever has met the fewest of a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engine.seating.lots import random_draw
from engine.seating.model import Round
from engine.seating.ranked import draw_ranked
from engine.seating.replan import replan
from engine.seating.report import meetings
from engine.seating.schedule import plan
from engine.seating.wishes import Wishes
from tests.bench.harness import Benchmark

# players, rounds, and the CPU seconds a plan may take
PLANS = ((40, 13, 0.5), (64, 21, 0.5), (128, 10, 0.1), (1_000, 10, 0.3), (4_000, 12, 2.0), (10_000, 12, 10.0))
RESOLVE_SECONDS = 0.05
RANKED_SECONDS = 2.0
WINDOW = 40


def greedy(players: int, rounds: int, history: tuple[Round, ...] = ()) -> int:
    """Round by round: shuffle, then fill each table with those who have met fewest of it; returns the repeats."""
    random = Random(players)
    met = dict(meetings(history))
    for _ in range(rounds):
        waiting = list(range(players))
        random.shuffle(waiting)
        while len(waiting) >= 4:
            table = [waiting.pop()]
            for _ in range(3):
                near = waiting[-WINDOW:]
                counts = [sum(met.get((min(a, b), max(a, b)), 0) for b in table) for a in near]
                chosen = near[counts.index(min(counts))]
                waiting.remove(chosen)
                table.append(chosen)
            for i, a in enumerate(table):
                for b in table[:i]:
                    pair = (min(a, b), max(a, b))
                    met[pair] = met.get(pair, 0) + 1
    return sum(times - 1 for times in met.values())


def _benchmark(name: str, run: Callable[[], object], seats: int, seconds: float, peer: Callable[[], int]) -> Benchmark:
    return Benchmark(
        name=f"seating {name}",
        run=run,
        count=seats,
        unit="seats",
        peer=peer,
        peer_name=f"greedy shuffle, {peer()} repeats",
        least=seats / seconds,
    )


def benchmarks() -> list[Benchmark]:
    """Plans of all sizes, a plan solved again, and a late ranked round."""
    found = [
        _benchmark(
            f"{players} x {rounds}",
            partial(plan, range(players), rounds, "bench"),
            players * rounds,
            seconds,
            partial(greedy, players, rounds),
        )
        for players, rounds, seconds in PLANS
    ]
    before = plan(range(400), 10, "bench").rounds
    again = partial(replan, range(400), before, 5, "again", leave=range(20), join=range(400, 408))
    found.append(
        _benchmark("400 x 10 solved again", again, 388 * 5, RESOLVE_SECONDS, partial(greedy, 388, 5, before[:5]))
    )
    history = tuple(random_draw(range(400), f"round {number}") for number in range(7))
    standings = [(person, 1_000 - person) for person in range(400)]
    ranked = partial(draw_ranked, standings, "ranked", wishes=Wishes(history=history))
    found.append(_benchmark("ranked round 8 of 400", ranked, 400, RANKED_SECONDS, partial(greedy, 400, 1, history)))
    return found
