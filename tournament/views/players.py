"""A player's own page by personal link, and what everybody may know of a player."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournament.access import may
from tournament.actors import Actor
from tournament.event_settings import settings_of
from tournament.models import Entry, Round, Stage, Table
from tournament.persons import places_of
from tournament.selectors.clock import clock_of
from tournament.selectors.entries import PLAYING, public_entry
from tournament.selectors.events import get_event
from tournament.selectors.players import player_card
from tournament.selectors.standings import decoded
from tournament.selectors.tables import get_table
from tournament.selectors.visibility import visible_standings
from tournament.services.publishing import ask_again
from tournament.services.registration import may_withdraw
from tournament.standings_page import StandingsPage
from tournament.table_page import TablePage
from tournament.views.base import actor_of, page, player_of, shown


@require_safe
@page
def own_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player what concerns him: next table and seat, hands to confirm, rank and why, results, rulings."""
    entry, actor = player_of(request, token)
    context = _card(actor, entry) | {"mine": True, "token": token, **_now(actor, entry)}
    context |= {"withdraws": may_withdraw(entry), "asks_payment": bool(settings_of(entry.event).registration.fee)}
    return shown(request, "players/player.html", context, event=entry.event, current="player")


@require_safe
@page
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what everybody may know of a player: results, rank and its reason."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    found = public_entry(event, number, all_of_them=may(actor, "see_private", event))
    context = _card(actor, found) | {"mine": False}
    return shown(request, "players/player.html", context, event=event, current="standings")


def _card(actor: Actor, entry: Entry) -> dict[str, Any]:
    event = entry.event
    found = player_card(actor, entry)
    rows = []
    running = 0
    values = []
    for item in reversed(found["rounds"]):
        table = item.get("table")
        item["word"] = word(item["status"])
        item["url"] = reverse("table", args=[event.slug, table["round"], table["table"]]) if table else ""
        rows.append(item)
    for item in found["rounds"]:
        if item.get("points") is not None and item["status"] != "seated":
            running += item["points"]
            values.append(running)
    line, standings, updating = None, None, False
    stage = (
        Stage.objects.filter(event=event, rounds__status__in=("running", "closed", "released"))
        .order_by("-order")
        .first()
    )
    if stage is not None:
        shown_now = visible_standings(actor, event, stage.order)
        if shown_now is None or shown_now.stale:
            ask_again(event)
            updating = True
        if shown_now is not None:
            standings = StandingsPage(decoded(shown_now))
            line = standings.row_of(str(entry.number))
    return {
        "entry": entry,
        "rounds": rows,
        "line": line,
        "standings": standings,
        "updating": updating,
        "values": values,
        "total": Entry.objects.filter(event=event, ranked=True, status__in=PLAYING).count(),
        "columns": list(zip(standings.columns, line["cells"], strict=False)) if standings and line else [],
    }


def word(status: str) -> str:
    """Word what a player did in a round."""
    words = {
        "planned": gettext("to come"),
        "seated": gettext("to play"),
        "substitute": gettext("played as substitute"),
        "sat_out": gettext("sat out"),
        "absent": gettext("absent"),
        "not_seated": gettext("not seated"),
    }
    return words.get(status) or str(Table.Status(status).label)


def _now(actor: Actor, entry: Entry) -> dict[str, Any]:
    """Return the table a player sits at in the newest round that is not over, and what he can do there."""
    round_ = (
        Round.objects.filter(event=entry.event, status__in=(Round.Status.RELEASED, Round.Status.RUNNING))
        .order_by("-number")
        .first()
    )
    if round_ is None:
        return {}
    tables = Table.objects.filter(round=round_, draw__status="released").only("number", "state")
    number = next((t.number for t in tables if places_of(t.state["seats"], entry.number)), None)
    if number is None:
        return {"next_round": round_, "sits_out": True}
    table = get_table(entry.event, round_.number, number)
    view = TablePage(table)
    own = places_of(table.state["seats"], entry.number)
    confirmed = any(place in view.detail["confirmed"] for place in own)
    return {
        "next_round": round_,
        "table": table,
        "own": own,
        "sides": [{**side, "note": ""} for side in view.sides(own)],
        "page": view,
        "clock": clock_of(round_, timezone.now(), table),
        "can_confirm": table.status == Table.Status.FINISHED and may(actor, "confirm", table) and not confirmed,
        "confirmed": confirmed,
        "can_enter": may(actor, "record", table),
        "table_url": reverse("table", args=[entry.event.slug, round_.number, table.number]),
    }
