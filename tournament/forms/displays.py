"""Forms of the screens of a hall."""

from __future__ import annotations

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

    shows = forms.ChoiceField(label=_("Shows"), choices=Display.Shows.choices, widget=Filters)
    message = forms.CharField(
        label=_("Words of the message"), max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
