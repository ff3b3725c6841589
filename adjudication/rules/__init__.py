"""One package a game: its infractions, questions and decisions, found by walking this one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from engine.errors import RuleError, noop
from engine.rulings import Rulings


@cache
def all_rulings() -> dict[str, Rulings]:
    """Return the rulings of every game by its code: each package below offers them as `RULINGS`."""
    return {
        module.name: importlib.import_module(f"{__name__}.{module.name}").RULINGS
        for module in sorted(pkgutil.iter_modules(__path__), key=lambda item: item.name)
        if module.ispkg
    }


def rulings_of(code: str) -> Rulings:
    """Return a game's rulings, or raise `RuleError` `game_unknown`."""
    try:
        return all_rulings()[code]
    except KeyError:
        raise RuleError("game_unknown", noop("There is no game “{game}”."), path="game", game=code) from None
