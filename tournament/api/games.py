"""What games there are, and how their events describe themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engine.decoding import plain
from engine.errors import noop
from engine.fields import fields_of
from engine.game import Game
from engine.lines import answer_line
from engine.registry import find_game, games
from engine.settling import score_line, settle_line, trick_line
from tournament.api.base import View, endpoint
from tournament.errors import Refused

MOST_LINES = 500
LINES = {
    "oneOf": [
        {"type": "object", "additionalProperties": True},
        {"type": "array", "items": {"type": "object", "additionalProperties": True}, "maxItems": MOST_LINES},
    ]
}
"""One line as the command of the same name reads it, or a list of them; the answer has the same shape."""


class Games(View):
    """All games."""

    @endpoint("List games with their event presets", name="games_list")
    def get(self, request: Request) -> Response:
        """List them by code."""
        return Response([_head(code) for code in games()])


class GameDetail(View):
    """One game."""

    @endpoint("A game: options, presets, event forms, patterns, wording of reasons and articles")
    def get(self, request: Request, code: str) -> Response:
        """Show it."""
        game = find_game(code)
        ruleset = game.ruleset
        return Response(
            {
                **_head(code),
                "options": plain(ruleset.options),
                "presets": plain(ruleset.presets),
                "patterns": plain(ruleset.patterns),
                "reasons": plain(ruleset.reasons),
                "articles": plain(ruleset.articles),
                "standings_presets": ruleset.standings_presets,
                "events": {kind: plain(fields_of(event)) for kind, event in game.events.items()},
            }
        )


class Lines(View, ABC):
    """A command below the API: one line in, one answer out, or a list of lines and a list of answers."""

    @abstractmethod
    def answer(self, game: Game, data: dict[str, Any]) -> dict[str, Any]:
        """Answer one line; raises `RuleError` for what is not legal."""

    def answers(self, request: Request, code: str) -> Response:
        """Answer the body; what is wrong with a line is told on that line, as the command does."""
        game = find_game(code)
        if not isinstance(request.data, list):
            return Response(answer_line(request.data, lambda data: self.answer(game, data)))
        if len(request.data) > MOST_LINES:
            raise Refused("lines_many", noop("At most {most} lines at once."), most=MOST_LINES)
        return Response([answer_line(line, lambda data: self.answer(game, data)) for line in request.data])


class Score(Lines):
    """`manage.py score`."""

    @endpoint("Score hands, exactly as the command `score`", body={"application/json": LINES}, answer=LINES)
    def post(self, request: Request, code: str) -> Response:
        """Score them."""
        return self.answers(request, code)

    def answer(self, game: Game, data: dict[str, Any]) -> dict[str, Any]:
        return score_line(game, data, {})


class Settle(Lines):
    """`manage.py settle`."""

    @endpoint("Settle tables, exactly as the command `settle`", body={"application/json": LINES}, answer=LINES)
    def post(self, request: Request, code: str) -> Response:
        """Settle them."""
        return self.answers(request, code)

    def answer(self, game: Game, data: dict[str, Any]) -> dict[str, Any]:
        return settle_line(game.ruleset, data, {})


class Trick(Lines):
    """`manage.py trick`."""

    @endpoint(
        "Judge follows, tricks and ends of hands, exactly as the command `trick`",
        body={"application/json": LINES},
        answer=LINES,
    )
    def post(self, request: Request, code: str) -> Response:
        """Judge them."""
        return self.answers(request, code)

    def answer(self, game: Game, data: dict[str, Any]) -> dict[str, Any]:
        return trick_line(game, data, {})


def _head(code: str) -> dict[str, Any]:
    ruleset = find_game(code).ruleset
    return {
        "code": code,
        "name": plain(ruleset.name),
        "edition": ruleset.edition,
        "event_presets": plain(ruleset.event_presets),
    }
