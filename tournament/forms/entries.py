"""Forms of entries: a pasted list, one person, questions about namesakes, changes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.event_settings import Area
from tournament.forms.areas import area_field
from tournament.models import Entry, Person
from tournament.selectors.entries import Namesake
from tournament.services.entries import clean
from tournament.wording import listed

_PAIR = re.compile(r"\s*[/／]\s*")
_NUMBERED = re.compile(
    r"^\s*(?:[(（]?\s*\d{1,4}\s*[-–.)）、，,．:：\t]|[#＃]\s*\d{1,4}\b|\d{1,4}\s+(?=[\u3040-\u30ff\u3400-\u9fff]))\s*"
)
# "7 Cats" may be a name: a number and a blank count before Han characters and kana, else where most lines have one.
_COUNTED = re.compile(rf"{_NUMBERED.pattern}|^\s*\d{{1,4}}\s+")
MOST = 2000


class PasteForm(forms.Form):
    """A list of names, one a line; where pairs play, two names with a slash between them on each."""

    names = forms.CharField(
        label=_("Names, one on each line"),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Numbers before the names are left out."),
    )

    def __init__(self, *args: Any, pairs: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pairs = pairs
        if pairs:
            self.fields["names"].label = gettext("Pairs, one on each line")
            self.fields["names"].help_text = gettext("A pair stands on one line with a slash between: A / B.")

    def clean_names(self) -> list[list[str]]:
        """Return the names of each line."""
        given = [line for line in self.cleaned_data["names"].splitlines() if line.strip()]
        counted = 2 * sum(bool(_COUNTED.match(line)) for line in given) > len(given) > 1
        lines = [(_COUNTED if counted else _NUMBERED).sub("", line) for line in given]
        parts = [_PAIR.split(line) if self.pairs else [line] for line in lines]
        found = [[clean(name) for name in line if clean(name)] for line in parts]
        found = [names for names in found if names]
        if not found:
            raise forms.ValidationError(gettext("There is no name in this list."))
        if len(found) > MOST:
            raise forms.ValidationError(gettext("At most %(most)s at once.") % {"most": MOST})
        for names in found:
            if self.pairs and len(names) != 2:
                raise forms.ValidationError(
                    gettext("These are not two names with a slash between: %(line)s") % {"line": " / ".join(names)}
                )
            for name in names:
                if len(name) > Person._meta.get_field("name").max_length:
                    raise forms.ValidationError(gettext("This name is too long: %(name)s") % {"name": name[:60]})
        return found


class NamesakeForm(forms.Form):
    """One question for each name that is known already; nothing is chosen beforehand."""

    def __init__(
        self, lines: Sequence[Sequence[str]], known: Mapping[str, Sequence[Namesake]], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.lines = lines
        self.asked: dict[tuple[int, int], str] = {}
        # Whom a question can only mean, where it is somebody known: one person, who is not entered here.
        self.alone: dict[str, str] = {}
        seen: set[str] = set()
        for at, names in enumerate(lines):
            for part, name in enumerate(names):
                if name in known or name in seen:
                    key = f"who-{at}-{part}"
                    self.asked[at, part] = key
                    own = known.get(name, ())
                    self.fields[key] = _question(at + 1, name, own, twice=name in seen)
                    if len(own) == 1 and own[0].entry is None and name not in seen:
                        self.alone[key] = str(own[0].person.pk)
                seen.add(name)

    @property
    def groups(self) -> list[list[str | Person]]:
        """Return who is to be entered, as the answers say; skipped lines are gone."""
        people = Person.objects.in_bulk([int(v) for v in self.cleaned_data.values() if v.isdecimal()])
        found: list[list[str | Person]] = []
        for at, names in enumerate(self.lines):
            group: list[str | Person] = []
            for part, name in enumerate(names):
                answer = self.cleaned_data.get(self.asked.get((at, part), ""), "new")
                if answer == "skip":
                    break
                group.append(people[int(answer)] if answer.isdecimal() else name)
            else:
                found.append(group)
        return found


def _question(line: int, name: str, known: Sequence[Namesake], *, twice: bool) -> forms.ChoiceField:
    choices = [("new", gettext("Another person of the same name"))]
    help_text = ""
    for namesake in known:
        about = listed(
            part
            for part in (
                namesake.person.club,
                str(namesake.person.birth_year or ""),
                ngettext("{count} event", "{count} events", namesake.events).format(count=namesake.events),
            )
            if part
        )
        if namesake.entry is None:
            choices.append((str(namesake.person.pk), gettext("The same person: {about}").format(about=about)))
        else:
            help_text = gettext("Number {number} has this name in this event.").format(number=namesake.entry)
    if twice and not help_text:
        help_text = gettext("This name stands in the list more than once.")
    choices.append(("skip", gettext("Leave this line out")))
    label = gettext("Line {line}: {name}").format(line=line, name=name)
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, help_text=help_text)


class PersonFields(forms.Form):
    """What is known of a person."""

    name = forms.CharField(label=_("Name"), max_length=120)
    romanised = forms.CharField(label=_("Name in Latin letters"), max_length=120, required=False)
    sort_name = forms.CharField(
        label=_("Name to sort by"), max_length=120, required=False, help_text=_("As entered in kana or bopomofo.")
    )
    club = forms.CharField(label=_("Club"), max_length=120, required=False)
    birth_year = forms.IntegerField(label=_("Year of birth"), min_value=1900, max_value=2100, required=False)
    external_id = forms.CharField(label=_("Member number"), max_length=64, required=False)


class EntryForm(PersonFields):
    """One registration with all that may be known."""

    partner = forms.CharField(label=_("Partner"), max_length=120)
    team = forms.CharField(label=_("Team"), max_length=120, required=False)
    email = forms.EmailField(label=_("E-mail"), required=False)
    number = forms.IntegerField(
        label=_("Number"), min_value=1, max_value=1_000_000, required=False, help_text=_("Left empty, the next one.")
    )
    stand_in = forms.BooleanField(label=_("Stand-in: fills empty places, takes no rank"), required=False)

    def __init__(self, *args: Any, pairs: bool = False, areas: Sequence[Area] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not pairs:
            del self.fields["partner"]
        if areas:
            self.fields["area"] = area_field(areas, none=_("no venue yet"))

    @property
    def people(self) -> list[dict[str, Any]]:
        """The persons of the entry."""
        given = self.cleaned_data
        first = {name: given[name] for name in PersonFields.base_fields}
        return [first, {"name": given["partner"]}] if given.get("partner") else [first]


class SubstituteForm(forms.Form):
    """One more member of a pair."""

    name = forms.CharField(label=_("Name"), max_length=120)


class EntryChangeForm(forms.Form):
    """What can be changed of an entry beside its persons."""

    team = forms.CharField(label=_("Team"), max_length=120, required=False)
    club = forms.CharField(label=_("Club"), max_length=120, required=False)
    email = forms.EmailField(label=_("E-mail"), required=False)
    ranked = forms.BooleanField(label=_("Takes a rank (a stand-in does not)"), required=False)

    def __init__(self, *args: Any, areas: Sequence[Area] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if areas:
            counts = _("It counts from the next draw on.")
            self.fields["area"] = area_field(areas, none=_("no venue yet"), help_text=counts)

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        """Return the fields of an entry as it is."""
        return {name: getattr(entry, name) for name in (*EntryChangeForm.base_fields, "area")}


class PromoteForm(forms.Form):
    """How many of the waiting list are let in."""

    count = forms.IntegerField(label=_("Let in from the top of the list"), min_value=1, max_value=500, initial=1)
