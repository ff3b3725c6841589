"""Pages for everybody: the event, seating, standings, tables with the clock, how it was drawn."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.registry import find_game
from tournament import seating_rows
from tournament.access import may
from tournament.actors import Actor
from tournament.areas_shown import areas_drawn, areas_shown, by_area
from tournament.calendar import has_days
from tournament.drawn_page import changes_of, made_from, method_of, notices_of, parts_of
from tournament.errors import not_found
from tournament.event_settings import EventSettings, settings_of
from tournament.forms.timetable import KINDS
from tournament.hall_page import hall_lines, hall_listing, seating_listing
from tournament.models import Draw, Entry, Event, Round, Stage
from tournament.numbers import whole
from tournament.report_page import report_listing
from tournament.reveal_words import kept_back_words
from tournament.selectors.clock import clock_of
from tournament.selectors.entries import PLAYING, find_entries, withdrawn_numbers
from tournament.selectors.events import get_event
from tournament.selectors.persons import in_pairs
from tournament.selectors.registration import closed_because
from tournament.selectors.resting import resting_of
from tournament.selectors.rounds import get_round, rounds_of
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import Shown, decoded, public_standings
from tournament.selectors.tables import round_rows, round_tables
from tournament.selectors.visibility import shown_status, visible_draw, visible_plan, visible_record, visible_standings
from tournament.services.draws import replay
from tournament.services.publishing import ask_again
from tournament.stage_settings import groups_of
from tournament.standings_page import StandingsPage
from tournament.timetable import offset_words, placed
from tournament.views.base import actor_of, nothing_new, page, part, shown, zone_of
from tournament.views.files import file_of
from tournament.views.ranked import KEPT_SECONDS, drawn_rows, kept_rows, rounds_told
from tournament.views.rules import rules_context

RELEASED = (Round.Status.RELEASED, Round.Status.RUNNING, Round.Status.CLOSED)


@require_safe
@page
def event_info(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what the event is: when, where, which game, its rounds."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    settings = settings_of(event)
    rounds = [
        {
            "round": round_,
            "status": Round.Status(shown_status(actor, round_)).label,
            "out": round_.status in RELEASED,
            "ends": _planned_end(round_),
        }
        for round_ in rounds_of(event)
    ]
    context = {
        "info": settings.information,
        **timetable_of(event, settings),
        "registers": closed_because(event, settings.registration, timezone.now()) is None,
        "ruleset": find_game(event.game).ruleset,
        "rounds": rounds,
        "language": get_language(),
        "has_days": has_days(event),
        "entries": Entry.objects.filter(event=event, status__in=PLAYING).count(),
    }
    return shown(request, "public/event.html", context, event=event, current="event")


def _planned_end(round_: Round) -> datetime | None:
    """Return when a round is planned to end; None where nobody has said when it starts or how long it lasts."""
    if round_.starts_at is None or not round_.clock_minutes:
        return None
    return round_.starts_at + timedelta(minutes=round_.clock_minutes)


def timetable_of(event: Event, settings: EventSettings) -> dict[str, Any]:
    """Return the timetable by days of the event; a round whose start was put off stands at its new time."""
    if event.starts_on is None or not settings.timetable:
        return {"days": []}
    words = dict(KINDS)
    starts = dict(rounds_of(event).exclude(starts_at=None).values_list("number", "starts_at"))
    days: dict[int, dict[str, Any]] = {}
    for one in placed(settings.timetable, event.starts_on, event.zone):
        slot, at = one.slot, one.at
        if slot.kind == "round" and slot.round in starts:
            at = starts[slot.round].astimezone(zone_of(event))
        said = _("Round {number}").format(number=slot.round) if slot.kind == "round" else str(words[slot.kind])
        date = event.starts_on + timedelta(days=slot.day - 1)
        day = days.setdefault(slot.day, {"number": slot.day, "date": date, "rows": []})
        day["rows"].append(
            {
                "at": at,
                "late": at.date() > date,
                "words": slot.text if slot.kind == "other" and slot.text else said,
                "text": "" if slot.kind == "other" else slot.text,
            }
        )
    first = next(iter(days.values()))["rows"][0]["at"]
    return {"days": list(days.values()), "offset": offset_words(first)}


def _round_of(event: Event, request: HttpRequest) -> tuple[Round | None, list[Round]]:
    """Return the released round asked for (`?round=`, else the newest), and all released ones."""
    rounds = list(rounds_of(event).filter(status__in=RELEASED))
    wanted = request.GET.get("round", "")
    if wanted.isdecimal():
        found = next((round_ for round_ in rounds if round_.number == whole(wanted, 0)), None)
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
    seen = request.GET.get("v")
    if seen is not None and seen == seating_mark(event, round_):
        return nothing_new()
    areas = areas_shown(event, request.GET.get("area", ""))
    query = request.GET.get("q", "").strip()
    wanted = set(find_entries(event, query).prefetch_related(None).values_list("number", flat=True)) if query else None
    tables = areas.only(round_rows(actor_of(request), round_) if round_ else [])
    gone = withdrawn_numbers(event) if round_ and round_.status != Round.Status.CLOSED else frozenset()
    for who in (who for row in tables for who in row["seats"].values() if who):
        who["withdrawn"] = who["number"] in gone
    if wanted is not None:
        tables = [row for row in tables if any(who and who["number"] in wanted for who in row["seats"].values())]
        for row in tables:
            for who in row["seats"].values():
                if who:
                    who["found"] = who["number"] in wanted
    taken = file_of(
        request,
        lambda: seating_listing(
            tables, f"{slug}-seating-{round_.number if round_ else 0}", event.zone, areas=bool(areas.names)
        ),
    )
    if taken is not None:
        return taken
    draw = visible_draw(actor_of(request), round_) if round_ else None
    context = {
        "round": round_,
        "rounds": rounds,
        "groups": [(area, seating_rows.cards(slug, rows)) for area, rows in by_area(tables)],
        "tables": tables,
        "query": query,
        "resting": resting_of(draw, areas.chosen, wanted) if draw else [],
        "area": areas.chosen,
        "area_query": areas.query,
        "area_links": areas.links(_chosen(request)),
        "mark": seating_mark(event, round_),
        "chosen": _chosen(request),
    }
    if request.htmx:
        return part(request, "public/seating_live.html", context, event=event)
    return shown(request, "public/seating.html", context, event=event, current="seating")


def seating_mark(event: Event, round_: Round | None) -> str:
    """Return what changes with the seating alone: hands are recorded all the time, and move nobody."""
    if round_ is None:
        return "0"
    key = f"seating-{round_.pk}-{event.version}"
    mark: str | None = cache.get(key)
    if mark is None:
        state = [[(table.number, table.state["seats"]) for table in round_tables(round_)]]
        state.append(sorted(withdrawn_numbers(event)))
        mark = f"{round_.number}.{hashlib.sha256(json.dumps(state).encode()).hexdigest()[:12]}"
        cache.set(key, mark, KEPT_SECONDS)
    return mark


def stage_of(event: Event, order: int | None) -> tuple[Stage | None, list[Stage]]:
    stages = list(event.stages.order_by("order"))
    if order is None:
        return newest_stage(event, stages), stages
    stage = next((stage for stage in stages if stage.order == order), None)
    if stage is None:
        raise not_found("stage")
    return stage, stages


def newest_stage(event: Event, stages: Sequence[Stage]) -> Stage | None:
    """Return the newest of some stages that is played, else the first of them."""
    played = set(event.rounds.filter(status__in=RELEASED).values_list("stage_id", flat=True))
    newest = next((stage for stage in reversed(stages) if stage.pk in played), None)
    return newest or (stages[0] if stages else None)


def fresh_standings(actor: Actor, event: Event, order: int) -> Shown | None:
    """Return the newest snapshot as an actor sees it; where it is older than the event, ask for the work again."""
    found = visible_standings(actor, event, order)
    if found is None or found.stale:
        ask_again(event)
    return found


def _unchanged(request: HttpRequest, found: Shown | None) -> bool:
    """Tell whether a polling page has this very state already."""
    return found is not None and request.GET.get("v") == found.mark


def _links(event: Event, body: StandingsPage) -> dict[str, str]:
    return {
        row["id"]: reverse("player_card", args=[event.slug, row["id"]]) for row in body.raw if row["id"].isdecimal()
    }


def _rows(event: Event, stage: Stage, found: Shown, only: set[str] | None) -> dict[str, Any]:
    links = partial(_links, event)
    if only is not None:
        return drawn_rows(StandingsPage(decoded(found), only), links)
    return kept_rows(stage, found, links)


def _marked(html: SafeString, me: str) -> SafeString:
    """Mark the reader's own row."""
    if not me:
        return html
    return mark_safe(re.sub(rf'class="rank([^"]*)" id="rank-{me}"', rf'class="rank\1 rank--me" id="rank-{me}"', html))  # noqa: S308


def _found_numbers(event: Event, query: str) -> set[str] | None:
    """Return the numbers of the entries a search finds, or None where nothing is searched for."""
    if not query:
        return None
    found = find_entries(event, query).prefetch_related(None)
    return {str(number) for number in found.values_list("number", flat=True)}


@require_safe
@page
def standings(request: HttpRequest, slug: str, order: int | None = None) -> HttpResponse:
    """Rank the players, each rank with its reason; an open page polls with `?v=` and gets 204 while nothing changed."""
    if order is not None and "v" in request.GET:
        seen = public_standings(slug, order)
        if seen is not None and not seen.stale and _unchanged(request, seen):
            return nothing_new()
    actor = actor_of(request)
    event = get_event(actor, slug)
    stage, stages = stage_of(event, order)
    found = fresh_standings(actor, event, stage.order) if stage else None
    if _unchanged(request, found):
        return nothing_new()
    query = request.GET.get("q", "").strip()
    only = _found_numbers(event, query)
    context: dict[str, Any] = {"stage": stage, "stages": stages, "found": found, "query": query}
    if stage is not None:
        context["live_url"] = reverse("stage_standings", args=[slug, stage.order])
        context["groups"] = groups_of(stage.policy)
    if found is not None and stage is not None:
        taken = file_of(
            request,
            lambda: StandingsPage(decoded(found), only).listing(f"{slug}-standings-{stage.order}", event.zone),
        )
        if taken is not None:
            return taken
        me = str(actor.entry.number) if actor.entry is not None and actor.entry.event_id == event.pk else ""
        rows = _rows(event, stage, found, only)
        context |= rows | {"table": _marked(rows["table"], me), "rounds_told": rounds_told(event, rows)}
        context["mark"] = found.mark
        context |= kept_back_words(event, stage.order, found)
    if request.htmx:
        return part(request, "public/standings_live.html", context, event=event)
    if stage is not None and may(actor, "see_staff_pages", event):
        context["print_url"] = print_address(slug, stage)
    return shown(request, "public/standings.html", context, event=event, current="standings")


def print_address(slug: str, stage: Stage, by: str = "entry") -> str:
    """Return where standings are printed: of players, teams or pairs."""
    of = "" if by == "entry" else f"&by={by}"
    return f"{reverse('print_document', args=[slug, 'standings'])}?stage={stage.order}{of}"


@require_safe
@page
def standings_report(request: HttpRequest, slug: str, order: int) -> HttpResponse:
    """Show what a federation asks for: points of tables, penalties and substitutes apart, with their sums."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    stage, stages = stage_of(event, order)
    found = fresh_standings(actor, event, order)
    listing = report_listing(StandingsPage(decoded(found)), f"{slug}-report-{order}", event.zone) if found else None
    taken = file_of(request, lambda: listing) if listing else None
    if taken is not None:
        return taken
    context = {"stage": stage, "stages": stages, "found": found, "listing": listing}
    context |= kept_back_words(event, order, found) if found else {}
    return shown(request, "public/report.html", context, event=event, current="standings")


def _hall_rows(event: Event, lines: list[dict[str, Any]], now: datetime) -> SafeString:
    with timezone.override(zone_of(event)):
        groups = by_area(lines)
        return mark_safe("".join(seating_rows.area_row(area) + seating_rows.rows(rows, now) for area, rows in groups))  # noqa: S308 - both escape


def _chosen(request: HttpRequest) -> str:
    """Return the part of a poll's query that says which round was chosen; without one a page follows the newest."""
    wanted = request.GET.get("round", "")
    return f"round={wanted}&" if wanted.isdecimal() else ""


@require_safe
@page
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tables of a round with their state, what is left of them, and the clock."""
    event = get_event(actor_of(request), slug)
    # Every write counts the event's version, so that a poll that has it needs no other query.
    if request.GET.get("v") == str(event.version):
        return nothing_new()
    round_, rounds = _round_of(event, request)
    now = timezone.now()
    areas = areas_shown(event, request.GET.get("area", ""))
    lines = areas.only(hall_lines(event, round_, now) if round_ else [])
    name = f"{slug}-tables-{round_.number if round_ else 0}"
    taken = file_of(request, lambda: hall_listing(lines, name, event.zone, areas=bool(areas.names)))
    if taken is not None:
        return taken
    context = {
        "round": round_,
        "rounds": rounds,
        "lines": _hall_rows(event, lines, now),
        "clock": clock_of(round_, now) if round_ else None,
        "mark": event.version,
        "chosen": _chosen(request),
        "area": areas.chosen,
        "area_query": areas.query,
        "area_links": areas.links(_chosen(request)),
        "live": round_ is None or round_.status != Round.Status.CLOSED or not _chosen(request),
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
    pairs = in_pairs(event)
    seats = []
    if draw is not None:
        home = areas_drawn(draw)
        for row in draw.result["tables"]:
            who = [{"number": entry, "name": names.get(entry, "")} if entry else None for entry in row["seats"]]
            area = next((home[entry] for entry in row["seats"] if entry in home), "")
            seats.append({"number": row["number"], "seats": who, "area": area})
    context = {
        "round": round_,
        "kept_back": draw is None and round_.status in RELEASED,
        "draw": draw,
        "plan": visible_plan(actor, round_) if draw is None else None,
        "follows": draw.schedule.first_round.number if draw and draw.schedule else None,
        "tables": seats,
        "method": method_of(draw) if draw else None,
        "made_from": made_from(draw, names, pairs=pairs) if draw else [],
        "changes": changes_of(draw, names) if draw else [],
        "parts": parts_of(draw.report, pairs=pairs) if draw else [],
        "notices": notices_of(draw.report) if draw else [],
        "resting": [{"number": entry, "name": names.get(entry, "")} for entry in draw.result["out"]] if draw else [],
        "again": _drawn_again(draw) if draw and "again" in request.GET else None,
    }
    return shown(request, "public/drawn.html", context, event=event, current="seating")


def _drawn_again(draw: Draw) -> dict[str, object]:
    """Draw once more from what the draw stores, edits by hand included; a released draw never changes."""

    def work() -> dict[str, object]:
        data, same = replay(draw)
        return {"same": same, "sha256": hashlib.sha256(data).hexdigest()}

    return cache.get_or_set(f"drawn-again-{draw.pk}-{draw.seed_hash}", work, None)


@require_safe
@page
def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of the event: its options as decided, then patterns and articles."""
    event = get_event(actor_of(request), slug)
    resolved = rules_of(event)
    return shown(request, "rules/game.html", rules_context(resolved.ruleset, resolved), event=event, current="event")
