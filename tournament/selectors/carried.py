"""Penalties of earlier rounds that wait at a table: what rulings say of it, told by the room that rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tournament.models import Round

# Rulings live in a room that this one does not know: it adds here how to ask it.
WAITING: list[Callable[[Round, Iterable[int]], list[dict[str, Any]]]] = []


def carried_to(round_: Round, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """Return what waits in a round for the entries of those numbers: number, name, title, what, case."""
    wanted = list(numbers)
    return [row for find in WAITING for row in find(round_, wanted)]
