"""Options of Zung Jung beyond the cases in the data: readings side by side, presets, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.games.zungjung.settlement import shared_points
from engine.registry import find_game
from engine.rulesets import resolve
from engine.settling import settle_line

RULESET = find_game("zungjung").ruleset
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
CHICKEN = {"concealed": "333m6789m789p", "melds": ["pon:555s"], "win": "6m", "by": "discard", "seat": "E"}


def worth(hand: dict[str, Any], options: dict[str, Any]) -> int | str:
    answer = find_game("zungjung").score(resolve(RULESET, None, options), hand)
    return answer["total"] if answer["valid"] else answer["reason"]["code"]


def paid(options: dict[str, Any], *events: dict[str, Any]) -> list[int]:
    scores = settle_line(RULESET, {"seats": SEATS, "events": list(events)}, options)["scores"]
    return [scores[place] for place in "ESWN"]


def win(seat: str, giver: str, total: int, **facts: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"seat": seat, "by": "discard", "from": giver, "total": total, **facts}]}


def test_the_readings_of_the_equal_split_differ_only_around_thirty() -> None:
    table = {value: [shared_points(reading, value) for reading in (25, 30, "30_but_30")] for value in (25, 29, 30, 31)}
    assert table == {
        25: [None, None, None],
        29: [25, None, None],
        30: [25, None, 25],
        31: [25, 30, 30],
    }


def test_a_claimed_copy_still_counts_where_it_is_the_winning_discard() -> None:
    event = win("S", "E", 70, discards=[["W", "1z"], ["E", "1z"]], claimed=[0, 1])
    assert paid({"claimed_copy": "lapses"}, event) == [-160, 210, -25, -25]


def test_seats_are_drawn_anew_each_cycle_by_option() -> None:
    events = [{"type": "exhausted"}] * 4
    for option, due in ((True, True), (False, False)):
        answer = settle_line(RULESET, {"seats": SEATS, "events": events}, {"reseat_each_cycle": option})
        assert answer["state"]["progress"]["reseat"] is due


def test_the_older_values_are_a_preset() -> None:
    rules = resolve(RULESET, "v1_03")
    game = find_game("zungjung")
    triplets = {"concealed": "999m5m", "melds": ["pon:222p", "pon:333s", "pon:444s"], "win": "5m", "by": "discard"}
    assert game.score(rules, triplets)["total"] == 40
    orphans = {"concealed": "19m19p119s2347z56z", "win": "1z", "by": "discard", "seat": "S"}
    assert (game.score(rules, orphans)["total"], game.score(rules, orphans)["limit"]) == (320, "listed")
    pairs = {"concealed": "2233556688m11p1z", "win": "1z", "by": "discard", "seat": "S"}
    assert game.score(rules, pairs)["total"] == 30  # 25 and the concealed hand


def test_the_challenge_asks_for_five_points() -> None:
    assert resolve(RULESET, "wsom").options.minimum == 5
    assert resolve(RULESET, "standard").options.minimum == 0


def test_an_unknown_pattern_or_a_value_that_is_no_number_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        worth(CHICKEN, {"values": {"99": 5}})
    assert refused.value.code == "pattern_unknown"
    with pytest.raises(RuleError) as refused:
        resolve(RULESET, None, {"ladder": {"P1": "much"}})
    assert refused.value.code == "option_value"
    with pytest.raises(RuleError):
        resolve(RULESET, None, {"ladder": {"P9": 5}})
