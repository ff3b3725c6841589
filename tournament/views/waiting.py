"""The page of an empty seat: who is waited for and since when, who stands by, and what lateness would cost."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from engine.errors import RuleError
from tournament.access import may
from tournament.errors import not_allowed, sentence, status_of
from tournament.models import Table
from tournament.numbers import whole
from tournament.persons import number_of
from tournament.selectors.entries import standbys
from tournament.selectors.persons import names_of
from tournament.services.waiting import Arrival, late_points, report_missing, seat_arrived, seat_standby
from tournament.table_page import TablePage
from tournament.views.base import actor_of, page, shown
from tournament.views.tables import CURRENT, address, frame, own_places, table_of


@require_http_methods(["GET", "HEAD", "POST"])
@page
def missing(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show and change who is waited for at a table; whoever sits there may, and the staff."""
    found = table_of(request, slug, number, table)
    actor = actor_of(request)
    if not may(actor, "record", found) and not own_places(actor, found):
        raise not_allowed()
    refused, status = "", 200
    if request.method == "POST":
        try:
            said = _act(request, found)
        except RuleError as error:
            refused, status = sentence(error), status_of(error)
        else:
            messages.success(request, said)
            return HttpResponseRedirect(address(found, "table_missing"))
    with timezone.override(found.event.zone):
        return _shown(request, found, refused, status)


def _act(request: HttpRequest, table: Table) -> str:
    given = request.POST
    actor, place = actor_of(request), given.get("place", "")
    match given.get("act"):
        case "arrived":
            return late_words(table, seat_arrived(actor=actor, table=table, place=place))
        case "standby":
            seq = given.get("seq", "")
            seat_standby(
                actor=actor,
                table=table,
                place=place,
                person=given.get("person", ""),
                expected_seq=whole(seq, table.seq),
                key=given.get("key") or None,
            )
            return gettext("The seat is taken; the table's time runs on.")
        case _:
            report_missing(actor=actor, table=table, places=given.getlist("places"))
            return gettext("The table's time stands still.")


def late_words(table: Table, arrival: Arrival) -> str:
    """Say how late somebody came, and what the event's rules propose for it."""
    late = ngettext("{minutes} minute late.", "{minutes} minutes late.", arrival.minutes).format(
        minutes=arrival.minutes
    )
    if not arrival.points:
        return late
    proposed = ngettext("Proposed: {points} point.", "Proposed: {points} points.", arrival.points).format(
        points=arrival.points
    )
    return f"{late} {proposed}"


def _shown(request: HttpRequest, table: Table, refused: str, status: int) -> HttpResponse:
    actor, now = actor_of(request), timezone.now()
    seats: dict[str, str | None] = table.state["seats"]
    standing = standbys(table.round) if may(actor, "record", table) and actor.entry is None else []
    names = names_of(table.event, [*filter(None, seats.values()), *(str(entry.number) for entry in standing)])
    waited = []
    for place, one in table.waiting.items():
        since = datetime.fromisoformat(one["since"])
        minutes = int((now - since).total_seconds()) // 60
        waited.append(
            {
                "place": place,
                "entry": number_of(one["person"]),
                "name": names.get(one["person"], one["person"]),
                "since": since,
                "late": late_words(table, Arrival(one["person"], minutes, late_points(table.event, minutes))),
            }
        )
    view = TablePage(table)
    context: dict[str, Any] = {
        **frame(request, view),
        "waited": waited,
        "seated": [
            (place, names.get(seats[place] or "", ""))
            for place in view.places
            if seats[place] and place not in table.waiting
        ],
        "standbys": standing,
        "rules": may(actor, "rule", table),
        "key": str(uuid.uuid4()),
        "refused": refused,
    }
    return shown(request, "tables/missing.html", context, event=table.event, current=CURRENT, status=status)
