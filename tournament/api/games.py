"""What games there are, and how their events describe themselves."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engine.decoding import plain
from engine.fields import fields_of
from engine.registry import find_game, games
from tournament.api.base import View, endpoint


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


def _head(code: str) -> dict[str, Any]:
    ruleset = find_game(code).ruleset
    return {
        "code": code,
        "name": plain(ruleset.name),
        "edition": ruleset.edition,
        "event_presets": plain(ruleset.event_presets),
    }
