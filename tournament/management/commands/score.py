"""`manage.py score RULESET`: score hands given as JSON lines."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.settling import resolve_line
from tournament.management.lines_command import LinesCommand


class Command(LinesCommand):
    """Prints the explained score of each hand."""

    help = "Score hands from tiles: JSON lines in, JSON lines out."

    def answer(self, game: Game, options: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        rules = resolve_line(game.ruleset, data, options)
        hand = {key: value for key, value in data.items() if key not in ("id", "options", "preset")}
        return game.score(rules, hand)
