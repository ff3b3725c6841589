"""What the console of a round shows: the room, who is still out, what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Subquery

from engine.places import PLACES
from tournament.event_settings import settings_of
from tournament.models import Draw, Entry, Event, Round, SeatConfirmation, Table, TableEvent, TablePerson
from tournament.persons import drawn_members, number_of, person_name
from tournament.selectors.entries import withdrawn_numbers
from tournament.selectors.rounds import OVER
from tournament.selectors.rulesets import rules_of
from tournament.selectors.tables import names_of

Status = Table.Status
_SHOWN = ("seats", "hand", "scores", "persons")


@dataclass(frozen=True)
class ConsoleTable:
    """One table as the console sees it; `last` is when something was last recorded, `empty` the places nobody
    has, `withdrawn` those of who has withdrawn since; `scores` by place and `persons` are points."""

    table: Table
    hand: int
    confirmed: tuple[str, ...]
    last: datetime | None
    empty: tuple[str, ...]
    seats: tuple[tuple[str, str, str], ...]
    scores: Mapping[str, int]
    persons: Mapping[str, int]
    over: bool
    withdrawn: tuple[str, ...] = ()

    @property
    def agreed(self) -> bool:
        """Whether everybody who sits there has confirmed what is recorded, and the staff has not."""
        taken = {place for place, person, _name in self.seats if person}
        return not self.over and self.table.status == Status.FINISHED and bool(taken) and taken <= {*self.confirmed}

    @property
    def in_play(self) -> int | None:
        """The hand in play, None where the table is over."""
        return self.hand if self.table.status in (Status.WAITING, Status.RUNNING) else None

    @property
    def without_hand(self) -> bool:
        """Whether no hand is over there yet."""
        return self.hand == 1 and self.table.status in (Status.WAITING, Status.RUNNING)

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number


def console_tables(round_: Round) -> list[ConsoleTable]:
    """Return the tables of a round's released draw by number, in four queries at most however many there are."""
    # Of each state the parts that are shown: all hands of a hall are many thousand objects.
    newest = TableEvent.objects.filter(table=OuterRef("pk")).order_by("-seq").values("at")[:1]
    withdrawn = TablePerson.objects.filter(table=OuterRef("pk"), entry__status=Entry.Status.WITHDRAWN)
    tables = list(
        Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED)
        .defer("state", "record", "start", "late")
        .annotate(last=Subquery(newest), left=Exists(withdrawn))
        .annotate(**{f"state_{part}": F(f"state__{part}") for part in _SHOWN})
        .order_by("number")
    )
    confirmed: dict[int, set[str]] = {}
    now = {table.pk: table.seq for table in tables}
    for table_id, place, seq in SeatConfirmation.objects.filter(table__in=now).values_list("table_id", "place", "seq"):
        if seq == now[table_id]:
            confirmed.setdefault(table_id, set()).add(place)
    names = names_of(round_.event) if tables else {}
    over = (*OVER, Status.FINISHED) if settings_of(round_.event).confirmation == "none" else OVER
    gone = withdrawn_numbers(round_.event) if any(table.left for table in tables) else frozenset()
    return [_row(table, confirmed.get(table.pk, set()), names, table.status in over, gone) for table in tables]


def _row(table: Table, confirmed: set[str], names: dict[str, str], over: bool, gone: frozenset[int]) -> ConsoleTable:
    # In their own order: PostgreSQL keeps the keys of JSON in its own.
    seats: dict[str, str | None] = {place: table.state_seats[place] for place in PLACES}
    whole = "" in confirmed or table.status == Status.CONFIRMED
    return ConsoleTable(
        table=table,
        hand=table.state_hand,
        scores=table.state_scores,
        persons=table.state_persons,
        confirmed=tuple(seats) if whole else tuple(place for place in seats if place in confirmed),
        last=table.last or table.started_at,  # type: ignore[attr-defined]
        empty=tuple(place for place, number in seats.items() if number is None),
        seats=tuple((place, number or "", names.get(number or "", "")) for place, number in seats.items()),
        over=over,
        withdrawn=tuple(place for place, person in seats.items() if number_of(person) in gone),
    )


def still_out(tables: Sequence[ConsoleTable]) -> list[ConsoleTable]:
    """Return the tables that are not over, those that nobody has heard of longest first."""
    out = [row for row in tables if not row.over]
    return sorted(out, key=lambda row: (row.last is not None, row.last.timestamp() if row.last else 0, row.number))


def draft_tables(draw: Draw, event: Event) -> list[dict[str, Any]]:
    """Return the tables of a draw that has not been written yet, with names; `kept` is whose fixed table it is."""
    home = settings_of(event)
    members = drawn_members(rules_of(event).ruleset)
    seated = [
        {
            place: None if entry is None else person_name(entry, members[place])
            for place, entry in zip(PLACES, row["seats"], strict=True)
        }
        for row in draw.result["tables"]
    ]
    names = names_of(event, {person for seats in seated for person in seats.values() if person})
    # Nobody shares a fixed table; of two who meet, one sits at that of the other.
    fixed = {entry.fixed_table: entry for entry in Entry.objects.filter(event=event, fixed_table__isnull=False)}
    return [
        {
            "number": row["number"],
            "kept": kept if (kept := fixed.get(row["number"])) and kept.number in row["seats"] else None,
            "area": home.area_at(row["number"]),
            "seats": [(place, person, names.get(person or "", "")) for place, person in seats.items()],
        }
        for row, seats in zip(draw.result["tables"], seated, strict=True)
    ]
