"""`manage.py trick`: judge follows, tricks and ends of hands given as JSON lines."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from engine.game import Game, TrickGame
from engine.registry import trick_game
from engine.settling import trick_line
from tournament.management.lines_command import LinesCommand


class Command(LinesCommand):
    """Asks the game that is played in tricks."""

    help = "Judge tricks: JSON lines in, JSON lines out."

    def add_game(self, parser: CommandParser) -> None:
        """Nothing to ask: one game judges tricks."""

    def find_game(self, arguments: dict[str, Any]) -> TrickGame:
        return trick_game()

    def answer(self, game: Game, options: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        return trick_line(game, data, options)
