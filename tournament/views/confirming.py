"""The page on which the staff confirms all finished tables of a round at once, after looking at their totals."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from engine.errors import RuleError
from tournament.errors import sentence, status_of
from tournament.links import numbered
from tournament.models import Event, Table
from tournament.selectors.console import ConsoleTable, console_tables
from tournament.selectors.rounds import get_round
from tournament.services.confirming import confirm_tables
from tournament.views.base import actor_of, shown
from tournament.views.organising import event_page
from tournament.views.round_parts import SHOWN

_SEEN = re.compile(r"(\d{1,6}):(\d{1,6})")


@event_page("rule")
def confirm_all(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Ask with the number of tables and what each came to, then confirm them in one write."""
    round_ = get_round(event, number)
    refused, status = "", 200
    if request.method == "POST":
        seen = {int(table): int(seq) for table, seq in _SEEN.findall(request.POST.get("seen", ""))}
        try:
            done = confirm_tables(actor=actor_of(request), round_=round_, seen=seen)
        except RuleError as error:
            if status_of(error) in (403, 404):
                raise
            refused, status = sentence(error), status_of(error)
        else:
            said = ngettext("{count} table is confirmed.", "{count} tables are confirmed.", len(done))
            messages.success(request, said.format(count=len(done)))
            return redirect("round", event.slug, number)
    waiting = [row for row in console_tables(round_) if row.table.status == Table.Status.FINISHED]
    page = numbered("table", event.slug, round_.number)
    rows = [_row(page, row) for row in waiting]
    context: dict[str, Any] = {
        "round": round_,
        "first": rows[:SHOWN],
        "rest": rows[SHOWN:],
        "count": len(rows),
        "seen": ",".join(f"{row.number}:{row.table.seq}" for row in waiting),
        "refused": refused,
    }
    return shown(request, "organiser/confirm_tables.html", context, event=event, current="console", status=status)


def _row(page: Callable[[int], str], row: ConsoleTable) -> dict[str, Any]:
    return {
        "number": row.number,
        "url": page(row.number),
        "seats": [(place, person, name, row.scores.get(place, 0)) for place, person, name in row.seats if person],
    }
