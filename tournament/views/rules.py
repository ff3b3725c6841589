"""The rules of a game as pages: every article with an anchor, patterns, options."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from engine.game import TrickGame
from engine.registry import find_game, games
from engine.rulesets import OptionSpec, ResolvedRuleset, Ruleset
from engine.text import Text
from tournament.views.base import page, shown
from tournament.wording import anchor, in_words, listed


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
        "changed": _plain(value) != _plain(spec.default),
        "default": value_in_words(spec, spec.default, names),
        "cites": [{"code": cited, "anchor": anchor(cited)} for cited in spec.cites if cited in known],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return {key: _plain(part) for key, part in value.items()} if hasattr(value, "items") else value


def value_in_words(spec: OptionSpec, value: Any, names: dict[str, str]) -> str:
    """Write an option's value: the wording of a choice, yes or no, a number, or several; `names` are of patterns."""
    for choice in spec.choices:
        if choice.value == value and isinstance(choice.value, bool) == isinstance(value, bool):
            return in_words(choice.name)
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    names = names | {key: in_words(part) for key, part in spec.parts.items()}
    if isinstance(value, list | tuple):
        return listed(names.get(str(part), str(_plain(part))) for part in value) or "–"
    if hasattr(value, "items"):
        return (
            listed(f"{names.get(key, key)} {value_in_words(spec, part, names)}" for key, part in value.items()) or "–"
        )
    return str(value)


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
