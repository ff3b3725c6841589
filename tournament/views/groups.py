"""The page of the standings of teams, or of pairs, of a stage."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.errors import not_found
from tournament.groups_page import GroupsPage, groups_of, is_grouped, titles
from tournament.models import Stage
from tournament.reveal_words import kept_back_words
from tournament.selectors.events import get_event
from tournament.selectors.standings import Shown, decoded, public_standings
from tournament.views.base import actor_of, nothing_new, page, part, shown
from tournament.views.files import file_of
from tournament.views.public import KEPT_SECONDS, fresh_standings, stage_of

ADDRESSES = {"team": "team_standings", "pair": "pair_standings"}


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
        "others": [
            (titles(one)[0], reverse(ADDRESSES[one], args=[slug, order]))
            for one in groups_of(stage.policy)
            if one != by
        ],
    }
    if found is not None:
        if request.GET.get("as"):
            body = decoded(found)
            if not is_grouped(body, by):
                raise not_found("standings")
            taken = file_of(request, lambda: GroupsPage(body, by).listing(f"{slug}-{by}s-{order}", event.zone))
            if taken is not None:
                return taken
        context |= _rows(stage, found, by, label) | {"mark": found.mark} | kept_back_words(event, order, found)
    if request.htmx:
        return part(request, "public/standings_live.html", context, event=event)
    return shown(request, "public/groups.html", context, event=event, current="standings")


def _rows(stage: Stage, found: Shown, by: str, label: str) -> dict[str, Any]:
    """Return the rows of a snapshot as HTML; it never changes, so that many readers cost one rendering."""
    kept_back = found.reveal.mark if found.reveal else ""
    key = f"standings-{by}-{stage.pk}-{found.version}-{kept_back}-{get_language()}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is None:
        body = decoded(found)
        kept = {"table": "", "sums": [], "played": 0, "of": 0}
        if is_grouped(body, by):
            groups = GroupsPage(body, by)
            rows = groups.rows({})
            table = {"rows": rows, "standings": groups, "who": label}
            kept = {
                "table": render_to_string("public/standings_table.html", table) if rows else "",
                "sums": groups.sum_lines() if rows else [],
                "played": len(groups.played),
                "of": len(groups.rounds),
            }
        cache.set(key, kept, KEPT_SECONDS)
    return kept | {"table": mark_safe(kept["table"])}  # noqa: S308 - rendered by a template
