"""What an organiser does to a table beside recording: more time, another number; links to seats and to voiding it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.access import may
from tournament.errors import not_found
from tournament.forms import carried_out
from tournament.forms.rounds import HandsForm, MinutesForm, NumberForm
from tournament.models import Event, Table
from tournament.persons import number_of
from tournament.selectors.tables import get_table, names_of
from tournament.services import draws, table_time
from tournament.views.base import actor_of, shown
from tournament.views.organising import ENDED, REFUSED, event_page


@event_page("see_staff_pages")
def table_admin(request: HttpRequest, event: Event, number: int, table_number: int) -> HttpResponse:
    """Show the acts one may do at a table; each form says what it did, or why not, beside its field."""
    actor = actor_of(request)
    table = get_table(event, number, table_number)
    made = _forms(request, table)
    if request.method == "POST":
        act = request.POST.get("act", "")
        form = made.get(act)
        if form is None:
            raise not_found("act")
        if form.is_valid() and carried_out(form, lambda: _act(request, table, act, form.cleaned_data)):
            messages.success(request, _("Done."))
            if act == "number":
                return redirect(slips_url(event, number, (table.number, table_number)))
            return redirect("table_admin", event.slug, number, table.number)
    names = names_of(event, set(table.state["seats"].values()))
    context = {
        "table": table,
        "round": table.round,
        "seats": [
            (place, number_of(person), person, names.get(person or "", ""))
            for place, person in table.state["seats"].items()
        ],
        "forms": made,
        "void": table.status == Table.Status.VOID,
        "records": event.status not in ENDED and may(actor, "record", table),
        "runs": event.status not in ENDED and may(actor, "run", table),
    }
    status = REFUSED if any(form.errors for form in made.values()) else 200
    return shown(request, "organiser/table_admin.html", context, event=event, current="console", status=status)


def slips_url(event: Event, number: int, tables_: tuple[int, ...]) -> str:
    """Return the score slips of certain tables of a round alone: those whose paper is wrong now."""
    chosen = ",".join(str(one) for one in sorted(dict.fromkeys(tables_)))
    return f"{reverse('print_document', args=[event.slug, 'slips'])}?{urlencode({'round': number, 'tables': chosen})}"


def _forms(request: HttpRequest, table: Table) -> dict[str, forms.Form]:
    """Return the forms of the acts one may do; the one that was sent is bound."""
    actor = actor_of(request)
    sent = request.POST.get("act", "") if request.method == "POST" else ""
    made: dict[str, forms.Form] = {}
    if table.event.status in ENDED:
        return made
    if may(actor, "rule", table):
        made["minutes"] = MinutesForm(request.POST if sent == "minutes" else None, prefix="minutes", table=table)
        made["hands"] = HandsForm(request.POST if sent == "hands" else None, prefix="hands", table=table)
    if may(actor, "draw", table):
        initial = {"number": table.number}
        made["number"] = NumberForm(request.POST if sent == "number" else None, prefix="number", initial=initial)
    return made


def _act(request: HttpRequest, table: Table, act: str, given: dict[str, Any]) -> None:
    if act == "minutes":
        table_time.add_minutes(actor=actor_of(request), table=table, **given)
    elif act == "hands":
        table_time.add_hands(actor=actor_of(request), table=table, **given)
    else:
        draws.renumber_table(actor=actor_of(request), table=table, number=given["number"])
