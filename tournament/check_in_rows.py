"""Lines of the check-in list as HTML, written in Python: a template takes many times as long for 800 people."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
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
    shared = {
        "post": post,
        "action": f"{post}?{urlencode({'q': query})}" if query else post,
        "token": get_token(request),
    }
    words = {value: str(label) for value, label in Entry.CheckIn.choices}
    here, back = gettext("Here"), gettext("Number %(number)s is here: take back")
    check = icon("check")
    absent = format_html(_ABSENT, words[Entry.CheckIn.ABSENT])

    def button(row: Entry) -> SafeString:
        if row.check_in == Entry.CheckIn.PRESENT:
            return format_html(_BACK, back % {"number": row.number}, check, words[row.check_in])
        return format_html(_HERE, here, row.number, row.name)

    return format_html_join(
        "",
        _ROW,
        (
            {
                **shared,
                "number": row.number,
                "name": row.name,
                "where": format_html(_WHERE, row.club, row.team) if row.club or row.team else "",
                "absent": absent if row.check_in == Entry.CheckIn.ABSENT else "",
                "button": button(row),
            }
            for row in entries
        ),
    )
