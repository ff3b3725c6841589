"""Rounds and their draws."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api import serializers as shapes
from tournament.api.base import View, endpoint
from tournament.errors import not_found
from tournament.models import Draw, Round
from tournament.selectors.clock import clock_reading
from tournament.selectors.rounds import rounds_of
from tournament.selectors.seating import field_of, left_out_of
from tournament.selectors.tables import round_rows
from tournament.selectors.visibility import shown_status, visible_draws, visible_record
from tournament.services import draws, rounds

LOCKED = (400, 401, 403, 404, 409)


def draw_data(draw: Draw) -> dict[str, Any]:
    """Return a draw as everybody who may see it can check it: seed and inputs included."""
    return {
        "round": draw.round.number,
        "attempt": draw.attempt,
        "status": draw.status,
        "seed_hash": draw.seed_hash,
        "base_seed": draw.base_seed,
        "seed": draw.seed,
        "algorithm": draw.algorithm,
        "inputs": draw.inputs,
        "report": draw.report,
        "result": draw.result,
        "created_at": draw.created_at.isoformat(),
        "released_at": draw.released_at.isoformat() if draw.released_at else None,
    }


class RoundView(View):
    """An endpoint that answers with rounds."""

    def data(self, round_: Round) -> dict[str, Any]:
        """Return one round as the actor may know it."""
        return {
            "number": round_.number,
            "stage": round_.stage.order,
            "status": shown_status(self.actor, round_),
            "seed_hash": round_.seed_hash,
            "clock": rounds.clock_data(round_),
        }


class Rounds(RoundView):
    """The rounds of an event."""

    @endpoint("List rounds", answer=shapes.RoundOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them; a draft is nothing to those who must not see it."""
        return Response([self.data(round_) for round_ in rounds_of(self.event())])


class RoundDetail(RoundView):
    """One round."""

    @endpoint("A round and its tables")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Show it."""
        round_ = self.round()
        return Response({**self.data(round_), "tables": round_rows(self.actor, round_)})

    @endpoint("Drop the last round, if it was never drawn", answer=None, status=204, refusals=LOCKED)
    def delete(self, request: Request, slug: str, round_number: int) -> Response:
        """Drop it."""
        rounds.drop_round(actor=self.actor, round_=self.round())
        return Response(status=204)


class RoundDraw(View):
    """The draw of a round."""

    @endpoint("The draw of a round, with all that is needed to repeat it")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Show the released one, or the draft to those who may see it."""
        draw = visible_record(self.actor, self.round())
        if draw is None:
            raise not_found("draw")
        return Response(draw_data(draw))

    @endpoint("Draw a round (again)", body=shapes.DrawIn, status=201, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Draw it."""
        given = self.read(shapes.DrawIn)
        advance = self.advance(given)
        draw = draws.draw_round(actor=self.actor, round_=self.round(), advance=advance, **given)
        return Response(draw_data(draw), status=201)

    @endpoint("Delete a draw: the body names the round, else the refusal says what is lost", refusals=LOCKED)
    def delete(self, request: Request, slug: str, round_number: int) -> Response:
        """Delete it; it can be restored."""
        given = self.read(shapes.DeleteDrawIn)
        advance = self.advance(given)
        return Response(draw_data(draws.delete_draw(actor=self.actor, round_=self.round(), advance=advance, **given)))


class RoundField(View):
    """Who a draw would seat."""

    @endpoint("Numbers a draw would seat, and those it would leave out because they are not checked in")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """List both."""
        round_ = self.round("see_unreleased")
        return Response(
            {
                "eligible": [entry.number for entry in field_of(round_)],
                "not_checked_in": [entry.number for entry in left_out_of(round_)],
            }
        )


class Draws(View):
    """All draws of an event."""

    @endpoint("List draws; drafts and deleted ones for those who draw")
    def get(self, request: Request, slug: str) -> Response:
        """List them by round, the newest first."""
        return Response([draw_data(draw) for draw in visible_draws(self.actor, self.event())])


class Release(View):
    """The release of a draw."""

    @endpoint("Release a draw: tables and seats are written, the seed is shown", refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Release it."""
        return Response(draw_data(draws.release_draw(actor=self.actor, round_=self.round())))


class Restore(View):
    """A deleted draw comes back."""

    @endpoint("Restore a deleted draw with all that was recorded", body=shapes.RestoreDrawIn, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Restore it."""
        given = self.read(shapes.RestoreDrawIn)
        advance = self.advance(given)
        return Response(draw_data(draws.restore_draw(actor=self.actor, round_=self.round(), advance=advance, **given)))


class Start(RoundView):
    """The start of a round."""

    @endpoint("Start a released round", answer=shapes.RoundOut, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Start it."""
        round_ = self.round()
        rounds.start_round(actor=self.actor, round_=round_)
        return Response(self.data(round_))


class Clock(RoundView):
    """The clock of a round."""

    @endpoint("The clock at the server's time `now`, of the round and of each table; clients compute their offset")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Read it."""
        return Response(clock_reading(self.round(), timezone.now()))

    @endpoint("Set, start or stop the clock", body=shapes.ClockIn, answer=shapes.RoundOut)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Set it."""
        round_ = self.round()
        rounds.set_clock(actor=self.actor, round_=round_, **self.read(shapes.ClockIn))
        return Response(self.data(round_))


class Close(RoundView):
    """The end of a round."""

    @endpoint(
        "Close a round; the refusal lists tables still out, or penalties that wait",
        answer=shapes.RoundOut,
        refusals=LOCKED,
    )
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Close it."""
        round_ = self.round()
        rounds.close_round(actor=self.actor, round_=round_)
        return Response(self.data(round_))


class Reopen(RoundView):
    """A closed round opens again."""

    @endpoint("Open a closed round again", body=shapes.ReasonIn, answer=shapes.RoundOut, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Open it."""
        round_ = self.round()
        rounds.reopen_round(actor=self.actor, round_=round_, **self.read(shapes.ReasonIn))
        return Response(self.data(round_))
