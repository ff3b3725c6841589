"""Fixtures of the engine's tests: the toy game and its rulings are found beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, resolve
from tests.toy.finding import toy_found


@pytest.fixture(scope="session", autouse=True)
def toy_is_found() -> Iterator[None]:
    with toy_found():
        yield


@pytest.fixture
def toy(toy_is_found: None) -> ResolvedRuleset:
    return resolve(find_game("toy").ruleset)
