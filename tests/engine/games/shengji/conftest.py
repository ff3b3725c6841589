"""The ruleset as shipped, with options of a test on top."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, resolve


@pytest.fixture
def rules() -> Callable[..., ResolvedRuleset]:
    return lambda **options: resolve(find_game("shengji").ruleset, None, options)
