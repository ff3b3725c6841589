"""Forms of the screens of a hall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Display
from tournament.widgets import Filters


class DisplayForm(forms.Form):
    """A new screen."""

    name = forms.SlugField(
        label=_("Name of the screen"),
        max_length=40,
        error_messages={"invalid": _("Use letters, digits, hyphens and underscores for the address.")},
        help_text=_("Letters, digits and hyphens: it becomes a part of the address, such as “stage-left”."),
    )


class SwitchForm(forms.Form):
    """What a screen shows."""

    shows = forms.ChoiceField(label=_("Shows"), widget=Filters)
    message = forms.CharField(
        label=_("Words of the message"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, kinds: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(kind, Display.Shows(kind).label) for kind in kinds]
        self.fields["shows"].choices = choices
