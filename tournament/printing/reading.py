"""Has a document's contents read in one language and the event's time, all of one version of the event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone, translation

from tournament.access import require
from tournament.models import Event
from tournament.printing.documents import Contents, Document, Order

TRIES = 4


@contextmanager
def spoken(event: Event, language: str) -> Iterator[None]:
    """Speak a language, and tell times in the zone of the event."""
    with translation.override(language), timezone.override(event.zone):
        yield


def read_contents(document: Document, order: Order) -> Contents:
    """Read what a document shows, for somebody who may see it.

    Reading is optimistic: where somebody wrote meanwhile it is read again, at most a few times.
    """
    require(order.actor, document.permission, order.event)
    for _ in range(TRIES):
        order.event.refresh_from_db()
        contents = document.load(order)
        if Event.objects.values_list("version", flat=True).get(pk=order.event.pk) == order.event.version:
            break
    return contents
