"""All that a draw is made from, as data that is stored with it: the same inputs and seed give the same seating."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from engine.decoding import decode, plain
from engine.places import Place
from engine.seating.model import Person, Seats
from engine.seating.model import Round as Seating
from engine.seating.wishes import Wishes

Row = tuple[int | None, int | None, int | None, int | None]


class SeatedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table: its number, and the entries at East, South, West, North (null: nobody)."""

    number: int
    seats: Row


class SeatedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round of the event as it is stored: its tables by number, and who sits out."""

    round: int
    tables: tuple[SeatedTable, ...]
    out: tuple[int, ...] = ()


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry in the standings a draw was made from; `total` includes `penalty`, in units of 1/`scale`."""

    entry: int
    rank: int
    total: int
    penalty: int = 0


class AreaField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One area of the hall in a draw: whoever belongs to it, and its tables, numbered from `first` to `last`.

    `numbers` are the tables to choose from (null: seated by hand). `before` are those of the area in a plan that is
    solved again.
    """

    name: str
    first: int
    last: int
    entries: tuple[int, ...]
    numbers: tuple[int, ...] | None = None
    before: tuple[int, ...] = ()


class Inputs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Everything a draw looks at beside its seed.

    `entries` play or sit out; `clubs`, `apart`, `fixed` (entry, table) and `numbers` are wishes, `history` the rounds
    before. `rounds` are drawn at once, the first of them number `round`. `standings` of version `standings_version`
    are in order; `tables` and `out` are those of a seating by hand; `plan` is a schedule to be solved again for those
    who `leave` and `join`; `index` counts the rounds of the stage before this one. `sides`, where entries are
    pairs, are the places one of them takes; it then stands at both. `areas`, where there are any, are drawn each for
    itself. `kept` are tables that stay as they were when the round is drawn again; whoever sits there is in `entries`.
    """

    method: str
    round: int
    entries: tuple[int, ...]
    clubs: tuple[tuple[int, ...], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    numbers: tuple[int, ...] | None = None
    history: tuple[SeatedRound, ...] = ()
    rounds: int = 1
    accept_repeats: bool = False
    standings: tuple[Ranked, ...] = ()
    scale: int = 1
    standings_version: int | None = None
    repeat_weight: int | None = None
    turning: bool = False
    index: int = 0
    pairs: tuple[tuple[int, int], ...] = ()
    tables: tuple[SeatedTable, ...] = ()
    out: tuple[int, ...] = ()
    plan: tuple[SeatedRound, ...] = ()
    leave: tuple[int, ...] = ()
    join: tuple[int, ...] = ()
    sides: tuple[tuple[Place, ...], ...] = ()
    areas: tuple[AreaField, ...] = ()
    kept: tuple[SeatedTable, ...] = ()

    def same_as(self, other: Inputs) -> bool:
        """Tell whether a draw from these and from the others is the same; the version they were read at apart."""
        return msgspec.structs.replace(self, standings_version=None) == msgspec.structs.replace(
            other, standings_version=None
        )

    def wishes(self) -> Wishes:
        """Return the wishes as the engine takes them."""
        return Wishes(
            clubs=self.clubs,
            apart=self.apart,
            fixed=dict(self.fixed),
            numbers=self.numbers,
            history=tuple(as_seating(round_) for round_ in self.history),
        )


def read_inputs(data: Mapping[str, Any]) -> Inputs:
    """Read stored inputs."""
    return decode(Inputs, dict(data), "inputs")


def stored(inputs: Inputs) -> dict[str, Any]:
    """Return inputs as they are stored."""
    return dict(plain(inputs))


def as_seating(round_: SeatedRound) -> Seating:
    """Return a round as the engine takes it; an empty place is taken by a different negative number each time."""
    nobody = -4 * 100_000 * round_.round
    tables = []
    for index, table in enumerate(round_.tables):
        seats = [nobody - 4 * index - place if who is None else who for place, who in enumerate(table.seats)]
        tables.append(cast(Seats, tuple(seats)))
    return Seating(tuple(tables), tuple(table.number for table in round_.tables), round_.out)


def from_seating(round_: Seating, number: int) -> SeatedRound:
    """Return a round of the engine as it is stored, as number `number` of the event."""
    return SeatedRound(
        number,
        tuple(
            SeatedTable(table, cast(Row, tuple(_entry(who) for who in seats)))
            for table, seats in zip(round_.numbers, round_.tables, strict=True)
        ),
        tuple(cast(int, who) for who in round_.out),
    )


def _entry(who: Person) -> int | None:
    return who if isinstance(who, int) and who > 0 else None
