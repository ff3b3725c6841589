"""The queue of calls, and who could come."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from adjudication.models import Call
from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import Event, Table
from tournament.selectors.persons import names_of
from tournament.selectors.tables import seat_data


def escalated(call: Call, now: dt.datetime) -> bool:
    """Tell whether a call has waited so long untaken that the lead of the event is to see to it."""
    minutes = settings_of(call.event).escalate_minutes
    return call.status == Call.Status.OPEN and now >= call.opened_at + dt.timedelta(minutes=minutes)


def open_calls(event: Event) -> QuerySet[Call]:
    """Return the calls that wait or are being seen to, the oldest first."""
    return (
        Call.objects.filter(event=event)
        .exclude(status=Call.Status.CLOSED)
        .select_related("event", "table__round", "caller", "caller_entry", "taken_by")
        .order_by("opened_at", "id")
    )


def call_at(table: Table) -> Call | None:
    """Return the call a table waits with: one that was made for words, else the oldest with facts taken down."""
    calls = list(open_calls(table.event).filter(table=table))
    return next((call for call in calls if call.facts is None), calls[0] if calls else None)


def get_call(event: Event, number: int) -> Call:
    """Return a call by its number."""
    call = Call.objects.filter(event=event, number=number).select_related("event", "table__round", "taken_by").first()
    if call is None:
        raise not_found("call")
    return call


def queue(event: Event) -> list[dict[str, Any]]:
    """Return the queue as pages and programs show it, in a fixed number of queries; what is escalated comes first."""
    now = timezone.now()
    calls = sorted(open_calls(event), key=lambda call: not escalated(call, now))
    seats = {number for call in calls for number in call.table.state.get("seats", {}).values()}
    names = names_of(event, seats) if calls else {}
    return [call_data(call, names) for call in calls]


def call_data(call: Call, names: dict[str, str] | None = None) -> dict[str, Any]:
    """Return one call: where, since when, who comes, and what is known."""
    if names is None:
        names = names_of(call.event, call.table.state.get("seats", {}).values())
    return {
        "call": call.number,
        "round": call.table.round.number,
        "table": call.table.number,
        "area": call.table.area,
        "seats": seat_data(call.table.state.get("seats", {}), names),
        "status": call.status,
        "text": call.text,
        "dispute": call.dispute,
        "facts": call.facts,
        "hand": call.hand,
        "seen_seq": call.seen_seq,
        "moved_on": call.table.seq - call.seen_seq,
        "escalated": escalated(call, timezone.now()),
        "by": _caller(call),
        "opened_at": call.opened_at.isoformat(),
        "taken_by": (call.taken_by.get_full_name() or call.taken_by.get_username()) if call.taken_by else None,
        "taken_at": call.taken_at.isoformat() if call.taken_at else None,
        "closed_at": call.closed_at.isoformat() if call.closed_at else None,
        "minutes_given": call.minutes_given,
    }


def _caller(call: Call) -> str:
    if call.caller is not None:
        return call.caller.get_full_name() or call.caller.get_username()
    return f"#{call.caller_entry.number} {call.caller_entry.name}" if call.caller_entry else ""
