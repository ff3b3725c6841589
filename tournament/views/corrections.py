"""A page for the staff: who may change what in which round, asked from the permissions themselves."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.access import Role
from tournament.correcting import hands_and_rulings, other_acts
from tournament.event_settings import settings_of
from tournament.models import Event
from tournament.views.base import shown
from tournament.views.organising import event_page


def matrix(event: Event) -> list[dict[str, Any]]:
    """Return, for each place a table can stand at, who may change hands there and who may rule."""
    words = {
        "running": (_("Table of the running round"), _("Nothing is asked.")),
        "confirmed": (_("Confirmed table of the running round"), _("The table has to be confirmed again.")),
        "previous": (_("One of the last two rounds, closed"), _("The round has to be named.")),
        "older": (
            _("An older round"),
            _(
                "The round has to be named, with a reason. The chief referee chooses: the correction counts in the "
                "standings, or is for the record only. Draws that are out do not change. A ruling counts."
            ),
        ),
    }
    return [row | {"title": words[row["code"]][0], "asked": words[row["code"]][1]} for row in hands_and_rulings(event)]


def acts(event: Event) -> list[dict[str, Any]]:
    """Return the other acts that undo or change something, with who may do them."""
    words = {
        "confirm": _("Confirm a table"),
        "run": _("Start, close and open a round again"),
        "draw": _("Draw, release, change a draft"),
        "delete_draw": _("Delete a draw with all that was played on it"),
        "keep_apart_late": _("Keep two apart after the first round"),
        "decide_appeal": _("Decide an appeal"),
        "enter": _("Entries, payments, the waiting list"),
        "manage": _("Settings, stages, how standings are ranked; close, archive and open again"),
    }
    return [act | {"title": words[act["code"]]} for act in other_acts(event)]


@event_page("see_staff_pages")
def corrections(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the matrix to the staff."""
    labels = dict(Role.choices)
    settings = settings_of(event)

    def named(roles: list[str]) -> list[Any]:
        return [labels[role] for role in roles]

    rows = [
        row | {"hands": named(row["hands"]), "rulings": named(row["rulings"]), "players": row["code"] == "running"}
        for row in matrix(event)
    ]
    context = {
        "rows": rows,
        "acts": [act | {"who": named(act["who"])} for act in acts(event)],
        "players_enter": settings.players_enter,
    }
    return shown(request, "organiser/corrections.html", context, event=event, current="manage")
