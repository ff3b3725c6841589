"""Pages for everybody: the event, seating, standings, tables with the clock, a projector's view, how it was drawn."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engine.registry import find_game
from tournament import seating_rows
from tournament.actors import PUBLIC, Actor
from tournament.drawn_page import made_from, measured, method_of, notices_of, recounted
from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import Draw, Entry, Event, Round, Stage, Table
from tournament.persons import number_of
from tournament.reveal_words import kept_back_words
from tournament.selectors.clock import clock_of
from tournament.selectors.entries import PLAYING, find_entries
from tournament.selectors.events import get_event
from tournament.selectors.registration import closed_because
from tournament.selectors.rounds import get_round, rounds_of
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import Shown, decoded, public_standings
from tournament.selectors.tables import round_rows
from tournament.selectors.visibility import shown_status, visible_draw, visible_record, visible_standings
from tournament.services.draws import replay
from tournament.services.publishing import ask_again
from tournament.standings_page import StandingsPage
from tournament.views.base import actor_of, page, part, shown
from tournament.views.rules import rules_context

WALL_ROWS = 24
KEPT_SECONDS = 600
NOTHING_NEW = 204
RELEASED = (Round.Status.RELEASED, Round.Status.RUNNING, Round.Status.CLOSED)


@require_safe
@page
def event_info(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what the event is: when, where, which game, its rounds."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    settings = settings_of(event)
    rounds = [
        {"round": round_, "status": Round.Status(shown_status(actor, round_)).label, "out": round_.status in RELEASED}
        for round_ in rounds_of(event)
    ]
    context = {
        "info": settings.information,
        "registers": closed_because(event, settings.registration, timezone.now()) is None,
        "ruleset": find_game(event.game).ruleset,
        "rounds": rounds,
        "entries": Entry.objects.filter(event=event, status__in=PLAYING).count(),
    }
    return shown(request, "public/event.html", context, event=event, current="event")


def _round_of(event: Event, request: HttpRequest) -> tuple[Round | None, list[Round]]:
    """Return the released round asked for (`?round=`, else the newest), and all released ones."""
    rounds = list(rounds_of(event).filter(status__in=RELEASED))
    wanted = request.GET.get("round", "")
    if wanted.isdecimal():
        found = next((round_ for round_ in rounds if round_.number == int(wanted)), None)
        if found is None:
            raise not_found("round")
        return found, rounds
    return (rounds[-1] if rounds else None), rounds


@require_safe
@page
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who sits where in a released round; a search finds a player's table."""
    event = get_event(actor_of(request), slug)
    round_, rounds = _round_of(event, request)
    query = request.GET.get("q", "").strip()
    tables = round_rows(actor_of(request), round_) if round_ else []
    if query:
        wanted = set(find_entries(event, query).values_list("number", flat=True))
        tables = [row for row in tables if any(who and who["number"] in wanted for who in row["seats"].values())]
        for row in tables:
            for who in row["seats"].values():
                if who:
                    who["found"] = who["number"] in wanted
    context = {
        "round": round_,
        "rounds": rounds,
        "cards": seating_rows.cards(slug, tables),
        "tables": tables,
        "query": query,
        "resting": _resting(actor_of(request), round_),
    }
    return shown(request, "public/seating.html", context, event=event, current="seating")


def _resting(actor: Actor, round_: Round | None) -> list[Entry]:
    draw = visible_draw(actor, round_) if round_ else None
    if draw is None:
        return []
    return list(Entry.objects.filter(event=draw.round.event_id, number__in=draw.result["out"]).order_by("number"))


def _stage_of(event: Event, order: int | None) -> tuple[Stage | None, list[Stage]]:
    stages = list(event.stages.order_by("order"))
    if order is None:
        played = [round_.stage_id for round_ in event.rounds.filter(status__in=RELEASED).order_by("number")]
        newest = next((stage for stage in reversed(stages) if stage.pk in played), None)
        return newest or (stages[0] if stages else None), stages
    stage = next((stage for stage in stages if stage.order == order), None)
    if stage is None:
        raise not_found("stage")
    return stage, stages


def _fresh(actor: Actor, event: Event, order: int) -> Shown | None:
    """Return the newest snapshot as an actor sees it; where it is older than the event, ask for the work again."""
    found = visible_standings(actor, event, order)
    if found is None or found.stale:
        ask_again(event)
    return found


def _unchanged(request: HttpRequest, found: Shown | None) -> bool:
    """Tell whether a polling page has this very state already."""
    return found is not None and request.GET.get("v") == found.mark


def _rows(event: Event, stage: Stage, found: Shown) -> SafeString:
    """Return the rows of a snapshot as HTML; it never changes, so that many readers cost one rendering."""
    key = f"standings-{stage.pk}-{found.mark}-{get_language()}"
    html = cache.get(key)
    if html is None:
        html = _table(event, found, None)
        cache.set(key, html, KEPT_SECONDS)
    return mark_safe(html)  # noqa: S308 - rendered by a template


def _table(event: Event, found: Shown, wanted: set[int] | None) -> str:
    """Render the rows of a snapshot, or those of the entries that a search wants."""
    body = StandingsPage(decoded(found))
    urls = {
        row["id"]: reverse("player_card", args=[event.slug, row["id"]]) for row in body.raw if row["id"].isdecimal()
    }
    rows = [row for row in body.rows(urls) if wanted is None or number_of(row["key"]) in wanted]
    return render_to_string("public/standings_table.html", {"rows": rows, "standings": body}) if rows else ""


def _marked(html: SafeString, me: str) -> SafeString:
    """Mark the reader's own row."""
    if not me:
        return html
    return mark_safe(re.sub(rf'class="rank([^"]*)" id="rank-{me}"', rf'class="rank\1 rank--me" id="rank-{me}"', html))  # noqa: S308


@require_safe
@page
def standings(request: HttpRequest, slug: str, order: int | None = None) -> HttpResponse:
    """Rank the players, each rank with its reason; an open page polls with `?v=` and gets 204 while nothing changed."""
    if order is not None and "v" in request.GET:
        seen = public_standings(slug, order)
        if seen is not None and not seen.stale and _unchanged(request, seen):
            return HttpResponse(status=NOTHING_NEW)
    actor = actor_of(request)
    event = get_event(actor, slug)
    stage, stages = _stage_of(event, order)
    found = _fresh(actor, event, stage.order) if stage else None
    if _unchanged(request, found):
        return HttpResponse(status=NOTHING_NEW)
    me = str(actor.entry.number) if actor.entry is not None and actor.entry.event_id == event.pk else ""
    query = request.GET.get("q", "").strip()
    context: dict[str, Any] = {"stage": stage, "stages": stages, "found": found, "query": query}
    if found is not None and stage is not None:
        if query:
            wanted = set(find_entries(event, query).prefetch_related(None).values_list("number", flat=True))
            rows = mark_safe(_table(event, found, wanted))  # noqa: S308 - rendered by a template
        else:
            rows = _rows(event, stage, found)
        context |= {"table": _marked(rows, me), "mark": found.mark}
        context |= kept_back_words(event, stage.order, found)
    if request.htmx:
        return part(request, "public/standings_live.html", context, event=event)
    return shown(request, "public/standings.html", context, event=event, current="standings")


@require_safe
@page
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """Standings for a wall: pages that turn by themselves, without a header."""
    event = get_event(actor_of(request), slug)
    stage, _stages = _stage_of(event, None)
    # Everybody in the hall sees the wall, whoever is logged in at its computer.
    found = _fresh(PUBLIC, event, stage.order) if stage else None
    rows = StandingsPage(decoded(found)).flat() if found else []
    pages = max(1, -(-len(rows) // WALL_ROWS))
    now = int(request.GET.get("page", "1")) if request.GET.get("page", "1").isdecimal() else 1
    now = now if 1 <= now <= pages else 1
    shown_rows = rows[(now - 1) * WALL_ROWS : now * WALL_ROWS]
    half = -(-len(shown_rows) // 2) if len(shown_rows) > WALL_ROWS // 2 else len(shown_rows)
    rounds = list(rounds_of(event).filter(status__in=RELEASED))
    newest = rounds[-1] if rounds else None
    mark = f"{now}.{found.mark if found else ''}.{event.version}"
    if pages == 1 and request.GET.get("v") == mark:
        return HttpResponse(status=NOTHING_NEW)
    context = {
        "stage": stage,
        "found": found,
        "mark": mark,
        "columns": [shown_rows[:half], shown_rows[half:]] if shown_rows[half:] else [shown_rows],
        "now": now,
        "pages": pages,
        "next": now % pages + 1,
        "round": newest,
        "clock": clock_of(newest, timezone.now()) if newest else None,
    }
    if found is not None and stage is not None:
        context |= kept_back_words(event, stage.order, found)
    template = "public/projector_live.html" if request.htmx else "public/projector.html"
    return part(request, template, context, event=event)


@require_safe
@page
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tables of a round with their state, and the clock."""
    event = get_event(actor_of(request), slug)
    # Every write counts the event's version, so that a poll that names its round needs no other query.
    if request.GET.get("v", "-") == f"{request.GET.get('round')}.{event.version}":
        return HttpResponse(status=NOTHING_NEW)
    round_, rounds = _round_of(event, request)
    mark = f"{round_.number}.{event.version}" if round_ else ""
    rows = round_rows(actor_of(request), round_) if round_ else []
    for row in rows:
        row["label"] = Table.Status(row["status"]).label
        row["url"] = reverse("table", args=[event.slug, row["round"], row["table"]])
    context = {
        "round": round_,
        "rounds": rounds,
        "lines": seating_rows.rows(rows),
        "clock": clock_of(round_, timezone.now()) if round_ else None,
        "mark": mark,
        "live": round_ is not None and round_.status != Round.Status.CLOSED,
    }
    if request.htmx:
        return part(request, "public/tables_live.html", context, event=event)
    return shown(request, "public/tables.html", context, event=event, current="tables")


@require_safe
@page
def drawn(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say how a round was drawn, so that anybody can repeat it: commitment, seed, algorithm, inputs, report."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    round_ = get_round(event, number)
    draw = visible_record(actor, round_)
    names = dict(Entry.objects.filter(event=event).values_list("number", "name"))
    seats = []
    if draw is not None:
        for row in draw.result["tables"]:
            who = [{"number": entry, "name": names.get(entry, "")} if entry else None for entry in row["seats"]]
            seats.append({"number": row["number"], "seats": who})
    context = {
        "round": round_,
        "kept_back": draw is None and round_.status in RELEASED,
        "draw": draw,
        "tables": seats,
        "method": method_of(draw) if draw else None,
        "made_from": made_from(draw, names) if draw else [],
        "fair": measured(draw.report) if draw else [],
        "notices": notices_of(draw.report) if draw else [],
        "recounted": recounted(draw.report) if draw else None,
        "resting": [{"number": entry, "name": names.get(entry, "")} for entry in draw.result["out"]] if draw else [],
        "again": _drawn_again(draw) if draw and "again" in request.GET else None,
    }
    return shown(request, "public/drawn.html", context, event=event, current="seating")


def _drawn_again(draw: Draw) -> dict[str, object]:
    """Draw once more from what the draw stores, edits by hand included; a released draw never changes."""

    def work() -> dict[str, object]:
        data, same = replay(draw)
        return {"same": same, "sha256": hashlib.sha256(data).hexdigest()}

    return cache.get_or_set(f"drawn-again-{draw.pk}", work, None)


@require_safe
@page
def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of the event: its options as decided, then patterns and articles."""
    event = get_event(actor_of(request), slug)
    resolved = rules_of(event)
    return shown(request, "rules/game.html", rules_context(resolved.ruleset, resolved), event=event, current="event")
