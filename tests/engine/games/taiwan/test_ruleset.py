"""The ruleset as data: values and options agree, presets resolve, standings presets hold."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.registry import find_game
from engine.standings import parse_preset
from tests.engine.games.taiwan.helpers import rules, score

MEASURES = ("hands_won", "self_draws", "deal_ins", "best_hand")


def test_the_values_of_the_patterns_are_the_default_of_the_option_items() -> None:
    values = {spec.code: abs(spec.value) for spec in find_game("taiwan").ruleset.patterns}
    assert rules().plain_options["items"] == values


def test_an_unknown_item_or_a_value_that_is_no_number_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        rules(items={"nonsense": 3})
    assert (caught.value.code, caught.value.path) == ("option_value", "options.items")
    hand = {"concealed": "1112223334445556m", "win": "6m", "by": "self"}
    with pytest.raises(RuleError) as caught:
        score(hand, rules(items={"jian": "many"}))
    assert (caught.value.code, caught.value.path) == ("option_value", "options.items.jian")


def test_event_presets_name_what_exists() -> None:
    ruleset = find_game("taiwan").ruleset
    for preset in ruleset.event_presets:
        assert preset.standings in ruleset.standings_presets
        assert preset.preset in {known.code for known in ruleset.presets}
    for data in ruleset.standings_presets.values():
        parse_preset(data, measures=MEASURES)
