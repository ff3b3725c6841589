"""The totals of a score sheet that was taken down wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from tournament.wording import place_name


class TotalsForm(forms.Form):
    """The points of each seat, as the sheet has them; `seated` names who sits where."""

    def __init__(self, *args: Any, seated: Mapping[str, str | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in seated:
            if seated[place] is not None:
                label = f"{place_name(place)} {seated[place]}"
                self.fields[place] = forms.IntegerField(label=label, min_value=-10_000_000, max_value=10_000_000)
