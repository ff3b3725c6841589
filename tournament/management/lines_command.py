"""What the commands that read JSON lines have in common: arguments, options and the loop."""

from __future__ import annotations

import json
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.errors import RuleError
from engine.game import Game
from engine.lines import answer_lines
from engine.registry import find_game
from engine.rulesets import resolve


class LinesCommand(BaseCommand, ABC):
    """Reads JSON lines on standard input and answers each on standard output; needs no database."""

    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        self.add_game(parser)
        parser.add_argument("--options", default="{}", help="JSON object of option values for every line")

    def add_game(self, parser: CommandParser) -> None:
        """Ask for the game; a command that finds it otherwise asks nothing."""
        parser.add_argument("ruleset", help="code of the game")

    def handle(self, *args: Any, **arguments: Any) -> None:
        game, options = self.read_arguments(arguments)
        self.write_lines(answer_lines(sys.stdin, lambda data: self.answer(game, options, data)))

    def write_lines(self, lines: Iterable[str]) -> None:
        """Write lines until there are no more, or nobody reads on."""
        try:
            for line in lines:
                self.stdout.write(line)
            self.stdout.flush()
        except BrokenPipeError:
            # What is left in the buffer has nowhere to go; at exit it must not complain either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def read_arguments(self, arguments: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
        """Return the game and the option values; the exit status is 2 when the command line itself is wrong."""
        try:
            options = json.loads(arguments["options"])
            if not isinstance(options, dict):
                raise ValueError("an object is needed")
            game = self.find_game(arguments)
            resolve(game.ruleset, None, options)
        except (ValueError, RuleError) as error:
            raise CommandError(str(error), returncode=2) from error
        return game, options

    def find_game(self, arguments: dict[str, Any]) -> Game:
        """Return the game the lines are about, or raise `RuleError`."""
        return find_game(arguments["ruleset"])

    @abstractmethod
    def answer(self, game: Game, options: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        """Answer one line; raises `RuleError` for what is not legal."""
