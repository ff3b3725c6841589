"""The planned start of each round, as the timetable of its event has it."""

from __future__ import annotations

from tournament.event_settings import settings_of
from tournament.models import Event, Round
from tournament.timetable import placed


def plan_starts(event: Event) -> None:
    """Plan rounds that have not begun to start as the timetable says; only where the event has a first day."""
    if event.starts_on is None:
        return
    known = {round_.number: round_ for round_ in Round.objects.filter(event=event)}
    for one in placed(settings_of(event).timetable, event.starts_on, event.zone):
        round_ = known.get(one.slot.round or 0) if one.slot.kind == "round" else None
        if round_ is not None and round_.status not in (Round.Status.RUNNING, Round.Status.CLOSED):
            round_.starts_at = one.at
            round_.save(update_fields=["starts_at"])
