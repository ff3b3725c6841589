"""`manage.py rule RULESET`: decide cases given as JSON lines, or list every infraction."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from adjudication.rule_lines import list_infractions, rule_line
from engine.game import Game
from tournament.management.lines_command import LinesCommand


class Command(LinesCommand):
    """Prints the decision of each case, or the questions still to be answered."""

    help = "Rule on infractions: JSON lines in, JSON lines out; --list prints the infractions."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--list", action="store_true", help="print every infraction as one JSON line")

    def handle(self, *args: Any, **arguments: Any) -> None:
        if not arguments["list"]:
            super().handle(*args, **arguments)
            return
        game, _ = self.read_arguments(arguments)
        self.write_lines(json.dumps(infraction, ensure_ascii=False) for infraction in list_infractions(game.code))

    def answer(self, game: Game, options: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        return rule_line(game.ruleset, data, options)
