"""The organiser's page of the timetable."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.timetable import PlanForm, SlotForm, SlotFormSet
from tournament.models import Event
from tournament.selectors.rounds import rounds_of
from tournament.services.timetable import set_timetable
from tournament.timetable import plan
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, event_page


@event_page("manage")
def timetable(request: HttpRequest, event: Event) -> HttpResponse:
    """Plan a timetable from a few numbers, or write it line by line."""
    rounds = list(rounds_of(event))
    slots = settings_of(event).timetable
    planning = request.method == "POST" and "plan" in request.POST
    form = PlanForm(request.POST if planning else None)
    lines = SlotFormSet(
        request.POST if request.method == "POST" and not planning else None,
        initial=[SlotForm.initial_of(slot) for slot in slots],
        form_kwargs={"rounds": rounds},
        prefix="line",
    )
    act = partial(set_timetable, actor=actor_of(request), event=event)
    if planning and form.is_valid():
        given = {name: value for name, value in form.cleaned_data.items() if value is not None}
        if carried_out(form, lambda: act(slots=plan(rounds=len(rounds), **given))):
            messages.success(request, _("The timetable is planned. Change its lines as you like."))
            return redirect("timetable", event.slug)
    elif lines.is_bound and lines.is_valid():
        kept = [one for one in lines if one.cleaned_data.get("at") and not one.cleaned_data.get("DELETE")]
        first = kept[0] if kept else lines[0]
        if carried_out(first, lambda: act(slots=[one.slot for one in kept])):
            messages.success(request, _("Saved."))
            return redirect("timetable", event.slug)
    context = {"form": form, "lines": lines, "rounds": rounds, "slots": slots}
    refused = form.errors or (lines.is_bound and any(one.errors for one in lines))
    status = REFUSED if refused else 200
    return shown(request, "organiser/timetable.html", context, event=event, current="manage", status=status)
