"""Times the fold of a table of sixteen hands with a ruling, a liability that is hit, and a correction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.dealing import Start
from engine.places import PLACES
from engine.registry import find_game
from engine.rulesets import resolve
from engine.table import fold, number_events, parse_events
from tests.bench.harness import Benchmark

SEATS = {"E": "1", "S": "2", "W": "3", "N": "4"}
FOLDS = 100


def sixteen_hands() -> list[dict[str, Any]]:
    """Return wins by discard and self-draw and an exhausted wall, a false call and a wrong pong among them."""
    events: list[dict[str, Any]] = []
    for number in range(16):
        winner, giver = PLACES[number % 4], PLACES[(number + 1) % 4]
        entry: dict[str, Any] = {"seat": winner, "by": "self", "total": number % 7}
        if number % 3:
            entry |= {"by": "discard", "from": giver}
        if number == 5:
            events.append({"type": "ruling", "effect": {"postings": [{"from": giver, "to": winner, "points": 50}]}})
        if number == 9:
            liability = {"id": "L", "payer": giver, "windows": [["self", 8]]}
            events.append({"type": "ruling", "effect": {"liabilities": [liability]}})
            entry["since"] = {"L": 3}
        events.append({"type": "exhausted"} if number % 5 == 4 else {"type": "win", "wins": [entry]})
    events.append({"type": "replace", "seq": 2, "with": {"type": "exhausted"}, "later": "expected"})
    return events


def benchmarks() -> Iterator[Benchmark]:
    """Fold a stored table, as each write of an event does."""
    rules = resolve(find_game("taiwan").ruleset)
    recorded = number_events(rules, SEATS, Start(), parse_events(rules, sixteen_hands()))

    def run() -> None:
        for _ in range(FOLDS):
            fold(rules, SEATS, Start(), recorded)

    yield Benchmark("taiwan fold of a 16-hand table", run, count=FOLDS, unit="folds")
