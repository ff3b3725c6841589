"""Forms of several venues: their names and tables, and who plays where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.event_settings import MOST_AREAS, Area
from tournament.forms.fields import Spans

LEAST_ROWS = 2


def area_field(areas: Sequence[Area], *, none: Any, **more: Any) -> forms.ChoiceField:
    """Return a field that chooses one of the venues, or `none`."""
    choices = [("", none), *((area.name, area.name) for area in areas)]
    return forms.ChoiceField(label=_("Venue"), choices=choices, required=False, **more)


class AreasForm(forms.Form):
    """One row a venue: its name and its tables; rows left empty are no venue."""

    def __init__(self, areas: Sequence[Area], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.areas = areas
        for row in range(min(max(len(areas) + 1, LEAST_ROWS), MOST_AREAS)):
            old = areas[row] if row < len(areas) else None
            values = (old.name, old.first, old.last) if old else ("", None, None)
            labels = (_("Name of the venue"), _("First table"), _("Last table"))
            for key, label, value in zip(("name", "first", "last"), labels, values, strict=True):
                field: forms.Field = (
                    forms.CharField(label=label, max_length=60, required=False, initial=value)
                    if key == "name"
                    else forms.IntegerField(label=label, min_value=1, max_value=100_000, required=False, initial=value)
                )
                self.fields[f"{key}-{row}"] = field

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each venue."""
        count = len(self.fields) // 3
        return [[self[f"{key}-{row}"] for key in ("name", "first", "last")] for row in range(count)]

    def clean(self) -> dict[str, Any]:
        """Ask for the tables of every venue that has a name, and for the name of every one that has tables."""
        given = self.cleaned_data
        for row in range(len(self.fields) // 3):
            values = {key: given.get(f"{key}-{row}") for key in ("name", "first", "last")}
            if any(values.values()):
                for key, value in values.items():
                    if not value and not self.has_error(f"{key}-{row}"):
                        self.add_error(f"{key}-{row}", _("Name, first and last table belong together."))
        return given

    @property
    def given(self) -> list[dict[str, Any]]:
        """The venues as the service takes them; a row that has another name now is the venue it was before."""
        found = []
        for row in range(len(self.fields) // 3):
            area = {key: self.cleaned_data[f"{key}-{row}"] for key in ("name", "first", "last")}
            if area["name"]:
                was = {"was": self.areas[row].name} if row < len(self.areas) else {}
                found.append({**area, **was})
        return found


class AssignForm(forms.Form):
    """Who is to play in which venue from the next draw on."""

    numbers = Spans(
        label=_("Numbers of the entries"), help_text=_("With commas between, spans with a hyphen: 1-16, 20.")
    )

    def __init__(self, areas: Sequence[Area], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["area"] = area_field(areas, none=_("no venue yet"))
