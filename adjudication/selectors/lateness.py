"""Who was ruled late: the one thing about rulings that a player's round is called by."""

from __future__ import annotations

from adjudication.models import Case
from adjudication.rules import rulings_of
from adjudication.selectors.deciding import COUNTED
from tournament.models import Entry


def ruled_late(entry: Entry) -> frozenset[int]:
    """Return the numbers of the rounds for which an entry was ruled late, by rulings that stand."""
    codes = [item.code for item in rulings_of(entry.event.game).infractions.values() if item.marks == "late"]
    if not codes:
        return frozenset()
    cases = Case.objects.filter(event=entry.event_id, infraction__in=codes, status__in=COUNTED, offenders__entry=entry)
    return frozenset(cases.values_list("round__number", flat=True))
