"""What all pages share: who acts, the frame with its navigation, and refusals as pages in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from engine.errors import RuleError
from tournament.access import may
from tournament.actors import Actor
from tournament.errors import not_found, sentence, status_of
from tournament.models import Entry, Event
from tournament.selectors.announcements import notices
from tournament.selectors.entries import entry_by_token
from tournament.views.csrf import typed_fields
from tournament.views.navigation import event_links

PLAYER = "player"
NOTHING_NEW = 204
# The parts of an event that everybody reads, and where announcements stand on top.
PUBLIC_PAGES = ("event", "seating", "standings", "tables", "rulings", "player")
# What is refused because somebody else acted first; any other conflict is with what stands.
MEANWHILE = ("stale", "drawn_meanwhile", "draw_stale", "roster_moved", "undo_moved", "undo_gone", "decision_changed")

View = Callable[..., HttpResponse]


def actor_of(request: HttpRequest) -> Actor:
    """Return who acts: an account, else the player whose personal link was opened in this browser, else the public.

    The same object for the whole request, so that roles are asked for once.
    """
    if not hasattr(request, "_actor"):
        request._actor = _find_actor(request)  # type: ignore[attr-defined]
    found: Actor = request._actor  # type: ignore[attr-defined]
    return found


def player_of(request: HttpRequest, token: str) -> tuple[Entry, Actor]:
    """Return whose personal link this is, 404 for nobody's: the rest of the request acts for him.

    So does this browser from now on where nobody is logged in.
    """
    entry = entry_by_token(token)
    if entry is None:
        raise not_found("entry")
    request._actor = actor = Actor(entry=entry)  # type: ignore[attr-defined]
    if not request.user.is_authenticated and request.session.get(PLAYER) != token:
        request.session[PLAYER] = token
    return entry, actor


def _find_actor(request: HttpRequest) -> Actor:
    if request.user.is_authenticated:
        return Actor(user=request.user)
    entry = entry_by_token(request.session.get(PLAYER, ""))
    return Actor(entry=entry) if entry else Actor()


def page(view: View) -> View:
    """Answer what services, selectors and the engine refuse with a page: status and sentence of the refusal."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RuleError as error:
            return refusal(request, error)

    return answered


def posted(back: str) -> Callable[[View], View]:
    """Let a view be reached by POST only; whoever opens its address is led to the page it belongs to.

    `back` names that page's address, which takes the first values of this one's.
    """

    def wrapped(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method in ("GET", "HEAD"):
                return HttpResponseRedirect(_page_of(back, kwargs))
            return require_POST(view)(request, *args, **kwargs)

        return answered

    return wrapped


def _page_of(back: str, kwargs: dict[str, Any]) -> str:
    names = list(kwargs)
    for count in range(len(names), 0, -1):
        with suppress(NoReverseMatch):
            return reverse(back, kwargs={name: kwargs[name] for name in names[:count]})
    return reverse(back)


def refusal(request: HttpRequest, error: RuleError, back_url: str = "") -> HttpResponse:
    """Return the page of a refusal; who is not logged in and lacks a right is asked to log in first."""
    status = status_of(error)
    if status == 403 and not request.user.is_authenticated and request.method == "GET" and not request.htmx:
        return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': request.get_full_path()})}")
    signed_out = status == 403 and not request.user.is_authenticated and request.method == "POST"
    context = {
        "status": status,
        "message": sentence(error),
        "back_url": back_url,
        "signed_out": signed_out,
        "meanwhile": error.code in MEANWHILE,
    }
    if signed_out:
        context["again"] = typed_fields(request)
    return render(request, "refused.html", context, status=status)


def shown(
    request: HttpRequest,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    event: Event | None = None,
    current: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a page in the frame; of an event it has the event's name, navigation and time zone.

    `current` names the link of the navigation that is marked.
    """
    frame: dict[str, Any] = {"actor": actor_of(request)}
    if event is None:
        return render(request, template, frame | (context or {}), status=status)
    actor = actor_of(request)
    frame |= {"event": event, "nav": event_links(actor, event, current)}
    # Whoever may open a case finds what his phone kept without a line on every page.
    frame["keeps_calls"] = actor.user is not None and may(actor, "call", event)
    if current in PUBLIC_PAGES:
        frame["notices"], frame["news_mark"] = notices(event, get_language() or "en", timezone.now())
    with timezone.override(zone_of(event)):
        return render(request, template, frame | (context or {}), status=status)


def part(request: HttpRequest, template: str, context: dict[str, Any], *, event: Event) -> HttpResponse:
    """Render a part of an event's page that renews itself; times are those of the event."""
    with timezone.override(zone_of(event)):
        response = render(request, template, {"event": event} | context)
    response["Now"] = timezone.now().isoformat()
    return response


def nothing_new() -> HttpResponse:
    """Answer a poll of a page that shows the newest already; `Now` sets the page's clocks right."""
    return HttpResponse(status=NOTHING_NEW, headers={"Now": timezone.now().isoformat()})


def anew() -> HttpResponse:
    """Let an open page be loaded whole again: it has become another one for its reader."""
    return HttpResponse(headers={"HX-Refresh": "true"})


def zone_of(event: Event) -> ZoneInfo:
    """Return the time zone an event is held in."""
    return ZoneInfo(event.zone)
