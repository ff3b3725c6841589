"""Times standings of 400 players over 12 rounds, from results to the encoded snapshot."""

from __future__ import annotations

import random
import time

from engine.standings import Data, Entry, Policy, Result, Round, TieBreak, compute, to_json

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


def main() -> None:
    """Print CPU-milliseconds (best of five) and the size of the snapshot."""
    for players, rounds in ((400, 12), (4000, 12)):
        data = field(players, rounds)
        times = []
        for _ in range(5):
            start = time.process_time()
            snapshot = to_json(compute(POLICY, data))
            times.append(time.process_time() - start)
        print(f"standings {players} x {rounds}: {min(times) * 1000:.1f} CPU-ms, snapshot {len(snapshot):,} bytes")


if __name__ == "__main__":
    main()
