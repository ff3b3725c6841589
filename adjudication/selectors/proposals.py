"""Proposed cases that wait for a referee, as pages of a round and of the end of an event name them."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from adjudication.models import Case
from adjudication.selectors.deciding import infraction_of
from tournament.models import Event, Round
from tournament.wording import in_words


def proposed_in(event: Event, round_: Round | None) -> list[dict[str, Any]]:
    """Return the proposed cases of an event; with a round those of its tables, or without one to count in it."""
    here = Q() if round_ is None else Q(table__round=round_) | Q(table=None, round=round_)
    found = Case.objects.filter(here, event=event, status=Case.Status.PROPOSED).order_by("number")
    return [
        {
            "case": case.number,
            "table": case.table.number if case.table else None,
            "title": in_words(infraction_of(case.event, case.infraction).name),
            "names": [f"{one.entry.number} {one.entry.name}" for one in case.offenders.all()],
        }
        for case in found.select_related("event", "table").prefetch_related("offenders__entry")
    ]
