"""The start page: the events one may know of, and what to do where there are none."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.registry import find_game
from tournament.access import may
from tournament.models import StaffRole
from tournament.selectors.events import visible_events
from tournament.services.staff import first_run_needed
from tournament.views.base import actor_of, page, shown


@require_safe
@page
def home(request: HttpRequest) -> HttpResponse:
    """List events, those one works at first; an installation without an account asks for its first one."""
    actor = actor_of(request)
    events = list(visible_events(actor))
    if not events and actor.user is None and first_run_needed():
        return redirect("setup")
    own: set[int] = set()
    if actor.user is not None:
        own = set(StaffRole.objects.filter(user=actor.user).values_list("event_id", flat=True))
        if actor.user.is_superuser:
            own = {event.pk for event in events}
    rows = [
        {
            "event": event,
            "game": find_game(event.game).ruleset.name,
            "url": reverse("console" if event.pk in own else "event", args=[event.slug]),
        }
        for event in sorted(events, key=lambda event: event.pk not in own)
    ]
    return shown(request, "home.html", {"rows": rows, "founds": may(actor, "found")})
