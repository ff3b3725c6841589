"""The rulings of an event as files have them: one definition of what stands in a column, whichever list it is of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.listing import Cell, Column, Listing

Row = Mapping[str, Any]
# Every column by its code: its heading, and what stands in it for a row as the pages make it.
COLUMNS: Mapping[str, tuple[Promise, Callable[[Row], Cell]]] = {
    "case": (_("Case"), lambda row: row["case"]),
    "ruling": (_("Ruling"), lambda row: row["title"]),
    "who": (_("Player"), lambda row: row["who"]),
    "round": (_("Round"), lambda row: row["table_round"] or row["round"]),
    "table": (_("Table"), lambda row: row["table"]),
    "hand": (_("Hand"), lambda row: row["hand"] if row["table"] else None),
    "article": (_("Article"), lambda row: row["article"]),
    "outcome": (_("Outcome"), lambda row: str(row["outcome"])),
    "state": (_("State"), lambda row: str(row["label"])),
    "appeal": (_("Appeal"), lambda row: str(row["appealed"])),
    "remedy": (_("Remedy"), lambda row: row["remedy"]),
    "points": (_("Points"), lambda row: row["points"]),
    "payments": (_("Payments"), lambda row: row["payments"]),
    "reason": (_("Public reason"), lambda row: row["public_text"]),
}
WHICH = ("case", "ruling", "who", "round", "table", "hand", "article")


def rulings_listing(rows: Sequence[Row], name: str, zone: str) -> Listing:
    """Return the rulings as a file has them, in the order of the page: who sees more of them there does so here."""
    return _listing((*WHICH, "outcome", "state"), rows, name, gettext("Rulings"), zone)


def report_listing(rows: Sequence[Row], name: str, zone: str) -> Listing:
    """Return the report as a file has it: each ruling with its remedy, what became of it, and its public reason."""
    told = (*WHICH, "state", "appeal", "remedy", "points", "payments", "reason")
    return _listing(told, rows, name, gettext("Report of rulings"), zone)


def _listing(codes: Sequence[str], rows: Sequence[Row], name: str, title: str, zone: str) -> Listing:
    found = [(code, *COLUMNS[code]) for code in codes]
    columns = [Column(code, str(label)) for code, label, _cell in found]
    lines = [[cell(row) for _code, _label, cell in found] for row in rows]
    return Listing(name, title, columns, lines, zone=zone)
