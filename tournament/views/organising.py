"""What the organiser's pages share: the event of the address with rights and zone, questions, acts and answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from engine.errors import RuleError
from tournament.errors import sentence, status_of
from tournament.models import Event
from tournament.selectors.events import get_event
from tournament.views.advancing import advance_asked, advance_part
from tournament.views.base import actor_of, page, shown

View = Callable[..., HttpResponse]
REFUSED = 422
# Nothing of such an event changes any more.
ENDED = (Event.Status.CLOSED, Event.Status.ARCHIVED)


def event_page(permission: str) -> Callable[[View], View]:
    """Make a page of a view(request, event, …): 404 and 403 by rights, times in the event's zone."""

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @page
        @wraps(view)
        def inner(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            event = get_event(actor_of(request), slug, permission)
            with timezone.override(event.zone):
                return view(request, event, **kwargs)

        return inner

    return decorate


@dataclass(frozen=True)
class Question:
    """What is asked before an act: drawn as a dialog by `{% confirm %}`, and as a page where there is no script.

    With `reason` it has to be said why.
    """

    key: str
    url: str
    label: str
    title: str
    act: str
    text: str = ""
    tone: str = "stop"
    fields: dict[str, str] = field(default_factory=dict)
    links: tuple[tuple[str, str], ...] = ()
    reason: bool = False


def done(
    request: HttpRequest,
    act: Callable[[], Any],
    said: str,
    back: str,
    again: Callable[[RuleError], HttpResponse | None] = lambda _error: None,
) -> HttpResponse:
    """Do what a button asks for and go back, with what was done or why it could not be.

    `again` may answer a refusal itself, with a page that asks for what is missing.
    """
    try:
        act()
    except RuleError as error:
        if status_of(error) in (403, 404):
            raise
        if (answer := again(error)) is not None:
            return answer
        messages.error(request, sentence(error))
    else:
        if said:
            messages.success(request, said)
    return redirect(back)


def asked(
    request: HttpRequest,
    question: Question,
    act: Callable[[], Any],
    said: str,
    back: str,
    *,
    results_of: Event | None = None,
) -> HttpResponse:
    """Ask on GET, act on POST; where results of an event change by it, ask again who keeps a place in a later stage."""
    if request.method != "POST":
        return asked_page(request, question, back)

    def again(error: RuleError) -> HttpResponse | None:
        if results_of is None or not advance_asked(error):
            return None
        part = advance_part(request, results_of, error)
        return asked_page(request, question, back, status=status_of(error), refused=sentence(error), **part)

    return done(request, act, said, back, again)


def asked_page(request: HttpRequest, question: Question, back: str, *, status: int = 200, **more: Any) -> HttpResponse:
    """Draw a question as a page."""
    context = {
        "title": question.title,
        "text": question.text,
        "act": question.act,
        "tone": question.tone,
        "fields": question.fields,
        "links": question.links,
        "back_url": back,
        **more,
    }
    return shown(request, "confirm.html", context, status=status)
