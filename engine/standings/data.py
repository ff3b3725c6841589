"""What standings are computed from: entries, rounds, results of tables and penalties, as plain structs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

HOUSE = "house"
"""The ledger's other side; it never has a place or a rank."""

Status = Literal["played", "late", "substitute", "sat_out", "absent", "void", "none"]
"""How an entry spent a round; `none` is only derived: the round holds a penalty of the entry and no result."""

Account = Literal["table", "event", "placing"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One who is ranked. `lot` is a recorded lot (1 is best); who is not `ranked` is listed below, without a rank."""

    id: str
    team: str | None = None
    pair: str | None = None
    lot: int | None = None
    withdrawn: bool = False
    ranked: bool = True


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round of the schedule; numbers rise through the whole event and are never used twice."""

    number: int
    stage: str = "main"


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round of one entry (or of a substitute who is no entry and only takes part in the places of his table).

    `points` is the sum of the `table` postings without table penalties paid to the house, so that a table sums to zero.
    `measures` are integers that are no points, such as `hands_won`. `table` is needed whenever the round was played.
    """

    entry: str
    round: int
    table: int | None = None
    points: int = 0
    status: Status = "played"
    seat: Literal["E", "S", "W", "N"] | None = None
    measures: Mapping[str, int] = msgspec.field(default_factory=dict)


class Penalty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points given to (positive) or taken from (negative) an entry by a ruling, in the round the ruling names.

    The account says the unit: `table` raw points, `event` whole units of what the policy counts, `placing` twelfths of
    one.
    """

    entry: str
    round: int
    points: int
    account: Account = "event"


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry brings from an earlier stage: its whole total there, in units of 1/`scale`."""

    entry: str
    total: int
    scale: int = 1


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about an event that standings may look at; stages come in the order in which `rounds` names them."""

    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    results: tuple[Result, ...]
    penalties: tuple[Penalty, ...] = ()
    carried: tuple[Carried, ...] = ()
