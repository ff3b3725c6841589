"""Rulesets: options in layers, refusals by path, and storing the whole of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import find_game, games
from engine.rulesets import OptionChoice, OptionSpec, ResolvedRuleset, check_option, load_ruleset, resolve, restore
from engine.text import text

NAME = text("名", "名", "Name")


def test_later_layers_win_over_preset_and_defaults(toy: ResolvedRuleset) -> None:
    ruleset = toy.ruleset
    assert toy.options.base == toy.options["base"] == 1
    assert resolve(ruleset, "dear").options.base == 10
    assert resolve(ruleset, "dear", {"base": 3}, {"base": 4}).options.base == 4


def test_unknown_options_and_presets_are_refused_by_path(toy: ResolvedRuleset) -> None:
    with pytest.raises(RuleError) as option:
        resolve(toy.ruleset, None, {"bass": 3})
    assert (option.value.code, option.value.path) == ("option_unknown", "options.bass")
    with pytest.raises(RuleError) as preset:
        resolve(toy.ruleset, "cheap")
    assert preset.value.code == "preset_unknown"
    with pytest.raises(AttributeError):
        _ = toy.options.bass


@pytest.mark.parametrize(
    ("spec", "good", "bad"),
    [
        ({"kind": "integer", "minimum": 0, "maximum": 9}, 9, 10),
        ({"kind": "integer", "minimum": 0}, 0, True),
        ({"kind": "integer", "nullable": True}, None, "1"),
        ({"kind": "integer", "choices": (OptionChoice("all", NAME),)}, "all", "none"),
        ({"kind": "flag"}, False, 0),
        ({"kind": "choice", "choices": (OptionChoice(25, NAME), OptionChoice("x", NAME))}, 25, "25"),
        ({"kind": "integers", "minimum": 0}, [6, 7], [6, -7]),
        ({"kind": "codes", "choices": (OptionChoice("T0", NAME),)}, ["T0"], ["T1"]),
        ({"kind": "mapping"}, {"a": 2}, {"b": 2}),
        ({"kind": "mapping", "minimum": 0}, {"a": 2}, {"a": "2"}),
        ({"kind": "mapping", "maximum": 9}, {"a": 9}, {"a": 10}),
        ({"kind": "text"}, "self[0]", 4),
    ],
)
def test_each_kind_of_option_takes_only_its_values(spec: dict[str, Any], good: Any, bad: Any) -> None:
    option = OptionSpec(name=NAME, **spec)
    check_option("x", option, good, {"a": 1})
    with pytest.raises(RuleError, match="option_value"):
        check_option("x", option, bad, {"a": 1})


def test_a_mapping_is_changed_key_by_key(toy: ResolvedRuleset) -> None:
    ruleset = toy.ruleset
    table = OptionSpec(kind="mapping", name=NAME, default={"fed": 2, "late": 0})
    import msgspec

    wider = msgspec.structs.replace(ruleset, options={**ruleset.options, "kong": table})
    resolved = resolve(wider, None, {"kong": {"late": 1}})
    assert dict(resolved.options.kong) == {"fed": 2, "late": 1}
    with pytest.raises(TypeError):
        resolved.options.kong["late"] = 2


def test_a_resolved_ruleset_is_stored_whole_and_read_back(toy: ResolvedRuleset) -> None:
    stored = json.loads(json.dumps(resolve(toy.ruleset, "dear").dump()))
    back = restore(stored)
    assert back.ruleset == toy.ruleset
    assert dict(back.options) == {"base": 10, "tip": 0}


def test_an_option_that_came_later_counts_by_its_default(toy: ResolvedRuleset) -> None:
    stored = json.loads(json.dumps(resolve(toy.ruleset, "dear").dump()))
    del stored["options"]["tip"], stored["ruleset"]["options"]["tip"]
    back = restore(stored, toy.ruleset)
    assert dict(back.options) == {"base": 10, "tip": 0}
    assert resolve(back.ruleset, None, back.plain_options, {"tip": 1}).options.tip == 1


def test_an_unknown_field_in_a_file_is_refused_by_its_path(tmp_path: Any) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "articles.toml").write_text("", encoding="utf-8")
    (folder / "ruleset.toml").write_text('code = "odd"\ncolour = "red"\n', encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_ruleset(folder)
    assert caught.value.path == "odd/ruleset.toml.colour" or caught.value.code == "field_missing"


@pytest.mark.parametrize("code", games())
def test_keys_and_codes_of_a_mapping_are_worded(code: str) -> None:
    ruleset = find_game(code).ruleset
    for option in (option for option in ruleset.options.values() if option.kind == "mapping"):
        worded = {pattern.code for pattern in ruleset.patterns} | option.parts.keys()
        said = [
            *option.default,
            *(part for value in option.default.values() if isinstance(value, tuple | list) for part in value),
        ]
        # Steps of a ladder, like P1, are words of the rulebook themselves.
        assert [key for key in said if key not in worded and key.islower()] == []


def test_games_are_found_by_walking_the_package() -> None:
    assert "toy" in games()
    with pytest.raises(RuleError, match="game_unknown"):
        find_game("whist")
