"""Lets the registry find the toy game and its rulings beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import adjudication.rules
import engine.games
from adjudication.rules import all_rulings
from engine.registry import games

HERE = Path(__file__).parent


@contextmanager
def toy_found() -> Iterator[None]:
    """Within this block the registry finds the toy game."""
    paths = ((engine.games.__path__, str(HERE / "engine_games")), (adjudication.rules.__path__, str(HERE / "rulings")))
    for known, folder in paths:
        known.append(folder)
    games.cache_clear()
    all_rulings.cache_clear()
    try:
        yield
    finally:
        for known, folder in paths:
            known.remove(folder)
        games.cache_clear()
        all_rulings.cache_clear()
