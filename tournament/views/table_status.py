"""What becomes of a table as a whole: finished, confirmed, void, its corrections counted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from engine.errors import RuleError
from tournament.access import may, require
from tournament.errors import Conflict, sentence, status_of
from tournament.services import table_status, tables
from tournament.views.advancing import advance_asked, advance_given
from tournament.views.base import actor_of, page, posted, shown
from tournament.views.closed_rounds import asked_besides, is_asked, named_round, said_besides
from tournament.views.tables import CURRENT, Status, address, new_key, refused_at, seq_of, table_of


@require_http_methods(["GET", "HEAD", "POST"])
@page
def finish(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Ask, then end the table's round."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "record", found)
    asked: RuleError | None = None
    if request.method == "POST":
        try:
            tables.finish_table(
                actor=actor_of(request),
                table=found,
                expected_seq=seq_of(request, found),
                key=request.POST.get("key"),
                **said_besides(request),
            )
        except RuleError as error:
            if not is_asked(error):
                return refused_at(request, found, error)
            asked = error
        else:
            return HttpResponseRedirect(address(found))
    context = {
        "title": gettext("Finish table {number}?").format(number=found.number),
        "text": gettext("No further hand can be recorded here after that, only corrected."),
        "act": gettext("Finish the table"),
        "tone": "go",
        "fields": {"seq": found.seq, "key": new_key()},
        "back_url": address(found),
        "closed": asked_besides(request, found, asked),
    }
    status = 200 if asked is None else status_of(asked)
    return shown(request, "confirm.html", context, event=found.event, current=CURRENT, status=status)


@posted("table")
@page
def confirm(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Agree to the table's list: a player for his place, the staff for a place or for all."""
    found = table_of(request, slug, number, table)
    try:
        table_status.confirm_table(
            actor=actor_of(request), table=found, seq=seq_of(request, found), place=request.POST.get("place", "")
        )
    except Conflict as error:
        return refused_at(request, found, error)
    messages.success(request, gettext("Confirmed."))
    back = request.POST.get("next", "")
    return HttpResponseRedirect(back if back.startswith("/p/") else address(found))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def void(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take a table out of the standings with a reason, or let it count again."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "run", found)
    asked: RuleError | None = None
    reason = request.POST.get("reason", "")
    if request.method == "POST":
        act = table_status.restore_table if found.status == Status.VOID else table_status.void_table
        try:
            act(
                actor=actor_of(request),
                table=found,
                reason=reason,
                confirm_round=named_round(request),
                advance=advance_given(request),
            )
        except RuleError as error:
            if not is_asked(error):
                return refused_at(request, found, error)
            asked = error
        else:
            return HttpResponseRedirect(address(found))
    context = {
        "table": found,
        "error": sentence(asked) if asked is not None and asked.path == "reason" else "",
        "url": address(found),
        "reason": reason,
        "closed": asked_besides(request, found, asked, choice=False),
    }
    status = 200 if asked is None else status_of(asked)
    return shown(request, "tables/void.html", context, event=found.event, current=CURRENT, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def count(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Ask for a reason, then let what was corrected for the record count in the standings."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "correct_older", found)
    error, asked = "", list[dict[str, Any]]()
    if request.method == "POST":
        try:
            table_status.let_count(
                actor=actor_of(request),
                table=found,
                reason=request.POST.get("reason", ""),
                advance=advance_given(request),
            )
        except RuleError as refusal_:
            asked = advance_asked(refusal_)
            if isinstance(refusal_, Conflict) and not asked:
                return refused_at(request, found, refusal_)
            error = sentence(refusal_)
        else:
            return HttpResponseRedirect(address(found))
    context = {"table": found, "error": error, "url": address(found), "reason": request.POST.get("reason", "")}
    context |= {"advance": asked, "typed": request.POST, "may_advance": may(actor_of(request), "decide_appeal", found)}
    status = 400 if error else 200
    return shown(request, "tables/count.html", context, event=found.event, current=CURRENT, status=status)
