"""The form of a document: the options it has, language and paper, all as plain data afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from tournament.event_settings import settings_of
from tournament.forms.areas import area_field
from tournament.forms.fields import Integers
from tournament.groups_page import titles
from tournament.models import Event, Stage
from tournament.printing.documents import LANGUAGES, PAPERS, Document
from tournament.printing.lists import PARTS
from tournament.selectors.displays import groups_ranked
from tournament.selectors.rounds import newest_played, rounds_of
from tournament.widgets import Filters

_SPAN = re.compile(r"(\d{1,4})(?:\s*[-–—~～]\s*(\d{1,4}))?")
MOST_RANKS = 1000


class Ranks(forms.CharField):
    """Places such as `1-3, 8`."""

    def to_python(self, value: Any) -> list[int]:
        """Return the places, each once, in order."""
        found: set[int] = set()
        for part in re.split(r"[,，、\s]+(?![-–—~～])", str(value or "").strip()):
            span = _SPAN.fullmatch(part)
            if span is None:
                raise forms.ValidationError(_("Write places like 1-3, 8."))
            first, last = int(span[1]), int(span[2] or span[1])
            if not 1 <= first <= last <= MOST_RANKS:
                raise forms.ValidationError(_("Write places like 1-3, 8."))
            found |= set(range(first, last + 1))
        return sorted(found)

    def run_validators(self, value: Any) -> None:
        """The validators of a text field mean nothing for numbers."""


def _round(event: Event) -> forms.Field:
    rounds = [(number, _("Round {number}").format(number=number)) for number in _numbers(event)]
    return forms.TypedChoiceField(label=gettext_lazy("Round"), choices=rounds, coerce=int, empty_value=None)


def _numbers(event: Event) -> list[int]:
    return list(rounds_of(event).values_list("number", flat=True))


def _stage(event: Event) -> forms.Field:
    stages = [
        (order, name or _("Stage {number}").format(number=order))
        for order, name in Stage.objects.filter(event=event).order_by("order").values_list("order", "name")
    ]
    return forms.TypedChoiceField(label=gettext_lazy("Stage"), choices=stages, coerce=int, empty_value=None)


def _parts(event: Event) -> forms.Field:
    names = {
        "draw": gettext_lazy("Seats"),
        "standings": pgettext_lazy("of an event", "Standings"),
        "results": gettext_lazy("Results of the round before"),
    }
    return forms.MultipleChoiceField(
        label=gettext_lazy("What it shows"),
        choices=[(part, names[part]) for part in PARTS],
        widget=forms.CheckboxSelectMultiple,
    )


def _order(event: Event) -> forms.Field:
    choices = [
        ("name", gettext_lazy("By name")),
        ("number", gettext_lazy("By number")),
        ("table", gettext_lazy("By table")),
    ]
    return forms.ChoiceField(label=gettext_lazy("Seats in order"), choices=choices, widget=Filters)


def _area(event: Event) -> forms.Field | None:
    areas = settings_of(event).areas
    return area_field(areas, none=gettext_lazy("all of them, each its own list")) if areas else None


def _by(event: Event) -> forms.Field | None:
    ranked = groups_ranked(event)
    if not ranked:
        return None
    choices = [("entry", pgettext("of an event", "Standings"))]
    choices += [(by, titles(by)[0]) for by in ("team", "pair") if by in ranked]
    return forms.ChoiceField(label=gettext_lazy("What it shows"), choices=choices, widget=Filters)


OPTIONS: dict[str, Callable[[Event], forms.Field | None]] = {
    "area": _area,
    "by": _by,
    "round": _round,
    "stage": _stage,
    "parts": _parts,
    "order": _order,
    "tables": lambda event: Integers(
        label=gettext_lazy("Tables"),
        required=False,
        help_text=gettext_lazy("Numbers with commas between; empty for all."),
    ),
    "numbers": lambda event: Integers(
        label=gettext_lazy("Entries"),
        required=False,
        help_text=gettext_lazy("Numbers with commas between; empty for all."),
    ),
    "ranks": lambda event: Ranks(label=gettext_lazy("Places"), help_text=gettext_lazy("For example 1-3, 8.")),
}


def usual(event: Event) -> dict[str, Any]:
    """Return what the options are unless somebody chooses."""
    played = newest_played(event)
    newest = rounds_of(event).filter(number=played).first() or rounds_of(event).first()
    stage = newest.stage if newest else Stage.objects.filter(event=event).order_by("order").first()
    return {
        "round": newest.number if newest else None,
        "stage": stage.order if stage else None,
        "parts": list(PARTS),
        "order": "name",
        "by": "entry",
        "ranks": "1-3",
        "language": get_language() or "en",
        "paper": "a4",
    }


class PrintForm(forms.Form):
    """What one document is to show, in which language, on which paper."""

    def __init__(self, document: Document, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{document.kind}_%s", **kwargs)
        self.document = document
        for name in document.options:
            field = OPTIONS[name](event)
            if field is not None:
                self.fields[name] = field
        languages, papers = list(LANGUAGES.items()), list(PAPERS.items())
        self.fields["language"] = forms.ChoiceField(label=gettext_lazy("Language"), choices=languages, widget=Filters)
        self.fields["paper"] = forms.ChoiceField(label=gettext_lazy("Paper"), choices=papers, widget=Filters)

    @property
    def options(self) -> dict[str, Any]:
        """The document's own options, as plain data."""
        return {name: self.cleaned_data[name] for name in self.document.options if name in self.fields}


def chosen(document: Document, event: Event, given: QueryDict) -> PrintForm:
    """Return the form of a document as an address fills it in; what the address leaves out is usual."""
    data = QueryDict(mutable=True)
    for name, value in usual(event).items():
        data.setlist(name, value if isinstance(value, list) else [value])
    for name in given:
        data.setlist(name, given.getlist(name))
    return PrintForm(document, event, data)
