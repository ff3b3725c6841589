"""Seating and tables of a hall as HTML, written in Python: a template takes many times as long for 200 tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext

from engine.places import PLACES
from tournament.wording import GLYPHS, listed, place_name

_CARD = (
    '<section class="sheet seats__table" aria-labelledby="t{0}"><div class="sheet__head"><h2 id="t{0}">{1}</h2>'
    '<a class="btn btn--plain" href="{2}">{3}<span class="hidden"> {0}</span></a></div><ul>{4}</ul></section>'
)
_SEAT = '<li{}><span class="seal" lang="zh-Hant" role="img" aria-label="{}">{}</span>{}</li>'
_WHO = '<a href="{}"><span class="quiet num">{}</span> {}</a>'
_GONE = ' <span class="chip chip--stop">{}</span>'
_ROW = (
    '<tr id="table-{0}" data-row><td><a class="btn" href="{1}"><span class="hidden">{2} </span>{0}</a></td><td>{3}</td>'
    '<td class="num">{4}{5}</td><td><span class="nb">{6}</span>{7}</td></tr>'
)
_AREA = '<tr data-row><th colspan="4" scope="rowgroup">{}</th></tr>'
_SMALL = '<br><span class="small quiet nb">{}</span>'
_LEFT = '<br><span class="small nb"><span class="hidden">{} </span><span data-ends="{}" data-now="{}">{}</span></span>'


def cards(slug: str, tables: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return one card a table: its number, and who sits at each place; those a search found are marked."""
    words = {place: (place_name(place), GLYPHS[place]) for place in PLACES}
    gone = gettext("withdrawn")
    opened, nobody = gettext("Open"), format_html('<span class="quiet">{}</span>', gettext("empty"))
    label = gettext("Table %(number)s")
    return format_html_join(
        "",
        _CARD,
        (
            (
                row["table"],
                label % {"number": row["table"]},
                reverse("table", args=[slug, row["round"], row["table"]]),
                opened,
                format_html_join("", _SEAT, _seats(slug, row["seats"], words, nobody, gone)),
            )
            for row in tables
        ),
    )


def _seats(
    slug: str, seats: Mapping[str, Any], words: Mapping[str, tuple[str, str]], nobody: SafeString, gone: str
) -> Iterable[tuple[object, ...]]:
    for place, who in seats.items():
        found = format_html(' class="{}"', "is-me") if who and who.get("found") else ""
        person = nobody
        if who:
            url = reverse("player_card", args=[slug, who["number"]])
            person = format_html(_WHO, url, who["number"], who["name"])
            if who.get("withdrawn"):
                person += format_html(_GONE, gone)
        yield (found, *words[place], person)


def area_row(area: str) -> SafeString:
    """Return the line above the tables of a venue; nothing where there is one hall."""
    return format_html(_AREA, area) if area else mark_safe("")


def rows(tables: Iterable[Mapping[str, Any]], now: datetime) -> SafeString:
    """Return one line a table: players, hands played and left, state with the time left, or when it began and ended."""
    words = {place: place_name(place) for place in PLACES}
    label, comma = gettext("Table"), listed(("", ""))
    left, minutes, stamp = gettext("%(count)s left"), gettext("Time left"), now.isoformat()
    return format_html_join(
        "",
        _ROW,
        (
            (
                row["table"],
                row["url"],
                label,
                format_html_join(
                    comma,
                    '<span class="nb">{} {}</span>',
                    ((words[place], who["name"] if who else "–") for place, who in row["seats"].items()),
                ),
                row["hands_played"],
                "" if row["hands_left"] is None else format_html(_SMALL, left % {"count": row["hands_left"]}),
                row["label"],
                _times(row, minutes, stamp),
            )
            for row in tables
        ),
    )


def _times(row: Mapping[str, Any], minutes: str, stamp: str) -> SafeString:
    """Return what is left of a table's time, what it was given besides, and when it began and ended."""
    html = mark_safe("")
    clock = row["clock"]
    if clock is not None:
        ends = clock.ends.isoformat() if clock.ends else ""
        html += format_html(_LEFT, minutes, ends, stamp, clock.text)
    if row["extra_minutes"]:
        html += format_html(_SMALL, f"{row['extra_minutes']:+d}′".replace("-", "\u2212"))
    if row["began"] is not None:
        ended = date_format(localtime(row["ended"]), "H:i") if row["ended"] else ""
        html += format_html(_SMALL, f"{date_format(localtime(row['began']), 'H:i')}–{ended}")
    return html
