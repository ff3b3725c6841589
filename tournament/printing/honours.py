"""Certificates for the places the organiser chooses, one a page."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from tournament.groups_page import ranked_by
from tournament.models import Event
from tournament.printing.documents import Contents, Order, Section
from tournament.printing.lists import is_confidential, stage_words
from tournament.selectors.events import get_stage
from tournament.selectors.standings import decoded
from tournament.selectors.visibility import visible_standings

BATCH = 10


def certificates(order: Order) -> Contents:
    """Read who has the places asked for in the standings of a stage; those who share a rank share the words."""
    stage = get_stage(order.event, order.options["stage"])
    wanted = set(order.options["ranks"])
    found = visible_standings(order.actor, order.event, stage.order)
    rows: list[dict[str, Any]] = []
    if found is not None:
        page = ranked_by(decoded(found), order.options.get("by") or "entry")
        rows = [
            {"rank": row["rank"], "name": row["name"], "team": row["detail"], "points": row["points"]}
            for row in (page.rows({}) if page else ())
            if row["rank"] in wanted
        ]
    context = {"event": order.event, "stage": stage, "stage_words": stage_words(stage), "day": _day(order.event)}
    section = Section("print/certificates.html", rows, context, per_page=1, batch=BATCH)
    version, secret = order.event.version, is_confidential(order.actor, order.event, stage)
    title = gettext("Certificates")
    return Contents(title, (section,), version, timezone.now(), wide=True, foot=False, confidential=secret)


def _day(event: Event) -> Any:
    return event.ends_on or event.starts_on or timezone.localdate()
