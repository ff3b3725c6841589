"""The time of one table stands still while somebody is waited for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournament.models import Table
from tournament.selectors.clock import used_seconds


def wait_for(table: Table, places: Iterable[str], since: datetime, now: datetime) -> None:
    """Note whom a table waits for and stop its time; the caller holds the table's lock and stores it."""
    for place in places:
        table.waiting = {**table.waiting, place: {"person": table.state["seats"][place], "since": since.isoformat()}}
    if table.held_at is None:
        table.held_at = used_seconds(table.round, now)


def no_longer_waiting(table: Table, places: Iterable[str], now: datetime) -> None:
    """Let go of places; once nobody is waited for, the table's time runs on where it stood still."""
    gone = dict.fromkeys(places, True)
    table.waiting = {place: waited for place, waited in table.waiting.items() if place not in gone}
    if not table.waiting and table.held_at is not None:
        table.held_seconds += used_seconds(table.round, now) - table.held_at
        table.held_at = None
