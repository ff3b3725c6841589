"""Lines of the check-in list as HTML, written in Python: a template takes many times as long for 800 people."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.models import Entry, Event
from tournament.templatetags.look import icon

_ROW = (
    '<li id="n{number}"><span class="people__no num">{number}</span><span class="people__name"><b>{name}</b>{where}'
    '{absent}</span><form method="post" action="{action}" hx-post="{post}" hx-target="#n{number}" hx-swap="outerHTML">'
    '<input type="hidden" name="csrfmiddlewaretoken" value="{token}"><input type="hidden" name="number" '
    'value="{number}">{button}</form></li>'
)
_NAMED = '<span class="hidden"> {} {}</span>'
_HERE = '<button class="btn btn--go" type="submit" name="state" value="present">{}' + _NAMED + "</button>"
_BACK = '<button class="btn" type="submit" name="state" value="expected" aria-label="{}">{}{}</button>'
_WHERE = "<small>{} {}</small>"
_ABSENT = '<small><span class="chip chip--stop">{}</span></small>'


def rows(request: HttpRequest, event: Event, entries: Iterable[Entry], query: str = "") -> SafeString:
    """Return one line a person: number, name, and the button that checks in or takes back."""
    post = reverse("check_in", args=[event.slug])
    row_html = _ROW.format(
        action=escape(f"{post}?{urlencode({'q': query})}" if query else post),
        post=escape(post),
        token=get_token(request),
        number="{0}",
        name="{1}",
        where="{2}",
        absent="{3}",
        button="{4}",
    )
    words = {value: escape(str(label)) for value, label in Entry.CheckIn.choices}
    absent = _ABSENT.format(words[Entry.CheckIn.ABSENT])
    back = escape(gettext("Number %(number)s is here: take back"))
    present = _BACK.format(back, icon("check"), words[Entry.CheckIn.PRESENT])
    here = _HERE.format(escape(gettext("Here")), "{}", "{}")

    def line(row: Entry) -> str:
        name = escape(row.name)
        is_here = row.check_in == Entry.CheckIn.PRESENT
        return row_html.format(
            row.number,
            name,
            _WHERE.format(escape(row.club), escape(row.team)) if row.club or row.team else "",
            absent if row.check_in == Entry.CheckIn.ABSENT else "",
            present % {"number": row.number} if is_here else here.format(row.number, name),
        )

    return mark_safe("".join(map(line, entries)))  # noqa: S308 - every name and word is escaped
