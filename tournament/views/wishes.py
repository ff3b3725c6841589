"""Pages of what draws have to respect, and of changes made to a draft by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.errors import RuleError
from tournament.access import may
from tournament.errors import not_found, sentence, status_of
from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.wishes import (
    ApartForm,
    FixedTableForm,
    HallForm,
    OptionalReasonForm,
    OutOfUseForm,
    SwapPlayersForm,
    SwapTablesForm,
)
from tournament.models import ApartPair, Entry, Event
from tournament.selectors.entries import PLAYING, get_entry
from tournament.selectors.rounds import get_round, newest_played
from tournament.selectors.seating import names_by_number
from tournament.services import draw_edits
from tournament.services import wishes as services
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, event_page

EDITS = {"players": SwapPlayersForm, "tables": SwapTablesForm, "out_of_use": OutOfUseForm}


@event_page("draw")
def wishes(request: HttpRequest, event: Event) -> HttpResponse:
    """Show whom draws keep apart, which tables are kept or out of use; change both."""
    actor = actor_of(request)
    entries = list(Entry.objects.filter(event=event, status__in=PLAYING).order_by("number"))
    settings = settings_of(event)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    apart = ApartForm(entries, request.POST if act == "apart" else None)
    hall = HallForm(
        request.POST if act == "hall" else None, initial={"tables": settings.tables, "out": settings.tables_out}
    )
    if act == "apart" and apart.is_valid():
        given = apart.cleaned_data
        first, second = get_entry(event, int(given["first"])), get_entry(event, int(given["second"]))
        made: list[dict[str, Any]] = []
        if carried_out(
            apart,
            lambda: made.append(
                services.keep_apart(actor=actor, event=event, first=first, second=second, reason=given["reason"])
            ),
        ):
            words = _("round {round}, table {table}")
            met = ", ".join(words.format(round=one["round"], table=one["table"]) for one in made[0]["met"])
            messages.success(request, _("They are kept apart from now on."))
            if met:
                messages.warning(request, _("They have met already: %(met)s.") % {"met": met})
            return redirect("wishes", event.slug)
    elif act == "hall" and hall.is_valid():
        given = hall.cleaned_data
        if carried_out(
            hall, lambda: services.set_hall(actor=actor, event=event, tables=given["tables"], out=given["out"])
        ):
            messages.success(request, _("Saved."))
            return redirect("wishes", event.slug)
    context = {
        "pairs": ApartPair.objects.filter(event=event).select_related("first", "second"),
        "kept": [entry for entry in entries if entry.fixed_table is not None],
        "apart": apart,
        "hall": hall,
        "late": newest_played(event) > 0 and not may(actor, "keep_apart_late", event),
    }
    status = REFUSED if apart.errors or hall.errors else 200
    return shown(request, "organiser/wishes.html", context, event=event, current="manage", status=status)


@event_page("draw")
def let_meet(request: HttpRequest, event: Event, first: int, second: int) -> HttpResponse:
    """Let two meet again who were kept apart."""
    one, other = get_entry(event, first), get_entry(event, second)
    form = OptionalReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        if carried_out(
            form,
            lambda: services.let_meet(actor=actor_of(request), event=event, first=one, second=other, reason=reason),
        ):
            messages.success(request, _("They may meet again."))
            return redirect("wishes", event.slug)
    context = {
        "form": form,
        "title": _("Let {first} and {second} meet again?").format(first=one, second=other),
        "act": _("Let them meet"),
        "back_url": reverse("wishes", args=[event.slug]),
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/ask.html", context, event=event, current="manage", status=status)


@event_page("draw")
def fixed_table(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Let somebody keep one table in every round."""
    entry = get_entry(event, number)
    form = FixedTableForm(request.POST if request.method == "POST" else None, initial={"table": entry.fixed_table})
    if request.method == "POST" and form.is_valid():
        table = form.cleaned_data["table"]
        if carried_out(form, lambda: services.fix_table(actor=actor_of(request), entry=entry, table=table)):
            messages.success(request, _("Saved."))
            return redirect("entry", event.slug, number)
    context = {
        "form": form,
        "title": _("Fixed table of {entry}").format(entry=entry),
        "act": _("Save"),
        "back_url": reverse("entry", args=[event.slug, number]),
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/ask.html", context, event=event, current="entries", status=status)


@event_page("draw")
def edit_draft(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Change a draft by hand: what a change does is shown before it is kept."""
    actor, round_ = actor_of(request), get_round(event, number)
    kind = request.POST.get("kind", "")
    made: dict[str, forms.Form] = {
        code: form(request.POST if code == kind else None, prefix=code) for code, form in EDITS.items()
    }
    preview: dict[str, Any] | None = None
    if request.method == "POST":
        form = made.get(kind)
        if form is None:
            raise not_found("edit")
        if form.is_valid():
            edit = {"kind": kind, **form.cleaned_data}
            act = draw_edits.edit_draft if "sure" in request.POST else draw_edits.preview_edit
            try:
                answer = act(actor=actor, round_=round_, edit=edit)
            except RuleError as error:
                if status_of(error) in (403, 404):
                    raise
                form.add_error(None, sentence(error))
            else:
                if "sure" in request.POST:
                    said = _("The draft is changed. Tables whose paper changes: %(tables)s.")
                    messages.success(request, said % {"tables": ", ".join(map(str, answer["affected"]))})
                    return redirect("round", event.slug, number)
                preview = _in_names(event, answer)
    context = {"round": round_, "forms": made, "kind": kind, "preview": preview}
    status = REFUSED if any(form.errors for form in made.values()) else 200
    return shown(request, "organiser/edit_draft.html", context, event=event, current="console", status=status)


def _in_names(event: Event, answer: dict[str, Any]) -> dict[str, Any]:
    """Return what a change does, with the names of those who would meet (again, or no longer)."""
    names = names_by_number(event)

    def pair(found: list[int]) -> str:
        return " – ".join(f"{number} {names.get(number, '')}" for number in found[:2])

    return {
        "affected": answer["affected"],
        "made": [pair(found) for found in answer["repeats_made"]],
        "removed": [pair(found) for found in answer["repeats_removed"]],
    }
