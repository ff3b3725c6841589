"""The building blocks of exact schedules that were found by search, read from catalogue.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Starter:
    """One table of each three of a round that is developed modulo `modulus`; see `designs.starter_round`."""

    modulus: int
    factor: int
    fixed: tuple[int, ...]
    blocks: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """Rows 2 … 4 of a five-rowed difference matrix over the sum of these cyclic groups; row 0 is zero, row 1 counts
    the columns.
    """

    moduli: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Signing:
    """Signs for the points of the lines of an affine plane and of its permuted copy."""

    permutation: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]


def stored_starter(players: int) -> Starter | None:
    """The starter round for this many players."""
    data = _catalogue()["starters"].get(str(players))
    if data is None:
        return None
    blocks = tuple(
        tuple((int(x), int(layer)) for x, layer in (point.split(".") for point in block.split()))
        for block in data["tables"].split("|")
    )
    return Starter(data["modulus"], data["factor"], tuple(data["fixed"]), blocks)


def stored_differences(order: int) -> Differences | None:
    """The difference matrix over a group of this order."""
    data = _catalogue()["differences"].get(str(order))
    if data is None:
        return None
    return Differences(tuple(data["moduli"]), tuple(tuple(map(int, row.split())) for row in data["rows"]))


def stored_signing(players: int) -> Signing | None:
    """The signing that doubles an affine plane to this many players."""
    data = _catalogue()["signing"].get(str(players))
    if data is None:
        return None
    return Signing(tuple(data["permutation"]), tuple(map(int, data["first"])), tuple(map(int, data["second"])))


def stored_schedule(players: int, rounds: int) -> list[list[list[int]]] | None:
    """The best schedule known where repeats cannot be avoided: rounds of tables of player numbers."""
    data = _catalogue()["schedules"].get(f"{players}x{rounds}")
    if data is None:
        return None
    schedule = []
    for row in data:
        tables: list[list[int]] = [[] for _ in range(players // 4)]
        for player, letter in enumerate(row):
            tables[int(letter, 36)].append(player)
        schedule.append(tables)
    return schedule


def stored_league(players: int) -> list[list[int]] | None:
    """A round that, developed modulo P-1 with the last player fixed, lets every pair meet three times."""
    data = _catalogue()["leagues"].get(str(players))
    return None if data is None else [[int(player) for player in table.split()] for table in data.split("|")]


def stored_order(players: int, rounds: int) -> tuple[tuple[int, ...], ...] | None:
    """For each round of the exact schedule of this size which of its tables is table 1, 2, …, so that few return."""
    data = _catalogue()["orders"].get(f"{players}x{rounds}")
    return None if data is None else tuple(tuple(int(letter, 36) for letter in row) for row in data.split())


@cache
def _catalogue() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
