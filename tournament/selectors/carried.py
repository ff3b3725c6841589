"""Penalties of earlier rounds that wait in a round: what rulings say of it, told by the room that rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tournament.models import Round

# Rulings live in a room that this one does not know: it adds here how to ask it.
WAITING: list[Callable[[Round, Collection[int] | None], list[dict[str, Any]]]] = []


def carried_to(round_: Round, numbers: Collection[int] | None = None) -> list[dict[str, Any]]:
    """Return what waits in a round for the entries of those numbers, or for all: number, name, title, what, case."""
    return [row for find in WAITING for row in find(round_, numbers)]
