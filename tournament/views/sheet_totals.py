"""Correcting the totals of a score sheet where they were taken down, whether the table is confirmed or not."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext

from engine.errors import RuleError
from engine.places import PLACES
from tournament.access import require
from tournament.errors import Conflict, sentence, status_of
from tournament.forms.sheets import TotalsForm
from tournament.numbers import whole
from tournament.services.sheets import correct_sheet
from tournament.table_page import TablePage
from tournament.views.base import actor_of, refusal, shown
from tournament.views.closed_rounds import asked_besides, form_page, said_besides
from tournament.views.organising import REFUSED


def correct_totals(
    request: HttpRequest, view: TablePage, row: Mapping[str, Any], frame: Mapping[str, Any]
) -> HttpResponse:
    """Show the totals of a sheet and put others in their stead; `frame` is what the pages of a table show around."""
    table, actor = view.table, actor_of(request)
    require(actor, "rule", table)
    form = TotalsForm(request.POST or None, seated=view.seated, initial=_totals(row["newest"]))

    def show(error: RuleError | None, status: int) -> HttpResponse:
        context = {
            **frame,
            "form": form,
            "row": row,
            "closed": asked_besides(request, table, error),
            "seq": table.seq,
            "key": str(uuid.uuid4()),
        }
        return shown(request, "tables/totals.html", context, event=table.event, current="tables", status=status)

    if form.is_bound and not form.is_valid():
        return show(None, REFUSED)
    seen = request.POST.get("seq", "")
    act = partial(
        correct_sheet,
        actor=actor,
        table=table,
        expected_seq=whole(seen, table.seq),
        key=request.POST.get("key") or None,
        seq=row["seq"],
    )

    def refuse(error: RuleError) -> HttpResponse:
        if isinstance(error, Conflict):
            return refusal(request, error, back_url=frame["url"])
        form.add_error(None, sentence(error))
        return show(None, status_of(error))

    def done() -> HttpResponse:
        messages.success(request, gettext("Corrected."))
        return HttpResponseRedirect(frame["url"])

    def write() -> object:
        return act(totals=form.cleaned_data, **said_besides(request))

    return form_page(request, write, show=show, refuse=refuse, done=done)


def _totals(content: Mapping[str, Any]) -> dict[str, int]:
    """Return what the lines of a sheet come to, by place."""
    totals = dict.fromkeys(PLACES, 0)
    for line in content["effect"]["postings"]:
        totals[line["from"]] -= line["points"]
        totals[line["to"]] += line["points"]
    return totals
