"""What an organiser decides about an event beside its rules, as typed data read from the event's JSON."""

from __future__ import annotations

import zoneinfo
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from engine.decoding import decode
from engine.errors import RuleError, noop
from tournament.models import Event
from tournament.registration_settings import Registration
from tournament.timetable import MOST_SLOTS, Slot

MOST_AREAS = 20


# The latest step of lateness in minutes, and the most points it may be worth.
MOST_LATE, MOST_STEP = 1440, 1_000_000


class LateStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From so many whole minutes on, lateness is worth so many points."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=MOST_LATE)]
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEP)]


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the hall, or a hall elsewhere, drawn for itself; its tables are numbered from `first` to `last`."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    first: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    last: Annotated[int, msgspec.Meta(ge=1, le=100_000)]


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
    # Its areas (none: one hall), which then say how many tables there are.
    areas: Annotated[tuple[Area, ...], msgspec.Meta(max_length=MOST_AREAS)] = ()

    @property
    def areas_to_choose(self) -> tuple[Area, ...]:
        """The areas among which whoever registers may choose; none where it is not for him to say."""
        return self.areas if self.registration.choose_area and len(self.areas) > 1 else ()

    def area_at(self, table: int) -> str:
        """Return the area in which a table stands; "" where there are none."""
        return next((area.name for area in self.areas if area.first <= table <= area.last), "")


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones, read from the files of the system once."""
    return frozenset(zoneinfo.available_timezones())


def parse_settings(data: Any, path: str = "settings") -> EventSettings:
    """Read settings from plain data; raises `RuleError` with the path of what is wrong."""
    settings = decode(EventSettings, data, path)
    _check_areas(settings.areas, path)
    return settings


def _check_areas(areas: tuple[Area, ...], path: str) -> None:
    """Refuse two areas of one name, and tables that are in two: one number names one table of the event."""
    for index, area in enumerate(areas):
        at = f"{path}.areas[{index}]"
        if area.name != area.name.strip() or any(area.name == other.name for other in areas[:index]):
            raise RuleError("area_twice", noop("There are two venues “{area}”."), path=at, area=area.name.strip())
        if area.last < area.first:
            template = noop("{area}: the last table comes before the first.")
            raise RuleError("area_tables", template, path=at, area=area.name)
        for other in areas[:index]:
            if area.first <= other.last and other.first <= area.last:
                template = noop("{first} and {second} share table {table}: one number names one table.")
                shared = max(area.first, other.first)
                raise RuleError("areas_overlap", template, path=at, first=other.name, second=area.name, table=shared)


def settings_of(event: Event) -> EventSettings:
    """Return the settings of an event."""
    return parse_settings(event.settings)
