"""While a round runs: empty seats, tables still out at its end, and acts taken back."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.base import View, endpoint
from tournament.api.rounds import LOCKED, RoundView
from tournament.api.serializers import AdvanceIn
from tournament.services.confirming import confirm_tables
from tournament.services.rounds import CHOICES
from tournament.services.sheet_lines import read_lines
from tournament.services.sheets import enter_results
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.services.unfinished import Decision, settle_unfinished
from tournament.services.waiting import report_missing, seat_arrived

SEATS = ["E", "S", "W", "N"]


class MissingIn(serializers.Serializer):
    """Places where nobody sits."""

    places = serializers.ListField(child=serializers.ChoiceField(SEATS), allow_empty=False, max_length=4)


class ArrivedIn(serializers.Serializer):
    """The place of somebody who came late."""

    place = serializers.ChoiceField(SEATS)


class DecisionIn(serializers.Serializer):
    """What becomes of one table that is still out; `seq` is the number of events that were seen."""

    table = serializers.IntegerField(min_value=1)
    act = serializers.ChoiceField(list(CHOICES))
    seq = serializers.IntegerField(min_value=0)
    minutes = serializers.IntegerField(min_value=1, max_value=600, required=False, default=5)


class UnfinishedIn(serializers.Serializer):
    """What becomes of tables that are still out."""

    tables = DecisionIn(many=True)
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class ResultsIn(serializers.Serializer):
    """Lines of score sheets as CSV: table, player, points, and seat, place, leftover."""

    csv = serializers.CharField(max_length=200_000)
    seats_as_written = serializers.BooleanField(required=False, default=False)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class VersionIn(serializers.Serializer):
    """The version of the event that an act made."""

    version = serializers.IntegerField(min_value=1)
    advance = AdvanceIn(required=False, allow_null=True, default=None)


class TableMissing(View):
    """An empty seat."""

    @endpoint("Say that nobody sits at some places: the table's time stands still", body=MissingIn, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Say it."""
        table = report_missing(actor=self.actor, table=self.table(), **self.read(MissingIn))
        return Response({"waiting": table.waiting})


class TableArrived(View):
    """Somebody comes late."""

    @endpoint("The person who was waited for sits down: minutes late, points proposed", body=ArrivedIn, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Note it."""
        found = seat_arrived(actor=self.actor, table=self.table(), **self.read(ArrivedIn))
        return Response({"person": found.person, "minutes": found.minutes, "proposed_points": found.points})


class Unfinished(RoundView):
    """Tables still out when a round is to be closed."""

    @endpoint("Finish, void or extend tables still out; closes the round once none is left", body=UnfinishedIn,
              refusals=LOCKED)  # fmt: skip
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Decide."""
        given, round_ = self.read(UnfinishedIn), self.round()
        decisions = [Decision(**item) for item in given["tables"]]
        settle_unfinished(
            actor=self.actor,
            round_=round_,
            decisions=decisions,
            reason=given["reason"],
            advance=self.advance(given),
        )
        return Response(self.data(round_))


class SeenIn(serializers.Serializer):
    """A table and the number of its events that were seen."""

    table = serializers.IntegerField(min_value=1)
    seq = serializers.IntegerField(min_value=0)


class ConfirmTablesIn(serializers.Serializer):
    """The finished tables that are confirmed, as they were seen."""

    tables = SeenIn(many=True, allow_empty=False)


class ConfirmTables(RoundView):
    """Many finished tables confirmed at once."""

    @endpoint("Confirm finished tables of a round, all or none", body=ConfirmTablesIn, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Confirm them."""
        seen = {item["table"]: item["seq"] for item in self.read(ConfirmTablesIn)["tables"]}
        return Response({"confirmed": confirm_tables(actor=self.actor, round_=self.round(), seen=seen)})


class Results(RoundView):
    """Results of score sheets."""

    @endpoint("Record the score sheets of a round, all or none", body=ResultsIn, status=201, refusals=LOCKED)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Record them."""
        given, round_ = self.read(ResultsIn), self.round()
        found = enter_results(
            actor=self.actor,
            round_=round_,
            lines=read_lines(given["csv"]).filled,
            seats_as_written=given["seats_as_written"],
            advance=self.advance(given),
        )
        return Response([{"table": row["table"], "after": row["after"]} for row in found], status=201)


class History(View):
    """The acts that can be taken back."""

    @endpoint("Acts, the newest first: who, when, what, whether taken back, and which is next")
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        found = acts(self.event("undo"))
        following = next_to_undo(found)
        return Response(
            [
                {
                    "version": act.version,
                    "at": act.lines[0].at.isoformat(),
                    "by": None if act.lines[0].actor is None else act.lines[0].actor.get_username(),
                    "what": [{"action": line.action, "subject": line.subject} for line in reversed(act.lines)],
                    "undone": act.undone,
                    "next": act is following,
                }
                for act in found
            ]
        )

    @endpoint(
        "Take the newest act back; another version than the newest is a conflict", body=VersionIn, refusals=LOCKED
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take it back."""
        given = self.read(VersionIn)
        advance = self.advance(given)
        act = undo_act(actor=self.actor, event=self.event(), advance=advance, **given)
        return Response({"version": act.version})
