"""The organiser's page of several venues: their tables, how many play in each, who plays where."""

from __future__ import annotations

from collections import Counter

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.areas import AreasForm, AssignForm
from tournament.models import Entry, Event
from tournament.selectors.entries import PLAYING
from tournament.services import areas as services
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, event_page


@event_page("draw")
def areas(request: HttpRequest, event: Event) -> HttpResponse:
    """Name the venues and their tables; give entries a venue."""
    actor, known = actor_of(request), settings_of(event).areas
    act = request.POST.get("act", "") if request.method == "POST" else ""
    halls = AreasForm(known, request.POST if act == "areas" else None)
    assign = AssignForm(known, request.POST if act == "assign" else None)
    if act == "areas" and halls.is_valid():
        if carried_out(halls, lambda: services.set_areas(actor=actor, event=event, areas=halls.given)):
            messages.success(request, _("Saved."))
            return redirect("areas", event.slug)
    elif act == "assign" and assign.is_valid():
        numbers, area = assign.cleaned_data["numbers"], assign.cleaned_data["area"]
        if carried_out(assign, lambda: services.assign_area(actor=actor, event=event, numbers=numbers, area=area)):
            said = ngettext("%(count)s entry has this venue now.", "%(count)s entries have this venue now.",
                            len(numbers))  # fmt: skip
            messages.success(request, said % {"count": len(numbers)})
            return redirect("areas", event.slug)
    playing = Entry.objects.filter(event=event, status__in=PLAYING, ranked=True)
    places = list(playing.order_by("number").values_list("number", "name", "area"))
    counts = Counter(area for _number, _name, area in places)
    names = [area.name for area in known]
    context = {
        "halls": halls,
        "assign": assign if known else None,
        "rows": [{"area": area, "count": counts[area.name]} for area in known],
        "homeless": [(number, name) for number, name, area in places if area not in names] if known else [],
    }
    status = REFUSED if halls.errors or assign.errors else 200
    return shown(request, "organiser/areas.html", context, event=event, current="manage", status=status)
