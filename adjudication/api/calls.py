"""Calls for a referee."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.api import serializers as shapes
from adjudication.selectors.calls import call_data, get_call, queue
from adjudication.selectors.deciding import Described
from adjudication.services import calls
from adjudication.services.kept import Kept, check_sender, file_kept_call, filed_data
from tournament.access import require
from tournament.api.base import KEY, View, endpoint
from tournament.selectors.rounds import get_round

REFUSALS = (400, 401, 403, 404, 409, 422)


class Calls(View):
    """The queue."""

    @endpoint("The queue of calls, the oldest first", name="calls_list")
    def get(self, request: Request, slug: str) -> Response:
        """List it."""
        return Response(queue(self.event("call")))


class TableCall(View):
    """A call from a table."""

    @endpoint("Call a referee to a table", body=shapes.CallIn, status=201, parameters=[KEY], refusals=REFUSALS)
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """Call one."""
        call = calls.call_referee(actor=self.actor, table=self.table(), key=self.key, **self.read(shapes.CallIn))
        return Response(call_data(get_call(self.event(), call.number)), status=201)


class KeptCall(View):
    """A call with facts that waited for a line."""

    @endpoint(
        "Send a call with facts taken down without a connection; it becomes a proposed case, once for its key",
        body=shapes.KeptCallIn,
        answer=shapes.KeptCallOut,
        status=201,
        parameters=[KEY],
        refusals=REFUSALS,
    )
    def post(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """File it."""
        given, table = self.read(shapes.KeptCallIn), self.table()
        require(self.actor, "call", table)
        check_sender(self.actor, given["sender"])
        kept = Kept(
            described=Described(
                event=table.event,
                round=table.round,
                table=table,
                infraction=given["infraction"],
                offenders=tuple(given["offender"]),
                facts=given["facts"],
                deliberate=given["deliberate"],
                hand=given["hand"],
            ),
            seen_seq=given["seen_seq"],
            text=given["text"],
            age=given["age"],
            call=None if given["call"] is None else get_call(table.event, given["call"]),
            counted_in=None if given["round"] is None else get_round(table.event, given["round"]),
        )
        return Response(filed_data(file_kept_call(actor=self.actor, kept=kept, key=self.key or "")), status=201)


class TakeCall(View):
    """A referee comes."""

    @endpoint("Take a call", refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take it."""
        call = calls.take_call(actor=self.actor, call=get_call(self.event("call"), number))
        return Response(call_data(call))


class CloseCall(View):
    """A call is over."""

    @endpoint("The extra minutes a call has cost its table so far", name="calls_minutes")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Propose them."""
        return Response({"minutes": calls.proposed_minutes(get_call(self.event("call"), number), timezone.now())})

    @endpoint("Close a call and give its table more time", body=shapes.CloseCallIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close it."""
        given = self.read(shapes.CloseCallIn)
        return Response(
            call_data(calls.close_call(actor=self.actor, call=get_call(self.event("call"), number), **given))
        )
