"""Times standings of 400 players over 12 rounds, from results to the encoded snapshot."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.standings import Data, Entry, Policy, Result, Round, TieBreak, compute, to_json
from tests.bench.harness import Benchmark

POLICY = Policy(
    tuple(map(TieBreak, ("total", "points", "best_round", "head_to_head", "hands_won", "sum_of_places"))),
    formula="place_points",
    place_points=(4, 3, 2, 1),
)


def field(players: int, rounds: int) -> Data:
    """Return a drawn field with zero-sum tables of four."""
    chance = random.Random(f"{players} {rounds}")
    seats = list(range(players))
    results = []
    for number in range(1, rounds + 1):
        chance.shuffle(seats)
        for first in range(0, players, 4):
            points = [chance.randrange(-40, 41) for _ in range(3)]
            points.append(-sum(points))
            results += [
                Result(str(player), number, first // 4, raw, measures={"hands_won": chance.randrange(6)})
                for player, raw in zip(seats[first : first + 4], points, strict=True)
            ]
    return Data(
        tuple(Entry(str(player)) for player in range(players)), tuple(map(Round, range(1, rounds + 1))), tuple(results)
    )


def totals_alone(data: Data) -> list[tuple[int, str]]:
    """Return the field ranked by nothing but its points, the least that any standings cost."""
    sums: dict[str, int] = {}
    for result in data.results:
        sums[result.entry] = sums.get(result.entry, 0) + result.points
    return sorted(((points, entry) for entry, points in sums.items()), reverse=True)


def benchmarks() -> Sequence[Benchmark]:
    """Return one benchmark for a large event."""
    data = field(400, 12)
    return [
        Benchmark(
            name="standings of 400 players x 12 rounds, from results to an encoded snapshot",
            run=lambda: to_json(compute(POLICY, data)),
            unit="snapshots",
            peer=lambda: totals_alone(data),
            peer_name="sums and a sort alone",
        )
    ]
