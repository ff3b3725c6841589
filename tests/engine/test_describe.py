"""The reference pages come from the data and name every event field, pattern and option."""

from __future__ import annotations

import msgspec
import pytest

from engine.dealing import Start
from engine.describe import describe_events, describe_options
from engine.registry import find_game, games
from engine.rulesets import OptionChoice, OptionSpec, resolve
from engine.table import fold, number_events, parse_events
from engine.text import text


def test_events_are_described_with_the_fields_of_their_groups() -> None:
    page = describe_events(find_game("toy"))
    assert "### `win` Win 胡牌" in page
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


@pytest.mark.parametrize("code", sorted(set(games()) - {"toy"}))
def test_every_event_of_a_game_has_an_example_that_is_legal(code: str) -> None:
    game = find_game(code)
    allowed = {
        name: True for name, option in game.ruleset.options.items() if option.kind == "flag" and name[-5:] == "_bets"
    }
    rules = resolve(game.ruleset, None, allowed)
    seats = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
    for kind, struct in game.events.items():
        assert struct.example["type"] == kind
        start = Start()
        fold(rules, seats, start, number_events(rules, seats, start, parse_events(rules, [struct.example])))
