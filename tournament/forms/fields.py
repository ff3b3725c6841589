"""Fields that several forms have."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournament.event_settings import MOST_LATE, MOST_STEP

_STEP = re.compile(r"([0-9]{1,4})\s*[:=]\s*([0-9]{1,7})")


def moment(label: Any, help_text: Any = "") -> forms.DateTimeField:
    """Return a field of a day and an hour in the event's zone."""
    return forms.DateTimeField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


_SPAN = re.compile(r"(\d{1,6})(?:\s*[-–—~～]\s*(\d{1,6}))?")
MOST_IN_SPANS = 5000


class Spans(forms.CharField):
    """Whole numbers with commas or blanks between them, spans with a hyphen: `1-3, 8`."""

    def to_python(self, value: Any) -> list[int]:
        """Return the numbers, each once, in order."""
        found: set[int] = set()
        for part in re.split(r"[,，、\s]+(?![-–—~～])", str(value or "").strip()):
            span = _SPAN.fullmatch(part)
            first, last = (int(span[1]), int(span[2] or span[1])) if span else (0, 0)
            if not 1 <= first <= last or last - first >= MOST_IN_SPANS:
                raise forms.ValidationError(_("Write numbers like 1-3, 8."))
            found |= set(range(first, last + 1))
        return sorted(found)

    def validate(self, value: Any) -> None:
        """Any list of whole numbers will do here."""

    def run_validators(self, value: Any) -> None:
        """The validators of a text field mean nothing for numbers."""


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


class Steps(forms.CharField):
    """Steps such as `5: 100, 10: 200`: from so many minutes on, so many points."""

    def prepare_value(self, value: Any) -> str:
        """Write the steps, whether they come from the settings or from the form."""
        if isinstance(value, str) or value is None:
            return value or ""
        return ", ".join(f"{one['minutes']}: {one['points']}" for one in value)

    def to_python(self, value: Any) -> list[dict[str, int]]:
        """Read the steps, each minute once, in order."""
        found: dict[int, int] = {}
        for part in filter(None, re.split(r"[,，、;；\n]+", unicodedata.normalize("NFKC", str(value or "")))):
            if not part.strip():
                continue
            step = _STEP.fullmatch(part.strip())
            if step is None or int(step[1]) in found:
                raise forms.ValidationError(_("Write steps like 5: 100, 10: 200, each number of minutes once."))
            minutes, points = int(step[1]), int(step[2])
            if minutes > MOST_LATE or points > MOST_STEP:
                raise forms.ValidationError(
                    _("At most {minutes} minutes and {points} points.").format(minutes=MOST_LATE, points=MOST_STEP)
                )
            found[minutes] = points
        return [{"minutes": minutes, "points": points} for minutes, points in sorted(found.items())]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare what the steps say, not how they are written."""
        try:
            return list(initial or ()) != self.to_python(data)
        except forms.ValidationError:
            return True

    def run_validators(self, value: Any) -> None:
        """The validators of a text field mean nothing for steps."""
