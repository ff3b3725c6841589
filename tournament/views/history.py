"""The acts of an event in order, and the button that takes the newest back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.selectors.audit import audit_lines
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.views.base import actor_of, shown
from tournament.views.organising import done, event_page


@event_page("undo")
def history(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who did what, the newest first; POST takes the act back that the page named."""
    if request.method == "POST":
        version = request.POST.get("version", "")
        return done(
            request,
            lambda: undo_act(actor=actor_of(request), event=event, version=int(version) if version.isdecimal() else 0),
            _("Taken back."),
            reverse("event_history", args=[event.slug]),
        )
    found = acts(event)
    rows = [{"act": act, "lines": audit_lines(reversed(act.lines))} for act in found]
    context = {"rows": rows, "next": next_to_undo(found)}
    return shown(request, "organiser/history.html", context, event=event, current="manage")
