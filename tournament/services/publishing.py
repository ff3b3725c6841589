"""Asks for standings to be computed: after a commit, once for many changes, again where a page finds them old."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from celery import current_app
from django.core.cache import cache
from django.db import transaction

from tournament.models import Event

PUBLISH = "tournament.publish_standings"
QUEUED_SECONDS = 15
ASKED_SECONDS = 2


def _queued(event_id: int) -> str:
    return f"standings-queued-{event_id}"


def publish_on_commit(event_id: int) -> None:
    """Have the standings computed once the transaction is committed, unless a run that has not begun is waiting."""

    def ask() -> None:
        # A run that is lost with its worker blocks others for these seconds only; a page heals it sooner.
        if cache.add(_queued(event_id), 1, QUEUED_SECONDS):
            current_app.tasks[PUBLISH].delay(event_id)

    transaction.on_commit(ask)


def begin_run(event_id: int) -> None:
    """Mark that a run begins: whoever writes from now on has to ask for another."""
    cache.delete(_queued(event_id))


def ask_again(event: Event) -> None:
    """Have the standings computed because a page found them older than the event; at most every few seconds."""
    if cache.add(f"standings-asked-{event.pk}-{event.version}", 1, ASKED_SECONDS):
        current_app.tasks[PUBLISH].delay(event.pk)


@contextmanager
def standings_later(event: Event) -> Iterator[None]:
    """Ask only at the end of a long series of writes in this process."""
    cache.set(_queued(event.pk), 1, None)
    try:
        yield
    finally:
        cache.delete(_queued(event.pk))
        current_app.tasks[PUBLISH].delay(event.pk)
