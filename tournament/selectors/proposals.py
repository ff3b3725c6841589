"""Proposed rulings nobody has decided on: what the room that rules says of a round, or of a whole event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournament.models import Event, Round

# Rulings live in a room that this one does not know: it adds here how to ask it.
PROPOSALS: list[Callable[[Event, Round | None], list[dict[str, Any]]]] = []


def proposals_in(event: Event, round_: Round | None = None) -> list[dict[str, Any]]:
    """Return the proposed rulings of a round, or of all: case, table (None without one), title, names of whom."""
    return [row for find in PROPOSALS for row in find(event, round_)]
