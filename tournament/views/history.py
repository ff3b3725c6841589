"""The acts of an event in order, and the button that takes the newest back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.errors import RuleError
from tournament.errors import sentence, status_of
from tournament.models import Event
from tournament.selectors.audit import audit_lines
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.views.advancing import advance_asked, advance_given, advance_part
from tournament.views.base import actor_of, shown
from tournament.views.organising import done, event_page


@event_page("undo")
def history(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who did what, the newest first; POST takes the act back that the page named."""
    if request.method != "POST":
        return _shown(request, event)
    version = request.POST.get("version", "")
    return done(
        request,
        lambda: undo_act(
            actor=actor_of(request),
            event=event,
            version=int(version) if version.isdecimal() else 0,
            advance=advance_given(request),
        ),
        _("Taken back."),
        reverse("event_history", args=[event.slug]),
        lambda error: _shown(request, event, error) if advance_asked(error) else None,
    )


def _shown(request: HttpRequest, event: Event, asked: RuleError | None = None) -> HttpResponse:
    """Show the acts; where the newest moves who goes on to a later stage, its form asks who keeps a place."""
    found = acts(event)
    rows = [{"act": act, "lines": audit_lines(reversed(act.lines))} for act in found]
    context = {
        "rows": rows,
        "next": next_to_undo(found),
        "refused": sentence(asked) if asked is not None else "",
        **advance_part(request, event, asked),
    }
    status = 200 if asked is None else status_of(asked)
    return shown(request, "organiser/history.html", context, event=event, current="manage", status=status)
