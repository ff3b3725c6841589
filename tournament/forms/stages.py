"""Forms of stages: how many rounds, how long, who seats, and how they are ranked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.decoding import plain
from engine.standings import FORMULAS, TIE_BREAKS, parse_policy
from engine.text import Text
from tournament.forms.events import LengthFields
from tournament.models import Stage
from tournament.seating.methods import METHODS
from tournament.stage_settings import StageDrawing
from tournament.wording import in_words

SCORES = ("sit_out", "absent", "substitute", "void")
KINDS = [
    ("none", _("the round does not count")),
    ("fixed", _("a fixed number")),
    ("average", _("the average of the own rounds")),
    ("played", _("as it was played")),
]
OWN = ("formula", "place_points", "best", "penalties", "tie_breaks", "carry", *SCORES)
MOST_TIE_BREAKS = 6
DRAWING = ("method", "apart_by", "accept_repeats", "turning", "together")
TIES = [
    ("decide", _("decide first: refuse while a rank is shared")),
    ("lot", _("draw lots")),
    ("all", _("let all of them through")),
    ("none", _("let none of them through")),
]


class StageForm(LengthFields):
    """Name, seating and length of a stage."""

    name = forms.CharField(label=_("Name of the stage"), max_length=120, required=False)
    seating = forms.ChoiceField(label=_("Who seats"), choices=Stage.Seating.choices, widget=forms.RadioSelect)

    method = forms.ChoiceField(label=_("Rounds are drawn"))
    apart_by = forms.MultipleChoiceField(
        label=_("Kept apart as far as possible"),
        choices=[("team", _("members of a team")), ("club", _("members of a club"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    accept_repeats = forms.BooleanField(label=_("More rounds than are possible without repeats"), required=False)
    turning = forms.BooleanField(label=_("Seats of finals turn"), required=False)
    together = forms.BooleanField(
        label=_("All venues are drawn together"),
        required=False,
        help_text=_("Else each venue is drawn for itself. Round robins, finals and fixed pairs need the whole field."),
    )

    def __init__(
        self, *args: Any, drawing: Mapping[str, Any] | None = None, areas: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.drawing = dict(drawing or {})
        if not areas:
            del self.fields["together"]
        self.fields["method"].choices = [
            (code, in_words(method.name)) for code, method in METHODS.items() if not method.by_hand
        ]
        self.order_fields(["name", "seating", "length_unit", "length_count"])

    @staticmethod
    def initial_drawing(drawing: StageDrawing) -> dict[str, Any]:
        """Return the fields of a way of drawing."""
        return {name: getattr(drawing, name) for name in DRAWING}

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be stored."""
        given = self.cleaned_data
        drawing = {**self.drawing, **{name: given[name] for name in DRAWING if name in given}}
        return {"name": given["name"], "seating": given["seating"], "length": self.length, "drawing": drawing}


class NewStageForm(StageForm):
    """A stage behind those there are."""

    rounds = forms.IntegerField(label=_("Rounds"), min_value=0, max_value=200, initial=1)
    policy = forms.ChoiceField(label=_("Standings"))

    def __init__(self, presets: Mapping[str, Mapping[str, Any]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["policy"].choices = preset_choices(presets)


class CountForm(forms.Form):
    """How many rounds are added."""

    count = forms.IntegerField(label=_("Add rounds"), min_value=1, max_value=200, initial=1)


class CutForm(forms.Form):
    """How many go on from the stage before, and what happens on a shared rank."""

    size = forms.IntegerField(label=_("How many go on"), min_value=1, max_value=10_000)
    ties = forms.ChoiceField(label=_("Where the last rank is shared"), choices=TIES, widget=forms.RadioSelect)


def preset_choices(presets: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return the standings presets of a game by code, named in the language of the page."""
    return [(code, in_words(_text(preset["name"]))) for code, preset in presets.items()]


def _text(name: Any) -> Text:
    return name if isinstance(name, Text) else Text(name["zh-hant"], name["zh-hans"], name["en"])


class PolicyForm(forms.Form):
    """How a stage is ranked, field by field; what has no field here stays as it is."""

    formula = forms.ChoiceField(label=_("A round counts"))
    place_points = forms.CharField(
        label=_("Worth of the places"),
        required=False,
        help_text=_("For first to fourth with commas between, where places count: 4, 3, 2, 1."),
    )
    best = forms.IntegerField(
        label=_("Only the best rounds"), required=False, min_value=1, help_text=_("Left empty, all of them.")
    )
    penalties = forms.ChoiceField(
        label=_("Penalties at a table"),
        choices=[("before", _("before the places are given")), ("after", _("after the places are given"))],
        widget=forms.RadioSelect,
    )
    carry = forms.IntegerField(
        label=_("Percent carried over from the stage before"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("Left empty, the stage begins at nothing."),
    )

    teams = forms.BooleanField(
        label=_("Teams are ranked as well"),
        required=False,
        help_text=_("On a page of their own, by the sum of their members; a team is all entries of that team."),
    )
    team_members = forms.IntegerField(
        label=_("Best members of a team in a round"),
        required=False,
        min_value=1,
        help_text=_("Left empty, all of them."),
    )
    pairs = forms.BooleanField(
        label=_("Pairs are ranked as well"),
        required=False,
        help_text=_("Two entries of one team are a pair then."),
    )

    def __init__(self, policy: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.policy = policy
        read = parse_policy(policy)
        self.fields["formula"].choices = [(name, in_words(formula.label)) for name, formula in FORMULAS.items()]
        names = {
            "sit_out": _("Who sits out gets"),
            "absent": _("Who is absent gets"),
            "substitute": _("A stand-in's round counts"),
            "void": _("A void table gives"),
        }
        for score in SCORES:
            kinds = [kind for kind in KINDS if kind[0] != "played" or score == "substitute"]
            self.fields[score] = forms.ChoiceField(label=names[score], choices=kinds)
            self.fields[f"{score}_value"] = forms.IntegerField(label=_("The number, where it is fixed"), required=False)
        breaks = [("", _("–"))] + [(key, in_words(spec.name)) for key, spec in TIE_BREAKS.items()]
        for at in range(MOST_TIE_BREAKS):
            self.fields[f"tie_{at}"] = forms.ChoiceField(
                label=_("Ranked by") if at == 0 else _("If equal, by"), choices=breaks, required=at == 0
            )
        self.initial = self._initial(plain(read)) | dict(kwargs.get("initial") or {})
        self.order_fields(
            ["formula", "place_points"]
            + [f"tie_{at}" for at in range(MOST_TIE_BREAKS)]
            + ["best", "penalties", "carry", "teams", "team_members", "pairs"]
        )

    @staticmethod
    def _initial(read: Mapping[str, Any]) -> dict[str, Any]:
        carry = read.get("carry")
        found: dict[str, Any] = {
            "formula": read["formula"],
            "place_points": ", ".join(str(worth) for worth in read["place_points"]),
            "best": read["best"],
            "penalties": read["penalties"],
            "carry": None if not carry else carry["numerator"] * 100 // carry["denominator"],
        }
        groups = {item["by"]: item for item in read["groups"]}
        found |= {"teams": "team" in groups, "pairs": "pair" in groups}
        found["team_members"] = groups["team"]["members"] if "team" in groups else None
        for score in SCORES:
            found[score], found[f"{score}_value"] = read[score]["kind"], read[score]["value"]
        for at, tie_break in enumerate(read["tie_breaks"][:MOST_TIE_BREAKS]):
            found[f"tie_{at}"] = tie_break["key"]
        return found

    def clean_place_points(self) -> list[int]:
        """Read the worth of the places."""
        words = self.cleaned_data["place_points"].replace("，", ",").replace("、", ",").replace("/", ",").split(",")
        try:
            return [int(word) for word in words if word.strip()]
        except ValueError:
            raise forms.ValidationError(gettext("Write whole numbers with commas between them.")) from None

    def clean(self) -> dict[str, Any]:
        """Refuse a criterion that stands there twice, beside the second one."""
        given = super().clean() or {}
        seen: set[str] = set()
        for at in range(MOST_TIE_BREAKS):
            key = given.get(f"tie_{at}")
            if key and key in seen:
                self.add_error(f"tie_{at}", gettext("This stands further up already."))
            seen.add(key or "")
        return given

    @property
    def changed(self) -> dict[str, Any]:
        """The whole policy as the form has it; scopes of tie-breaks that stay are kept."""
        given = self.cleaned_data
        policy = dict(self.policy)
        scopes = {tie["key"]: tie for tie in policy.get("tie_breaks", ()) if isinstance(tie, Mapping)}
        keys = [given[f"tie_{at}"] for at in range(MOST_TIE_BREAKS) if given.get(f"tie_{at}")]
        policy |= {
            "formula": given["formula"],
            "place_points": given["place_points"],
            "best": given["best"],
            "penalties": given["penalties"],
            "tie_breaks": [scopes.get(key, key) for key in keys],
            "carry": None if given["carry"] is None else {"numerator": given["carry"], "denominator": 100},
            "groups": self._groups(),
        }
        for score in SCORES:
            if score in self.changed_data or f"{score}_value" in self.changed_data:
                policy[score] = {"kind": given[score], "value": given[f"{score}_value"] or 0}
        return policy

    def _groups(self) -> list[dict[str, Any]]:
        """Return the standings of teams and pairs that are wanted; how they are ranked stays as it was."""
        given = self.cleaned_data
        held = {item["by"]: dict(item) for item in self.policy.get("groups") or ()}
        found = []
        if given["teams"]:
            team = held.get("team", {"by": "team", "tie_breaks": ["total"]})
            found.append(team | {"members": given["team_members"]})
        if given["pairs"]:
            found.append(held.get("pair", {"by": "pair", "tie_breaks": ["total"]}))
        return found
