"""Seating and tables of a hall as HTML, written in Python: a template takes many times as long for 200 tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.places import PLACES
from tournament.wording import GLYPHS, listed, place_name

_CARD = (
    '<section class="sheet seats__table" aria-labelledby="t{0}"><div class="sheet__head"><h2 id="t{0}">{1}</h2>'
    '<a class="btn btn--plain" href="{2}">{3}<span class="hidden"> {0}</span></a></div><ul>{4}</ul></section>'
)
_SEAT = '<li{}><span class="seal" lang="zh-Hant" role="img" aria-label="{}">{}</span>{}</li>'
_WHO = '<a href="{}"><span class="quiet num">{}</span> {}</a>'
_ROW = (
    '<tr><td><a class="btn" href="{}"><span class="hidden">{} </span>{}</a></td><td>{}</td>'
    '<td class="num">{}{}</td><td class="nb">{}</td></tr>'
)
_EXTRA = '<br><span class="small quiet nb">{}′</span>'


def cards(slug: str, tables: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return one card a table: its number, and who sits at each place; those a search found are marked."""
    words = {place: (place_name(place), GLYPHS[place]) for place in PLACES}
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
                format_html_join("", _SEAT, _seats(slug, row["seats"], words, nobody)),
            )
            for row in tables
        ),
    )


def _seats(
    slug: str, seats: Mapping[str, Any], words: Mapping[str, tuple[str, str]], nobody: SafeString
) -> Iterable[tuple[object, ...]]:
    for place, who in seats.items():
        found = format_html(' class="{}"', "is-me") if who and who.get("found") else ""
        person = nobody
        if who:
            url = reverse("player_card", args=[slug, who["number"]])
            person = format_html(_WHO, url, who["number"], who["name"])
        yield (found, *words[place], person)


def rows(tables: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return one line a table: players, hands played, state."""
    words = {place: place_name(place) for place in PLACES}
    label, comma = gettext("Table"), listed(("", ""))
    return format_html_join(
        "",
        _ROW,
        (
            (
                row["url"],
                label,
                row["table"],
                format_html_join(
                    comma,
                    '<span class="nb">{} {}</span>',
                    ((words[place], who["name"] if who else "–") for place, who in row["seats"].items()),
                ),
                row["hands_played"],
                format_html(_EXTRA, f"{row['extra_minutes']:+d}".replace("-", "\u2212"))
                if row["extra_minutes"]
                else "",
                row["label"],
            )
            for row in tables
        ),
    )
