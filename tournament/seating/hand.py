"""Checks a seating that was made by hand before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.errors import noop
from engine.places import PLACES
from engine.seating.lots import SINGLES, Sides, table_numbers
from tournament.errors import Refused
from tournament.seating.inputs import Row, SeatedTable


def checked_tables(
    field: Sequence[int], tables: Sequence[Mapping[str, Any]], out: Sequence[int] = (), sides: Sides = ()
) -> tuple[SeatedTable, ...]:
    """Return the tables in order; everybody of the field sits once or is among `out`, and a table has four places.

    With `sides`, entries are pairs: each holds both places of a side.
    """
    if not tables:
        raise Refused("tables_missing", noop("There are no tables in this seating."), path="tables")
    known = dict.fromkeys(field, True)
    seated: list[int] = list(out)
    numbers: list[int] = []
    rows: list[SeatedTable] = []
    for place, entry in enumerate(out):
        if entry not in known:
            raise _not_eligible(entry, f"out[{place}]")
    for index, table in enumerate(tables):
        seats = table.get("seats")
        number = table.get("number", index + 1)
        if not isinstance(seats, list | tuple) or len(seats) != len(PLACES):
            raise Refused("seats_four", noop("A table has four places."), path=f"tables[{index}].seats")
        for place, entry in enumerate(seats):
            if entry is not None and entry not in known:
                raise _not_eligible(entry, f"tables[{index}].seats[{place}]")
        held = [{seats[PLACES.index(place)] for place in side} for side in sides or SINGLES]
        if any(len(holders) > 1 for holders in held):
            raise Refused(
                "partners_apart", noop("A side of the table belongs to one pair."), path=f"tables[{index}].seats"
            )
        seated += [entry for holders in held for entry in holders if entry is not None]
        numbers.append(number)
        rows.append(SeatedTable(number, cast(Row, tuple(seats))))
    twice = sorted({entry for entry in seated if seated.count(entry) > 1})
    if twice:
        raise Refused(
            "entry_twice", noop("Seated twice: {numbers}."), path="tables", numbers=", ".join(map(str, twice))
        )
    there = dict.fromkeys(seated, True)
    missing = [entry for entry in field if entry not in there]
    if missing:
        raise Refused(
            "entries_missing",
            noop("Without a seat: {numbers}."),
            path="tables",
            facts={"missing": missing},
            numbers=", ".join(map(str, missing)),
        )
    table_numbers(len(numbers), numbers)
    return tuple(sorted(rows, key=lambda row: row.number))


def _not_eligible(entry: object, path: str) -> Refused:
    return Refused(
        "entry_not_eligible", noop("Entry {number} is not in the field of this round."), path=path, number=entry
    )
