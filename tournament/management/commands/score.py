"""`manage.py score RULESET`: score hands given as JSON lines."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.settling import score_line
from tournament.management.lines_command import LinesCommand


class Command(LinesCommand):
    """Prints the explained score of each hand."""

    help = "Score hands from tiles: JSON lines in, JSON lines out."

    def answer(self, game: Game, options: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        return score_line(game, data, options)
