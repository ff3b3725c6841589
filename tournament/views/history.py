"""The acts of an event in order, and the button that takes the newest back.

What everybody has seen is not taken back without asking.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from engine.errors import RuleError
from tournament.errors import sentence, status_of
from tournament.models import Event
from tournament.numbers import whole
from tournament.selectors.audit import audit_lines
from tournament.services.undoing import Act, acts, next_to_undo, undo_act
from tournament.views.advancing import advance_asked, advance_given, advance_part
from tournament.views.base import actor_of, shown
from tournament.views.organising import Question, asked_page, done, event_page

# What everybody has seen once it is done, and what becomes of it.
SEEN: dict[str, Any] = {
    "draw.released": _(
        "Everybody has seen the seats of round {number}. Taken back, they are hidden again and the draw is a draft."
    ),
    "draw.around": _("Everybody has seen the seats of round {number}. Taken back, they are what they were before."),
    "round.started": _("Everybody sees round {number} running. Taken back, it waits for its start again."),
    "round.closed": _(
        "Everybody has seen round {number} closed. Taken back, it runs again and its tables can be changed."
    ),
}


@event_page("undo")
def history(request: HttpRequest, event: Event) -> HttpResponse:
    """Show who did what, the newest first; POST takes the act back that the page named, `take` asks about it first."""
    back = reverse("event_history", args=[event.slug])
    if request.method != "POST":
        return _asked_first(request, event, back) or _shown(request, event)
    version = request.POST.get("version", "")
    return done(
        request,
        lambda: undo_act(
            actor=actor_of(request),
            event=event,
            version=whole(version, 0),
            advance=advance_given(request),
        ),
        _("Taken back."),
        back,
        lambda error: _shown(request, event, error) if advance_asked(error) else None,
    )


def _asked_first(request: HttpRequest, event: Event, back: str) -> HttpResponse | None:
    """Ask about the act of the address as a page, where it is the newest and needs it."""
    act = next_to_undo(acts(event)) if "take" in request.GET else None
    question = _question_of(act, event)
    if act is None or question is None or request.GET["take"] != str(act.version):
        return None
    return asked_page(request, question, back)


def _question_of(act: Act | None, event: Event) -> Question | None:
    """Return what is asked before an act is taken back that everybody has seen, None for another."""
    line = next((line for line in act.lines if line.action in SEEN), None) if act is not None else None
    if act is None or line is None:
        return None
    return Question(
        "take-back",
        f"{reverse('event_history', args=[event.slug])}?take={act.version}",
        _("Take this back"),
        _("Take this back?"),
        _("Take this back"),
        SEEN[line.action].format(number=line.subject.partition(":")[2]),
        fields={"version": str(act.version)},
    )


def _shown(request: HttpRequest, event: Event, asked: RuleError | None = None) -> HttpResponse:
    """Show the acts; where the newest moves who goes on to a later stage, its form asks who keeps a place."""
    found = acts(event)
    rows = [{"act": act, "lines": audit_lines(reversed(act.lines))} for act in found]
    newest = next_to_undo(found)
    context = {
        "rows": rows,
        "next": newest,
        "question": _question_of(newest, event),
        "refused": sentence(asked) if asked is not None else "",
        **advance_part(request, event, asked),
    }
    status = 200 if asked is None else status_of(asked)
    return shown(request, "organiser/history.html", context, event=event, current="manage", status=status)
