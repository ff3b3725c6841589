"""Proposed cases that wait for a referee, as the console of a round names them."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from adjudication.models import Case
from adjudication.selectors.deciding import infraction_of
from tournament.models import Round
from tournament.wording import in_words


def proposed_in(round_: Round) -> list[dict[str, Any]]:
    """Return the proposed cases of a round's tables, and those without a table that are to count in it."""
    here = Q(table__round=round_) | Q(table=None, round=round_)
    found = Case.objects.filter(here, event=round_.event_id, status=Case.Status.PROPOSED).order_by("number")
    return [
        {
            "case": case.number,
            "table": case.table.number if case.table else None,
            "title": in_words(infraction_of(case.event, case.infraction).name),
            "names": [f"{one.entry.number} {one.entry.name}" for one in case.offenders.all()],
        }
        for case in found.select_related("event", "table").prefetch_related("offenders__entry")
    ]
