"""The report of rulings as a document, beside its page: the same rows, the same template."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from adjudication.models import Appeal, CarriedPenalty, Case
from adjudication.payments import Line, lines_in_words, lines_paid
from adjudication.selectors.cases import report
from adjudication.wording import text_of
from engine.rulesets import ResolvedRuleset
from tournament.actors import PUBLIC, Actor
from tournament.listing import Amount
from tournament.models import Event
from tournament.printing.documents import Contents, Document, Order, Section
from tournament.selectors.rulesets import rules_of
from tournament.selectors.visibility import keeps_from
from tournament.telling import points_of
from tournament.wording import listed


def report_rows(actor: Actor, event: Event) -> list[dict[str, Any]]:
    """Return the rulings of an event in words, as page and paper list them, as far as an actor may see them."""
    rules = rules_of(event)
    return [
        {
            **row,
            "title": text_of(row["name"]),
            "label": Case.Status(row["status"]).label,
            "remedy": text_of(row["decision"]["remedy"]),
            "who": listed(item["name"] for item in row["offenders"]),
            "points": _points(row["decision"].get("penalty")),
            "penalty": row["decision"].get("penalty"),
            "payments": lines_in_words(_lines(rules, row)) if row["table"] else "",
            "carried": [one | {"label": CarriedPenalty.Status(one["status"]).label} for one in row["carried"]],
            "appealed": Appeal.Outcome(row["appeal"]["outcome"]).label
            if row["appeal"] and row["appeal"]["outcome"]
            else "",
        }
        for row in report(actor, event)
    ]


def _lines(rules: ResolvedRuleset, row: Mapping[str, Any]) -> list[Line]:
    """Return the payments of a ruling at a table."""
    return lines_paid(rules, row["decision"], [item["place"] for item in row["offenders"]], row["paid"])


def _points(penalty: Mapping[str, Any] | None) -> int | Amount | None:
    """Return the points of a penalty in the unit of its account; None without a penalty."""
    return points_of(penalty["points"], penalty["account"]) if penalty else None


def kept_back_words(actor: Actor, event: Event) -> dict[str, str]:
    """Say beside a list of rulings from which round on they are kept back: from its reader, or from others."""
    first = keeps_from(PUBLIC, event)
    if first is None:
        return {}
    if keeps_from(actor, event) is None:
        return {"not_public": gettext("Not public: rulings from round {number} on.").format(number=first)}
    return {"kept_back": gettext("Rulings from round {number} on are told at the end.").format(number=first)}


def rulings_report(order: Order) -> Contents:
    """Read every ruling that was issued, with what became of it."""
    rows = report_rows(order.actor, order.event)
    section = Section(
        "print/rulings.html",
        rows,
        {"event": order.event, "heading": True, **kept_back_words(order.actor, order.event)},
        batch=60,
    )
    return Contents(gettext("Report of rulings"), (section,), order.event.version, timezone.now())


RULINGS = Document(
    "rulings",
    _("Report of rulings"),
    _("Every ruling that was issued, with article, remedy and appeal."),
    "see_staff_pages",
    (),
    rulings_report,
)
