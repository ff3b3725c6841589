"""Fixtures of the engine's tests: the toy game and its rulings are found beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudication.rules
import engine.games
from adjudication.rules import all_rulings
from engine.registry import find_game, games
from engine.rulesets import ResolvedRuleset, resolve

TOY = Path(__file__).parent.parent / "toy"


@pytest.fixture(scope="session", autouse=True)
def toy_is_found() -> Iterator[None]:
    paths = ((engine.games.__path__, str(TOY / "engine_games")), (adjudication.rules.__path__, str(TOY / "rulings")))
    for known, folder in paths:
        known.append(folder)
    games.cache_clear()
    all_rulings.cache_clear()
    yield
    for known, folder in paths:
        known.remove(folder)
    games.cache_clear()
    all_rulings.cache_clear()


@pytest.fixture
def toy(toy_is_found: None) -> ResolvedRuleset:
    return resolve(find_game("toy").ruleset)
