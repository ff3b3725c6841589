"""Calling a referee, and the queue of calls."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.models import Call, Case
from adjudication.selectors.calls import call_at, escalated, get_call, open_calls, queue
from adjudication.selectors.cases import visible_cases
from adjudication.selectors.deciding import infraction_of
from adjudication.services.calls import call_referee, close_call, proposed_minutes, take_call
from adjudication.views.finding import call_address
from adjudication.views.lists import row_of
from engine.errors import RuleError
from tournament.access import may, require
from tournament.errors import not_allowed, sentence, status_of
from tournament.numbers import whole
from tournament.selectors.events import get_event, someone_on_duty
from tournament.views.base import actor_of, page, part, posted, shown
from tournament.views.tables import address, own_places, table_of
from tournament.wording import in_words

NOTHING_NEW = 204


@require_safe
@page
def calls(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the queue, the oldest first, and the cases that wait for a referee; an open page polls."""
    actor = actor_of(request)
    event = get_event(actor, slug, "call")
    rows = queue(event)
    by_number = {call.number: call for call in open_calls(event)}
    for row in rows:
        call = by_number[row["call"]]
        row["minutes"] = proposed_minutes(call, timezone.now())
        row["label"] = Call.Status(row["status"]).label
        row["table_url"] = reverse("table", args=[event.slug, row["round"], row["table"]])
        row["rule_url"] = call_address(call)
        row["about"] = about_of(call)
        row["mine"] = row["taken_by"] == actor.label
    waiting = visible_cases(actor, event).filter(status__in=(Case.Status.PROPOSED, Case.Status.APPEALED))
    cases = [row_of(case, actor) for case in waiting]
    mark = f"{event.version}.{sum(row['minutes'] for row in rows)}"
    if request.GET.get("v") == mark:
        return HttpResponse(status=NOTHING_NEW)
    context: dict[str, Any] = {"rows": rows, "cases": cases, "mark": mark, "may_rule": may(actor, "rule", event)}
    if request.htmx:
        return part(request, "rulings/calls_live.html", context, event=event)
    return shown(request, "rulings/calls.html", context, event=event, current="calls")


@require_safe
@page
def late_calls(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell on the console which calls nobody has taken in time."""
    event = get_event(actor_of(request), slug, "call")
    now = timezone.now()
    rows = [
        {
            "number": call.table.number,
            "number_label": gettext("Table"),
            "title": gettext("Nobody has taken this call for {minutes} min").format(
                minutes=proposed_minutes(call, now)
            ),
            "detail": call.text,
            "act": gettext("See to it"),
            "url": reverse("calls", args=[event.slug]),
            "stop": True,
        }
        for call in open_calls(event)
        if escalated(call, now)
    ]
    mark = f"{event.version}.{'.'.join(row['title'] for row in rows)}"
    if request.GET.get("v") == mark:
        return HttpResponse(status=NOTHING_NEW)
    if not request.htmx:
        return HttpResponseRedirect(reverse("calls", args=[event.slug]))
    return part(request, "rulings/late.html", {"rows": rows, "mark": mark}, event=event)


def about_of(call: Call) -> str:
    """Say which infraction a call with facts is about."""
    code = (call.facts or {}).get("infraction")
    return in_words(infraction_of(call.event, code).name) if code else ""


def minutes_given(request: HttpRequest) -> int:
    """Return the minutes a form that closes a call gives its table."""
    return whole(request.POST.get("minutes", ""), 0)


@posted("calls")
@page
def answer_call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a call, or close it with the minutes it cost."""
    actor = actor_of(request)
    event = get_event(actor, slug, "call")
    call = get_call(event, number)
    try:
        if request.POST.get("act") == "close":
            close_call(actor=actor, call=call, minutes=minutes_given(request))
            messages.success(request, gettext("The call is closed."))
        else:
            take_call(actor=actor, call=call)
            messages.success(request, gettext("The table knows that you are coming."))
    except RuleError as error:
        if status_of(error) == 403:
            raise
        messages.error(request, sentence(error))
    return HttpResponseRedirect(reverse("calls", args=[event.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def call(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Call a referee to a table: whoever sits there may, and the staff."""
    found = table_of(request, slug, number, table)
    actor = actor_of(request)
    if not own_places(actor, found):
        if actor.entry is not None:
            raise not_allowed()
        require(actor, "call", found)
    refused = ""
    if request.method == "POST":
        try:
            call_referee(
                actor=actor,
                table=found,
                text=request.POST.get("text", ""),
                key=request.POST.get("key") or None,
            )
        except RuleError as error:
            refused = sentence(error)
        else:
            messages.success(request, gettext("A referee has been called."))
            return HttpResponseRedirect(request.get_full_path())
    waiting = call_at(found)
    late = waiting is not None and escalated(waiting, timezone.now())
    mark = f"{waiting.number}.{waiting.status}.{waiting.taken_by_id}.{late}" if waiting else "none"
    if request.GET.get("v") == mark:
        return HttpResponse(status=NOTHING_NEW)
    context = {
        "table": found,
        "late": late,
        "mark": mark,
        "refused": refused,
        "text": request.POST.get("text", "") if refused else "",
        "waiting": waiting,
        "duty": someone_on_duty(found.event, found),
        "key": str(uuid.uuid4()),
        "url": address(found),
        "player_url": reverse("player", args=[actor.entry.link_token]) if actor.entry else "",
    }
    if request.htmx and request.method == "GET":
        return part(request, "rulings/call_live.html", context, event=found.event)
    status = 400 if refused else 200
    return shown(request, "rulings/call.html", context, event=found.event, current="tables", status=status)
