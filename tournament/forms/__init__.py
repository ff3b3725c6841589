"""Forms of the pages: they check form only; what is legal services decide, whose refusals land beside a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from engine.errors import RuleError
from tournament.errors import sentences, status_of

_STEP = re.compile(r"[^.\[\]]+")


def carried_out(form: forms.Form, act: Callable[[], Any], fields: Mapping[str, str] | None = None) -> bool:
    """Do what the form asks for; a refusal is written beside the field its path names, and False is returned.

    `fields` names fields of the form for paths that are called otherwise. Refusals of a right or of an unknown object
    are not the form's to show and go on.
    """
    return refusal_of(form, act, fields) is None


def refusal_of(form: forms.Form, act: Callable[[], Any], fields: Mapping[str, str] | None = None) -> RuleError | None:
    """Do what the form asks for as `carried_out` does, and return the refusal for a page that asks for more by it."""
    try:
        act()
    except RuleError as error:
        if status_of(error) in (403, 404):
            raise
        form.add_error(field_of(form, error.path, fields or {}), sentences(error))
        return error
    return None


def field_of(form: forms.Form, path: str, fields: Mapping[str, str]) -> str | None:
    """Return the form's field that a path such as `settings.capacity` or `names[3].name` speaks of, or None.

    What is decided about places in a later stage stands in no field of a form: the page asks it besides.
    """
    steps = _STEP.findall(path)
    for step in () if steps[:1] == ["advance"] else steps:
        name = fields.get(step, step)
        if name in form.fields:
            return name
    return None
