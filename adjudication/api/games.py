"""Rulings asked for without an event, exactly as the command `rule` gives them."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.rule_lines import list_infractions, rule_line
from engine.game import Game
from engine.registry import find_game
from tournament.api.base import endpoint
from tournament.api.games import LINES, Lines


class Rule(Lines):
    """`manage.py rule`."""

    @endpoint("List every infraction of a game, exactly as `rule --list`", name="game_infractions", answer=LINES)
    def get(self, request: Request, code: str) -> Response:
        """List them."""
        return Response(list_infractions(find_game(code).code))

    @endpoint("Decide cases, exactly as the command `rule`", body={"application/json": LINES}, answer=LINES)
    def post(self, request: Request, code: str) -> Response:
        """Decide them."""
        return self.answers(request, code)

    def answer(self, game: Game, data: dict[str, Any]) -> dict[str, Any]:
        return rule_line(game.ruleset, data, {})
