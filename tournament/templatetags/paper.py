"""Tags of what is printed: type that steps down for long words, and the sections of a document."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tournament.printing.documents import Contents
from tournament.text_width import width_of

register = template.Library()

# How wide a text may be, in halves of a Chinese character, for each step of smaller type.
STEPS = (14, 24, 40, 70, 110)


@register.filter
def fit(text: object) -> str:
    """Return the class that sets a text in type it fits with: `fit-0` for a short name to `fit-5` for the longest."""
    width = width_of(str(text))
    return f"fit-{next((step for step, most in enumerate(STEPS) if width <= most), len(STEPS))}"


@register.simple_tag
def sections(contents: Contents) -> SafeString:
    """Draw all of a document on one page of the browser."""
    return mark_safe(  # noqa: S308 - rendered by templates
        "".join(
            render_to_string(section.template, {"given": section.given(0, len(section.items)), "contents": contents})
            for section in contents.sections
        )
    )


@register.simple_tag
def section(template_name: str, given: dict, contents: Contents) -> SafeString:
    """Draw one batch of a section."""
    return render_to_string(template_name, {"given": given, "contents": contents})
