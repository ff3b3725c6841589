"""Rows of standings as HTML, written in Python: a template takes eight times as long for a hall of 800 players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from engine.text import Text
from tournament.text_width import width_of
from tournament.wording import between_items, in_words

# What a name may take on a phone of 360 px beside two columns of numbers, in half-width columns.
NAME_COLUMNS = 7
# What is said beneath it may take two lines.
DETAIL_COLUMNS = 14

_ARROW = '<svg viewBox="0 0 10 10" aria-hidden="true"><path d="{}" fill="currentColor"/></svg>'
_MOVED = '<span class="move{}">' + _ARROW + '<span class="hidden">{} </span>{}</span>'
_SAME = '<span class="move zero"><span aria-hidden="true">–</span><span class="hidden">{}</span></span>'
_NEW = mark_safe('<span class="move"></span>')
_ROW = (
    '<details class="rank{}{}" id="rank-{}" data-row{}><summary><span class="rank__no">{}</span>{}'
    '<span class="rank__name">{}{}</span>{}<span class="rank__pts">{}</span>'
    '<span class="rank__more">{}</span>{}</summary><div class="why">{}{}</div></details>'
)
_FLAT = (
    '<li class="rank--flat{}"{}><span class="rank__no">{}</span>{}<span class="rank__name">{}</span>'
    '<span class="rank__pts">{}</span></li>'
)
_TABLE = (
    '<table class="why__table"><thead><tr><th scope="col">{}</th><th scope="col">{}</th><th scope="col">{}</th></tr>'
    "</thead><tbody>{}</tbody></table>"
)
_LINE = '<tr class="{}"><th scope="row">{}{}</th><td>{}</td><td>{}</td></tr>'


def movement(move: int | None) -> SafeString:
    """Show places gained (jade, upwards) or lost (ink); nothing where there was no rank before."""
    if move is None:
        return _NEW
    if move == 0:
        return format_html(_SAME, gettext("unchanged"))
    if move > 0:
        return format_html(_MOVED, " move--up", "M5 1 9.5 9h-9Z", gettext("up"), move)
    return format_html(_MOVED, "", "M5 9 .5 1h9Z", gettext("down"), -move)


def why(reason: Mapping[str, Any]) -> SafeString:
    """Say why a rank is what it is: title, criteria with theirs and ours, what the total is made of, and a text.

    Each part may be missing.
    """
    html = format_html("<b>{}</b>", reason["title"]) if reason.get("title") else ""
    if reason.get("criteria"):
        decides = format_html('<span class="hidden">, {}</span>', gettext("this decides"))
        lines = format_html_join(
            "",
            _LINE,
            (
                (
                    "decides" if line.get("decides") else "after" if line.get("after") else "",
                    in_words(line["name"]) if isinstance(line["name"], Text) else line["name"],
                    decides if line.get("decides") else "",
                    line["theirs"],
                    line["ours"],
                )
                for line in reason["criteria"]
            ),
        )
        html += format_html(_TABLE, gettext("Compared in order"), reason["theirs"], reason["ours"], lines)
    if reason.get("parts"):
        html += format_html(
            '<dl class="facts">{}</dl>', format_html_join("", "<dt>{}</dt><dd>{}</dd>", reason["parts"])
        )
    if reason.get("text"):
        html += format_html('<p class="small">{}</p>', reason["text"])
    return mark_safe(html)  # noqa: S308 - joined from escaped parts


def roomy(standings: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether some name needs more room than a phone leaves it between its rank and two columns of numbers."""
    return any(
        row.get("members")
        or width_of(str(row["name"])) > NAME_COLUMNS
        or width_of(str(row.get("detail", ""))) > DETAIL_COLUMNS
        for row in standings
    )


def rows(standings: Iterable[Mapping[str, Any]], *, long: bool, chevron: SafeString) -> SafeString:
    """Return the rows, each a disclosure that opens to its reason."""
    results = gettext("Results of this player")
    moves: dict[int | None, SafeString] = {}
    return format_html_join("", _ROW, (_row(row, long, chevron, results, moves) for row in standings))


def flat_rows(standings: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return rows that do not open, as a projector shows them."""
    return format_html_join(
        "",
        _FLAT,
        (
            (
                " rank--podium" if row.get("podium") else "",
                format_html(' id="rank-{}" data-row', row["key"]) if row.get("key") else "",
                row["rank"],
                movement(row["move"]),
                row["name"],
                row["points"],
            )
            for row in standings
        ),
    )


def _row(
    row: Mapping[str, Any], long: bool, chevron: SafeString, results: str, moves: dict[int | None, SafeString]
) -> tuple[object, ...]:
    move = row["move"]
    if move not in moves:
        moves[move] = movement(move)
    url = row.get("url")
    return (
        " rank--podium" if row.get("podium") else "",
        " rank--me" if row.get("me") else "",
        row["key"],
        mark_safe(" open") if row.get("open") else "",
        row["rank"],
        moves[move],
        row["name"],
        format_html("<small>{}</small>", row["detail"]) if row.get("detail") else "",
        _cells(row["cells"], long),
        row["points"],
        chevron,
        _members(row["members"]) if row.get("members") else "",
        why(row["why"]),
        format_html('<p><a class="btn btn--plain" href="{}">{}</a></p>', url, results) if url else "",
    )


def _members(members: Sequence[str]) -> SafeString:
    """List who makes up a row; each stays on one line, with the sign behind it, wherever he fits on one."""
    sign = between_items()
    last = len(members) - 1
    each = (
        (member, sign.rstrip() if index < last else "", " " if index < last and sign.endswith(" ") else "")
        for index, member in enumerate(members)
    )
    return format_html(
        '<span class="rank__members">{}</span>', format_html_join("", '<span class="whole">{}{}</span>{}', each)
    )


def _cells(cells: Sequence[object], long: bool) -> SafeString:
    last = len(cells) - 1
    return format_html_join(
        "",
        '<span class="num{}">{}</span>',
        ((" wide" if long or index < last else "", cell) for index, cell in enumerate(cells)),
    )
