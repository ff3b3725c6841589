"""Forms of what draws have to respect: pairs kept apart, tables somebody keeps, the tables of the hall; draft edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import Integers
from tournament.models import Entry


class ApartForm(forms.Form):
    """Two entries who must not sit at one table."""

    first = forms.ChoiceField(label=_("Who"))
    second = forms.ChoiceField(label=_("Apart from whom"))
    reason = forms.CharField(
        label=_("Reason"), max_length=2000, required=False, help_text=_("Needed once a round is released.")
    )

    def __init__(self, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–")] + [(str(entry.number), f"{entry.number} {entry.name}") for entry in entries]
        self.fields["first"].choices = self.fields["second"].choices = choices


class OptionalReasonForm(forms.Form):
    """Why; needed once a round is released."""

    reason = forms.CharField(
        label=_("Reason"), max_length=2000, required=False, help_text=_("Needed once a round is released.")
    )


class HallForm(forms.Form):
    """How many tables there are, and which are out of use."""

    tables = forms.IntegerField(
        label=_("Tables in the hall"),
        required=False,
        min_value=1,
        max_value=100_000,
        help_text=_("Left empty, as many as are needed."),
    )
    out = Integers(label=_("Tables out of use"), required=False, help_text=_("Their numbers, with commas between."))


class FixedTableForm(forms.Form):
    """The table somebody keeps in every round."""

    table = forms.IntegerField(
        label=_("Fixed table"),
        required=False,
        min_value=1,
        max_value=100_000,
        help_text=_("For somebody who cannot move about. Left empty, the draw decides."),
    )


class SwapPlayersForm(forms.Form):
    """Two entries take each other's seats."""

    first = forms.IntegerField(label=_("Number"), min_value=1)
    second = forms.IntegerField(label=_("changes seats with number"), min_value=1)


class SwapTablesForm(forms.Form):
    """Two groups change tables."""

    first = forms.IntegerField(label=_("The group of table"), min_value=1)
    second = forms.IntegerField(label=_("changes places with the group of table"), min_value=1)


class OutOfUseForm(forms.Form):
    """A group moves to another table."""

    table = forms.IntegerField(label=_("Table that cannot be used"), min_value=1)
    replacement = forms.IntegerField(label=_("Table to take instead"), min_value=1)
