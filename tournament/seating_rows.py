"""Seating and tables of a hall as HTML, written in Python: a template takes many times as long for 200 tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from html import escape
from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext

from engine.places import PLACES
from tournament.links import numbered
from tournament.wording import GLYPHS, listed, place_name

_CARD = (
    '<section class="sheet seats__table" aria-labelledby="t{0}"><div class="sheet__head"><h2 id="t{0}">{1}</h2>'
    '<a class="btn btn--plain" href="{2}">{3}<span class="hidden"> {0}</span></a></div><ul>{4}</ul></section>'
)
_SEAL = '<span class="seal" lang="zh-Hant" role="img" aria-label="{}">{}</span>'
_WHO = '<a href="{}"><span class="quiet num">{}</span> {}</a>'
_GONE = ' <span class="chip chip--stop">{}</span>'
_ROW = (
    '<tr id="table-{0}" data-row><td><a class="btn" href="{1}"><span class="hidden">{2} </span>{0}</a></td>'
    '<td>{3}</td><td class="num">{4}{5}</td><td><span class="nb">{6}</span>{7}</td></tr>'
)
_AREA = '<tr data-row><th colspan="4" scope="rowgroup">{}</th></tr>'
_NOBODY = '<span class="quiet">{}</span>'
_SMALL = '<br><span class="small quiet nb">{}</span>'
_LEFT = '<br><span class="small nb"><span class="hidden">{} </span><span data-ends="{}" data-now="{}">{}</span></span>'


def cards(slug: str, tables: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return one card a table: its number, and who sits at each place; those a search found are marked."""
    seals = {place: _SEAL.format(escape(place_name(place)), GLYPHS[place]) for place in PLACES}
    gone = _GONE.format(escape(gettext("withdrawn")))
    opened, nobody = escape(gettext("Open")), _NOBODY.format(escape(gettext("empty")))
    label = escape(gettext("Table %(number)s"))
    player = numbered("player_card", slug)
    pages = _pages(slug)

    def seat(place: str, who: Mapping[str, Any] | None) -> str:
        if not who:
            return f"<li>{seals[place]}{nobody}</li>"
        person = _WHO.format(player(who["number"]), who["number"], escape(who["name"]))
        found = ' class="is-me"' if who.get("found") else ""
        return f"<li{found}>{seals[place]}{person}{gone if who.get('withdrawn') else ''}</li>"

    html = "".join(
        _CARD.format(
            row["table"],
            label % {"number": row["table"]},
            pages(row["round"])(row["table"]),
            opened,
            "".join(seat(place, who) for place, who in row["seats"].items()),
        )
        for row in tables
    )
    return mark_safe(html)  # noqa: S308 - every name and word is escaped


def _pages(slug: str) -> Callable[[int], Callable[[int], str]]:
    """Return the pages of tables by the number of a round."""
    return cache(lambda number: numbered("table", slug, number))


def area_row(area: str) -> SafeString:
    """Return the line above the tables of a venue; nothing where there is one hall."""
    return format_html(_AREA, area) if area else mark_safe("")


def rows(tables: Iterable[Mapping[str, Any]], now: datetime) -> SafeString:
    """Return one line a table: players, hands played and left, state with the time left, or when it began and ended."""
    words = {place: escape(place_name(place)) for place in PLACES}
    label, comma = escape(gettext("Table")), escape(listed(("", "")))
    left, minutes, stamp = gettext("%(count)s left"), gettext("Time left"), now.isoformat()
    html = "".join(
        _ROW.format(
            row["table"],
            escape(row["url"]),
            label,
            comma.join(
                f'<span class="whole">{words[place]} {escape(who["name"]) if who else "–"}</span>'
                for place, who in row["seats"].items()
            ),
            row["hands_played"],
            "" if row["hands_left"] is None else format_html(_SMALL, left % {"count": row["hands_left"]}),
            escape(row["label"]),
            _times(row, minutes, stamp),
        )
        for row in tables
    )
    return mark_safe(html)  # noqa: S308 - every name and word is escaped


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
