"""Forms of registration: what a player fills in, what the organiser decides and asks, what the staff notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.event_settings import Area
from tournament.forms.areas import area_field
from tournament.forms.fields import moment
from tournament.models import Entry
from tournament.registration_settings import Question, Registration
from tournament.services.registration import NO, YES

FEW_CHOICES = 6


class RegisterForm(forms.Form):
    """One player, or two as a pair, with the organiser's questions; `mails` says whether the site sends e-mail."""

    name = forms.CharField(label=_("Name"), max_length=120)
    romanised = forms.CharField(label=_("Name in Latin letters"), max_length=120, required=False)
    partner = forms.CharField(label=_("Partner"), max_length=120)
    partner_romanised = forms.CharField(label=_("Partner’s name in Latin letters"), max_length=120, required=False)
    club = forms.CharField(label=_("Club"), max_length=120, required=False)
    email = forms.EmailField(label=_("E-mail"))
    # Nobody sees this field; programs that fill in every field give themselves away by it.
    website = forms.CharField(
        label=_("Leave this empty"), required=False, widget=forms.TextInput(attrs={"tabindex": -1})
    )
    namesake = forms.BooleanField(label=_("I am another person of the same name"), required=False)

    def __init__(
        self,
        registration: Registration,
        *args: Any,
        pairs: bool = False,
        areas: Sequence[Area] = (),
        mails: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if areas:
            none = gettext("the organiser decides")
            few = {"widget": forms.RadioSelect} if len(areas) < FEW_CHOICES else {}
            self.fields["area"] = area_field(areas, none=none, **few)
        self.questions = registration.questions
        self.fields["email"].required = registration.email_required
        self.fields["email"].help_text = (
            gettext("Your personal link is sent there.")
            if mails
            else gettext(
                "For the organiser. This site sends no e-mail: your personal link is shown once you have registered."
            )
        )
        if not pairs:
            del self.fields["partner"], self.fields["partner_romanised"]
        for question in self.questions:
            self.fields[f"q-{question.code}"] = _field(question)
        names = [name for name in self.fields if name not in ("website", "namesake")]
        self.order_fields([*names, "namesake", "website"])
        for name, token in (("name", "name"), ("email", "email")):
            self.fields[name].widget.attrs["autocomplete"] = token
        self.fields["website"].widget.attrs |= {"autocomplete": "off", "tabindex": "-1"}

    def clean_website(self) -> str:
        """Turn away what a program filled in."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(gettext("This field has to stay empty."))
        return ""

    @property
    def visible(self) -> list[forms.BoundField]:
        """The fields a person sees; the question about namesakes only once it has been put."""
        asked = "namesake" in self.errors or bool(self.data.get("namesake"))
        hidden = {"website"} if asked else {"website", "namesake"}
        return [field for field in self if field.name not in hidden]

    @property
    def people(self) -> list[dict[str, Any]]:
        """The persons of the entry."""
        given = self.cleaned_data
        first = {"name": given["name"], "romanised": given["romanised"], "club": given["club"]}
        if not given.get("partner"):
            return [first]
        return [first, {"name": given["partner"], "romanised": given["partner_romanised"]}]

    @property
    def answers(self) -> dict[str, str]:
        """The answers by the code of their question."""
        return {question.code: self.cleaned_data.get(f"q-{question.code}", "") for question in self.questions}

    @property
    def beside(self) -> dict[str, str]:
        """Which field of the form a part of a refusal's path belongs to."""
        return {question.code: f"q-{question.code}" for question in self.questions} | {"people": "name"}


def _field(question: Question) -> forms.Field:
    common: dict[str, Any] = {"label": question.label, "required": question.required}
    if question.kind == "text":
        return forms.CharField(max_length=1000, **common)
    if question.kind == "yes_no":
        choices = [(YES, gettext("Yes")), (NO, gettext("No"))]
    else:
        choices = [(choice, choice) for choice in question.choices]
    if len(choices) > FEW_CHOICES:
        return forms.ChoiceField(choices=[("", "–"), *choices], **common)
    if not question.required:
        choices.append(("", gettext("No answer")))
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)


class RegistrationSettingsForm(forms.Form):
    """When and how one may register."""

    offered = forms.BooleanField(label=_("Players may register themselves"), required=False)
    opens_at = moment(_("Registration opens"), _("In the event’s time zone. Left empty, at once."))
    closes_at = moment(_("Registration closes"), _("Left empty, when the event starts."))
    text = forms.CharField(
        label=_("What registrants should know"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    fee = forms.CharField(
        label=_("Fee"), required=False, max_length=120, help_text=_("As text, with the currency and how to pay.")
    )
    approval = forms.ChoiceField(
        label=_("Who lets players in"),
        choices=[("automatic", _("Everybody is in while there is room")), ("hand", _("The staff approves each one"))],
        widget=forms.RadioSelect,
    )
    paid_first = forms.BooleanField(label=_("Approve only those who have paid"), required=False)
    promotion = forms.ChoiceField(
        label=_("When a place gets free"),
        choices=[
            ("hand", _("The staff lets the next of the waiting list in")),
            ("automatic", _("The next of the waiting list is in, and is told")),
        ],
        widget=forms.RadioSelect,
    )
    email_required = forms.BooleanField(label=_("An e-mail address is needed"), required=False)
    choose_area = forms.BooleanField(
        label=_("Whoever registers may choose the venue"),
        required=False,
        help_text=_("You can change it afterwards on the page of the entry."),
    )

    def __init__(self, *args: Any, areas: Sequence[Area] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(areas) < 2:  # there is nothing to choose from
            del self.fields["choose_area"]

    @property
    def changes(self) -> dict[str, Any]:
        """What is to be stored."""
        given = dict(self.cleaned_data)
        for name in ("opens_at", "closes_at"):
            given[name] = given[name].astimezone(UTC).isoformat() if given[name] else None
        return given


class QuestionForm(forms.Form):
    """One question of the organiser's."""

    label = forms.CharField(label=_("Question"), max_length=200)
    kind = forms.ChoiceField(
        label=_("Answered by"),
        choices=[("text", _("A few words")), ("choice", _("One of several answers")), ("yes_no", _("Yes or no"))],
        widget=forms.RadioSelect,
        initial="text",
    )
    choices = forms.CharField(
        label=_("Answers to choose from, one a line"), required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    required = forms.BooleanField(label=_("Has to be answered"), required=False)

    @staticmethod
    def initial_of(question: Question) -> dict[str, Any]:
        """Return the fields of a question as it is."""
        return {
            "label": question.label,
            "kind": question.kind,
            "choices": "\n".join(question.choices),
            "required": question.required,
        }

    def clean_choices(self) -> list[str]:
        """Return the answers, each once."""
        lines = [line.strip() for line in self.cleaned_data["choices"].splitlines()]
        found = list(dict.fromkeys(line for line in lines if line))
        if any(len(line) > 200 for line in found):
            raise forms.ValidationError(gettext("At most {limit} characters.").format(limit=200))
        return found


class PaymentForm(forms.Form):
    """What is known of an entry's payment."""

    payment = forms.ChoiceField(label=_("Payment"), choices=Entry.Payment.choices)
    payment_note = forms.CharField(label=_("Amount"), required=False, max_length=120, help_text=_("With the currency."))
