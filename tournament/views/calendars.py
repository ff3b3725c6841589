"""Calendars to subscribe to: the rounds of an event, and a player's with his tables."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from tournament.calendar import event_calendar, has_days
from tournament.errors import not_found
from tournament.models import Entry, Event
from tournament.selectors.entries import entry_by_token
from tournament.selectors.events import get_event
from tournament.selectors.rounds import rounds_of
from tournament.views.base import actor_of, page


@require_safe
@page
def event_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out the rounds of an event."""
    event = get_event(actor_of(request), slug)
    return _answer(request, event, reverse("event", args=[slug]), None)


@require_safe
@page
def own_rounds(request: HttpRequest, token: str) -> HttpResponse:
    """Hand out a player's rounds; a program that subscribes has nothing but the link."""
    entry = entry_by_token(token)
    if entry is None:
        raise not_found("entry")
    return _answer(request, entry.event, reverse("player", args=[token]), entry)


def _answer(request: HttpRequest, event: Event, address: str, entry: Entry | None) -> HttpResponse:
    """Write the calendar in the language its link names: the program that reads it has chosen none."""
    if not has_days(event):
        raise not_found("calendar")  # a calendar has something in it (RFC 5545, 3.6)
    wanted = request.GET.get("lang", "")
    language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(language):
        body = event_calendar(
            event, list(rounds_of(event)), url=request.build_absolute_uri(address), now=timezone.now(), entry=entry
        )
    name = f"{event.slug}.ics" if entry is None else f"{event.slug}-{entry.number}.ics"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, max-age=60"}
    return HttpResponse(body, content_type="text/calendar; charset=utf-8", headers=headers)
