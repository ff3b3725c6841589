"""Proposed rulings nobody has decided on: what the room that rules says of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournament.models import Round

# Rulings live in a room that this one does not know: it adds here how to ask it.
PROPOSALS: list[Callable[[Round], list[dict[str, Any]]]] = []


def proposals_in(round_: Round) -> list[dict[str, Any]]:
    """Return the proposed rulings of a round: case, table (None without one), title, names of who it is about."""
    return [row for find in PROPOSALS for row in find(round_)]
