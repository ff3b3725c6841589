"""Whether a draft may be discarded: an event that nobody outside its staff has met."""

from __future__ import annotations

from django.db.models import Exists, Q

from engine.errors import noop
from tournament.errors import Conflict
from tournament.models import AuditEntry, Draw, Entry, Event, Message

# Somebody counts on such a place, or has paid for it.
_COUNTED_ON = Q(status=Entry.Status.CONFIRMED) | Q(payment__in=(Entry.Payment.PAID, Entry.Payment.REFUNDED))


def bar_to_discarding(event: Event) -> Conflict | None:
    """Return why an event cannot be discarded, None where it can: a draft, never open, nobody told, nothing drawn.

    What was public once stays known to people, so it is ended and archived instead. Of a draft it asks one query.
    """
    if event.status != Event.Status.DRAFT:
        return Conflict("discard_public", noop("Only a draft is discarded; an event that was open is archived."))
    opened, drawn, counted_on, written_to = (
        Event.objects.filter(pk=event.pk)
        .values_list(
            Exists(AuditEntry.objects.filter(event=event, action="event.status")),
            Exists(Draw.objects.filter(round__event=event)),
            Exists(Entry.objects.filter(_COUNTED_ON, event=event)),
            Exists(Message.objects.filter(event=event, entry__isnull=False)),
        )
        .get()
    )
    if opened:
        return Conflict("discard_public", noop("This event has been open before: it is archived, not discarded."))
    if drawn:
        return Conflict("discard_drawn", noop("A round of this event has been drawn: that stays on record."))
    if counted_on or written_to:
        return Conflict(
            "discard_entered",
            noop("Players count on this event: a place is confirmed or paid, or one was written to."),
        )
    return None
