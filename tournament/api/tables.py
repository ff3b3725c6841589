"""Tables: what happened there, and writing it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api import serializers as shapes
from tournament.api.base import KEY, View, endpoint
from tournament.selectors.tables import shown_table
from tournament.services import draws, table_status, table_time, tables
from tournament.services.winds import open_wall, take_winds

REFUSALS = (400, 401, 403, 404, 409, 422)


class TableDetail(View):
    """One table."""

    @endpoint("A table: seats, totals, hands, events, payments")
    def get(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Show it."""
        return Response(shown_table(self.actor, self.table()))


class TableEvents(View):
    """The list of what happened at a table."""

    @endpoint(
        "Record events; 409 carries what was accepted since `expected_seq`",
        body=shapes.EventsIn,
        status=201,
        parameters=[KEY],
        refusals=REFUSALS,
    )
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Record them."""
        given = self.read(shapes.EventsIn)
        advance = self.advance(given)
        return Response(
            tables.record_events(actor=self.actor, table=self.table(), key=self.key, advance=advance, **given),
            status=201,
        )


class TablePreview(View):
    """What events would change."""

    @endpoint("Try events without writing: payments, totals, breaks, open liabilities", body=shapes.PreviewIn)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Try them."""
        return Response(tables.preview_events(actor=self.actor, table=self.table(), **self.read(shapes.PreviewIn)))


class TableUndo(View):
    """The last write taken back."""

    @endpoint("Undo the last write", body=shapes.SeqIn, status=201, parameters=[KEY], refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Undo it."""
        given = self.read(shapes.SeqIn)
        advance = self.advance(given)
        return Response(
            tables.undo(actor=self.actor, table=self.table(), key=self.key, advance=advance, **given), status=201
        )


class TableWinds(View):
    """Places and first dealer by dice and wind tiles."""

    @endpoint("搬風 and 定莊, thrown or recorded", body=shapes.WindsIn, status=201, parameters=[KEY], refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Seat the four anew."""
        given = self.read(shapes.WindsIn)
        advance = self.advance(given)
        return Response(
            take_winds(actor=self.actor, table=self.table(), key=self.key, advance=advance, **given), status=201
        )


class TableWall(View):
    """Where the wall of the next hand is broken."""

    @endpoint("開門, thrown or recorded", body=shapes.WallIn, status=201, parameters=[KEY], refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Throw the dealer's three dice."""
        given = self.read(shapes.WallIn)
        return Response(open_wall(actor=self.actor, table=self.table(), key=self.key, **given), status=201)


class TableCorrect(View):
    """A correction."""

    @endpoint(
        "Replace or take out one event; `later` says what later hands become",
        body=shapes.CorrectIn,
        status=201,
        parameters=[KEY],
        refusals=REFUSALS,
    )
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Correct it."""
        given = self.read(shapes.CorrectIn)
        advance = self.advance(given)
        replacement = given.pop("with", None)
        answer = tables.correct(
            actor=self.actor, table=self.table(), key=self.key, replacement=replacement, advance=advance, **given
        )
        return Response(answer, status=201)


class TableFinish(View):
    """The end of a table's round."""

    @endpoint("Finish a table", body=shapes.SeqIn, status=201, parameters=[KEY], refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Finish it."""
        given = self.read(shapes.SeqIn)
        advance = self.advance(given)
        return Response(
            tables.finish_table(actor=self.actor, table=self.table(), key=self.key, advance=advance, **given),
            status=201,
        )


class TableConfirm(View):
    """Agreement to a table's list."""

    @endpoint("Confirm a finished table", body=shapes.ConfirmIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Confirm it."""
        given = self.read(shapes.ConfirmIn)
        table = table_status.confirm_table(
            actor=self.actor, table=self.table(), seq=given["expected_seq"], place=given["place"]
        )
        return Response({"status": table.status, "seq": table.seq})


class TableVoid(View):
    """A table that does not count."""

    @endpoint("Take a table out of the standings", body=shapes.VoidIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Void it."""
        given = self.read(shapes.VoidIn)
        table = table_status.void_table(actor=self.actor, table=self.table(), advance=self.advance(given), **given)
        return Response({"status": table.status})

    @endpoint("Let a void table count again", body=shapes.VoidIn, refusals=REFUSALS)
    def put(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Restore it."""
        given = self.read(shapes.VoidIn)
        table = table_status.restore_table(actor=self.actor, table=self.table(), advance=self.advance(given), **given)
        return Response({"status": table.status})


class TableCount(View):
    """A correction that was for the record only."""

    @endpoint("Let what was corrected for the record count", body=shapes.CountsIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Let it count."""
        given = self.read(shapes.CountsIn)
        table = table_status.let_count(actor=self.actor, table=self.table(), advance=self.advance(given), **given)
        return Response({"scores": table.state["scores"], "seq": table.seq})


class TableMinutes(View):
    """The time of one table."""

    @endpoint("Give one table more time", body=shapes.MinutesIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Give it."""
        table = table_time.add_minutes(actor=self.actor, table=self.table(), **self.read(shapes.MinutesIn))
        return Response({"extra_minutes": table.extra_minutes})


class TableHands(View):
    """The hands of one table."""

    @endpoint("Give one table more hands", body=shapes.HandsIn, refusals=(400, 401, 403, 404, 409))
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Give them."""
        table = table_time.add_hands(actor=self.actor, table=self.table(), **self.read(shapes.HandsIn))
        return Response({"extra_hands": table.extra_hands, "status": table.status})


class TableNumber(View):
    """The number of a table."""

    @endpoint("Move a table to another number, or change numbers with another table", body=shapes.NumberIn)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Move it."""
        table = draws.renumber_table(actor=self.actor, table=self.table(), **self.read(shapes.NumberIn))
        return Response({"number": table.number})
