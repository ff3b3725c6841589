"""Every ambiguous point of a rulebook is an option with the recommended default, or stands as one without a choice."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.describe import describe_options
from engine.registry import find_game, games
from engine.rulesets import Ruleset, resolve
from engine.standings.presets import parse_preset

DATA = Path(__file__).parents[1] / "data"
CODES = sorted(set(games()) - {"toy"})
every_game = pytest.mark.parametrize("code", CODES)


def points(code: str) -> dict[str, dict[str, Any]]:
    """The rows of the rulebook's list with their recommended readings: `options` by name, or `unset` ones."""
    return tomllib.loads((DATA / code / "ambiguities.toml").read_text("utf-8"))


def deciding(ruleset: Ruleset, row: str) -> set[str]:
    return {name for name, option in ruleset.options.items() if row in option.cites}


@every_game
def test_every_ambiguous_point_is_decided_by_options_or_settled(code: str) -> None:
    ruleset = find_game(code).ruleset
    for row, said in points(code).items():
        named = {*said.get("options", {}), *said.get("unset", ())}
        assert deciding(ruleset, row) == named, row
        assert (row in ruleset.settled) is not bool(named), row
    assert set(ruleset.settled) <= set(points(code))


@every_game
def test_the_recommended_reading_is_the_default(code: str) -> None:
    rules = resolve(find_game(code).ruleset)
    for row, said in points(code).items():
        for name, value in said.get("options", {}).items():
            default = rules.plain_options[name]
            if isinstance(value, Mapping):
                default = {key: default[key] for key in value}
            assert default == value and type(default) is type(value), (row, name)
        for name in said.get("unset", ()):
            assert rules.plain_options[name] is None, (row, name)


@every_game
def test_an_option_that_decides_a_point_has_a_second_reading(code: str) -> None:
    ruleset = find_game(code).ruleset
    for row in points(code):
        for name in deciding(ruleset, row):
            option = ruleset.options[name]
            if option.kind in ("choice", "codes"):
                assert len({choice.value for choice in option.choices}) > 1, name


@every_game
def test_a_settled_point_says_what_it_is_and_why(code: str) -> None:
    ruleset = find_game(code).ruleset
    page = describe_options(ruleset)
    for row, point in ruleset.settled.items():
        assert f"| {row} | {point.says} | {point.why}" in page
        read = [parse_preset(ruleset.standings_presets[preset]).policy for preset in point.standings]
        assert all(policy not in read[:index] for index, policy in enumerate(read))
        if read:
            assert {event.standings for event in ruleset.event_presets} == {point.standings[0]}
