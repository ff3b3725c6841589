"""How a benchmark is described and measured: CPU seconds, best of five, as a ratio to a peer."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5
PATIENCE = 4.0  # CPU seconds


@dataclass(frozen=True)
class Benchmark:
    """One measurement.

    `run` does `count` units of work; `peer` does the same amount another way (a known library, or the bare work
    without what we add). `floor`: the peer must take at least that many times our CPU time; `ceiling`: we may take
    at most that many times the peer's. `least`: so many units a CPU second, where the requirement is a number.
    """

    name: str
    run: Callable[[], object]
    count: int = 1
    unit: str = "run"
    peer: Callable[[], object] | None = None
    peer_name: str = ""
    floor: float | None = None
    ceiling: float | None = None
    least: float | None = None


@dataclass(frozen=True)
class Measured:
    """The best CPU time of the rounds and the wall time of that round, in seconds."""

    cpu: float
    wall: float


def measure(work: Callable[[], object], rounds: int = ROUNDS) -> Measured:
    """Run the work once to warm up, then `rounds` times (twice when it is slow), and return the best.

    CPU time counts, as other programs stretch only the wall.
    """
    work()
    best = Measured(float("inf"), float("inf"))
    began = time.process_time()
    for number in range(rounds):
        if number >= 2 and time.process_time() - began > PATIENCE:
            break
        # As in the server (config/wsgi.py), what is there already is nothing for the collector to look at.
        gc.collect()
        gc.freeze()
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        taken = Measured(time.process_time() - cpu, time.perf_counter() - wall)
        gc.unfreeze()
        best = min(best, taken, key=lambda measured: measured.cpu)
    return best


def line(benchmark: Benchmark) -> tuple[str, bool]:
    """Measure a benchmark; return its line, and whether it reaches what it must."""
    ours = measure(benchmark.run)
    rate = benchmark.count / ours.cpu if ours.cpu else float("inf")
    parts = [f"{benchmark.name}: {ours.cpu:.4f} CPU s", f"{rate:,.0f} {benchmark.unit}/CPU s"]
    reached = benchmark.least is None or rate >= benchmark.least
    if benchmark.least is not None:
        parts.append(f"at least {benchmark.least:,.0f}")
    if benchmark.peer is not None:
        theirs = measure(benchmark.peer)
        parts.append(f"{benchmark.peer_name} {theirs.cpu:.4f} CPU s")
        faster = theirs.cpu / ours.cpu
        if benchmark.ceiling is not None:
            reached = 1 / faster <= benchmark.ceiling
            parts.append(f"ratio {1 / faster:.2f} (at most {benchmark.ceiling:g})")
        elif benchmark.floor is not None:
            reached = faster >= benchmark.floor
            parts.append(f"{faster:.2f} times as fast (at least {benchmark.floor:g})")
        else:
            parts.append(f"ratio {1 / faster:.2f}")
    parts.append(f"wall {ours.wall:.4f} s")
    return f"{'' if reached else 'TOO SLOW  '}{' | '.join(parts)}", reached
