"""An empty seat: reported, the table's time stopped, then the person comes late or somebody who stands by sits down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.errors import noop
from engine.places import PLACES
from tournament.access import may, sits_there
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_allowed
from tournament.event_settings import settings_of
from tournament.models import Event, Table
from tournament.services.holding import no_longer_waiting, wait_for
from tournament.services.table_cache import locked_table, subject_of
from tournament.services.tables import record_events
from tournament.services.writing import writing

SAVED = ["waiting", "held_at", "held_seconds", "late"]


@dataclass(frozen=True)
class Arrival:
    """Who came, how many whole minutes late, and what the event's rules propose for it."""

    person: str
    minutes: int
    points: int


def late_points(event: Event, minutes: int) -> int:
    """Return the points an event's rules propose for being `minutes` late; 0 where they say nothing."""
    steps = [step for step in settings_of(event).late if step.minutes <= minutes]
    return max(steps, key=lambda step: step.minutes).points if steps else 0


def report_missing(*, actor: Actor, table: Table, places: Sequence[str]) -> Table:
    """Say that nobody sits at some places: the table's time stands still until somebody does.

    Whoever sits at the table may say so, and those who record there. Before the first hand the round's start counts
    as the moment from which one is late.
    """
    _check_right(actor, table)
    with writing(table.event, actor) as write:
        write.standings_change = False
        locked = locked_table(write, table)
        if locked.status not in (Table.Status.WAITING, Table.Status.RUNNING):
            raise Conflict("table_over", noop("The table is over: open it again first."))
        for place in places:
            if place not in PLACES or not locked.state["seats"].get(place):
                raise Refused("seat_empty", noop("Nobody was given this place."), path="places", place=place)
        before = {name: getattr(locked, name) for name in SAVED}
        begun = locked.round.clock_started_at
        since = begun if begun is not None and locked.seq == 0 and not locked.round.clock_used_seconds else write.at
        wait_for(locked, [place for place in places if place not in locked.waiting], since, write.at)
        locked.save(update_fields=SAVED)
        write.audit("table.missing", subject_of(locked), before=before, after={"places": list(places)})
    _copy(locked, table)
    return locked


def seat_arrived(*, actor: Actor, table: Table, place: str) -> Arrival:
    """The person who was waited for sits down; returns how late, and the penalty proposed, not yet given."""
    _check_right(actor, table)
    with writing(table.event, actor) as write:
        write.standings_change = False
        locked = locked_table(write, table)
        before, waited = {name: getattr(locked, name) for name in SAVED}, _waited(locked, place)
        late = int((write.at - datetime.fromisoformat(waited["since"])).total_seconds()) // 60
        arrival = Arrival(waited["person"], late, late_points(write.event, late))
        no_longer_waiting(locked, [place], write.at)
        if late:
            locked.late = {**locked.late, arrival.person: late}
        locked.save(update_fields=SAVED)
        after = {"place": place, "person": arrival.person, "minutes": late, "proposed": arrival.points}
        write.audit("table.arrived", subject_of(locked), before=before, after=after)
    _copy(locked, table)
    return arrival


def seat_standby(
    *, actor: Actor, table: Table, place: str, person: str, expected_seq: int, key: str | None
) -> dict[str, Any]:
    """Somebody who stands by takes the place from this hand on; the table's time runs on."""
    _waited(table, place)
    seats = {"type": "seats", "seats": {place: person}}
    return record_events(actor=actor, table=table, expected_seq=expected_seq, key=key, events=[seats])


def _waited(table: Table, place: str) -> dict[str, str]:
    if place not in table.waiting:
        raise Conflict("nobody_awaited", noop("Nobody is waited for at this place."), path="place")
    return dict(table.waiting[place])


def _check_right(actor: Actor, table: Table) -> None:
    if not may(actor, "record", table) and not sits_there.test(actor, table):
        raise not_allowed()


def _copy(locked: Table, table: Table) -> None:
    for name in SAVED:
        setattr(table, name, getattr(locked, name))
