"""Finding games: every package below `engine.games` offers one as `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import engine.games
from engine.errors import RuleError, noop
from engine.game import Game, TrickGame
from engine.rulesets import ResolvedRuleset


@cache
def games() -> dict[str, Game]:
    """Return all games by code, in alphabetical order of their folders."""
    found: dict[str, Game] = {}
    for module in sorted(pkgutil.iter_modules(engine.games.__path__), key=lambda item: item.name):
        if module.ispkg:
            game: Game = importlib.import_module(f"engine.games.{module.name}").GAME
            found[game.code] = game
    return found


def find_game(code: str) -> Game:
    """Return a game by its code, or raise `RuleError` `game_unknown`."""
    try:
        return games()[code]
    except KeyError:
        raise RuleError("game_unknown", noop("There is no game “{game}”."), path="game", game=code) from None


def game_of(rules: ResolvedRuleset) -> Game:
    """Return the game a resolved ruleset belongs to."""
    return find_game(rules.ruleset.code)


def trick_game() -> TrickGame:
    """Return the game that judges tricks, or raise `RuleError` `game_unknown` when none does."""
    for game in games().values():
        if isinstance(game, TrickGame):
            return game
    raise RuleError("game_unknown", noop("There is no game “{game}”."), path="game", game="trick")
