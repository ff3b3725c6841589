"""The reference pages come from the data and name every event field, pattern and option."""

from __future__ import annotations

import msgspec

from engine.describe import describe_events, describe_options
from engine.registry import find_game
from engine.rulesets import OptionChoice, OptionSpec
from engine.text import text


def test_events_are_described_with_the_fields_of_their_groups() -> None:
    page = describe_events(find_game("toy"))
    assert "### `win`" in page
    assert "| `wins[].seat` | seat |  | Winner 胡牌者 |" in page
    assert "| `wins[].from` (optional) | seat | by = discard |" in page


def test_options_say_what_they_may_be() -> None:
    page = describe_options(find_game("toy").ruleset)
    assert "| `base` | Base 底 | `1` | integer 0… |  |" in page


def test_values_are_written_as_in_json() -> None:
    name = text("名", "名", "Name")
    ruleset = msgspec.structs.replace(
        find_game("toy").ruleset,
        options={
            "cap": OptionSpec(kind="integer", name=name, nullable=True),
            "kong": OptionSpec(kind="mapping", name=name, default={"fed": 2, "late": True}),
            "by": OptionSpec(kind="choice", name=name, default=False, choices=(OptionChoice(False, name),)),
        },
    )
    page = describe_options(ruleset)
    assert "`null` | integer …, null" in page
    assert '`{"fed": 2, "late": true}`' in page
    assert "`false` | `false`" in page
