"""The rules of a game as pages: every article with an anchor, patterns, options."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.game import TrickGame
from engine.registry import find_game, games
from engine.rulesets import OptionSpec, ResolvedRuleset, Ruleset
from engine.text import Text
from tournament.option_words import plain_value, value_in_words
from tournament.views.base import page, shown
from tournament.wording import anchor, in_words


def rules_context(ruleset: Ruleset, resolved: ResolvedRuleset | None = None) -> dict[str, Any]:
    """Return what the page of a ruleset shows; `resolved` marks the values an event has decided."""
    known = ruleset.articles
    names = {spec.code: in_words(spec.name) for spec in ruleset.patterns}
    return {
        "ruleset": ruleset,
        "articles": [{"code": code, "id": anchor(code), "text": text} for code, text in known.items()],
        "patterns": [
            {"spec": spec, "anchor": anchor(spec.article) if spec.article in known else ""} for spec in ruleset.patterns
        ],
        "options": [
            _option(code, spec, spec.default if resolved is None else resolved.options[code], known, names)
            for code, spec in ruleset.options.items()
        ],
    }


def _option(code: str, spec: OptionSpec, value: Any, known: dict[str, Text], names: dict[str, str]) -> dict[str, Any]:
    return {
        "code": code,
        "spec": spec,
        "value": value_in_words(spec, value, names),
        "changed": plain_value(value) != plain_value(spec.default),
        "default": value_in_words(spec, spec.default, names),
        "cites": [{"code": cited, "anchor": anchor(cited)} for cited in spec.cites if cited in known],
    }


@require_safe
@page
def rules_list(request: HttpRequest) -> HttpResponse:
    """List the games there are rules for."""
    return shown(request, "rules/games.html", {"rulesets": [find_game(code).ruleset for code in games()]})


@require_safe
@page
def rules_of_game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a game's rules as they ship."""
    game = find_game(code)
    tricks = reverse("game_trick", args=[code]) if isinstance(game, TrickGame) else ""
    return shown(request, "rules/game.html", {**rules_context(game.ruleset), "tricks": tricks})
