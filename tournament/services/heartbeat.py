"""Notes that periodic work was done, so that pages and programs can say since when it has not been."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from tournament.models import Heartbeat


def beat(tasks: Iterable[str], at: datetime) -> None:
    """Note that these periodic tasks ran to their end."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(task=task, at=at) for task in tasks],
        update_conflicts=True,
        unique_fields=["task"],
        update_fields=["at"],
    )
