"""Infractions, cases, rulings and appeals."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.api import serializers as shapes
from adjudication.models import Case
from adjudication.photos import check_bytes
from adjudication.selectors.calls import get_call
from adjudication.selectors.cases import case_data, decide_again, get_case, history_of, report, to_review, visible_cases
from adjudication.selectors.deciding import Described, infractions_at
from adjudication.selectors.preview import ruling_preview
from adjudication.services import appeals, carrying, cases
from engine.decoding import plain
from engine.errors import noop
from tournament.api.base import KEY, View, endpoint
from tournament.errors import Refused
from tournament.models import Entry, Round
from tournament.numbers import whole
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table

REFUSALS = (400, 401, 403, 404, 409, 422)


class CaseView(View):
    """An endpoint about one case."""

    def case(self) -> Case:
        """Return the case of the address, as far as the actor may know of it."""
        return get_case(self.actor, self.event(), self.kwargs["number"])

    def counted_in(self, given: dict[str, Any]) -> Round | None:
        """Return the round a request names for a penalty, or None."""
        number = given.pop("round")
        return None if number is None else get_round(self.event(), number)

    def shown(self, case: Case) -> Response:
        """Return a case as it is now."""
        return Response(case_data(get_case(self.actor, self.event(), case.number), self.actor))


class Infractions(View):
    """What may go wrong at this event's game."""

    @endpoint("Every infraction with its questions, so that a page may ask them without a connection")
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        return Response([plain(infraction) for infraction in infractions_at(self.event())])


class Cases(CaseView):
    """The cases of an event."""

    @endpoint("Cases; issued ones only for those who are not of the staff", name="cases_list")
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        return Response([case_data(case, self.actor) for case in visible_cases(self.actor, self.event())])

    @endpoint(
        "Propose a case; while a fact is missing, the answer is the open questions",
        body=shapes.CaseIn,
        status=201,
        parameters=[KEY],
        refusals=REFUSALS,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Propose one."""
        event, given = self.event(), self.read(shapes.CaseIn)
        counted_in = self.counted_in(given)
        table = None
        if given["table"] is not None:
            table = get_table(event, given["table_round"] or 0, given["table"])
        elif counted_in is None:
            raise Refused("round_missing", noop("Say in which round the ruling counts."), path="round")
        result = cases.propose_case(
            actor=self.actor,
            described=Described(
                event=event,
                round=table.round if table else counted_in,  # type: ignore[arg-type]
                table=table,
                infraction=given["infraction"],
                offenders=tuple(given["offender"]),
                facts=given["facts"],
                deliberate=given["deliberate"],
                hand=given["hand"],
                after=given["after"],
            ),
            counted_in=counted_in,
            call=None if given["call"] is None else get_call(event, given["call"]),
            incident=given["incident"],
            private_notes=given["private_notes"],
            key=self.key,
        )
        if isinstance(result, Case):
            return Response(case_data(get_case(self.actor, event, result.number), self.actor), status=201)
        return Response({"questions": [plain(question) for question in result]})


class CaseDetail(CaseView):
    """One case."""

    @endpoint("A case", name="cases_retrieve")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show it."""
        return self.shown(self.case())


class CasePreview(CaseView):
    """What issuing a case would change."""

    @endpoint(
        "Payments, standings before and after, later draws, the player's history; nothing is written",
        parameters=[
            OpenApiParameter("round", int, description="The round it would count in."),
            OpenApiParameter("carry", bool, description="Whether the penalty waits for the next round."),
        ],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show it."""
        self.event("call")
        case = self.case()
        wanted = request.query_params.get("round", "")
        counted_in = get_round(self.event(), whole(wanted, 0)) if wanted.isdecimal() else case.round
        carry = request.query_params.get("carry") in ("1", "true")
        preview = ruling_preview(
            actor=self.actor, decided=decide_again(case), counted_in=counted_in, case=case, carry=carry
        )
        return Response(preview)


class CaseIssue(CaseView):
    """A ruling."""

    @endpoint("Issue a previewed ruling", body=shapes.IssueIn, status=201, parameters=[KEY], refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Issue it."""
        given = self.read(shapes.IssueIn)
        counted_in, advance = self.counted_in(given), self.advance(given)
        answer = cases.issue_case(
            actor=self.actor, case=self.case(), counted_in=counted_in, advance=advance, key=self.key, **given
        )
        return Response(answer, status=201)


class CaseWithdraw(CaseView):
    """A proposal given up."""

    @endpoint("Withdraw a proposed case", body=shapes.CaseReasonIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw it."""
        return self.shown(cases.withdraw_case(actor=self.actor, case=self.case(), **self.read(shapes.CaseReasonIn)))


class CaseOverturn(CaseView):
    """A ruling taken back by the chief referee."""

    @endpoint("Overturn a ruling", body=shapes.OverturnIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Overturn it."""
        given = self.read(shapes.OverturnIn)
        advance = self.advance(given)
        return self.shown(cases.overturn_case(actor=self.actor, case=self.case(), advance=advance, **given))


class CaseAmend(CaseView):
    """Another ruling in the place of one."""

    @endpoint("Amend a ruling", body=shapes.AmendIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Amend it."""
        given, case = self.read(shapes.AmendIn), self.case()
        counted_in, advance = self.counted_in(given), self.advance(given)
        given["facts"] = case.facts if given["facts"] is None else given["facts"]
        amended = cases.amend_case(actor=self.actor, case=case, counted_in=counted_in, advance=advance, **given)
        return self.shown(amended)


class CaseCarried(CaseView):
    """A penalty of this case that waits for its round."""

    @endpoint(
        "Apply a carried penalty in its round, waive it, or carry it on to the next",
        body=shapes.CarriedIn,
        refusals=REFUSALS,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Apply it, waive it or carry it on."""
        self.event("call")
        given, case = self.read(shapes.CarriedIn), self.case()
        item = carrying.find_carried(case, given["person"])
        if given["act"] == "apply":
            carrying.apply_carried(
                actor=self.actor, item=item, expected_seq=given["expected_seq"], advance=self.advance(given)
            )
        elif given["act"] == "waive":
            carrying.waive_carried(actor=self.actor, item=item, reason=given["reason"])
        else:
            carrying.carry_on(actor=self.actor, item=item, reason=given["reason"])
        return self.shown(case)


class CaseAcknowledge(CaseView):
    """A player has taken note."""

    @endpoint("Take note of a ruling", refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take note."""
        return self.shown(appeals.acknowledge(actor=self.actor, case=self.case()))


class CaseAppeal(CaseView):
    """An appeal."""

    @endpoint("Appeal a ruling within the time limit", body=shapes.TextIn, status=201, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Appeal."""
        case = self.case()
        appeals.appeal_case(actor=self.actor, case=case, **self.read(shapes.TextIn))
        return self.shown(case)


class CaseDecide(CaseView):
    """The chief referee's word on an appeal."""

    @endpoint("Uphold, amend or overturn an appealed ruling", body=shapes.DecideIn, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide it."""
        given = self.read(shapes.DecideIn)
        counted_in, advance = self.counted_in(given), self.advance(given)
        return self.shown(
            appeals.decide_appeal(actor=self.actor, case=self.case(), counted_in=counted_in, advance=advance, **given)
        )


class CasePhotos(CaseView):
    """Pictures of the table."""

    parser_classes = [MultiPartParser]

    @endpoint("Add a photo (JPEG or PNG) in the part `photo`", status=201, refusals=REFUSALS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Add it."""
        upload = request.FILES.get("photo")
        if upload is None:
            raise Refused("field_missing", noop("“{field}” is missing."), path="photo", field="photo")
        check_bytes(upload.size)
        photo = appeals.add_photo(actor=self.actor, case=self.case(), data=upload.read())
        return Response({"photo": photo.pk}, status=201)


class CasePhotoDetail(CaseView):
    """One picture of the table."""

    @endpoint(
        "Take a photo away: its sender until something was decided with it, a referee at any time",
        answer=None,
        status=204,
        refusals=REFUSALS,
    )
    def delete(self, request: Request, slug: str, number: int, photo_id: int) -> Response:
        """Take it away."""
        appeals.remove_photo(actor=self.actor, case=self.case(), number=photo_id)
        return Response(status=204)


class TableReview(View):
    """Rulings that a correction has put in question."""

    @endpoint("Issued rulings of a table whose decision would now differ")
    def get(self, request: Request, slug: str, round_number: int, table_number: int) -> Response:
        """List them."""
        self.event("call")
        return Response(to_review(self.table()))


class EntryHistory(View):
    """A player's rulings."""

    @endpoint("The rulings against a player in this event that stand")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List them."""
        entry: Entry = get_entry(self.event("call"), number)
        return Response(history_of(entry))


class Report(View):
    """Every ruling of an event."""

    @endpoint("The rulings report")
    def get(self, request: Request, slug: str) -> Response:
        """Show it."""
        return Response(report(self.actor, self.event()))
