"""Forms of an event: create it, its settings, its staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.core.validators import MinValueValidator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from engine.decoding import plain
from tournament.event_settings import Area, EventSettings, known_zones
from tournament.forms.areas import area_field
from tournament.forms.fields import Steps
from tournament.models import StaffRole

# A day before this is a slip of the hand.
EARLIEST = date(2000, 1, 1)

NEAR = ("Asia/Taipei", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Macau", "Asia/Singapore", "Asia/Kuala_Lumpur", "UTC")
HOME_ZONES = {"zh-hant": "Asia/Taipei", "zh-hans": "Asia/Shanghai"}
UNITS = [
    ("hands", _("hands")),
    ("round_winds", _("round winds")),
    ("jiang", _("full cycles of the winds")),
    ("cycles", _("turns of the deal")),
    ("clock", _("minutes by the clock")),
]
CONFIRMATIONS = [
    ("staff", _("The staff confirms each table")),
    ("seats", _("All four players confirm, or the staff")),
    ("none", _("Nobody: a finished table counts")),
]


@cache
def zones() -> tuple[tuple[str, str], ...]:
    """Return all time zones, the likeliest first."""
    rest = sorted(known_zones() - set(NEAR))
    return tuple((name, name.replace("_", " ")) for name in (*NEAR, *rest))


def _date(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        validators=[MinValueValidator(EARLIEST)],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class LengthFields(forms.Form):
    """How long a round at a table lasts."""

    length_unit = forms.ChoiceField(label=_("A round lasts"), choices=UNITS)
    length_count = forms.IntegerField(label=_("How many of them"), min_value=1, max_value=1440)

    @staticmethod
    def initial_of(length: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a stored length."""
        return {"length_unit": length.get("unit", "hands"), "length_count": length.get("count")}

    @property
    def length(self) -> dict[str, Any]:
        """The length as it is stored."""
        return {"unit": self.cleaned_data["length_unit"], "count": self.cleaned_data["length_count"]}


class _Dates(forms.Form):
    """Dates stand in order."""

    def clean(self) -> dict[str, Any]:
        """Refuse an end before the beginning."""
        found = super().clean() or {}
        first, last = found.get("starts_on"), found.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day lies before the first."))
        return found


class NewEventForm(_Dates, LengthFields):
    """What a preset leaves open."""

    name = forms.CharField(label=_("Name of the event"), max_length=200)
    starts_on = _date(_("First day"))
    ends_on = _date(_("Last day"))
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    zone = forms.ChoiceField(label=_("Time zone"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=200)
    players = forms.IntegerField(
        label=_("Expected players"),
        min_value=1,
        max_value=10000,
        required=False,
        help_text=_("Only to tell you how many rounds are possible without anybody meeting twice."),
    )
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        error_messages={"invalid": _("Use letters, digits, hyphens and underscores for the address.")},
        help_text=_("The last part of the event's address: letters, digits, hyphens. Left empty, one is made."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Where neither an earlier event nor the language says where, it is asked: a wrong clock is found too late. The
        # page fills in the zone of whoever looks at it.
        home = self.initial.get("zone") or HOME_ZONES.get(get_language() or "", "")
        self.fields["zone"].choices = zones() if home else (("", _("Choose the time zone")), *zones())
        self.initial["zone"] = home
        self.fields["zone"].widget.attrs["data-own-zone"] = True
        self.order_fields(
            [
                "name",
                "starts_on",
                "ends_on",
                "place",
                "zone",
                "rounds",
                "length_unit",
                "length_count",
                "players",
                "slug",
            ]
        )


class CopyForm(forms.Form):
    """What is new about an event that is copied from an earlier one."""

    name = forms.CharField(label=_("Name of the event"), max_length=200)
    starts_on = forms.DateField(
        label=_("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Every other date is moved with it."),
    )
    staff = forms.BooleanField(label=_("With its staff"), required=False)
    hall = forms.BooleanField(label=_("With the tables of its hall"), required=False)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        error_messages={"invalid": _("Use letters, digits, hyphens and underscores for the address.")},
        help_text=_("The last part of the event's address: letters, digits, hyphens. Left empty, one is made."),
    )


class SettingsForm(_Dates):
    """What can be changed of an event beside its rules."""

    SETTINGS = (
        "information", "capacity", "only_checked_in", "players_enter", "players_confirm", "confirmation",
        "appeal_minutes", "escalate_minutes", "invitation_days", "late",
    )  # fmt: skip

    name = forms.CharField(label=_("Name of the event"), max_length=200)
    starts_on = _date(_("First day"))
    ends_on = _date(_("Last day"))
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    zone = forms.ChoiceField(label=_("Time zone"))
    information = forms.CharField(
        label=_("Information for players"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Breaks, end of the day, fees, whom to ask: it stands on the event's page."),
    )
    capacity = forms.IntegerField(
        label=_("Most players"),
        required=False,
        min_value=4,
        help_text=_("Whoever comes later waits. Left empty, there is no limit."),
    )
    only_checked_in = forms.BooleanField(label=_("Draw only those who are checked in"), required=False)
    players_enter = forms.BooleanField(label=_("Players may enter the hands of their table"), required=False)
    players_confirm = forms.BooleanField(label=_("Players may confirm their table"), required=False)
    confirmation = forms.ChoiceField(
        label=_("A table is official once"), choices=CONFIRMATIONS, widget=forms.RadioSelect
    )
    appeal_minutes = forms.IntegerField(label=_("Minutes to appeal a ruling"), min_value=0, max_value=10080)
    escalate_minutes = forms.IntegerField(
        label=_("Minutes until a call nobody has taken goes to the lead of the event"), min_value=1, max_value=120
    )
    late = Steps(
        label=_("Points for coming late"),
        required=False,
        help_text=_("From so many minutes on, so many points, as proposed to the referee: 5: 100, 10: 200."),
    )
    invitation_days = forms.IntegerField(label=_("Days an invitation is good for"), min_value=1, max_value=365)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = zones()

    @classmethod
    def initial_of(cls, event: Any, settings: EventSettings) -> dict[str, Any]:
        """Return the fields of an event as it is."""
        own = {name: getattr(event, name) for name in ("name", "starts_on", "ends_on", "place", "zone")}
        return own | {name: plain(getattr(settings, name)) for name in cls.SETTINGS}

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be changed, settings together."""
        own = {name: value for name, value in self.cleaned_data.items() if name not in self.SETTINGS}
        return own | {"settings": {name: self.cleaned_data[name] for name in self.SETTINGS}}


class InvitationForm(forms.Form):
    """Whom to invite, as what."""

    role = forms.ChoiceField(label=_("Role"), choices=StaffRole.Role.choices, initial=StaffRole.Role.REFEREE)
    email = forms.EmailField(label=_("E-mail"), required=False)

    def __init__(self, areas: Sequence[Area], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if areas:
            self.fields["area"] = area_field(areas, none=_("all of them"))
            self.order_fields(["role", "area"])


class DiscardForm(forms.Form):
    """The name of the draft that is discarded, typed by whoever means it."""

    name = forms.CharField(label=_("Type the name of the event"), max_length=200)


class ReasonForm(forms.Form):
    """Why; kept in the audit."""

    reason = forms.CharField(label=_("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2}))
