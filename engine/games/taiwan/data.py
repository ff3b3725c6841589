"""The ruleset of Taiwan as its files say it, read once for the game and its scoring."""

from __future__ import annotations

from pathlib import Path

from engine.rulesets import load_ruleset

RULESET = load_ruleset(Path(__file__).parent)
