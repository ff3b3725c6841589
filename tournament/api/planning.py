"""The timetable of an event, and who may correct what."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.api.base import View, endpoint
from tournament.correcting import hands_and_rulings, other_acts
from tournament.event_settings import settings_of
from tournament.models import Event
from tournament.selectors.rounds import rounds_of
from tournament.services.timetable import set_timetable
from tournament.timetable import MOST_SLOTS, Kind, Slot, placed, plan


class SlotIn(serializers.Serializer):
    """Something that happens on a day of the event (1 is its first) at `at`, HH:MM by the clock of its place."""

    day = serializers.IntegerField(min_value=1, max_value=60, default=1)
    at = serializers.RegexField(r"^([01][0-9]|2[0-3]):[0-5][0-9]$")
    kind = serializers.ChoiceField(list(get_args(Kind)), default="other")
    round = serializers.IntegerField(min_value=1, max_value=200, required=False, allow_null=True)
    text = serializers.CharField(max_length=200, required=False, allow_blank=True)


class TimetableIn(serializers.Serializer):
    """A whole timetable."""

    slots = serializers.ListField(child=SlotIn(), max_length=MOST_SLOTS)


class PlanIn(serializers.Serializer):
    """What a timetable is planned from: `minutes` of a round, of the `pause` between, of the meal."""

    starts = serializers.TimeField()
    minutes = serializers.IntegerField(min_value=5, max_value=600)
    pause = serializers.IntegerField(min_value=0, max_value=240, required=False)
    a_day = serializers.IntegerField(min_value=1, max_value=50, required=False)
    meal_after = serializers.IntegerField(min_value=1, max_value=50, required=False)
    meal_minutes = serializers.IntegerField(min_value=5, max_value=300, required=False)


def timetable_data(event: Event) -> dict[str, Any]:
    """Return the timetable; `starts` is the moment of each line, where the event has a first day."""
    slots = settings_of(event).timetable
    moments: list[Any] = [(slot, None) for slot in slots]
    if event.starts_on is not None:
        moments = [(one.slot, one.at.isoformat()) for one in placed(slots, event.starts_on, event.zone)]
    return {
        "zone": event.zone,
        "starts_on": event.starts_on,
        "slots": [msgspec.to_builtins(slot) | {"starts": starts} for slot, starts in moments],
    }


class Timetable(View):
    """The timetable of an event."""

    @endpoint("The timetable, with the moment of each line in the zone of the event")
    def get(self, request: Request, slug: str) -> Response:
        """Show it."""
        return Response(timetable_data(self.event()))

    @endpoint("Write the whole timetable; rounds that have not begun are planned to start as it says", body=TimetableIn)
    def put(self, request: Request, slug: str) -> Response:
        """Write it."""
        event = self.event()
        slots = [Slot(**one) for one in self.read(TimetableIn)["slots"]]
        set_timetable(actor=self.actor, event=event, slots=slots)
        return Response(timetable_data(self.event()))

    @endpoint("Plan the timetable of all rounds from a few numbers", body=PlanIn)
    def post(self, request: Request, slug: str) -> Response:
        """Plan it."""
        event = self.event("manage")
        slots = plan(rounds=rounds_of(event).count(), **self.read(PlanIn))
        set_timetable(actor=self.actor, event=event, slots=slots)
        return Response(timetable_data(self.event()))


class Corrections(View):
    """Who may correct what."""

    @endpoint("Which roles may change what, by where the round of a table stands; whether players enter hands")
    def get(self, request: Request, slug: str) -> Response:
        """Show it to the staff."""
        event = self.event("see_staff_pages")
        players = settings_of(event).players_enter
        return Response({"tables": hands_and_rulings(event), "acts": other_acts(event), "players_enter": players})
