"""Standings as they are shown, stored and handed out: plain structs and their bytes."""

from __future__ import annotations

from math import gcd
from typing import Literal

import msgspec

from engine.standings.data import Status
from engine.standings.tiebreaks import Scope
from engine.text import Text

Unit = Literal["entry", "team", "pair"]

FORMAT = 1


class Criterion(msgspec.Struct, frozen=True):
    """The head of a column of criterion numbers, which are in units of 1/scale."""

    key: str
    name: Text
    direction: Literal["higher", "lower"]
    scope: Scope
    scale: int


class Why(msgspec.Struct, frozen=True):
    """Why a row stands below the one above: the first criterion that differs, with both numbers; null: none does."""

    key: str | None
    above: int | None = None
    here: int | None = None


class Cell(msgspec.Struct, frozen=True, array_like=True):
    """One round of one row; written as a list [status, value, points, place, penalty, counted] to keep snapshots small.

    `value` and `penalty` are in units of 1/scale of the standings, `place` in twelfths, `points` raw with table
    penalties; `counted` is false where best-n dropped the round.
    """

    status: Status
    value: int | None
    points: int
    place: int | None
    penalty: int
    counted: bool


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ranked unit. `total`, `carried` and `penalty` are in units of 1/scale; `rounds` run along `Standings.rounds`.

    `tied`: the rank is shared. A unit that takes no rank has a null one and stands at the end.
    """

    rank: int | None
    id: str
    total: int
    points: int
    rounds: tuple[Cell | None, ...]
    values: tuple[int | None, ...]
    carried: int = 0
    penalty: int = 0
    tied: bool = False
    withdrawn: bool = False
    why: Why | None = None
    members: tuple[str, ...] = ()


class Sums(msgspec.Struct, frozen=True):
    """Control sums of the rounds shown: points of all tables, then penalties by account, as the ledger holds them."""

    points: int
    table: int
    event: int
    placing: int


class Standings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole standings of one stage, from `rounds[0]` through `rounds[-1]`; totals are in units of 1/scale.

    Points of tables, with their penalties, are those of `share` places together. `counts` names the measure that
    totals are made of; null: points.
    """

    format: int
    by: Unit
    stage: str
    rounds: tuple[int, ...]
    scale: int
    criteria: tuple[Criterion, ...]
    rows: tuple[Row, ...]
    sums: Sums
    share: int = 1
    counts: Text | None = None


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Standings)


def to_json(standings: Standings) -> bytes:
    """Encode standings; equal standings give equal bytes."""
    return _ENCODER.encode(standings)


def from_json(data: bytes) -> Standings:
    """Decode what `to_json` wrote."""
    return _DECODER.decode(data)


def show(number: int, scale: int) -> str:
    """Write a number in units of 1/scale exactly: `7`, `-2.5`, `3.162277`, or where decimals do not end `2 1/3`."""
    sign = "-" if number < 0 else ""
    whole, rest = divmod(abs(number), scale)
    digits = 0
    while rest * 10**digits % scale and digits < 12:
        digits += 1
    if rest * 10**digits % scale == 0:
        return f"{sign}{whole}.{rest * 10**digits // scale:0{digits}d}" if rest else f"{sign}{whole}"
    common = gcd(rest, scale)
    return f"{sign}{whole} {rest // common}/{scale // common}" if whole else f"{sign}{rest // common}/{scale // common}"
