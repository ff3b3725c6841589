"""Fixtures of the engine's tests: the toy game is found beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.games
from engine.registry import find_game, games
from engine.rulesets import ResolvedRuleset, resolve

TOY = str(Path(__file__).parent.parent / "toy" / "engine_games")


@pytest.fixture(scope="session", autouse=True)
def toy_is_found() -> Iterator[None]:
    engine.games.__path__.append(TOY)
    games.cache_clear()
    yield
    engine.games.__path__.remove(TOY)
    games.cache_clear()


@pytest.fixture
def toy(toy_is_found: None) -> ResolvedRuleset:
    return resolve(find_game("toy").ruleset)
