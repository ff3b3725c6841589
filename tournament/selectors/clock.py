"""The clock of a round at a moment: what is left of it, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournament.models import Round, Table
from tournament.selectors.tables import round_tables


@dataclass(frozen=True)
class Clock:
    """Seconds of a round at the moment `at`: `left` is never negative; `ends` is None while the clock stands still."""

    total: int
    left: int
    ends: datetime | None
    at: datetime

    @property
    def gone(self) -> int:
        """The seconds that have passed."""
        return self.total - self.left

    @property
    def running(self) -> bool:
        """Whether it runs now."""
        return self.ends is not None

    @property
    def text(self) -> str:
        """The time left as minutes and seconds."""
        return f"{self.left // 60:02}:{self.left % 60:02}"


def used_seconds(round_: Round, now: datetime) -> int:
    """Return how many seconds a round's clock has run."""
    used = round_.clock_used_seconds
    if round_.clock_started_at is not None and round_.status != Round.Status.CLOSED:
        used += max(0, int((now - round_.clock_started_at).total_seconds()))
    return used


def clock_of(round_: Round, now: datetime, table: Table | None = None) -> Clock | None:
    """Return the clock of a round, or of one table: with the minutes it was given, and without the time it stood still.

    None where the round has no clock.
    """
    if round_.clock_minutes is None:
        return None
    total = 60 * (round_.clock_minutes + (table.extra_minutes if table else 0)) + (table.held_seconds if table else 0)
    if table is not None and table.held_at is not None:
        return Clock(total, max(0, total - table.held_at), None, now)
    used = timedelta(seconds=round_.clock_used_seconds)
    if round_.clock_started_at is not None and round_.status != Round.Status.CLOSED:
        ends = round_.clock_started_at + timedelta(seconds=total) - used
        return Clock(total, min(total, max(0, -int((now - ends).total_seconds()))), ends, now)
    return Clock(total, max(0, total - round_.clock_used_seconds), None, now)


def clock_reading(round_: Round, now: datetime) -> dict[str, Any]:
    """Return the clock of a round and of its tables at the server's time `now`, all times in UTC.

    A client takes `now` minus its own time when the answer came as its offset, and counts to `ends_at` by its own time
    plus the offset: so it may be wrong by any amount. The extra minutes of a table are counted in its `ends_at`, once.
    """
    return {
        "now": now.isoformat(),
        "minutes": round_.clock_minutes,
        **_reading(clock_of(round_, now)),
        "tables": [
            {
                "number": table.number,
                "status": table.status,
                "extra_minutes": table.extra_minutes,
                "extra_hands": table.extra_hands,
                "waiting": table.waiting,
                **_reading(clock_of(round_, now, table)),
            }
            for table in round_tables(round_)
        ],
    }


def _reading(clock: Clock | None) -> dict[str, Any]:
    if clock is None:
        return {"running": False, "left_seconds": None, "ends_at": None, "time_is_up": False}
    ends = clock.ends.isoformat() if clock.ends else None
    return {"running": clock.running, "left_seconds": clock.left, "ends_at": ends, "time_is_up": clock.left == 0}
