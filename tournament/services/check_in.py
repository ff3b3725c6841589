"""The end of check-in: who has not come is absent, and the waiting list fills the places that this leaves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from engine.errors import RuleError, noop
from tournament.access import require
from tournament.actors import SYSTEM, Actor
from tournament.errors import Conflict
from tournament.models import Entry, Event
from tournament.selectors.check_in import last_closing
from tournament.selectors.entries import PLAYING
from tournament.services.entries import check_in, update_entry
from tournament.services.messages import tell
from tournament.services.waitlist import give_places
from tournament.services.writing import writing


@dataclass(frozen=True)
class CheckInClosed:
    """Who was marked absent, and who was let in from the waiting list in order."""

    absent: tuple[int, ...]
    promoted: tuple[int, ...]


def close_check_in(*, actor: Actor, event: Event) -> CheckInClosed:
    """Mark everybody absent who is still expected, and let as many of the waiting list in as places are free.

    Nobody forfeits anything by it: every step can be taken back one by one, by checking in or by waiting again. Refused
    where it is closed: whoever was let in by that is not to be absent at once.
    """
    require(actor, "enter", event)
    with writing(event, actor) as write:
        if write.event.check_in_closed_at is not None:
            raise Conflict("check_in_closed", noop("Check-in is closed already."))
        expected = Entry.objects.filter(
            event=write.event, status__in=PLAYING, ranked=True, check_in=Entry.CheckIn.EXPECTED
        )
        missing = list(expected.order_by("number").values_list("number", flat=True))
        if missing:
            check_in(actor=actor, event=event, numbers=missing, state=Entry.CheckIn.ABSENT)
        let_in = [entry.number for entry in give_places(write, len(missing))]
        write.event.check_in_closed_at = write.at
        write.event.save(update_fields=["check_in_closed_at"])
        write.audit("check_in.closed", f"event:{event.slug}", after={"absent": missing, "promoted": let_in})
    event.check_in_closed_at = write.event.check_in_closed_at
    return CheckInClosed(tuple(missing), tuple(let_in))


def set_check_in_until(*, actor: Actor, event: Event, until: datetime | None) -> None:
    """Decide when check-in closes by itself; None: somebody closes it. A closed one is open again until then."""
    require(actor, "enter", event)
    with writing(event, actor) as write:
        write.standings_change = False
        if until is not None and until <= write.at:
            raise Conflict("until_past", noop("That hour has passed."), path="until")
        before = write.event.check_in_until
        write.event.check_in_until = until
        fields = ["check_in_until"]
        if until is not None and write.event.check_in_closed_at is not None:
            write.event.check_in_closed_at = None
            fields.append("check_in_closed_at")
        write.event.save(update_fields=fields)
        write.audit(
            "check_in.until",
            f"event:{event.slug}",
            before={"until": before.isoformat() if before else None},
            after={"until": until.isoformat() if until else None},
        )
    event.check_in_until, event.check_in_closed_at = write.event.check_in_until, write.event.check_in_closed_at


def reopen_check_in(*, actor: Actor, event: Event) -> list[int]:
    """Open a closed check-in again: whom the closing marked absent is expected again; nobody loses a place by it."""
    require(actor, "enter", event)
    with writing(event, actor) as write:
        if write.event.check_in_closed_at is None:
            raise Conflict("check_in_open", noop("Check-in is not closed."))
        closed_at, until = write.event.check_in_closed_at, write.event.check_in_until
        before = {"closed_at": closed_at.isoformat(), "until": until.isoformat() if until else None}
        closing = last_closing(write.event)
        numbers = [entry.number for entry in closing.absent] if closing else []
        if numbers:
            check_in(actor=actor, event=event, numbers=numbers, state=Entry.CheckIn.EXPECTED)
        write.event.check_in_closed_at, write.event.check_in_until = None, None
        write.event.save(update_fields=["check_in_closed_at", "check_in_until"])
        write.audit("check_in.reopened", f"event:{event.slug}", before=before, after={"expected": numbers})
    event.check_in_closed_at = event.check_in_until = None
    return numbers


def close_due(now: datetime) -> list[str]:
    """Close every check-in whose hour has come; returns the slugs of their events."""
    due = Event.objects.filter(check_in_until__lte=now, check_in_closed_at=None)
    closed: list[str] = []
    for event in due.filter(status__in=(Event.Status.OPEN, Event.Status.RUNNING, Event.Status.DRAFT)):
        try:
            with transaction.atomic():
                # Somebody may have closed it, or put the hour off, since the list was read.
                still = Event.objects.select_for_update().get(pk=event.pk)
                if still.check_in_closed_at is not None or still.check_in_until is None or still.check_in_until > now:
                    continue
                close_check_in(actor=SYSTEM, event=still)
        except RuleError:
            continue
        closed.append(event.slug)
    return closed


def call_entry(*, actor: Actor, entry: Entry) -> None:
    """Call somebody who has not come, by message where there is an address; the call is kept in the audit."""
    require(actor, "enter", entry.event)
    with writing(entry.event, actor) as write:
        write.standings_change = False
        tell(event=write.event, entry=entry, kind="call", words=partial(_call, write.event, entry))
        write.audit("entry.called", f"entry:{entry.number}")


def _call(event: Event, entry: Entry) -> str:
    return _("%(number)s %(name)s: you have not checked in at %(event)s. Please come to the desk, or tell us.") % {
        "number": entry.number,
        "name": entry.name,
        "event": event.name,
    }


def put_back(*, actor: Actor, entry: Entry) -> Entry:
    """Take a promotion back: the entry waits again, at the place it had, and is told."""
    require(actor, "enter", entry.event)
    with writing(entry.event, actor) as write:
        if Entry.objects.get(pk=entry.pk).status not in PLAYING:
            raise Conflict("not_promoted", noop("Entry {number} is not playing."), number=entry.number)
        changed = update_entry(actor=actor, entry=entry, changes={"status": Entry.Status.WAITLIST})
        tell(event=write.event, entry=changed, kind="put_back", words=partial(_put_back, write.event, changed))
        write.audit("entry.put_back", f"entry:{entry.number}")
    return changed


def _put_back(event: Event, entry: Entry) -> str:
    return _("%(number)s %(name)s: we are sorry, your place at %(event)s is taken; you are on the waiting list.") % {
        "number": entry.number,
        "name": entry.name,
        "event": event.name,
    }
