"""Lists of rulings: those of an event, which an open page keeps up with, its report, and those of a player."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from adjudication.models import CarriedPenalty, Case
from adjudication.printing import kept_back_words, report_rows
from adjudication.selectors.cases import case_data, cases_about, visible_cases
from adjudication.selectors.deciding import COUNTED
from adjudication.selectors.ruled import points_without_case
from adjudication.views.ruling_files import report_listing, rulings_listing
from adjudication.wording import outcome, text_of
from tournament.access import may
from tournament.actors import Actor
from tournament.models import Event
from tournament.numbers import whole
from tournament.selectors.events import get_event
from tournament.selectors.visibility import keeps_from
from tournament.views.base import actor_of, nothing_new, page, part, player_of, shown
from tournament.views.files import file_of
from tournament.views.ranked import KEPT_SECONDS
from tournament.wording import listed

Status = Case.Status


@require_safe
@page
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rulings of an event; the staff sees proposed ones too. An open page polls."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    player = request.GET.get("player", "")
    kept = _kept_as(actor, event, player)
    seen = request.GET.get("v")
    if seen is not None and seen == cache.get(kept):
        return nothing_new()
    cases = visible_cases(actor, event).order_by("-number")
    if player.isdecimal():
        cases = cases.filter(offenders__entry__number=whole(player, 0))
    rows = [row_of(case, actor) for case in cases]
    told = kept_back_words(actor, event)
    mark = _mark_of(rows, told)
    cache.set(kept, mark, KEPT_SECONDS)
    if seen == mark:
        return nothing_new()
    waiting = [row for row in rows if row["waits"]]
    others = [row for row in rows if not row["waits"]]
    taken = file_of(request, lambda: rulings_listing([*waiting, *others], f"{slug}-rulings", event.zone))
    if taken is not None:
        return taken
    context = {
        "waiting": waiting,
        "rows": others,
        "may_rule": may(actor, "rule", event),
        "player": player,
        "mark": mark,
        **told,
    }
    if request.htmx:
        return part(request, "rulings/list_live.html", context, event=event)
    return shown(request, "rulings/list.html", context, event=event, current="rulings")


def _kept_as(actor: Actor, event: Event, player: str) -> str:
    """Return where the mark of a list is kept: one for all who see the same cases of this version in one language."""
    first = keeps_from(actor, event)
    staff = may(actor, "see_private", event)
    # Where results are kept back a player sees those that concern him besides.
    own = actor.entry.pk if actor.entry is not None and first is not None else None
    parts = [event.pk, event.version, get_language(), staff, first, own, player]
    return f"rulings-{hashlib.sha256(json.dumps(parts).encode()).hexdigest()}"


def _mark_of(rows: Sequence[Mapping[str, Any]], told: Mapping[str, str]) -> str:
    """Return what changes with what the list shows: hands are recorded all the time, and change no ruling."""
    said = ("title", "who", "table", "table_round", "round", "hand", "outcome", "carried", "label", "url", "waits")
    state = [[row[one] for one in said] for row in rows]
    return hashlib.sha256(json.dumps([state, told], default=str).encode()).hexdigest()[:12]


def row_of(case: Case, actor: Actor) -> dict[str, Any]:
    """Return one case as lists show it."""
    data = case_data(case, actor)
    return {
        **data,
        "title": text_of(data["name"]),
        "label": Status(data["status"]).label,
        "who": listed(item["name"] for item in data["offenders"]),
        "outcome": outcome(case.decision["status"]),
        "url": reverse("case", args=[case.event.slug, case.number]),
        "waits": data["status"] in (Status.PROPOSED, Status.APPEALED) or _still_open(data),
    }


def _still_open(data: Mapping[str, Any]) -> bool:
    """Tell whether something of a ruling that stands waits for a later round."""
    return data["status"] in COUNTED and any(item["status"] == CarriedPenalty.Status.OPEN for item in data["carried"])


@require_safe
@page
def rulings_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every ruling with its remedy, article and fate on one page, for the wall and the file."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    rows = report_rows(actor, event)
    taken = file_of(request, lambda: report_listing(rows, f"{slug}-rulings-report", event.zone))
    if taken is not None:
        return taken
    context = {
        "rows": rows,
        "given": {"items": list(enumerate(rows))},
        **kept_back_words(actor, event),
        "version": event.version,
        "now": timezone.now(),
        "pdf_url": reverse("print_document", args=[slug, "rulings"]) if may(actor, "see_staff_pages", event) else "",
    }
    return shown(request, "rulings/report.html", context, event=event, current="rulings")


@require_safe
@page
def player_rulings(request: HttpRequest, token: str) -> HttpResponse:
    """List the rulings and the points of referees that concern a player, for his own page."""
    entry, actor = player_of(request, token)
    cases = visible_cases(actor, entry.event).filter(pk__in=cases_about(entry).values("pk")).order_by("-number")
    rows = [
        row
        | {
            "seen": entry.number in row["acknowledged"],
            "stands": row["status"] in COUNTED,
            "whose": listed(
                gettext("you") if item["number"] == entry.number else item["name"] for item in row["offenders"]
            ),
        }
        for row in (row_of(case, actor) for case in cases)
    ]
    points = [
        {"round": one.round.number, **one.body, "points": -one.body["points"]}
        for one in points_without_case(actor, entry)
    ]
    context = {"rows": rows, "points": points, "entry": entry}
    if request.htmx:
        return part(request, "rulings/mine_part.html", context, event=entry.event)
    return shown(request, "rulings/mine.html", context, event=entry.event, current="player")
