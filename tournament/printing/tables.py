"""Score slips, one a table: who sits where, boxes for every hand, a code that opens the page to enter it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from engine.fields import fields_of
from engine.registry import game_of
from engine.rulesets import OptionSpec
from tournament.models import Event, PrintJob, Round
from tournament.option_words import plain_value, value_in_words
from tournament.printing.documents import Contents, Order, Section
from tournament.selectors.console import ConsoleTable, console_tables
from tournament.selectors.rounds import get_round
from tournament.selectors.rulesets import rules_of
from tournament.wording import in_words, labelled

BATCH_PAGES = 10
USUAL_HANDS = 16
# Lines one can write on: on half a sheet (two slips a page, or a small paper), and on a whole one.
HALF, WHOLE = 16, 28
SMALL = ("a5",)
MOST_REMINDERS = 6
# Options that are one number or one word fit on a line of a slip.
SHORT_KINDS = ("integer", "choice", "flag")


def score_slips(order: Order) -> Contents:
    """Read the slips of a round's tables, or of the tables asked for; none before the draw is released."""
    round_ = get_round(order.event, order.options["round"])
    wanted = order.options.get("tables") or ()
    tables = [row for row in console_tables(round_) if not wanted or row.number in wanted]
    length = round_.stage.length
    hands = length.get("count", USUAL_HANDS) if length.get("unit") == "hands" else USUAL_HANDS
    longest = hands + max((row.table.extra_hands for row in tables), default=0)
    columns, places = slip_columns(order.event), game_of(rules_of(order.event)).order
    # Columns of the game's own leave half a sheet too narrow for names.
    per_page = 2 if longest <= HALF and order.paper not in SMALL and not columns else 1
    most = HALF if order.paper in SMALL else WHOLE
    slips = [
        {
            "table": row.number,
            "area": row.table.area,
            "seats": sorted(row.seats, key=lambda seat: places.index(seat[0])),
            "hands": range(1, min(hands + row.table.extra_hands, most) + 1),
            "more": max(0, hands + row.table.extra_hands - most),
            "link": order.site + reverse("table", args=[order.event.slug, round_.number, row.number]),
        }
        for row in tables
    ]
    context = {
        "event": order.event,
        "round": round_,
        "reminders": reminders(order.event, round_),
        "columns": columns,
    }
    section = Section("print/slips.html", slips, context, per_page, per_page * BATCH_PAGES)
    return Contents(
        gettext("Score slips"),
        (section,),
        order.event.version,
        timezone.now(),
        wide=per_page > 1,
        foot=False,
        shows={str(row.number): mark_of(row) for row in tables},
    )


def slip_columns(event: Event) -> list[str]:
    """Name what the game's events are written down with beside the points of each place."""
    fields = [
        item
        for kind in game_of(rules_of(event)).events.values()
        for code in kind.on_slip
        for item in fields_of(kind)
        if item.code == code
    ]
    return list(dict.fromkeys(in_words(item.label) for item in fields))


def mark_of(row: ConsoleTable) -> str:
    """Return what changes when the slip of a table has to be printed again: its number, who sits where, its hands."""
    shown = json.dumps([row.number, row.seats, row.table.extra_hands], ensure_ascii=False)
    return hashlib.sha256(shown.encode()).hexdigest()[:12]


def slips_to_reprint(round_: Round, tables: Sequence[ConsoleTable]) -> list[int]:
    """Return the tables whose newest printed slip says something else; empty where none were printed."""
    printed: dict[str, str] = {}
    jobs = PrintJob.objects.filter(event=round_.event_id, kind="slips", status=PrintJob.Status.DONE)
    for shows in jobs.filter(options__round=round_.number).order_by("pk").values_list("shows", flat=True):
        printed |= shows
    if not printed:
        return []
    return [row.number for row in tables if printed.get(str(row.number)) != mark_of(row)]


def reminders(event: Event, round_: Round) -> list[str]:
    """Return a few lines of the rules: how long a round lasts, and what this event has decided."""
    resolved = rules_of(event)
    names = {spec.code: in_words(spec.name) for spec in resolved.ruleset.patterns}
    options = resolved.ruleset.options
    short = [code for code, spec in options.items() if spec.kind in SHORT_KINDS]
    decided = [code for code in short if plain_value(resolved.options[code]) != plain_value(options[code].default)]
    # Of what there is none nobody has to be reminded.
    amounts = [code for code in short if options[code].kind == "integer" and code not in decided]
    amounts = [code for code in amounts if resolved.options[code]]
    found = [line for line in (length_in_words(round_), _clock_in_words(round_)) if line]
    found += [_option_in_words(options[code], resolved.options[code], names) for code in (*decided, *amounts)]
    return found[:MOST_REMINDERS]


def length_in_words(round_: Round) -> str:
    """Say how long a table plays."""
    unit, count = round_.stage.length.get("unit"), round_.stage.length.get("count", 0)
    words = {
        "hands": ngettext("{count} hand", "{count} hands", count),
        "round_winds": ngettext("{count} round wind", "{count} round winds", count),
        "jiang": ngettext("{count} full cycle of the winds", "{count} full cycles of the winds", count),
        "cycles": ngettext("{count} turn of the deal", "{count} turns of the deal", count),
        "clock": ngettext("{count} minute by the clock", "{count} minutes by the clock", count),
    }.get(str(unit), "")
    return labelled(gettext("A round lasts"), words.format(count=count)) if words else ""


def _clock_in_words(round_: Round) -> str:
    minutes = round_.clock_minutes
    if not minutes or round_.stage.length.get("unit") == "clock":
        return ""
    said = ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return labelled(gettext("Time"), said)


def _option_in_words(spec: OptionSpec, value: Any, names: dict[str, str]) -> str:
    return labelled(in_words(spec.name), value_in_words(spec, value, names))
