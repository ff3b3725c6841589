"""What becomes of a table as a whole: finished, confirmed, void, its corrections counted."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from engine.errors import RuleError
from tournament.access import require
from tournament.errors import Conflict, sentence, status_of
from tournament.services import table_status, tables
from tournament.views.advancing import advance_asked, advance_given, advance_part
from tournament.views.base import actor_of, page, posted, shown
from tournament.views.closed_rounds import asked_besides, form_page, named_round, said_besides
from tournament.views.tables import CURRENT, Status, address, new_key, refused_at, seq_of, table_of


@require_http_methods(["GET", "HEAD", "POST"])
@page
def finish(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Ask, then end the table's round."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "record", found)

    def act() -> object:
        return tables.finish_table(
            actor=actor_of(request),
            table=found,
            expected_seq=seq_of(request, found),
            key=request.POST.get("key"),
            **said_besides(request),
        )

    def show(asked: RuleError | None, status: int) -> HttpResponse:
        context = {
            "title": gettext("Finish table {number}?").format(number=found.number),
            "text": gettext("No further hand can be recorded here after that, only corrected."),
            "act": gettext("Finish the table"),
            "tone": "go",
            "fields": {"seq": found.seq, "key": new_key()},
            "back_url": address(found),
            "closed": asked_besides(request, found, asked),
        }
        return shown(request, "confirm.html", context, event=found.event, current=CURRENT, status=status)

    refuse = partial(refused_at, request, found)
    return form_page(request, act, show=show, refuse=refuse, done=lambda: HttpResponseRedirect(address(found)))


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
    reason = request.POST.get("reason", "")

    def act() -> object:
        service = table_status.restore_table if found.status == Status.VOID else table_status.void_table
        return service(
            actor=actor_of(request),
            table=found,
            reason=reason,
            confirm_round=named_round(request),
            advance=advance_given(request),
        )

    def show(asked: RuleError | None, status: int) -> HttpResponse:
        context = {
            "table": found,
            "error": sentence(asked) if asked is not None and asked.path == "reason" else "",
            "url": address(found),
            "reason": reason,
            "closed": asked_besides(request, found, asked, choice=False),
        }
        return shown(request, "tables/void.html", context, event=found.event, current=CURRENT, status=status)

    refuse = partial(refused_at, request, found)
    return form_page(request, act, show=show, refuse=refuse, done=lambda: HttpResponseRedirect(address(found)))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def count(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Ask for a reason, then let what was corrected for the record count in the standings."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "correct_older", found)
    refused: RuleError | None = None
    if request.method == "POST":
        try:
            table_status.let_count(
                actor=actor_of(request),
                table=found,
                reason=request.POST.get("reason", ""),
                advance=advance_given(request),
            )
        except RuleError as error:
            if isinstance(error, Conflict) and not advance_asked(error):
                return refused_at(request, found, error)
            refused = error
        else:
            return HttpResponseRedirect(address(found))
    said = {} if refused is None else {"error" if refused.path == "reason" else "refused": sentence(refused)}
    context = {"table": found, "url": address(found), "reason": request.POST.get("reason", ""), **said}
    context |= advance_part(request, found.event, refused)
    status = 200 if refused is None else status_of(refused)
    return shown(request, "tables/count.html", context, event=found.event, current=CURRENT, status=status)
