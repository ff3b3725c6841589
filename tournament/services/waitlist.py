"""The waiting list: who is let in when a place is free, by hand or by itself, always in the order of registration."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict
from tournament.event_settings import settings_of
from tournament.models import Entry, Event
from tournament.selectors.entries import PLAYING, here_count
from tournament.services.messages import tell
from tournament.services.stages import make_stale
from tournament.services.writing import Write, answered_before, fingerprint, remember, writing


def promote_waitlist(*, actor: Actor, event: Event, count: int, key: str | None = None) -> list[Entry]:
    """Let the first of the waiting list in, in the order they registered, and tell them."""
    require(actor, "enter", event)
    mark = fingerprint(["promote_waitlist", count])
    with writing(event, actor) as write:
        if (answer := answered_before(write.event, key, mark)) is not None:
            write.cancel()
            return list(Entry.objects.filter(event=write.event, number__in=answer["promoted"]).order_by("created_at"))
        promoted = promote(write, count)
        remember(write.event, key, mark, {"promoted": [entry.number for entry in promoted]})
        return promoted


def promote(write: Write, count: int) -> list[Entry]:
    """Let the first `count` of the waiting list in within a write; each is a line of its own in the audit."""
    waiting = Entry.objects.filter(event=write.event, status=Entry.Status.WAITLIST).order_by("created_at", "pk")
    promoted = list(waiting[: max(count, 0)])
    for entry in promoted:
        entry.status = Entry.Status.REGISTERED
        entry.save(update_fields=["status"])
        tell_promoted(write.event, entry)
        write.audit("entry.promoted", f"entry:{entry.number}", before={"status": Entry.Status.WAITLIST})
    if promoted:
        make_stale(write)
    return promoted


def fill_free_places(write: Write) -> list[Entry]:
    """Let waiting players into places that have become free, where the organiser has it done by itself."""
    settings = settings_of(write.event)
    if settings.registration.promotion != "automatic" or settings.capacity is None:
        return []
    return promote(write, settings.capacity - here_count(write.event))


def give_places(write: Write, left: int) -> list[Entry]:
    """Let waiting players into the places of those who are absent at the end of check-in, `left` of them just now."""
    capacity = settings_of(write.event).capacity
    return promote(write, left if capacity is None else capacity - here_count(write.event))


def has_room(event: Event) -> bool:
    """Tell whether one more may play: there is a place, and nobody has been waiting for it."""
    settings = settings_of(event)
    entries = Entry.objects.filter(event=event)
    if settings.capacity is not None and here_count(event) >= settings.capacity:
        return False
    return not entries.filter(status=Entry.Status.WAITLIST).exists()


def check_may_play(event: Event, entry: Entry) -> None:
    """Refuse to let an entry in that may not play yet: the guard of every approval, of one or of many."""
    if entry.status in PLAYING or entry.status in (Entry.Status.WAITLIST, Entry.Status.WITHDRAWN):
        raise Conflict("not_pending", noop("Entry {number} does not wait to be approved."), number=entry.number)
    paid = entry.payment in (Entry.Payment.PAID, Entry.Payment.WAIVED)
    if settings_of(event).registration.paid_first and not paid:
        raise Conflict("not_paid", noop("Entry {number} has not paid."), number=entry.number)
    same = Entry.objects.filter(event=event, members__in=entry.members.all()).exclude(pk=entry.pk)
    if same.filter(status__in=(*PLAYING, Entry.Status.WAITLIST)).exists():
        raise Conflict("person_entered", noop("This person is entered already."))


def tell_promoted(event: Event, entry: Entry) -> None:
    """Tell somebody who waited that he plays."""
    tell(event=event, entry=entry, kind="promoted", words=partial(_promoted, event, entry))


def _promoted(event: Event, entry: Entry) -> str:
    return _("%(number)s %(name)s: a place at %(event)s has become free, and you are in.") % {
        "number": entry.number,
        "name": entry.name,
        "event": event.name,
    }
