"""The page of the standings of teams, or of pairs, of a stage."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access import may
from tournament.errors import not_found
from tournament.groups_page import ranked_by, titles
from tournament.reveal_words import kept_back_words
from tournament.selectors.events import get_event
from tournament.selectors.standings import decoded, public_standings
from tournament.stage_settings import groups_of
from tournament.views.base import actor_of, nothing_new, page, part, shown
from tournament.views.files import file_of
from tournament.views.public import fresh_standings, print_address, stage_of
from tournament.views.ranked import kept_rows, rounds_told

ADDRESSES = {"team": "team_standings", "pair": "pair_standings"}
PROJECTORS = {"team": "team_projector", "pair": "pair_projector"}


@require_safe
@page
def group_standings(request: HttpRequest, slug: str, order: int, by: str) -> HttpResponse:
    """Rank teams or pairs, each with its reason; an open page polls with `?v=` and gets 204 while nothing changed."""
    seen = public_standings(slug, order) if "v" in request.GET else None
    if seen is not None and not seen.stale and request.GET["v"] == seen.mark:
        return nothing_new()
    actor = actor_of(request)
    event = get_event(actor, slug)
    stage, stages = stage_of(event, order)
    if stage is None or by not in groups_of(stage.policy):
        raise not_found("standings")
    found = fresh_standings(actor, event, order)
    if found is not None and request.GET.get("v") == found.mark:
        return nothing_new()
    title, label = titles(by)
    context: dict[str, Any] = {
        "stage": stage,
        "stages": [
            (one, reverse(ADDRESSES[by], args=[slug, one.order])) for one in stages if by in groups_of(one.policy)
        ],
        "found": found,
        "title": title,
        "live_url": reverse(ADDRESSES[by], args=[slug, order]),
        "projector_url": reverse(PROJECTORS[by], args=[slug]),
        "others": [
            (titles(one)[0], reverse(ADDRESSES[one], args=[slug, order]))
            for one in groups_of(stage.policy)
            if one != by
        ],
    }
    if found is not None:
        if request.GET.get("as"):
            body = ranked_by(decoded(found), by)
            if body is None:
                raise not_found("standings")
            taken = file_of(request, lambda: body.listing(f"{slug}-{by}s-{order}", event.zone))
            if taken is not None:
                return taken
        rows = kept_rows(stage, found, lambda _body: {}, by, label)
        context |= (
            rows | {"rounds_told": rounds_told(event, rows), "mark": found.mark} | kept_back_words(event, order, found)
        )
    if request.htmx:
        return part(request, "public/standings_live.html", context, event=event)
    if may(actor, "see_staff_pages", event):
        context["print_url"] = print_address(slug, stage, by)
    return shown(request, "public/groups.html", context, event=event, current="standings")
