"""The page on which a round is drawn again while it is played: each table with hands is kept or given up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.errors import RuleError
from tournament.errors import Conflict, sentence
from tournament.forms import refusal_of
from tournament.forms.rounds import RedrawForm
from tournament.models import Event, Round, Table
from tournament.seating.keeping import keeping_methods
from tournament.selectors.cuts import decided_later
from tournament.selectors.persons import in_pairs, names_of
from tournament.selectors.redraws import played_tables, released_draw
from tournament.selectors.rounds import get_round
from tournament.selectors.seating import field_of
from tournament.services import draw_jobs, draws
from tournament.services.absent import EXCLUDE
from tournament.stage_settings import drawing_of
from tournament.views.advancing import advance_given, advance_part
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, event_page
from tournament.views.rounds import LARGE_FIELD
from tournament.wording import in_words


@event_page("delete_draw")
def redraw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Ask of each table with hands whether it stays, then draw the others around those that do."""
    round_ = get_round(event, number)
    back = reverse("round", args=[event.slug, number])
    try:
        played = played_tables(released_draw(round_))
    except Conflict as error:
        messages.error(request, sentence(error))
        return redirect(back)
    methods = _methods(event, round_)
    names = names_of(event, [person for table in played for person in table.state["seats"].values()])
    form = RedrawForm([_row(table, names) for table in played], methods, request.POST or None)
    refused: RuleError | None = None
    if request.method == "POST" and form.is_valid():
        wish: dict[str, Any] = {**form.wish(), "absent": EXCLUDE}
        # In the background nobody could be asked who keeps a place.
        large = len(field_of(round_)) > LARGE_FIELD and not decided_later(round_)
        if large:
            act: Any = partial(draw_jobs.start_job, actor=actor_of(request), round_=round_, wish=wish)
        else:
            wish["advance"] = advance_given(request)
            act = partial(draws.draw_round, actor=actor_of(request), round_=round_, **wish)
        refused = refusal_of(form, act)
        if refused is None:
            if not large:
                said = _("Round %(number)s is drawn again. Those concerned are told.") % {"number": number}
                messages.success(request, said)
            return redirect(back)
    context = {
        "form": form,
        "round": round_,
        "undecided": form.undecided() if form.is_bound else [],
        "whole": drawing_of(round_.stage).method not in dict(methods),
        **advance_part(request, event, refused),
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/redraw.html", context, event=event, current="console", status=status)


def _methods(event: Event, round_: Round) -> list[tuple[str, str]]:
    """Return the ways of drawing around kept tables, the stage's own first."""
    own = drawing_of(round_.stage).method
    found = sorted(keeping_methods(pairs=in_pairs(event)), key=lambda method: method.code != own)
    return [(method.code, in_words(method.name)) for method in found]


def _row(table: Table, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "number": table.number,
        "seq": table.seq,
        "hands": sum(1 for hand in table.state["hands"] if hand["closed_by"] is not None),
        "state": str(Table.Status(table.status).label),
        "people": [
            {"place": place, "name": names.get(person, person)}
            for place, person in table.state["seats"].items()
            if person is not None
        ],
    }
