"""The tables and seats of a draw, written when it is released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.dealing import Start
from engine.decoding import decode, plain
from engine.places import PLACES
from engine.table import fold
from tournament.event_settings import settings_of
from tournament.models import Draw, Entry, Event, Round, Table, TablePerson, TableSeat
from tournament.persons import drawn_members, person_name
from tournament.selectors.folding import state_data
from tournament.selectors.rulesets import rules_of


def write_tables(event: Event, round_: Round, draw: Draw, *, kept: Sequence[int] = ()) -> None:
    """Write the tables of a draw with who sits there; those numbered in `kept` are there already."""
    start = plain(Start()) | {"length": round_.stage.length or None}
    start = {key: value for key, value in start.items() if value is not None}
    rows = [row for row in draw.result["tables"] if row["number"] not in kept]
    settings = settings_of(event)
    wanted = [number for row in rows for number in row["seats"] if number is not None]
    entries = dict(Entry.objects.filter(event=event, number__in=wanted).values_list("number", "pk"))
    tables = Table.objects.bulk_create(
        Table(
            event=event,
            round=round_,
            draw=draw,
            number=row["number"],
            area=settings.area_at(row["number"]),
            start=start,
            state=_first_state(event, start, row["seats"]),
        )
        for row in rows
    )
    members = drawn_members(rules_of(event).ruleset)
    TableSeat.objects.bulk_create(
        TableSeat(
            draw=draw,
            table=table,
            place=place,
            entry_id=None if number is None else entries[number],
            member=members[place] or 0,
        )
        for table, row in zip(tables, rows, strict=True)
        for place, number in zip(PLACES, row["seats"], strict=True)
    )
    TablePerson.objects.bulk_create(
        TablePerson(draw=draw, table=table, entry_id=entries[number])
        for table, row in zip(tables, rows, strict=True)
        for number in dict.fromkeys(row["seats"])
        if number is not None
    )


def _first_state(event: Event, start: Mapping[str, Any], seats: Sequence[int | None]) -> dict[str, Any]:
    rules = rules_of(event)
    members = drawn_members(rules.ruleset)
    persons = {
        place: None if number is None else person_name(number, members[place])
        for place, number in zip(PLACES, seats, strict=True)
    }
    return state_data(fold(rules, persons, decode(Start, dict(start), "start"), ()))
