"""Options of a ruleset and their values in the language of the page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from engine.rulesets import OptionSpec
from tournament.wording import in_words, listed


def plain_value(value: Any) -> Any:
    """Return an option's value as lists and dicts, to be compared."""
    if isinstance(value, list | tuple):
        return [plain_value(part) for part in value]
    return {key: plain_value(part) for key, part in value.items()} if hasattr(value, "items") else value


def value_in_words(spec: OptionSpec, value: Any, names: dict[str, str]) -> str:
    """Write an option's value: the wording of a choice, yes or no, a number, or several; `names` are of patterns."""
    for choice in spec.choices:
        if choice.value == value and isinstance(choice.value, bool) == isinstance(value, bool):
            return in_words(choice.name)
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    names = names | {key: in_words(part) for key, part in spec.parts.items()}
    if isinstance(value, list | tuple):
        return listed(names.get(str(part), str(plain_value(part))) for part in value) or "–"
    if hasattr(value, "items"):
        return (
            listed(f"{names.get(key, key)} {value_in_words(spec, part, names)}" for key, part in value.items()) or "–"
        )
    return str(value)
