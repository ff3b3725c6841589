"""The end of check-in: who has not come is absent, and the waiting list fills the places that this leaves."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.access import require
from tournament.actors import Actor
from tournament.event_settings import settings_of
from tournament.models import Entry, Event
from tournament.selectors.entries import PLAYING
from tournament.services.entries import check_in
from tournament.services.waitlist import promote_waitlist
from tournament.services.writing import writing


@dataclass(frozen=True)
class CheckInClosed:
    """Who was marked absent, and who was let in from the waiting list in order."""

    absent: tuple[int, ...]
    promoted: tuple[int, ...]


def close_check_in(*, actor: Actor, event: Event) -> CheckInClosed:
    """Mark everybody absent who is still expected, and let as many of the waiting list in as places are free.

    Nobody forfeits anything by it: every step can be taken back one by one, by checking in or by waiting again.
    """
    require(actor, "enter", event)
    with writing(event, actor) as write:
        expected = Entry.objects.filter(
            event=write.event, status__in=PLAYING, ranked=True, check_in=Entry.CheckIn.EXPECTED
        )
        missing = list(expected.order_by("number").values_list("number", flat=True))
        if missing:
            check_in(actor=actor, event=event, numbers=missing, state=Entry.CheckIn.ABSENT)
        here = Entry.objects.filter(event=write.event, status__in=PLAYING, ranked=True).exclude(
            check_in=Entry.CheckIn.ABSENT
        )
        capacity = settings_of(write.event).capacity
        free = len(missing) if capacity is None else max(0, capacity - here.count())
        promoted = promote_waitlist(actor=actor, event=event, count=free)
        let_in = [entry.number for entry in promoted]
        write.audit("check_in.closed", f"event:{event.slug}", after={"absent": missing, "promoted": let_in})
    return CheckInClosed(tuple(missing), tuple(let_in))
