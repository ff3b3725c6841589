"""Messages to people: by e-mail where a server is set, otherwise kept to be shown and printed."""

from __future__ import annotations

from collections.abc import Callable

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Refused, not_found
from tournament.models import Entry, Event, Message
from tournament.selectors.standstill import unsent

SEND = "tournament.send_message"
AGAIN_SECONDS = 300


def absolute(path: str) -> str:
    """Return an address of this site as it can be opened from a message, where the site's own address is set."""
    return f"{settings.SITE_URL}{path}"


def post_message(
    *, event: Event | None, kind: str, to: str, subject: str, body: str, entry: Entry | None = None
) -> Message:
    """Write a message; it is sent after the commit where mail is configured and an address is known.

    Its subject is one line, as letters have it.
    """
    most = Message._meta.get_field("subject").max_length
    title = " ".join(subject.split())[:most]
    message = Message.objects.create(event=event, kind=kind, entry=entry, to=to, subject=title, body=body)
    if to and settings.EMAIL_CONFIGURED:
        current_app.tasks[SEND].delay_on_commit(message.pk)
    return message


def send_again() -> int:
    """Have messages sent whose task was lost or failed, each at most every five minutes; return how many."""
    count = 0
    for pk in unsent(timezone.now()).values_list("pk", flat=True):
        if cache.add(f"message-again-{pk}", 1, AGAIN_SECONDS):
            current_app.tasks[SEND].delay(pk)
            count += 1
    return count


def tell(*, event: Event, entry: Entry, kind: str, words: Callable[[], str]) -> Message:
    """Write to an entry in the language it registered in; `words` makes the text within that language."""
    with translation.override(entry.language or translation.get_language()):
        body = words()
    return post_message(event=event, kind=kind, entry=entry, to=entry.email, subject=event.name, body=body)


def link_of(entry: Entry) -> str:
    """Return an entry's personal link as it stands in a message."""
    return absolute(f"/p/{entry.link_token}/")


def check_not_archived(event: Event) -> None:
    """Refuse even what a closed event allows, once it is in the archive."""
    if Event.objects.filter(pk=event.pk, status=Event.Status.ARCHIVED).exists():
        raise Refused("event_closed", noop("The event is in the archive: nothing of it changes any more."))


def hand_over(*, actor: Actor, event: Event, message_id: int) -> None:
    """Mark that somebody was given a message by hand."""
    require(actor, "manage", event)
    check_not_archived(event)
    if not Message.objects.filter(event=event, pk=message_id).update(handed_over_at=timezone.now()):
        raise not_found("message")
