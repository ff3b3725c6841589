"""Pages of check-in: one tap each, by card and camera, the hour at which it closes, who is missing."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament import check_in_rows
from tournament.access import may
from tournament.errors import not_found
from tournament.forms import carried_out
from tournament.forms.fields import moment
from tournament.models import Entry, Event
from tournament.numbers import whole
from tournament.selectors.check_in import calls_of, countdown, last_closing, let_in_by, missing
from tournament.selectors.entries import PLAYING, entries_of, entry_counts, find_entries, get_entry
from tournament.services import check_in as closing
from tournament.services import entries as services
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, Question, asked, done, event_page
from tournament.wording import listed


class UntilForm(forms.Form):
    """When check-in closes by itself."""

    until = moment(gettext_lazy("Check-in closes at"), gettext_lazy("Left empty, somebody closes it."))


@event_page("check_in")
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Check people in: a search and one tap each, on a phone."""
    query = request.GET.get("q", "").strip()
    if request.method == "POST":
        return _mark(request, event, query)
    found = (find_entries(event, query) if query else entries_of(event)).filter(status__in=PLAYING)
    lines = check_in_rows.rows(request, event, found.prefetch_related(None), query)
    context = {"rows": lines, "counts": entry_counts(event), "query": query}
    if request.htmx and not request.htmx.boosted and request.htmx.target == "list":
        return render(request, "organiser/check_in_list.html", context | {"event": event})
    context |= _state(request, event)
    return shown(request, "organiser/check_in.html", context, event=event, current="entries")


def _state(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return how far check-in is, and what closes or opens it for whom may do that."""
    enters = may(actor_of(request), "enter", event)
    return {
        "countdown": countdown(event, timezone.now()),
        "enters": enters,
        "question": closing_question(event) if enters and event.check_in_closed_at is None else None,
    }


def _mark(request: HttpRequest, event: Event, query: str) -> HttpResponse:
    number, state = request.POST.get("number", ""), request.POST.get("state", "")
    numbers = [whole(number, 0)] if number.isdecimal() else []
    back = reverse("check_in", args=[event.slug]) + (f"?{urlencode({'q': query})}" if query else "")
    if not request.htmx:
        return done(
            request,
            lambda: services.check_in(actor=actor_of(request), event=event, numbers=numbers, state=state),
            "",
            f"{back}#n{number}",
        )
    marked = services.check_in(actor=actor_of(request), event=event, numbers=numbers, state=state)
    row = check_in_rows.rows(request, event, marked[:1], query)
    context = {"row": row, "event": event, "counts": entry_counts(event), "swapped": True}
    response = render(request, "organiser/check_in_row.html", context)
    response["HX-Trigger"] = json.dumps({"checkedIn": numbers[0]})
    return response


@event_page("check_in")
def check_in_one(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """What a member of the staff sees who scans a player's card: one tap, and he is here."""
    entry = get_entry(event, number)
    if request.method == "POST":
        state = request.POST.get("state", "")
        act = partial(services.check_in, actor=actor_of(request), event=event, numbers=[number], state=state)
        return done(request, act, "", request.path)
    own = reverse("player", args=[entry.link_token]) + "?own=1" if may(actor_of(request), "links", event) else ""
    context = {
        "entry": entry,
        "plays": entry.status in PLAYING,
        "counts": entry_counts(event),
        "countdown": countdown(event, timezone.now()),
        "own_url": own,
    }
    return shown(request, "organiser/check_in_one.html", context, event=event, current="entries")


def closing_question(event: Event) -> Question:
    """Return what is asked before check-in is closed."""
    return Question(
        "close-check-in",
        reverse("close_check_in", args=[event.slug]),
        _("Close check-in"),
        _("Close check-in?"),
        _("Close check-in"),
        _(
            "Whoever is not here is absent, and the first of the waiting list get the places. Nobody is withdrawn by "
            "this, and every step can be taken back."
        ),
    )


@event_page("enter")
def close_check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Close check-in: mark who is missing as absent, and let the waiting list in."""
    back = reverse("missing", args=[event.slug])
    if request.method != "POST":
        return asked(request, closing_question(event), lambda: None, "", reverse("check_in", args=[event.slug]))
    made: list[closing.CheckInClosed] = []
    act = partial(closing.close_check_in, actor=actor_of(request), event=event)
    response = done(request, lambda: made.append(act()), "", back)
    if made:
        absent = len(made[0].absent)
        messages.success(request, ngettext("%(count)s is absent.", "%(count)s are absent.", absent) % {"count": absent})
        _say_let_in(request, event)
    return response


def _say_let_in(request: HttpRequest, event: Event) -> None:
    """Say whom the write just made let in."""
    if let_in := let_in_by(event, event.version):
        who = listed(f"{entry.number} {entry.name}" for entry in let_in)
        messages.success(request, _("Let in: %(names)s. Tell them, or hand over the messages.") % {"names": who})


@event_page("enter")
def reopen_check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Open a closed check-in again."""
    question = Question(
        "reopen-check-in",
        request.path,
        _("Open check-in again"),
        _("Open check-in again?"),
        _("Open check-in again"),
        _("Whom the closing marked absent is expected again. Whoever was let in keeps the place."),
        "go",
    )
    act = partial(closing.reopen_check_in, actor=actor_of(request), event=event)
    return asked(request, question, act, _("Check-in is open again."), reverse("check_in", args=[event.slug]))


@event_page("check_in")
def missing_list(request: HttpRequest, event: Event) -> HttpResponse:
    """List who is missing, to be called, left out or dropped; after the closing, what it did, each step undoable."""
    form = UntilForm(request.POST if "until" in request.POST else None, initial={"until": event.check_in_until})
    if request.method == "POST":
        if "until" not in request.POST:
            return _acted(request, event)
        act = partial(closing.set_check_in_until, actor=actor_of(request), event=event)
        if form.is_valid() and carried_out(form, lambda: act(until=form.cleaned_data["until"])):
            messages.success(request, _("Saved."))
            return redirect("missing", event.slug)
    called = calls_of(event)
    rows = [{"entry": entry, "called": called.get(entry.number)} for entry in missing(event)]
    context = {"rows": rows, "closing": last_closing(event), "form": form} | _state(request, event)
    context["counts"] = entry_counts(event)
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/missing.html", context, event=event, current="entries", status=status)


def _acted(request: HttpRequest, event: Event) -> HttpResponse:
    number = request.POST.get("number", "")
    entry = get_entry(event, whole(number, 0))
    actor = actor_of(request)
    mark = partial(services.check_in, actor=actor, event=event, numbers=[entry.number])
    named = {"number": entry.number, "name": entry.name}
    acts: dict[str, tuple[Any, str]] = {
        "here": (partial(mark, state="present"), _("%(number)s %(name)s is here.")),
        "exclude": (partial(mark, state="absent"), _("%(number)s %(name)s is absent.")),
        "expect": (partial(mark, state="expected"), _("%(number)s %(name)s is expected again.")),
        "call": (partial(closing.call_entry, actor=actor, entry=entry), _("%(number)s %(name)s is called.")),
        "drop": (
            partial(services.update_entry, actor=actor, entry=entry, changes={"status": Entry.Status.WITHDRAWN}),
            _("%(number)s %(name)s is withdrawn."),
        ),
        "put_back": (partial(closing.put_back, actor=actor, entry=entry), _("%(number)s %(name)s waits again.")),
    }
    if request.POST.get("act") not in acts:
        raise not_found("act")
    act, said = acts[request.POST["act"]]
    before = event.version
    response = done(request, act, said % named, reverse("missing", args=[event.slug]))
    # An act that was refused has made no write.
    if event.version != before:
        _say_let_in(request, event)
    return response
