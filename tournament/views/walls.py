"""Screens for a wall: pages that turn by themselves, without a header, and follow whoever switches them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.actors import PUBLIC
from tournament.areas_shown import areas_shown
from tournament.errors import not_found
from tournament.models import Display, Event, Stage
from tournament.numbers import whole
from tournament.reveal_words import kept_back_words
from tournament.selectors.announcements import notices
from tournament.selectors.displays import get_display, groups_ranked
from tournament.selectors.events import get_event
from tournament.selectors.rounds import rounds_of
from tournament.services.displays import mark_seen
from tournament.stage_settings import groups_of
from tournament.views.base import actor_of, nothing_new, page, part
from tournament.views.groups import PROJECTORS
from tournament.views.public import RELEASED, fresh_standings, newest_stage, seating_mark
from tournament.walls import RANKED, Shows, wall_mark, wall_page


@require_safe
@page
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings on a wall that nobody has registered."""
    event = get_event(actor_of(request), slug)
    return _wall(request, event, Shows.STANDINGS, "", reverse("projector", args=[slug]))


@require_safe
@page
def group_projector(request: HttpRequest, slug: str, by: str) -> HttpResponse:
    """Show the standings of teams, or of pairs, on a wall that nobody has registered."""
    event = get_event(actor_of(request), slug)
    if by not in groups_ranked(event):
        raise not_found("standings")
    shows = next(kind for kind, ranks in RANKED.items() if ranks == by)
    return _wall(request, event, shows, "", reverse(PROJECTORS[by], args=[slug]))


@require_safe
@page
def display(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show what a registered screen is switched to."""
    event = get_event(actor_of(request), slug)
    screen: Display = get_display(event, name)
    mark_seen(screen, timezone.now())
    message = screen.message if screen.shows == Shows.MESSAGE else ""
    return _wall(request, event, screen.shows, message, reverse("display", args=[slug, name]))


def _wall(request: HttpRequest, event: Event, shows: str, message: str, address: str) -> HttpResponse:
    areas = areas_shown(event, request.GET.get("area", ""))
    round_ = rounds_of(event).filter(status__in=RELEASED).last()
    found, stage = None, None
    if shows in RANKED:
        stage = _stage(event, RANKED[Shows(shows)])
        # Everybody in the hall sees the wall, whoever is logged in at its computer.
        found = fresh_standings(PUBLIC, event, stage.order) if stage else None
    seated = seating_mark(event, round_) if shows == Shows.SEATING else ""
    told = found.reveal.mark if found is not None and found.reveal is not None else ""
    announced, news = notices(event, get_language() or "en", timezone.now())
    mark = wall_mark(shows, message, round_, seated, told, news)
    if request.GET.get("v") == mark:
        return nothing_new()
    wanted = request.GET.get("page", "1")
    context = wall_page(
        event,
        shows,
        message,
        round_=round_,
        found=found,
        page=whole(wanted, 1),
        now=timezone.now(),
        areas=areas,
    )
    context |= {"address": address, "mark": mark, "notices": announced}
    if found is not None and stage is not None:
        context |= kept_back_words(event, stage.order, found)
    template = "public/wall_live.html" if request.htmx else "public/wall.html"
    return part(request, template, context, event=event)


def _stage(event: Event, by: str) -> Stage | None:
    """Return the newest stage that ranks players, teams or pairs."""
    stages = event.stages.order_by("order")
    return newest_stage(event, [stage for stage in stages if by == "entry" or by in groups_of(stage.policy)])
