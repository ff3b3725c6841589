"""The form of a ruleset's options, made from their descriptions; names, help and choices in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.rulesets import OptionSpec, ResolvedRuleset, Ruleset
from tournament.forms.fields import Integers
from tournament.wording import anchor, in_words, listed

PART = "--"


class OptionsForm(forms.Form):
    """One field an option; a mapping of whole numbers has one field a key. `groups` are how the page shows them."""

    def __init__(self, rules: ResolvedRuleset, rules_url: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.parts: dict[str, list[str]] = {}
        for code, spec in rules.ruleset.options.items():
            value = rules.plain_options[code]
            for name, made in _fields(code, spec, value, rules.ruleset).items():
                if name == code or name == f"{code}{PART}{next(iter(value), '')}":
                    made.help_text = _help(spec, rules.ruleset, rules_url)
                self.fields[name] = made
                self.parts.setdefault(code, []).append(name)

    @property
    def groups(self) -> list[dict[str, Any]]:
        """Return options in order: a bound field each, or a name with the fields of its keys."""
        found: list[dict[str, Any]] = []
        for code, names in self.parts.items():
            if names == [code]:
                found.append({"field": self[code]})
            else:
                spec = self.rules.ruleset.options[code]
                wrong = any(self[name].errors for name in names)
                found.append({"name": spec.name, "fields": [self[name] for name in names], "open": wrong})
        return found

    @property
    def changes(self) -> dict[str, Any]:
        """The options whose value differs from what is decided."""
        changed: dict[str, Any] = {}
        for code, names in self.parts.items():
            held = self.rules.plain_options[code]
            if names == [code]:
                value = self.cleaned_data[code]
            else:
                value = {name.split(PART, 1)[1]: self.cleaned_data[name] for name in names}
            if value != held or type(value) is not type(held):
                changed[code] = value
        return changed


def _help(spec: OptionSpec, ruleset: Ruleset, rules_url: str) -> SafeString:
    """Say what the option means, its default, and link the articles it cites."""
    words = in_words(spec.help) if spec.help else ""
    default = "" if isinstance(spec.default, dict) else _("Default: %(value)s.") % {"value": worded(spec, spec.default)}
    known = [(rules_url, anchor(cited), cited) for cited in spec.cites if cited in ruleset.articles]
    articles = format_html_join(" ", '<small><a href="{}#{}">{}</a></small>', known)
    return format_html("{} {} {}", words, default, articles)


def worded(spec: OptionSpec, value: Any) -> str:
    """Write an option's value in the language of the page."""
    for choice in spec.choices:
        if choice.value == value and isinstance(choice.value, bool) == isinstance(value, bool):
            return in_words(choice.name)
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return listed(worded(spec, part) for part in value)
    return str(value)


def _fields(code: str, spec: OptionSpec, value: Any, ruleset: Ruleset) -> dict[str, forms.Field]:
    label = in_words(spec.name)
    bounds = {"min_value": spec.minimum, "max_value": spec.maximum}
    if spec.kind == "flag" and not spec.nullable:
        return {code: forms.BooleanField(label=label, required=False, initial=value)}
    if spec.kind == "integer" and not spec.choices:
        return {code: forms.IntegerField(label=label, required=not spec.nullable, initial=value, **bounds)}
    if spec.kind in ("integer", "choice", "flag"):
        return {code: _Choice(spec, label, value)}
    if spec.kind == "codes" and not spec.nullable:
        return {code: _Codes(spec, label, value)}
    if spec.kind == "integers":
        return {code: Integers(label=label, required=False, nullable=spec.nullable, initial=value)}
    if spec.kind == "mapping" and value and all(_whole(part) for part in value.values()):
        names = _names(ruleset) | {key: in_words(part) for key, part in spec.parts.items()}
        return {
            f"{code}{PART}{key}": forms.IntegerField(label=names.get(key, key), initial=part, **bounds)
            for key, part in value.items()
        }
    if spec.kind == "text":
        return {code: forms.CharField(label=label, required=False, initial=value)}
    return {code: _Lines(label=label, required=False, initial=value)}


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _names(ruleset: Ruleset) -> dict[str, str]:
    return {pattern.code: in_words(pattern.name) for pattern in ruleset.patterns}


class _Choice(forms.Field):
    """One of the named values, kept in its own type; a number decided elsewhere stays one of the choices."""

    def __init__(self, spec: OptionSpec, label: str, value: Any) -> None:
        self.spec = spec
        named: list[tuple[str, str]] = [(json.dumps(c.value), in_words(c.name)) for c in spec.choices]
        if spec.kind == "flag":
            named = [("true", _("yes")), ("false", _("no"))]
        if spec.nullable:
            named.insert(0, ("null", _("none")))
        if spec.kind == "integer" and _whole(value):
            named.append((json.dumps(value), str(value)))
        widget = forms.Select(choices=named) if len(named) > 4 else forms.RadioSelect(choices=named)
        super().__init__(label=label, required=True, initial=json.dumps(value), widget=widget)

    def to_python(self, value: Any) -> Any:
        """Return the value itself."""
        try:
            return json.loads(value) if value not in self.empty_values else None
        except ValueError:
            raise forms.ValidationError(_("Choose one of these.")) from None

    def validate(self, value: Any) -> None:
        """Whether the value is allowed is decided by the ruleset."""


class _Codes(forms.MultipleChoiceField):
    """Some of the named values, in the order of the ruleset."""

    def __init__(self, spec: OptionSpec, label: str, value: Any) -> None:
        choices = [(json.dumps(choice.value), in_words(choice.name)) for choice in spec.choices]
        super().__init__(
            label=label,
            required=False,
            choices=choices,
            initial=[json.dumps(part) for part in value],
            widget=forms.CheckboxSelectMultiple,
        )

    def clean(self, value: Any) -> list[Any]:
        """Return the values themselves."""
        return [json.loads(part) for part in super().clean(value)]


class _Lines(forms.CharField):
    """A table of values, one `name = value` a line."""

    widget = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})

    def prepare_value(self, value: Any) -> str:
        """Write the table."""
        if isinstance(value, Mapping):
            return "\n".join(f"{key} = {json.dumps(part, ensure_ascii=False)}" for key, part in value.items())
        return str(value or "")

    def to_python(self, value: Any) -> dict[str, Any]:
        """Read the table."""
        found: dict[str, Any] = {}
        for line in str(value or "").splitlines():
            if not line.strip():
                continue
            key, sign, text = line.partition("=")
            if not sign:
                raise forms.ValidationError(_("Write “name = value” on each line: %(line)s") % {"line": line.strip()})
            try:
                found[key.strip()] = json.loads(text)
            except ValueError:
                found[key.strip()] = text.strip()
        return found

    def validate(self, value: Any) -> None:
        """What may stand in the table is decided by the ruleset."""

    def run_validators(self, value: Any) -> None:
        """The validators of a text field mean nothing for a table."""
