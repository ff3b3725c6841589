"""Which ranks would be told next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournament.models import Event
from tournament.reveal import Reveal
from tournament.selectors.standings import decoded, newest_standings


@dataclass(frozen=True)
class Ranked:
    """One row of the standings that are told."""

    rank: int
    name: str
    row: dict[str, Any]


def final_rows(event: Event, reveal: Reveal) -> list[Ranked]:
    """Return the ranked rows of the stage whose ranks are told, the best first."""
    found = newest_standings(event, reveal.final)
    if found is None:
        return []
    body = decoded(found)
    names = body["entries"]
    return [
        Ranked(row["rank"], names[row["id"]]["name"] if row["id"] in names else row["id"], row)
        for row in body["standings"]["rows"]
        if row["rank"] is not None
    ]


def next_rank(event: Event, reveal: Reveal, ranks: int) -> int | None:
    """Return the best rank that is told when the next `ranks` rows are; None without standings."""
    waiting = [one.rank for one in final_rows(event, reveal) if reveal.told is None or one.rank < reveal.told]
    if not waiting:
        return None
    return waiting[-ranks] if ranks < len(waiting) else waiting[0]
