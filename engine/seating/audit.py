"""Checks a seating from its published data alone: recounts every number of the report and names every fault.

This module imports nothing of the program, so that an error of the generator cannot hide in it. It reads plain
data, the `seat` document: rounds with `tables` (lists of East, South, West, North), `out`, and `numbers` where
tables are not simply 1, 2, 3, … .
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Player = Any


@dataclass(frozen=True, slots=True)
class Audit:
    """What was recounted: `numbers` by the names of the report, and `faults` as sentences, none for a sound
    document.
    """

    numbers: dict[str, int | bool]
    faults: tuple[str, ...]


def audit(
    document: Mapping[str, Any],
    players: Sequence[Player],
    *,
    clubs: Sequence[Sequence[Player]] = (),
    apart: Sequence[Sequence[Player]] = (),
    history: Sequence[Mapping[str, Any]] = (),
    seed: str | None = None,
) -> Audit:
    """Recounts a `seat` document for these players; `history` are the rounds played before it, in the same shape."""
    rounds = document["rounds"]
    faults = [
        *_round_faults(rounds, players),
        *_rest_faults(rounds, history, players),
        *_apart_faults(rounds, apart),
        *_block_faults(rounds, history, players),
    ]
    numbers = recount(rounds, players, clubs=clubs, history=history)
    for name, stated in document["report"].items():
        if name in numbers and numbers[name] != stated:
            faults.append(f"report says {name} = {stated}, counted {numbers[name]}")
    if document["plan_sha256"] != plan_hash(rounds):
        faults.append("plan_sha256 does not belong to these rounds")
    if seed is not None and document["seed_sha256"] != hashlib.sha256(seed.encode("utf-8")).hexdigest():
        faults.append("seed_sha256 does not belong to this seed")
    return Audit(numbers, tuple(faults))


def plan_hash(rounds: Sequence[Mapping[str, Any]]) -> str:
    """SHA-256 of the rounds as JSON with sorted keys and without spaces."""
    plain = [{"out": list(round_["out"]), "tables": [list(table) for table in round_["tables"]]} for round_ in rounds]
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8")).hexdigest()


def recount(
    rounds: Sequence[Mapping[str, Any]],
    players: Sequence[Player],
    *,
    clubs: Sequence[Sequence[Player]] = (),
    history: Sequence[Mapping[str, Any]] = (),
) -> dict[str, int | bool]:
    """Every number of the report, earlier rounds included."""
    every = [*history, *rounds]
    met = _met(every)
    winds = Counter((player, wind) for table in _tables(every) for wind, player in enumerate(table))
    spread = error = 0
    for player in players:
        row = [winds[player, wind] for wind in range(4)]
        spread = max(spread, max(row) - min(row))
        for count in row:
            error += max(0, len(every) // 4 - count, count - (len(every) + 3) // 4)
    club_of = [frozenset(club) for club in clubs]
    repeats = sum(met.values()) - len(met)
    bound = _least_repeats(rounds, players, history)
    return {
        "repeats": repeats,
        "max_meetings": max(met.values(), default=0),
        "repeat_lower_bound": bound,
        "proven": repeats == bound,
        "wind_spread": spread,
        "wind_error": error,
        "club_meetings": sum(n for pair, n in met.items() if any(pair <= club for club in club_of)),
        "table_revisits": _returns(every),
    }


def _tables(rounds: Iterable[Mapping[str, Any]]) -> Iterable[Sequence[Player]]:
    for round_ in rounds:
        yield from round_["tables"]


def _met(rounds: Iterable[Mapping[str, Any]]) -> Counter[frozenset[Player]]:
    return Counter(
        frozenset((one, other)) for table in _tables(rounds) for i, one in enumerate(table) for other in table[:i]
    )


def _least_repeats(
    rounds: Sequence[Mapping[str, Any]], players: Sequence[Player], history: Sequence[Mapping[str, Any]]
) -> int:
    """Counting: who plays k more rounds sees 3k people, of whom only those not yet met are new."""
    old = _met(history)
    field = frozenset(players)
    known = Counter(player for pair in old if pair <= field for player in pair)
    games = Counter(player for table in _tables(rounds) for player in table)
    missing = sum(max(0, 3 * games[player] + known[player] + 1 - len(field)) for player in field)
    least = sum(old.values()) - len(old) + -(-missing // 2)
    every = [*history, *rounds]
    again = sum(
        max((_together(earlier, round_) for earlier in every[: len(history) + index]), default=0)
        for index, round_ in enumerate(rounds)
    )
    return max(least, sum(old.values()) - len(old) + again)


def _together(earlier: Mapping[str, Any], round_: Mapping[str, Any]) -> int:
    """Pigeonholes: of a table's people who play again, the n-th to choose finds (n - 1) // tables of them there."""
    if len(round_["tables"]) >= 4:
        return 0
    there = {player for table in round_["tables"] for player in table}
    return sum(
        nth // len(round_["tables"]) for table in earlier["tables"] for nth in range(len(there.intersection(table)))
    )


def _returns(rounds: Sequence[Mapping[str, Any]]) -> int:
    seen: dict[Player, list[int]] = {}
    used = set()
    for round_ in rounds:
        numbers = round_.get("numbers") or range(1, len(round_["tables"]) + 1)
        for number, table in zip(numbers, round_["tables"], strict=True):
            used.add(number)
            for player in table:
                seen.setdefault(player, []).append(number)
    return sum(max(0, min(len(row), len(used)) - len(set(row))) for row in seen.values())


def _round_faults(rounds: Sequence[Mapping[str, Any]], players: Sequence[Player]) -> list[str]:
    faults = []
    for number, round_ in enumerate(rounds, 1):
        present = Counter(player for table in round_["tables"] for player in table) + Counter(round_["out"])
        if any(len(table) != 4 for table in round_["tables"]):
            faults.append(f"round {number}: a table without four players")
        if present != Counter(players):
            wrong = (present - Counter(players)) + (Counter(players) - present)
            faults.append(f"round {number}: not everybody exactly once: {list(wrong)}")
        if len(round_["out"]) != len(players) % 4:
            faults.append(f"round {number}: {len(round_['out'])} rest, not {len(players) % 4}")
    return faults


def _rest_faults(
    rounds: Sequence[Mapping[str, Any]], history: Sequence[Mapping[str, Any]], players: Sequence[Player]
) -> list[str]:
    """Nobody may rest while somebody else has rested less."""
    rested = Counter(player for round_ in history for player in round_["out"])
    faults = []
    for number, round_ in enumerate(rounds, 1):
        playing = [player for player in players if player not in round_["out"]]
        least = min((rested[player] for player in playing), default=0)
        early = [player for player in round_["out"] if rested[player] > least]
        if early:
            faults.append(f"round {number}: {early} rest again before others")
        rested.update(round_["out"])
    return faults


def _apart_faults(rounds: Sequence[Mapping[str, Any]], apart: Sequence[Sequence[Player]]) -> list[str]:
    met = _met(rounds)
    return [f"kept apart but seated together: {list(pair)}" for pair in apart if met[frozenset(pair)]]


def _block_faults(
    rounds: Sequence[Mapping[str, Any]], history: Sequence[Mapping[str, Any]], players: Sequence[Player]
) -> list[str]:
    """A new field draws each wind at most once in every four games of a player."""
    if history:
        return []
    games: dict[Player, list[int]] = {player: [] for player in players}
    for table in _tables(rounds):
        for wind, player in enumerate(table):
            games.setdefault(player, []).append(wind)
    return [
        f"{player} has a wind twice in games {first + 1} to {first + len(block)}"
        for player, row in games.items()
        for first in range(0, len(row), 4)
        if len(set(block := row[first : first + 4])) < len(block)
    ]
