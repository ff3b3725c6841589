"""`manage.py settle RULESET`: fold tables given as JSON lines."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.settling import settle_line
from tournament.management.lines_command import LinesCommand


class Command(LinesCommand):
    """Prints scores, postings, breaks and state of each table."""

    help = "Settle tables: JSON lines in, JSON lines out."

    def answer(self, game: Game, options: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        return settle_line(game.ruleset, data, options)
