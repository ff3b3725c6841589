"""Tables still out as HTML, written in Python: a template takes many times as long for 200 tables."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext

from tournament.links import numbered
from tournament.models import Event, Round, Table
from tournament.selectors.console import ConsoleTable
from tournament.templatetags.look import icon, points

_ROW = (
    '<tr><td><a class="btn btn--plain" href="{page}"><b>{number}</b></a></td><td>{hand}</td>'
    '<td class="wide">{state}{more}</td><td class="num">{last}</td>'
    '<td class="num"><a class="btn btn--plain" href="{admin}" aria-label="{label}">{icon}</a></td></tr>'
)
_LAST = '<time datetime="{}">{}</time>'
_MORE = ' <span class="chip nb">{} {}</span>'


def out_rows(event: Event, round_: Round, out: Iterable[ConsoleTable]) -> SafeString:
    """Return one line a table that is still out: hand, state with minutes given besides, last entry, its acts."""
    page, admin = numbered("table", event.slug, round_.number), numbered("table_admin", event.slug, round_.number)
    words = {value: escape(str(label)) for value, label in Table.Status.choices}
    label, minutes = escape(gettext("Time, seats and number of table %(number)s")), escape(gettext("min"))
    clock, none_left = icon("clock"), escape(gettext("after the last hand"))

    def line(row: ConsoleTable) -> str:
        extra, last = row.table.extra_minutes, localtime(row.last) if row.last else None
        return _ROW.format(
            page=page(row.number),
            number=row.number,
            hand=none_left if row.in_play is None else row.in_play,
            state=words[row.table.status],
            more=_MORE.format(points(extra), minutes) if extra else "",
            last=_LAST.format(last.isoformat(), date_format(last, "H:i")) if last else "–",
            admin=admin(row.number),
            label=label % {"number": row.number},
            icon=clock,
        )

    return mark_safe("".join(map(line, out)))  # noqa: S308 - every word is escaped
