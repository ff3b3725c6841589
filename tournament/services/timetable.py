"""Deciding the timetable of an event; the planned start of each round follows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Event, Round
from tournament.services.events import update_event
from tournament.services.writing import writing
from tournament.timetable import Slot


def set_timetable(*, actor: Actor, event: Event, slots: Sequence[Slot]) -> None:
    """Store a timetable; a round that has not begun is planned to start as it says, where the event has a first day."""
    require(actor, "manage", event)
    with writing(event, actor) as write:
        numbers = [slot.round for slot in slots if slot.kind == "round"]
        known = set(Round.objects.filter(event=write.event).values_list("number", flat=True))
        for number in numbers:
            if number is None or number not in known:
                raise Refused("round_unknown", noop("There is no round {number}."), path="round", number=number or "–")
            if numbers.count(number) > 1:
                raise Refused("round_twice", noop("Round {number} stands there twice."), path="round", number=number)
        ordered = sorted(slots, key=lambda slot: slot.day)
        stored = [msgspec.to_builtins(slot) for slot in ordered]
        update_event(actor=actor, event=event, changes={"settings": {"timetable": stored}})
        write.audit("event.timetable", f"event:{write.event.slug}", after={"slots": len(stored)})
