"""Fields that several forms have."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _


def moment(label: Any, help_text: Any = "") -> forms.DateTimeField:
    """Return a field of a day and an hour in the event's zone."""
    return forms.DateTimeField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class Integers(forms.CharField):
    """Whole numbers with commas or blanks between them."""

    def __init__(self, *, nullable: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.nullable = nullable

    def prepare_value(self, value: Any) -> str:
        """Write the numbers."""
        return value if isinstance(value, str) else ", ".join(str(part) for part in value or ())

    def to_python(self, value: Any) -> list[int] | None:
        """Read the numbers."""
        words = str(value or "").replace(",", " ").replace("，", " ").replace("、", " ").split()
        if not words and self.nullable:
            return None
        try:
            return [int(word) for word in words]
        except ValueError:
            raise forms.ValidationError(_("Write whole numbers with commas between them.")) from None

    def validate(self, value: Any) -> None:
        """Any list of whole numbers will do here; the ruleset decides which it takes."""

    def run_validators(self, value: Any) -> None:
        """The validators of a text field mean nothing for numbers."""
