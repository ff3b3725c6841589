"""Forms of a round: its clock, a seating by hand, what has to be typed before something is taken away."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import Integers
from tournament.models import Round, Table
from tournament.numbers import whole
from tournament.selectors.console import ConsoleTable
from tournament.services.unfinished import Decision

_NUMBERS = re.compile(r"\d+|[-–—_]")
PLACES = "ESWN"


class ClockForm(forms.Form):
    """How long the round lasts, and when it is planned to start."""

    minutes = forms.IntegerField(label=_("Minutes of the round"), min_value=1, max_value=1440, required=False)
    starts_at = forms.DateTimeField(
        label=_("Planned start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class SeatingForm(forms.Form):
    """A seating made by hand: one table a line."""

    tables = forms.CharField(
        label=_("Tables"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One table a line: its number, a colon, the entries at East, South, West, North. A dash is an empty place."
        ),
    )

    out = Integers(
        label=_("Sitting out"),
        required=False,
        help_text=_("Numbers of those who rest in this round, with commas between."),
    )
    override = forms.CharField(label=_("Reason to let somebody rest again"), max_length=2000, required=False)

    def clean_tables(self) -> list[dict[str, Any]]:
        """Return tables as {number, seats}."""
        found = []
        for at, line in enumerate(self.cleaned_data["tables"].splitlines(), 1):
            if not line.strip():
                continue
            number, colon, seats = line.replace("：", ":").partition(":")
            read = [whole(part, None) for part in _NUMBERS.findall(seats)]
            if not colon or not number.strip().isdecimal() or len(read) != len(PLACES):
                raise forms.ValidationError(
                    gettext("Line %(at)s is not a table: %(line)s") % {"at": at, "line": line.strip()}
                )
            found.append({"number": whole(number.strip(), 0), "seats": read})
        return found


class DeleteDrawForm(forms.Form):
    """The round's number typed, as a confirmation."""

    confirm_round = forms.IntegerField(label=_("Type the number of the round"), widget=forms.TextInput)
    reason = forms.CharField(label=_("Reason"), max_length=2000, required=False)


class RedrawForm(forms.Form):
    """What becomes of each table with hands when its round is drawn again, and how the others are drawn."""

    FATES = (("keep", _("Keep it as it is")), ("void", _("Give its hands up")))

    method = forms.ChoiceField(label=_("How the others are drawn"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, played: Sequence[Mapping[str, Any]], methods: Sequence[tuple[str, str]], *args: Any) -> None:
        super().__init__(*args, initial={"method": methods[0][0]})
        self.played = played
        self.fields["method"].choices = methods
        for row in played:
            self.fields[f"fate-{row['number']}"] = forms.ChoiceField(choices=self.FATES)
            self.fields[f"seq-{row['number']}"] = forms.IntegerField(min_value=0, initial=row["seq"])

    def rows(self) -> list[dict[str, Any]]:
        """Return the tables with their control, what was chosen kept."""
        return [
            {**row, "seq": self[f"seq-{row['number']}"].value(), "fate": self[f"fate-{row['number']}"].value() or ""}
            for row in self.played
        ]

    def undecided(self) -> list[int]:
        """Return the tables about which nothing was said yet."""
        return [row["number"] for row in self.played if f"fate-{row['number']}" in self.errors]

    def wish(self) -> dict[str, Any]:
        """Return what was decided as `draw_round` takes it."""
        given = self.cleaned_data
        numbers = [row["number"] for row in self.played]
        return {
            "method": given["method"],
            "keep": [number for number in numbers if given[f"fate-{number}"] == "keep"],
            "void": [number for number in numbers if given[f"fate-{number}"] == "void"],
            "seen": {str(number): given[f"seq-{number}"] for number in numbers},
            "override": given["reason"],
        }


class UnfinishedForm(forms.Form):
    """What becomes of each table that is still out when its round is to be closed."""

    ACTS = (
        ("", _("leave it open")),
        ("finish", _("finish now, with its hands")),
        ("void", _("declare void")),
        ("extend", _("give it more time")),
    )
    # At a table without a hand there is nothing to finish with: void comes first.
    NO_HAND = (ACTS[0], ACTS[2], ACTS[3], ("finish", _("finish now, with no hand")))

    minutes = forms.IntegerField(label=_("More minutes"), min_value=1, max_value=600, initial=5)
    reason = forms.CharField(label=_("Reason"), max_length=2000, required=False)

    def __init__(self, out: Sequence[ConsoleTable], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.out = out
        for row in out:
            self.fields[f"act-{row.number}"] = forms.ChoiceField(choices=self.ACTS, required=False)
            self.fields[f"seq-{row.number}"] = forms.IntegerField(min_value=0, initial=row.table.seq)

    def rows(self) -> list[dict[str, Any]]:
        """Return the tables with their control, what was typed kept."""
        return [
            {
                "table": row,
                "seq": self[f"seq-{row.number}"].value(),
                "chosen": self[f"act-{row.number}"].value() or "",
                "acts": self.NO_HAND if row.without_hand else self.ACTS,
            }
            for row in self.out
        ]

    def clean(self) -> dict[str, Any]:
        """Ask for the reason where a table is declared void, which takes its hands out of the standings."""
        given: dict[str, Any] = super().clean() or {}
        void = any(given.get(f"act-{row.number}") == "void" for row in self.out)
        if void and not (given.get("reason") or "").strip() and "reason" not in self.errors:
            self.add_error("reason", gettext("Give a reason."))
        return given

    @property
    def decisions(self) -> list[Decision]:
        """What was decided."""
        given = self.cleaned_data
        return [
            Decision(row.number, given[f"act-{row.number}"], given[f"seq-{row.number}"], given["minutes"])
            for row in self.out
            if given[f"act-{row.number}"]
        ]


class ResultsForm(forms.Form):
    """Lines of score sheets as CSV, typed, or taken from a file first."""

    file = forms.FileField(
        label=_("CSV or XLSX file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        help_text=_("Its lines appear below, to be looked at; nothing is recorded yet."),
    )
    csv = forms.CharField(
        label=_("Lines"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_("Columns: table, player (number or name), seat, points; place and leftover may be added."),
    )
    seats_as_written = forms.BooleanField(label=_("Take over seats that differ from the draw"), required=False)


class ReasonForm(forms.Form):
    """Why; kept in the audit."""

    reason = forms.CharField(label=_("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2}))


class AtTable(forms.Form):
    """A change at one table, where the number of a closed round has to be typed."""

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if table.round.status == Round.Status.CLOSED:
            self.fields["confirm_round"] = forms.IntegerField(
                label=gettext("Type the number of the round"),
                widget=forms.TextInput,
                help_text=gettext("Round {number} is closed: this changes its results.").format(
                    number=table.round.number
                ),
            )


class HandsForm(AtTable):
    """More hands for one table, or fewer."""

    hands = forms.IntegerField(label=_("More hands"), min_value=-20, max_value=20, initial=1)
    reason = forms.CharField(label=_("Reason"), max_length=2000, required=False)


class MinutesForm(AtTable):
    """More time for one table, or less."""

    minutes = forms.IntegerField(label=_("More minutes"), min_value=-600, max_value=600, initial=5)
    reason = forms.CharField(label=_("Reason"), max_length=2000, required=False)


class NumberForm(forms.Form):
    """Another number for a table."""

    number = forms.IntegerField(
        label=_("New number"),
        min_value=1,
        max_value=100_000,
        help_text=_("Where that number is in use, the two tables change numbers. Seats and opponents stay."),
    )
