"""Standings as stored, and rulings without a table."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api import serializers as shapes
from tournament.api.base import KEY, View, endpoint
from tournament.errors import not_found
from tournament.models import EntryRuling
from tournament.selectors.entries import get_entry
from tournament.selectors.events import get_stage
from tournament.selectors.explaining import explained_rank
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import grouped_body, stored_standings
from tournament.selectors.visibility import visible_rulings, visible_standings
from tournament.services import rulings
from tournament.services.publishing import ask_again


class Standings(View):
    """The standings of a stage."""

    @endpoint(
        "Standings; `?v=` answers 204 while nothing changed, the header `Updating` says that they are older",
        parameters=[
            OpenApiParameter("v", int, description="The version the client has."),
            OpenApiParameter("by", str, enum=["team", "pair"], description="Of teams or pairs instead of entries."),
        ],
    )
    def get(self, request: Request, slug: str, order: int) -> HttpResponse:
        """Hand out the stored bytes; where they are older than the event, ask for the work again."""
        event = self.event()
        shown = visible_standings(self.actor, event, get_stage(event, order).order)
        if shown is None or shown.stale:
            ask_again(event)
        if shown is None:
            return Response({"version": 0, "updating": True, "standings": None})
        headers = {"Updating": "1"} if shown.stale else {}
        if request.query_params.get("v") == str(shown.version):
            return HttpResponse(status=204, headers=headers)
        by = request.query_params.get("by")
        body = shown.body if by is None else grouped_body(shown, by)
        return HttpResponse(body, content_type="application/json", headers=headers)


class StandingsExplained(View):
    """Why a rank is what it is."""

    @endpoint(
        "Why an entry (or team) stands between its neighbours: the first criterion that differs, with both numbers",
        parameters=[OpenApiParameter("by", str, enum=["entry", "team", "pair"])],
        name="standings_explained",
    )
    def get(self, request: Request, slug: str, order: int, unit: str) -> Response:
        """Compare it with its neighbours."""
        event = self.event()
        shown = visible_standings(self.actor, event, get_stage(event, order).order)
        if shown is None:
            raise not_found("standings")
        found = explained_rank(stored_standings(shown, request.query_params.get("by", "entry")), unit)
        if found is None:
            raise not_found("entry")
        return Response({"version": shown.version, **found})


def ruling_data(ruling: EntryRuling) -> dict[str, object]:
    """Return a ruling without a table as everybody may see it."""
    return {
        "number": ruling.number,
        "entry": ruling.entry.number,
        "round": ruling.round.number,
        "points": ruling.body["points"],
        "account": ruling.body["account"],
        "article": ruling.body["article"],
        "undoes": ruling.undoes.number if ruling.undoes else None,
        "wording": ruling.body.get("wording"),
        "at": ruling.at.isoformat(),
    }


class Rulings(View):
    """Rulings without a table."""

    @endpoint("List rulings without a table")
    def get(self, request: Request, slug: str) -> Response:
        """List them in order."""
        found = visible_rulings(self.actor, self.event()).select_related("entry", "round", "undoes")
        return Response([ruling_data(ruling) for ruling in found])

    @endpoint("Rule on an entry", body=shapes.RulingIn, status=201, parameters=[KEY])
    def post(self, request: Request, slug: str) -> Response:
        """Take points or give them."""
        event = self.event()
        given = self.read(shapes.RulingIn)
        advance = self.advance(given)
        ruling = rulings.rule_entry(
            actor=self.actor,
            event=event,
            entry=get_entry(event, given.pop("entry")),
            round_=get_round(event, given.pop("round")),
            advance=advance,
            key=self.key,
            **given,
        )
        return Response(ruling_data(ruling), status=201)


class RulingUndo(View):
    """A ruling overturned."""

    @endpoint("Overturn a ruling without a table", body=shapes.NoteIn, status=201, refusals=(400, 401, 403, 404, 409))
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pay it back."""
        given = self.read(shapes.NoteIn)
        advance = self.advance(given)
        ruling = rulings.undo_entry_ruling(
            actor=self.actor, event=self.event(), number=number, advance=advance, **given
        )
        return Response(ruling_data(ruling), status=201)
