"""Calling a referee: opened at a table, taken, closed with the minutes it cost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone

from adjudication.models import Call
from engine.errors import noop
from tournament.access import may, require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_allowed
from tournament.models import Event, Table, User
from tournament.persons import places_of
from tournament.selectors.events import someone_on_duty
from tournament.services.table_time import add_minutes
from tournament.services.writing import Write, answered_before, fingerprint, remember, writing

MOST_TEXT = 2000
OFFICIAL = (Table.Status.CONFIRMED, Table.Status.VOID)


def call_referee(
    *,
    actor: Actor,
    table: Table,
    text: str = "",
    facts: Mapping[str, Any] | None = None,
    hand: int | None = None,
    seen_seq: int | None = None,
    key: str | None = None,
) -> Call:
    """Ask for a referee at a table; whoever sits there may, and the staff.

    `facts` are answers taken down before (infraction, offender, facts, deliberate), `hand` and `seen_seq` what was on
    the screen then. One call a table is open at a time: a second one adds its text to the first. One with facts is
    about those alone, and nothing is added to it.
    """
    if not (may(actor, "call", table) or _sits(actor, table)):
        raise not_allowed()
    if not someone_on_duty(table.event, table):
        raise Conflict("nobody_on_duty", noop("No referee is on duty; ask the organiser."))
    if len(text) > MOST_TEXT:
        raise Refused("text_long", noop("At most {most} characters."), path="text", most=MOST_TEXT)
    mark = fingerprint(["call", table.pk, text, dict(facts) if facts else None, hand, seen_seq])
    if (answer := answered_before(table.event, key, mark)) is not None:
        return Call.objects.get(event=table.event, number=answer["call"])
    with writing(table.event, actor) as write:
        write.standings_change = False
        if (answer := answered_before(table.event, key, mark)) is not None:
            write.cancel()
            return Call.objects.get(event=table.event, number=answer["call"])
        locked = Table.objects.get(pk=table.pk)
        waiting = Call.objects.filter(table=locked, facts__isnull=True).exclude(status=Call.Status.CLOSED)
        call = waiting.first()
        if call is not None and facts is None:
            call.text = f"{call.text}\n{text}".strip()[:MOST_TEXT]
            call.save(update_fields=["text"])
        else:
            call = open_call(write, locked, text=text, facts=facts, hand=hand, seen_seq=seen_seq, opened_at=write.at)
        write.audit("call.opened", f"call:{call.number}", after={"table": locked.number, "text": text})
        remember(write.event, key, mark, {"call": call.number})
    return call


def open_call(
    write: Write,
    table: Table,
    *,
    text: str,
    facts: Mapping[str, Any] | None,
    hand: int | None,
    seen_seq: int | None,
    opened_at: dt.datetime,
    taken_by: User | None = None,
) -> Call:
    """Create a call within the write in progress; with `taken_by` its referee is there already."""
    return Call.objects.create(
        event=write.event,
        dispute=write.actor.entry is not None and table.status in OFFICIAL,
        number=_next_number(write.event),
        table=table,
        status=Call.Status.TAKEN if taken_by else Call.Status.OPEN,
        text=text,
        facts=dict(facts) if facts is not None else None,
        hand=hand or table.state["hand"],
        seen_seq=table.seq if seen_seq is None else seen_seq,
        caller=write.actor.user,
        caller_entry=write.actor.entry,
        opened_at=opened_at,
        taken_by=taken_by,
        taken_at=opened_at if taken_by else None,
    )


def take_call(*, actor: Actor, call: Call) -> Call:
    """A referee says that he is coming; another one who takes it later takes it over."""
    require(actor, "call", call.table)
    with writing(call.event, actor) as write:
        write.standings_change = False
        locked = Call.objects.select_related("event", "table__round").get(pk=call.pk)
        if locked.status == Call.Status.CLOSED:
            raise Conflict("call_closed", noop("This call is closed."))
        before = locked.taken_by_id
        locked.status, locked.taken_by, locked.taken_at = Call.Status.TAKEN, actor.user, write.at
        locked.save(update_fields=["status", "taken_by", "taken_at"])
        write.audit("call.taken", f"call:{locked.number}", before={"by": before})
    return locked


def proposed_minutes(call: Call, now: dt.datetime) -> int:
    """Return the extra time a call has cost its table: the minutes since it was opened, rounded up; none below one."""
    seconds = int((now - call.opened_at).total_seconds())
    return 0 if seconds < 60 else -(-seconds // 60)


def minutes_to_close(call: Call | None) -> int | None:
    """Return the minutes proposed to whoever closes a call now; None where there is none to close."""
    if call is None or call.status == Call.Status.CLOSED:
        return None
    return proposed_minutes(call, timezone.now())


def close_call(*, actor: Actor, call: Call, minutes: int = 0) -> Call:
    """Close a call and give its table `minutes` more."""
    require(actor, "call", call.table)
    if minutes:
        require(actor, "rule", call.table)
    with writing(call.event, actor) as write:
        write.standings_change = False
        locked = Call.objects.select_related("event", "table__round").get(pk=call.pk)
        if locked.status == Call.Status.CLOSED:
            raise Conflict("call_closed", noop("This call is closed."))
        if minutes:  # first: more than a round has is refused there, before it is kept here
            table = Table.objects.select_related("event", "round").get(pk=locked.table_id)
            add_minutes(
                actor=actor,
                table=table,
                minutes=minutes,
                reason=f"call:{locked.number}",
                confirm_round=table.round.number,
            )
        locked.status, locked.closed_at, locked.minutes_given = Call.Status.CLOSED, write.at, minutes
        locked.save(update_fields=["status", "closed_at", "minutes_given"])
        write.audit("call.closed", f"call:{locked.number}", after={"minutes": minutes})
    return locked


def _sits(actor: Actor, table: Table) -> bool:
    entry = actor.entry
    return (
        entry is not None
        and entry.event_id == table.event_id
        and bool(places_of(table.state.get("seats") or {}, entry.number))
    )


def _next_number(event: Event) -> int:
    return (Call.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1
