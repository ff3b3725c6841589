"""A player's own page by personal link, and what everybody may know of a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, pgettext
from django.views.decorators.http import require_safe

from engine.standings import parse_policy
from tournament.access import may
from tournament.actors import Actor
from tournament.calendar import has_days
from tournament.event_settings import settings_of
from tournament.listing import Amount, Cell, Column, Listing, share_of
from tournament.models import Entry, Event, Round, Stage, Table
from tournament.persons import number_of, places_of
from tournament.selectors.carried import carried_to
from tournament.selectors.clock import clock_of
from tournament.selectors.entries import PLAYING, entry_by_token, public_entry
from tournament.selectors.events import get_event, someone_on_duty
from tournament.selectors.lateness import late_rounds
from tournament.selectors.players import player_card
from tournament.selectors.rounds import PLAYED, all_closed
from tournament.selectors.standings import Shown, decoded
from tournament.selectors.tables import get_table
from tournament.selectors.visibility import keeps_from_card, visible_standings
from tournament.services.publishing import ask_again
from tournament.services.registration import may_withdraw
from tournament.standings_page import StandingsPage, shared_place
from tournament.table_page import TablePage
from tournament.views.base import actor_of, nothing_new, page, part, player_of, shown
from tournament.views.files import file_of
from tournament.wording import listed, place_name, place_reached


@require_safe
@page
def own_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player what concerns him: next table and seat, hands to confirm, rank and why, results, rulings.

    The same link on a player's card leads a member of the staff who scans it to check-in (`?own=1`: to the page).
    """
    scanned = entry_by_token(token)
    if scanned is not None and "own" not in request.GET and checks_in(request, scanned.event):
        return redirect("check_in_one", scanned.event.slug, scanned.number)
    entry, actor = player_of(request, token)
    seen = _seen(actor, entry.event)
    if request.GET.get("v") == seen.mark:
        return nothing_new()
    address = reverse("player", args=[token])
    taken = file_of(request, lambda: results_listing(entry, _results(entry, seen)))
    if taken is not None:
        return taken
    context = _card(entry, seen) | {"mine": True, "token": token, "address": address, **_now(actor, entry, seen)}
    context |= {"link": request.build_absolute_uri(address), "has_days": has_days(entry.event)}
    context |= {"withdraws": may_withdraw(entry), "asks_payment": bool(settings_of(entry.event).registration.fee)}
    if request.htmx:
        answer = part(request, "players/player_live.html", context | {"swapped": True}, event=entry.event)
        answer["HX-Trigger"] = "renewed"
        return answer
    return shown(request, "players/player.html", context, event=entry.event, current="player")


@require_safe
@page
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what everybody may know of a player: results, rank and its reason."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    entry = public_entry(event, number, all_of_them=may(actor, "see_private", event))
    seen = _seen(actor, event)
    if request.GET.get("v") == seen.mark:
        return nothing_new()
    taken = file_of(request, lambda: results_listing(entry, _results(entry, seen)))
    if taken is not None:
        return taken
    context = _card(entry, seen) | {"mine": False, "address": reverse("player_card", args=[slug, number])}
    if request.htmx:
        return part(request, "players/player_live.html", context | {"swapped": True}, event=event)
    return shown(request, "players/player.html", context, event=event, current="standings")


def checks_in(request: HttpRequest, event: Event) -> bool:
    """Tell whether whoever opens a card is to check its player in: of the staff, and the event goes on."""
    over = event.status in (Event.Status.CLOSED, Event.Status.ARCHIVED)
    return not over and request.user.is_authenticated and may(Actor(user=request.user), "check_in", event)


@dataclass(frozen=True)
class _Seen:
    """What a player's page is made from: who reads it, the event, and the newest snapshot of its newest stage."""

    actor: Actor
    event: Event
    found: Shown | None

    @property
    def mark(self) -> str:
        """What changes whenever the page may."""
        return f"{self.event.version}.{self.found.mark if self.found else 0}"

    @cached_property
    def standings(self) -> StandingsPage | None:
        """The standings, or None before the first."""
        return StandingsPage(decoded(self.found)) if self.found else None


def _seen(actor: Actor, event: Event) -> _Seen:
    stage = Stage.objects.filter(event=event, rounds__status__in=PLAYED).order_by("-order").first()
    found = visible_standings(actor, event, stage.order) if stage else None
    if stage is not None and (found is None or found.stale):
        ask_again(event)
    return _Seen(actor, event, found)


def _results(entry: Entry, seen: _Seen) -> list[dict[str, Any]]:
    """Return a player's rounds, the newest first: table, places held, place reached, what he did, points.

    The points are those of one place, as the table has them, where the standings count a share of an entry's places.
    """
    policies = Round.objects.filter(event=entry.event_id).values_list("number", "stage__policy")
    shares = {number: parse_policy(policy).share for number, policy in policies}
    cells = seen.standings.rounds_of(str(entry.number)) if seen.standings else {}
    late = {number for number in late_rounds(entry) if not keeps_from_card(seen.actor, entry, number)}
    rows = []
    for item in reversed(player_card(seen.actor, entry)["rounds"]):
        table, cell = item.get("table"), cells.get(item["round"])
        played = table is not None and item["status"] not in ("seated", Table.Status.VOID)
        points = item["points"] if played else None
        # A place without points would tell what is kept back.
        placed = points is not None and cell is not None and cell[3] is not None
        reached = shared_place(cell[3], _alike(item)) if placed else None
        rows.append(
            {
                **item,
                "word": word(item["status"], late=item["round"] in late),
                "url": reverse("table", args=[entry.event.slug, table["round"], table["table"]]) if table else "",
                "reached": place_reached(reached[0], shared=reached[1]) if reached else "",
                "reached_place": reached,
                "points": _share(points, shares[item["round"]]),
                "record_points": _share(item.get("record_points") if played else None, shares[item["round"]]),
            }
        )
    return rows


def _share(points: int | None, share: int) -> int | Amount | None:
    return None if points is None else share_of(points, share)


def _alike(item: Mapping[str, Any]) -> int:
    """Return how many at the table of a round have as many points as the player, himself included."""
    table, places = item.get("table"), item.get("places")
    if table is None or not table["scores"] or not places:
        return 1
    return list(table["scores"].values()).count(table["scores"][places[0]])


def _card(entry: Entry, seen: _Seen) -> dict[str, Any]:
    standings = seen.standings
    rows = _results(entry, seen)
    line = standings.row_of(str(entry.number)) if standings else None
    columns = list(zip(standings.columns, line["cells"], strict=True)) if standings and line else []
    return {
        "entry": entry,
        "rounds": rows,
        "found": seen.found,
        # The page has its own head for it.
        "line": line and line | {"why": line["why"] | {"title": ""}},
        "mark": seen.mark,
        "language": get_language(),
        "values": progress(rows, standings.cells_of(str(entry.number)) if standings and line else None),
        "ranks": standings.trail_of(str(entry.number)) if standings else [],
        "played": sum(row["points"] is not None for row in rows),
        "columns": columns[:1],
        "counted": standings.counted if standings else "",
    }


def progress(rows: list[dict[str, Any]], cells: Sequence[int] | None) -> list[int]:
    """Return the points after each round: as the standings count them where those are whole, else as the tables have.

    A chart of what is no whole number leaves the fraction out.
    """
    points = cells if cells is not None else [row["points"] for row in reversed(rows)]
    counted = [Fraction(one.value, one.scale) if isinstance(one, Amount) else one for one in points if one is not None]
    return [int(total) for total in accumulate(counted)]


def results_listing(entry: Entry, rows: list[dict[str, Any]]) -> Listing:
    """Return the rounds of a player as a file has them, in the order of the page."""
    shared = any(row["reached_place"] and row["reached_place"][1] for row in rows)
    recorded = any(row["record_points"] is not None for row in rows)
    columns = [
        Column("round", gettext("Round")),
        Column("table", gettext("Table")),
        Column("seat", gettext("Seat")),
        Column("place", pgettext("reached at a table", "Place")),
        *([Column("shared", pgettext("place at a table", "Shared"))] if shared else []),
        Column("state", gettext("State")),
        Column("points", gettext("Table points")),
        *([Column("record_points", gettext("For the record"))] if recorded else []),
    ]
    lines: list[list[Cell]] = [
        [
            row["round"],
            row["table"]["table"] if row.get("table") else None,
            listed(place_name(place) for place in row.get("places", ())),
            row["reached_place"][0] if row["reached_place"] else None,
            *([_shared_word(row["reached_place"])] if shared else []),
            row["word"],
            row["points"],
            *([row["record_points"]] if recorded else []),
        ]
        for row in rows
    ]
    return Listing(
        f"{entry.event.slug}-player-{entry.number}", gettext("Results"), columns, lines, zone=entry.event.zone
    )


def _shared_word(place: tuple[int, bool] | None) -> str:
    if place is None:
        return ""
    return gettext("yes") if place[1] else gettext("no")


def word(status: str, *, late: bool = False) -> str:
    """Word what a player did in a round; whoever was ruled late came, but late."""
    if late and status not in ("sat_out", "absent", "not_seated", "planned"):
        return gettext("late (penalty)")
    words = {
        "planned": gettext("to come"),
        "seated": gettext("to play"),
        "substitute": gettext("played as substitute"),
        Table.Status.CONFIRMED: gettext("played"),
        "sat_out": gettext("sat out"),
        "absent": gettext("absent"),
        "not_seated": gettext("not seated"),
        Table.Status.VOID: gettext("table declared void"),
    }
    return words.get(status) or str(Table.Status(status).label)


def _now(actor: Actor, entry: Entry, seen: _Seen) -> dict[str, Any]:
    """Return the table a player sits at in the newest round that is not over, and what he can do there."""
    round_ = (
        Round.objects.filter(event=entry.event, status__in=(Round.Status.RELEASED, Round.Status.RUNNING))
        .order_by("-number")
        .first()
    )
    if round_ is None:
        return {"to_come": _to_come(entry)}
    tables = Table.objects.filter(round=round_, draw__status="released").only("number", "state")
    number = next((t.number for t in tables if places_of(t.state["seats"], entry.number)), None)
    if number is None:
        return {"next_round": round_, "sits_out": True, "carried": carried_to(round_, [entry.number])}
    table = get_table(entry.event, round_.number, number)
    view = TablePage(table)
    own = places_of(table.state["seats"], entry.number)
    confirmed = any(place in view.detail["confirmed"] for place in own)
    return {
        "next_round": round_,
        "table": table,
        "own": own,
        "sides": [{**side, "note": _note(view, side, seen), "score": _score(table, side)} for side in view.sides(own)],
        "page": view,
        "clock": clock_of(round_, timezone.now(), table),
        "carried": carried_to(round_, [entry.number]),
        "can_confirm": table.status == Table.Status.FINISHED and may(actor, "confirm", table) and not confirmed,
        "confirmed": confirmed,
        "changed": view.changed_since(own) if not confirmed else [],
        "can_enter": may(actor, "record", table),
        "can_call": someone_on_duty(entry.event, table),
        "table_url": reverse("table", args=[entry.event.slug, round_.number, table.number]),
    }


def _to_come(entry: Entry) -> dict[str, Any]:
    """Say what a player who sits nowhere now waits for; `seat`: a seat is to come."""
    over = all_closed(entry.event)
    shown_here = gettext("This page shows it as soon as it is.")
    match entry.status:
        case Entry.Status.WITHDRAWN:
            title, text = gettext("You do not take part any more"), gettext("If that is not so, tell the staff.")
        case Entry.Status.DECLINED:
            title, text = gettext("Your registration was not accepted"), ""
        case _ if over:
            title, text = gettext("All rounds are over"), ""
        case Entry.Status.PENDING:
            title, text = gettext("Your registration is still to be approved"), shown_here
        case Entry.Status.WAITLIST:
            title = gettext("You are on the waiting list")
            text = gettext("When a place is free for you, this page shows it.")
        case _:
            title, text = gettext("The next seating has not been released yet"), shown_here
    return {"title": title, "text": text, "seat": entry.status in PLAYING and not over}


def _note(view: TablePage, side: dict[str, Any], seen: _Seen) -> str:
    """Say of a neighbour where he stands, of the player that it is he."""
    if side["me"]:
        return gettext("you")
    number = number_of(view.state["seats"].get(side["place"]))
    rank = seen.standings.ranks().get(str(number)) if seen.standings else None
    return "" if rank is None else gettext("rank {rank}").format(rank=rank)


def _score(table: Table, side: dict[str, Any]) -> int | None:
    """Return the points of a side once there are some: before the first hand the drawing says who sits where."""
    return None if table.status == Table.Status.WAITING else side["score"]
