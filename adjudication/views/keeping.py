"""Calls with facts that were kept on a phone without a line, as its pages send them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext

from adjudication.selectors.calls import get_call
from adjudication.services.kept import Filed, Kept, check_sender, file_kept_call
from adjudication.views.finding import FACT, Inquiry, call_address
from engine.errors import RuleError, noop
from tournament.access import require
from tournament.asking import read
from tournament.errors import NotAllowed, Refused, as_data, status_of
from tournament.models import Table
from tournament.numbers import whole
from tournament.table_page import TablePage
from tournament.views.base import actor_of, posted
from tournament.views.tables import table_of

SIGNED_OUT = 401


@posted("rule")
def send_kept(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """File one kept call: its fields are those of the steps of a ruling. Answers and refusals are data for the page.

    Whoever is signed out gets 401, so that the page keeps the call and leads to the login.
    """
    if not request.user.is_authenticated:
        error = NotAllowed("signed_out", noop("You have been signed out; sign in again to send it."))
        return JsonResponse(as_data(error), status=SIGNED_OUT)
    try:
        found = table_of(request, slug, number, table)
        require(actor_of(request), "call", found)
        check_sender(actor_of(request), request.POST.get("sender", ""))
        kept = _kept(request, found)
        filed = file_kept_call(actor=actor_of(request), kept=kept, key=request.POST.get("key", ""))
    except RuleError as error:
        return JsonResponse(as_data(error), status=status_of(error))
    return JsonResponse(_told(found, filed), status=201)


def _kept(request: HttpRequest, table: Table) -> Kept:
    view = TablePage(table)
    inquiry = Inquiry(table.event, request.POST, table=table, seats=view.seated)
    if inquiry.infraction is None:
        raise Refused("infraction_missing", noop("Say what happened."), path="infraction")
    read(inquiry.infraction.questions, inquiry.around, inquiry.given, FACT)
    call = inquiry.given.one("call")
    return Kept(
        described=inquiry.described(),
        seen_seq=_whole(request, "seen_seq", table.seq),
        text=inquiry.given.one("text"),
        age=_whole(request, "age", 0),
        call=get_call(table.event, whole(call, 0)) if call.isdecimal() else None,
        counted_in=inquiry.round,
    )


def _whole(request: HttpRequest, name: str, otherwise: int) -> int:
    return whole(request.POST.get(name, ""), otherwise)


def _told(table: Table, filed: Filed) -> dict[str, str]:
    """Return the sentence and the address that lead on: the payments of a case, or the question still open."""
    slug = table.event.slug
    if filed.case is not None:
        text = gettext("Case {number} is proposed: look at its payments and confirm it.")
        return {
            "message": text.format(number=filed.case.number),
            "url": reverse("case", args=[slug, filed.case.number]),
        }
    text = gettext("Call {number} has arrived; the table makes one more question necessary.")
    return {"message": text.format(number=filed.call.number), "url": call_address(filed.call)}
