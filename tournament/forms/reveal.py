"""Forms of the page that keeps standings back and tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Round

MOST_AT_ONCE = 100


class KeepBackForm(forms.Form):
    """From which round on."""

    round = forms.TypedChoiceField(label=_("Keep back results from"), coerce=int)

    def __init__(self, rounds: Iterable[Round], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (one.number, gettext("Round {number}").format(number=one.number)) for one in sorted(rounds, key=_newest)
        ]
        self.fields["round"].choices = choices  # type: ignore[attr-defined]


def _newest(round_: Round) -> int:
    return -round_.number


class TellForm(forms.Form):
    """How many ranks at a time, and how many steps the page has seen."""

    ranks = forms.IntegerField(label=_("Ranks at a time"), min_value=1, max_value=MOST_AT_ONCE, initial=1)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
