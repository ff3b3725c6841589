"""Who has the entry page of a table open on which device: remembered for seconds, so that two do not enter one hand."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

# An open page says every five seconds that it is still open.
GONE_AFTER = timedelta(seconds=20)


@dataclass(frozen=True)
class Device:
    """A device on which a table is open for entry: whose, and since when."""

    who: str
    since: datetime
    seen: datetime


def device_of(session: str) -> str:
    """Return the name of a device that gives its session away to nobody."""
    return hashlib.sha256(session.encode()).hexdigest()[:16]


def still_open(table: int, device: str, who: str, now: datetime) -> list[Device]:
    """Note that a device has a table open for entry; returns the other devices that have, the earliest first."""
    key = f"open-table-{table}"
    known: dict[str, Device] = cache.get(key) or {}
    known = {name: other for name, other in known.items() if now - other.seen < GONE_AFTER}
    mine = known.get(device)
    known[device] = Device(who, mine.since if mine and mine.who == who else now, now)
    cache.set(key, known, int(GONE_AFTER.total_seconds()))
    return sorted((other for name, other in known.items() if name != device), key=lambda other: other.since)
