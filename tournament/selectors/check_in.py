"""How far check-in is: the hour at which it closes, who is missing, and what its closing did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import AuditEntry, Entry, Event
from tournament.selectors.entries import PLAYING, entries_of

SHOWN_SECONDS = 99 * 60


@dataclass(frozen=True)
class Closing:
    """The last closing of check-in: who is still absent of those it marked, who still plays of those it let in."""

    at: datetime
    absent: tuple[Entry, ...]
    promoted: tuple[Entry, ...]


def last_closing(event: Event) -> Closing | None:
    """Return what the last closing did, as far as it was not taken back."""
    if event.check_in_closed_at is None:
        return None
    line = AuditEntry.objects.filter(event=event, action="check_in.closed").order_by("-id").first()
    if line is None:
        return None
    named = (*line.after["absent"], *line.after["promoted"])
    found = {entry.number: entry for entry in Entry.objects.filter(event=event, number__in=named)}

    def still(numbers: list[int], **wanted: str) -> tuple[Entry, ...]:
        rows = (found[number] for number in numbers if number in found)
        return tuple(
            row
            for row in rows
            if row.status in PLAYING and all(getattr(row, name) == value for name, value in wanted.items())
        )

    return Closing(line.at, still(line.after["absent"], check_in=Entry.CheckIn.ABSENT), still(line.after["promoted"]))


def missing(event: Event) -> list[Entry]:
    """Return who plays and has not come: still expected, by number."""
    return list(entries_of(event).filter(status__in=PLAYING, ranked=True, check_in=Entry.CheckIn.EXPECTED))


def let_in_by(event: Event, version: int) -> list[Entry]:
    """Return whom one write of an event let in from the waiting list, in order; most let nobody in: one query."""
    lines = AuditEntry.objects.filter(event=event, event_version=version, action="entry.promoted").order_by("id")
    numbers = [int(subject.removeprefix("entry:")) for subject in lines.values_list("subject", flat=True)]
    found = {entry.number: entry for entry in Entry.objects.filter(event=event, number__in=numbers)} if numbers else {}
    return [found[number] for number in numbers]


def calls_of(event: Event) -> dict[int, datetime]:
    """Return when each entry was last called, by number."""
    lines = AuditEntry.objects.filter(event=event, action="entry.called").order_by("id").values_list("subject", "at")
    return {int(subject.removeprefix("entry:")): at for subject, at in lines}


@dataclass(frozen=True)
class Countdown:
    """When check-in closes; `text` counts down where the end is near enough."""

    ends: datetime
    left: int

    @property
    def near(self) -> bool:
        """Whether it is counted in minutes and seconds."""
        return self.left <= SHOWN_SECONDS

    @property
    def text(self) -> str:
        """The time left as minutes and seconds."""
        return f"{self.left // 60:02}:{self.left % 60:02}"


def countdown(event: Event, now: datetime) -> Countdown | None:
    """Return the countdown to the end of check-in; None where no hour is set or it is closed."""
    if event.check_in_until is None or event.check_in_closed_at is not None:
        return None
    return Countdown(event.check_in_until, max(0, int((event.check_in_until - now).total_seconds())))
