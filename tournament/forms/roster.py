"""Forms of importing a roster: the file, how it is read, who is who, what is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.roster.columns import columns_of
from tournament.roster.matching import NEW, SKIP, Choice, Question
from tournament.roster.reading import MOST_BYTES, MOST_ROWS
from tournament.selectors.roster import Preview
from tournament.wording import listed

SAMPLES = 3
ASKED_AT_ONCE = 50


class UploadForm(forms.Form):
    """A file, or a table pasted out of one."""

    file = forms.FileField(
        label=_("CSV or XLSX file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    text = forms.CharField(label=_("Or the table, pasted"), widget=forms.Textarea(attrs={"rows": 6}), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = gettext(
            "One row for each entry, at most %(rows)s rows and %(size)s kB. In whatever codec it was saved."
        ) % {"rows": MOST_ROWS, "size": MOST_BYTES // 1000}

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        given = super().clean() or {}
        if not self.errors and not given.get("file") and not given.get("text", "").strip():
            raise forms.ValidationError(gettext("Choose a file, or paste a table."))
        return given

    @property
    def content(self) -> tuple[str, bytes]:
        """The name and the bytes of what was handed in; no more than one byte too many is read."""
        file = self.cleaned_data.get("file")
        if file:
            return file.name, file.read(MOST_BYTES + 1)
        return "", self.cleaned_data["text"].encode()


class CodecForm(forms.Form):
    """In which codec a file was saved; nothing is chosen beforehand."""

    codec = forms.ChoiceField(label=_("In which row are the names right?"), widget=forms.RadioSelect)

    def __init__(self, preview: Preview, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["codec"].choices = [(way.codec, way.name) for way in preview.candidates]


class ColumnsForm(forms.Form):
    """Which field each column has, and whether the first row has headers."""

    header = forms.BooleanField(label=_("The first row has the names of the columns"), required=False)

    def __init__(self, preview: Preview, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", self.initial_of(preview))
        super().__init__(*args, **kwargs)
        language = get_language() or "en"
        choices = [("", gettext("leave out"))]
        choices += [
            (column.key, column.label.in_language(language))
            for column in columns_of(pairs=preview.pairs)
            if column.imported or column.key in preview.columns
        ]
        if preview.above:
            label = gettext("Line {line} has the names of the columns").format(line=preview.rows[0].line)
            self.fields["header"].label = label
            self.fields["header"].help_text = gettext("What stands above it is left out.")
        rows = preview.rows[1:] if preview.header else preview.rows
        for index in range(len(preview.columns)):
            cells = [row.cells[index] for row in rows if index < len(row.cells) and row.cells[index]]
            head = preview.rows[0].cells[index] if preview.header and index < len(preview.rows[0].cells) else ""
            label = gettext("Column {number}").format(number=index + 1)
            self.fields[f"column-{index}"] = forms.ChoiceField(
                label=f"{label}: {head}" if head else label,
                choices=choices,
                required=False,
                help_text=" · ".join(cell[:40] for cell in cells[:SAMPLES]),
            )

    @staticmethod
    def initial_of(preview: Preview) -> dict[str, Any]:
        """Return what the columns are taken for."""
        found: dict[str, Any] = {f"column-{index}": key for index, key in enumerate(preview.columns)}
        return found | {"header": preview.header}

    @property
    def columns(self) -> list[str]:
        """The field of each column."""
        return [value for name, value in self.cleaned_data.items() if name.startswith("column-")]


class OpenQuestion(forms.ChoiceField):
    """A question that may wait: what is left empty is asked again."""

    def clean(self, value: Any) -> str:
        """Return the answer, or nothing."""
        return super().clean(value) if value else ""


class WhoForm(forms.Form):
    """Who is who: one question for each row that may be about somebody known; nothing is chosen beforehand."""

    use_required_attribute = False

    def __init__(self, preview: Preview, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = preview.matching.open[:ASKED_AT_ONCE]
        self.plain = [question for question in asked if _is_plain(question)]
        for question in asked:
            self.fields[f"who-{question.key}"] = OpenQuestion(
                label=gettext("Line {line}: {name}").format(line=question.record.line, name=question.name),
                choices=[(choice.value, _choice_words(choice, question)) for choice in question.choices],
                widget=forms.RadioSelect,
                help_text=_question_words(question),
            )

    def chosen(self, what: str) -> dict[str, str]:
        """Return the answers to choose beforehand: `new` or `same`, wherever only one person can be meant.

        Whoever may be an entry of this event, or stands in the file twice, is asked one by one.
        """
        found = {}
        for question in self.plain:
            persons = [choice.value for choice in question.choices if choice.person is not None]
            found[f"who-{question.key}"] = NEW if what == NEW else persons[0]
        return found

    @property
    def who(self) -> dict[str, str]:
        """The answers that were given."""
        return {name.removeprefix("who-"): value for name, value in self.cleaned_data.items() if value}


def _is_plain(question: Question) -> bool:
    """Tell whether it is only asked whether somebody is the one person of the name known from elsewhere."""
    persons = sum(choice.person is not None for choice in question.choices)
    return persons == 1 and not question.twice and all(choice.entry is None for choice in question.choices)


def _question_words(question: Question) -> str:
    member = question.record.members[question.part or 0]
    said = _about(member)
    words = [gettext("The file says: {about}.").format(about=said)] if said else []
    words += [
        gettext("This number is that of {name} here.").format(name=choice.entry.name)
        for choice in question.choices
        if choice.entry is not None and choice.entry.number == question.record.number
    ]
    if question.twice:
        words.append(gettext("This name stands in the file more than once."))
    return " ".join(words)


def _choice_words(choice: Choice, question: Question) -> str:
    if choice.entry is not None:
        entry = choice.entry
        about = _about({**entry.members[0].fields, "club": entry.fields["club"]})
        text = gettext("Number {number} of this event: {name}").format(number=entry.number, name=entry.name)
        if entry.imported_names:
            before = " / ".join(entry.imported_names)
            text = gettext("{entry}, imported as {name}").format(entry=text, name=before)
        return f"{text} ({about})" if about else text
    if choice.person is not None:
        events = ngettext("{count} event", "{count} events", choice.person.events).format(count=choice.person.events)
        about = listed(part for part in (_about(choice.person.fields), events) if part)
        return gettext("The same person as {name}: {about}").format(name=choice.person.name, about=about)
    words = {
        NEW: gettext("Somebody else, who is new")
        if len(question.record.members) == 1 or question.part is not None
        else gettext("Another pair, which is new"),
        SKIP: gettext("Leave this line out"),
    }
    return words[choice.value]


def _about(fields: Mapping[str, Any]) -> str:
    return listed(str(fields[key]) for key in ("club", "birth_year", "external_id") if fields.get(key))


class TakeForm(forms.Form):
    """The lines whose values replace even what was edited here."""

    take = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, preview: Preview, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["take"].choices = [(str(line.record.line), "") for line in preview.diff.lines]


class ConfirmForm(forms.Form):
    """The last word: which preview is meant, who of the missing is withdrawn, whether wrong lines are left out."""

    expected = forms.CharField(widget=forms.HiddenInput)
    withdraw = forms.MultipleChoiceField(
        label=_("Withdraw, because they are not in this file"), required=False, widget=forms.CheckboxSelectMultiple
    )
    leave_out = forms.BooleanField(required=False)

    def __init__(self, preview: Preview, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"expected": preview.mark})
        super().__init__(*args, **kwargs)
        missing = preview.diff.missing
        self.fields["withdraw"].choices = [(str(entry.number), f"{entry.number} {entry.name}") for entry in missing]
        if not missing:
            del self.fields["withdraw"]
        count = len(preview.problems)
        if count:
            self.fields["leave_out"].label = ngettext(
                "Import without the line that cannot be read",
                "Import without the %(count)s lines that cannot be read",
                count,
            ) % {"count": count}
        else:
            del self.fields["leave_out"]
