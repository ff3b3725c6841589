"""The timetable of an event: what happens when, in the zone of the event; planned from a few numbers, then edited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec

Kind = Literal["doors", "round", "pause", "meal", "end", "other"]
MOST_SLOTS = 300
DAY = 24 * 60


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that happens on a day of the event (1 is its first) at `at`, HH:MM by the clock of its place.

    A time earlier than the one before it on the same day is after midnight, and belongs to that day all the same.
    """

    day: Annotated[int, msgspec.Meta(ge=1, le=60)] = 1
    at: Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    kind: Kind = "other"
    round: Annotated[int, msgspec.Meta(ge=1, le=200)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""

    @property
    def minutes(self) -> int:
        """The minutes since midnight."""
        return int(self.at[:2]) * 60 + int(self.at[3:])


@dataclass(frozen=True)
class Placed:
    """A slot at its moment; `late` says that it lies after the midnight of its day."""

    slot: Slot
    at: datetime
    late: bool

    @property
    def offset(self) -> str:
        """The offset of the event's zone at that moment, as UTC+8 or UTC−3:30."""
        return offset_words(self.at)


def offset_words(moment: datetime) -> str:
    """Return the offset of an aware moment from UTC, as UTC+8 or UTC−3:30."""
    minutes = int((moment.utcoffset() or timedelta()).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def placed(slots: Sequence[Slot], first_day: date, zone: str) -> list[Placed]:
    """Return the slots in order, each at its moment: the offset is the one the zone has on that very day."""
    found: list[Placed] = []
    before: dict[int, int] = {}
    for slot in slots:
        # Nights are counted by the slots themselves: 00:30 after 23:00 is the same evening.
        minutes = slot.minutes
        late = minutes < before.get(slot.day, 0)
        if not late:
            before[slot.day] = minutes
        on = first_day + timedelta(days=slot.day - 1 + late)
        moment = datetime.combine(on, time(minutes // 60, minutes % 60), tzinfo=ZoneInfo(zone))
        found.append(Placed(slot, moment, late))
    return sorted(found, key=lambda one: (one.slot.day, one.at))


def plan(
    *,
    rounds: int,
    starts: time,
    minutes: int,
    pause: int = 0,
    meal_after: int | None = None,
    meal_minutes: int = 60,
    a_day: int | None = None,
) -> list[Slot]:
    """Return a timetable of so many rounds, `a_day` of them on each day, with pauses and a meal between."""
    found: list[Slot] = []
    a_day = a_day or max(rounds, 1)
    now = start = starts.hour * 60 + starts.minute
    for number in range(1, rounds + 1):
        day, at = divmod(number - 1, a_day)
        if at == 0:
            now = start
        found.append(Slot(day=day + 1, at=clock(now), kind="round", round=number))
        now += minutes
        if at == a_day - 1 or number == rounds:
            found.append(Slot(day=day + 1, at=clock(now), kind="end"))
        elif meal_after is not None and at + 1 == meal_after:
            found.append(Slot(day=day + 1, at=clock(now), kind="meal"))
            now += meal_minutes
        elif pause:
            found.append(Slot(day=day + 1, at=clock(now), kind="pause"))
            now += pause
    return found


def clock(minutes: int) -> str:
    """Return minutes since midnight as HH:MM; past midnight it begins anew."""
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
