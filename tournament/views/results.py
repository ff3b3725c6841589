"""The page on which the results of score sheets are taken down for a whole round."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import RuleError
from tournament.forms import carried_out, refusal_of
from tournament.forms.rounds import ResultsForm
from tournament.models import Event, Round
from tournament.roster.reading import MOST_BYTES
from tournament.selectors.console import console_tables
from tournament.selectors.rounds import get_round
from tournament.services.sheet_lines import lines_of_file, read_lines
from tournament.services.sheets import enter_results
from tournament.views.advancing import advance_given, advance_part
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, event_page


@event_page("rule")
def results(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Take down the results of score sheets, all of them or none; what is wrong stands beside the lines."""
    round_ = get_round(event, number)
    rows = [
        f"{row.number},{person},{place}," for row in console_tables(round_) if not row.table.seq
        for place, person, _name in row.seats if person
    ]  # fmt: skip
    initial = {"csv": "\n".join(["table,player,seat,points", *rows])}
    form = ResultsForm(request.POST or None, request.FILES or None, initial=initial)
    refused: RuleError | None = None
    if request.method == "POST" and request.FILES:
        form = _from_file(request, event, form)
    elif request.method == "POST" and form.is_valid():
        empty: list[int] = []

        def act() -> None:
            empty.append(_recorded(request, round_, form))

        refused = refusal_of(form, act, {"tables": "csv", "lines": "csv"})
        if refused is None:
            messages.success(request, _("The results are recorded. Confirm the tables."))
            if empty[0]:
                left_out = ngettext(
                    "{count} line without points was left out.", "{count} lines without points were left out.", empty[0]
                )
                messages.info(request, left_out.format(count=empty[0]))
            return redirect("round", event.slug, number)
    status = REFUSED if form.is_bound and form.errors else 200
    context = {
        "form": form,
        "round": round_,
        "left": len(rows),
        **advance_part(request, event, refused),
    }
    return shown(request, "organiser/results.html", context, event=event, current="console", status=status)


def _recorded(request: HttpRequest, round_: Round, form: ResultsForm) -> int:
    """Record what was typed; returns how many lines were left out because they name no points."""
    given = form.cleaned_data
    lines = read_lines(given["csv"])
    enter_results(
        actor=actor_of(request),
        round_=round_,
        lines=lines.filled,
        seats_as_written=given["seats_as_written"],
        advance=advance_given(request),
    )
    return lines.empty


def _from_file(request: HttpRequest, event: Event, form: ResultsForm) -> ResultsForm:
    """Return the form with the lines of the file in place of those that stood there."""
    found: list[str] = []
    data = request.FILES["file"].read(MOST_BYTES + 1)
    if not form.is_valid() or not carried_out(form, lambda: found.append(lines_of_file(data, event)), {}):
        return form
    messages.info(request, _("Look at the lines of the file, then record them."))
    return ResultsForm(initial={"csv": found[0], "seats_as_written": form.cleaned_data["seats_as_written"]})
