"""Lists for the wall and the file: seats, standings, results of the round before, in large type."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, pgettext

from tournament.actors import PUBLIC, Actor
from tournament.areas_shown import areas_drawn
from tournament.event_settings import settings_of
from tournament.groups_page import ranked_by, titles
from tournament.models import Event, Round, Stage
from tournament.name_keys import order_key
from tournament.persons import members_of, number_of, person_name
from tournament.printing.documents import Contents, Order, Section
from tournament.reveal_words import kept_back_words
from tournament.selectors.console import console_tables
from tournament.selectors.events import get_stage
from tournament.selectors.persons import in_pairs, names_of, sort_names_of
from tournament.selectors.rounds import get_round
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import decoded
from tournament.selectors.visibility import keeps_round, visible_draw, visible_standings
from tournament.wording import listed, place_name

PARTS = ("draw", "standings", "results")


def wall_list(order: Order) -> Contents:
    """Read the seats of a round, the standings and the results of the round before.

    A wall is read by everybody: what is kept back from the public is not on it, whoever has it printed.
    """
    event, round_ = order.event, get_round(order.event, order.options["round"])
    parts = order.options.get("parts") or PARTS
    sections: list[Section] = []
    if "draw" in parts:
        sections += _seats(order, round_)
    if "standings" in parts:
        sections += _standings(PUBLIC, event, round_.stage, wall=True)
    before = Round.objects.filter(event=event, number=round_.number - 1).select_related("stage", "event").first()
    if "results" in parts and before is not None and not keeps_round(PUBLIC, event, before.number):
        sections += _results(before)
    title = gettext("Round {number}: list for the wall").format(number=round_.number)
    return Contents(title, tuple(sections), event.version, timezone.now())


def standings_list(order: Order) -> Contents:
    """Read the standings of a stage as its reader may see them, with all that ranks it."""
    stage = get_stage(order.event, order.options["stage"])
    by = order.options.get("by") or "entry"
    sections = tuple(_standings(order.actor, order.event, stage, wall=False, by=by))
    title = pgettext("of an event", "Standings") if by == "entry" else titles(by)[0]
    secret = is_confidential(order.actor, order.event, stage)
    return Contents(title, sections, order.event.version, timezone.now(), confidential=secret)


def stage_words(stage: Stage) -> str:
    """Name a stage where an event has more than one."""
    if not Stage.objects.filter(event=stage.event_id).exclude(pk=stage.pk).exists():
        return stage.name
    return stage.name or gettext("Stage {number}").format(number=stage.order)


def _seats(order: Order, round_: Round) -> list[Section]:
    people: list[dict[str, Any]] = [
        {
            "area": row.table.area,
            "table": row.number,
            "place": place,
            "person": person,
            "number": number_of(person) or 0,
            "name": name,
        }
        for row in console_tables(round_)
        for place, person, name in row.seats
        if person
    ]
    if not people:
        return []
    people += _resting(order, round_)
    by = order.options.get("order") or "name"
    if by == "name":
        sorting = sort_names_of(order.event)
        people.sort(key=lambda row: (order_key(sorting.get(row["person"]) or row["name"]), row["name"], row["number"]))
    elif by == "number":
        people.sort(key=lambda row: (row["number"], row["person"]))
    draw = visible_draw(order.actor, round_)
    context = {"event": order.event, "round": round_, "by": by, "released": draw.released_at if draw else None}
    # Each venue hangs up its own list; what was drawn together is one.
    apart = draw is not None and bool(areas_drawn(draw))
    names = [area.name for area in settings_of(order.event).areas] if apart else [""]
    wanted = order.options.get("area") or ""
    lists = [(name, [row for row in people if row["area"] == name or not apart]) for name in names]
    return [
        Section("print/seats.html", rows, context | {"area": name})
        for name, rows in lists
        if rows and wanted in ("", name)
    ]


def _resting(order: Order, round_: Round) -> list[dict[str, Any]]:
    draw = visible_draw(order.actor, round_)
    if draw is None:
        return []
    home = areas_drawn(draw)
    members = range(members_of(rules_of(order.event).ruleset)) if in_pairs(order.event) else [None]
    resting = [(number, person_name(number, at)) for number in sorted(draw.result["out"]) for at in members]
    names = names_of(order.event, (person for _number, person in resting))
    return [
        {
            "area": home.get(number, ""),
            "table": None,
            "place": "",
            "person": person,
            "number": number,
            "name": names[person],
        }
        for number, person in resting
    ]


def is_confidential(actor: Actor, event: Event, stage: Stage) -> bool:
    """Tell whether an actor sees more of a stage's standings than everybody."""
    shown, public = (visible_standings(who, event, stage.order) for who in (actor, PUBLIC))
    return shown is not None and public is not None and shown.reveal != public.reveal


def _standings(actor: Actor, event: Event, stage: Stage, *, wall: bool, by: str = "entry") -> list[Section]:
    found = visible_standings(actor, event, stage.order)
    if found is None:
        return []
    page = ranked_by(decoded(found), by)
    rows = [row for row in page.rows({}) if not wall or row["rank"] != "–"] if page else []
    if page is None or not rows:
        return []
    for row in rows:
        row["detail"] = listed(filter(None, [row["detail"], *row["members"]]))
    context = {
        "event": event,
        "stage": stage,
        "stage_words": stage_words(stage),
        "columns": () if wall else page.columns,
        "counted": page.counted,
        "version": found.version,
        "stale": found.stale,
        "wall": wall,
        "title": page.title,
        "numbered": by == "entry",
        **kept_back_words(event, stage.order, found),
    }
    return [Section("print/standings.html", rows, context)]


def _results(round_: Round) -> list[Section]:
    rows = [
        {
            "table": row.number,
            "state": row.table.get_status_display(),
            "over": row.over,
            "seats": [
                {
                    "wind": place_name(place),
                    "person": person,
                    "name": name,
                    "points": row.persons.get(person, 0),
                }
                for place, person, name in row.seats
                if person
            ],
        }
        for row in console_tables(round_)
    ]
    return [Section("print/results.html", rows, {"event": round_.event, "round": round_}, batch=40)] if rows else []
