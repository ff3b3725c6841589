"""Forms of the timetable: a plan from a few numbers, then line by line."""

from __future__ import annotations

from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Round
from tournament.timetable import MOST_SLOTS, Slot

KINDS = [
    ("doors", _("Doors open")),
    ("round", _("Round")),
    ("pause", _("Break")),
    ("meal", _("Meal")),
    ("end", _("End of the day")),
    ("other", _("Something else")),
]


def _time(label: Any, **more: Any) -> forms.TimeField:
    return forms.TimeField(label=label, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **more)


class PlanForm(forms.Form):
    """What a timetable is planned from."""

    starts = _time(_("The first round starts at"), initial=time(10, 0))
    minutes = forms.IntegerField(label=_("Minutes of a round"), min_value=5, max_value=600, initial=90)
    pause = forms.IntegerField(label=_("Minutes between rounds"), min_value=0, max_value=240, initial=15)
    a_day = forms.IntegerField(
        label=_("Rounds a day"), min_value=1, max_value=50, required=False, help_text=_("Left empty, all on one day.")
    )
    meal_after = forms.IntegerField(label=_("Meal after round … of the day"), min_value=1, max_value=50, required=False)
    meal_minutes = forms.IntegerField(label=_("Minutes of the meal"), min_value=5, max_value=300, initial=60)


class SlotForm(forms.Form):
    """One line of the timetable."""

    day = forms.IntegerField(label=_("Day"), min_value=1, max_value=60, initial=1)
    at = _time(_("Time"))
    kind = forms.ChoiceField(label=_("What"), choices=KINDS, initial="other")
    round = forms.TypedChoiceField(label=_("Round"), coerce=int, empty_value=None, required=False)
    text = forms.CharField(label=_("In words"), max_length=200, required=False)

    def __init__(self, *args: Any, rounds: list[Round] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].choices = [("", "–"), *((one.number, str(one.number)) for one in rounds or [])]

    @property
    def slot(self) -> Slot:
        """The line as it is stored."""
        given = self.cleaned_data
        round_ = given["round"] if given["kind"] == "round" else None
        return Slot(
            day=given["day"], at=given["at"].strftime("%H:%M"), kind=given["kind"], round=round_, text=given["text"]
        )

    @staticmethod
    def initial_of(slot: Slot) -> dict[str, Any]:
        """Return the fields of a line as it is."""
        return {"day": slot.day, "at": slot.at, "kind": slot.kind, "round": slot.round, "text": slot.text}


SlotFormSet = forms.formset_factory(
    SlotForm, extra=3, can_delete=True, can_delete_extra=False, max_num=MOST_SLOTS, absolute_max=MOST_SLOTS
)
