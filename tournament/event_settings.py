"""What an organiser decides about an event beside its rules, as typed data read from the event's JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.decoding import decode
from tournament.models import Event
from tournament.registration_settings import Registration
from tournament.timetable import MOST_SLOTS, Slot


class LateStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From so many whole minutes on, lateness is worth so many points."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)]
    points: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class EventSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Defaults are those of a small club event; `confirmation` says whose confirmation makes a table official."""

    appeal_minutes: Annotated[int, msgspec.Meta(ge=0, le=10080)] = 30
    # After so many minutes a call that no referee has taken goes to the lead of the event as well.
    escalate_minutes: Annotated[int, msgspec.Meta(ge=1, le=120)] = 5
    players_enter: bool = False
    players_confirm: bool = True
    confirmation: Literal["none", "staff", "seats"] = "staff"
    only_checked_in: bool = True
    invitation_days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 14
    capacity: Annotated[int, msgspec.Meta(ge=4)] | None = None
    information: str = ""
    registration: Registration = Registration()
    timetable: Annotated[tuple[Slot, ...], msgspec.Meta(max_length=MOST_SLOTS)] = ()
    late: tuple[LateStep, ...] = ()
    # The hall: how many tables there are (none: as many as are needed), and the numbers out of use.
    tables: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    tables_out: tuple[Annotated[int, msgspec.Meta(ge=1, le=100_000)], ...] = ()


def parse_settings(data: Any, path: str = "settings") -> EventSettings:
    """Read settings from plain data; raises `RuleError` with the path of what is wrong."""
    return decode(EventSettings, data, path)


def settings_of(event: Event) -> EventSettings:
    """Return the settings of an event."""
    return parse_settings(event.settings)
