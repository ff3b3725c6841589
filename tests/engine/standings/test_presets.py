"""A worked example of each preset, with the numbers done by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RuleError
from engine.registry import games
from engine.standings import Data, Entry, Policy, Result, Round, Why, compute, parse_policy, parse_preset, show

PRESETS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "data/standings/presets.toml").read_text("utf-8")
)


def policy(game: str, code: str) -> Policy:
    return parse_preset(PRESETS[game][code]).policy


def sessions(*tables: dict[str, int], **measures: dict[str, int]) -> tuple[Result, ...]:
    """One table a round; measures are given per entry and counted in the first round."""
    return tuple(
        Result(entry, number, 1, points, measures=measures.get(entry, {}) if number == 1 else {})
        for number, points_of in enumerate(tables, 1)
        for entry, points in points_of.items()
    )


def rounds(count: int) -> tuple[Round, ...]:
    return tuple(map(Round, range(1, count + 1)))


ABCD = tuple(map(Entry, "abcd"))


def test_taiwan_adds_points_and_breaks_a_tie_by_the_best_round_then_hands_won() -> None:
    results = sessions(
        {"a": 120, "b": 30, "c": -50, "d": -100},
        {"a": -20, "b": 70, "c": 50, "d": -100},
        {"a": 0, "b": 20, "c": 120, "d": -140},
        a={"hands_won": 5},
        c={"hands_won": 6},
    )
    standings = compute(policy("taiwan", "points"), Data(ABCD, rounds(3), results))
    assert [(row.id, row.total) for row in standings.rows] == [("c", 120), ("b", 120), ("a", 100), ("d", -340)]
    assert standings.rows[1].why == Why("best_round", 120, 70)
    level = sessions(
        {"a": 120, "b": 0, "c": 0, "d": -120},
        {"a": 0, "b": 0, "c": 120, "d": -120},
        a={"hands_won": 5},
        c={"hands_won": 6},
    )
    standings = compute(policy("taiwan", "points"), Data(ABCD, rounds(2), level))
    assert standings.rows[1].why == Why("hands_won", 6, 5)


def test_zung_jung_adds_square_roots_and_breaks_a_tie_by_raw_points_then_by_lot() -> None:
    # √100 − √36 = 10 − 6 = 4;  √25 − √1 = 5 − 1 = 4;  −√121 + √9 = −11 + 3 = −8;  −√4 + √28 = −2 + 5.291502
    results = sessions({"a": 100, "b": 25, "c": -121, "d": -4}, {"a": -36, "b": -1, "c": 9, "d": 28})
    standings = compute(policy("zungjung", "match_points"), Data(ABCD, rounds(2), results))
    assert [(row.id, show(row.total, standings.scale)) for row in standings.rows] == [
        ("a", "4"),
        ("b", "4"),
        ("d", "3.291502"),
        ("c", "-8"),
    ]
    assert standings.rows[1].why == Why("points", 64, 24)
    drawn = tuple(Entry(name, lot=lot) for name, lot in (("a", 2), ("b", 1), ("c", None), ("d", None)))
    standings = compute(
        policy("zungjung", "match_points"), Data(drawn, rounds(1), sessions({"a": 9, "b": 9, "c": -9, "d": -9}))
    )
    assert [(row.id, row.rank) for row in standings.rows] == [("b", 1), ("a", 2), ("c", 3), ("d", 3)]


def test_sichuan_shares_place_points_and_breaks_a_tie_by_points() -> None:
    # first 盤: a and b share 4 + 3 (3.5 each), c 2, d 1; second: b, c, d share 3 + 2 + 1 (2 each), a 4
    results = sessions({"a": 12, "b": 12, "c": -4, "d": -20}, {"a": 15, "b": -5, "c": -5, "d": -5})
    standings = compute(policy("sichuan", "place_points"), Data(ABCD, rounds(2), results))
    assert [(row.id, show(row.total, standings.scale)) for row in standings.rows] == [
        ("a", "7.5"),
        ("b", "5.5"),
        ("c", "4"),
        ("d", "3"),
    ]
    assert [cell.value for row in standings.rows for cell in row.rounds if cell] == [42, 48, 42, 24, 24, 24, 12, 24]


def test_sichuan_gives_three_place_points_where_fewer_than_three_play() -> None:
    results = (
        Result("a", 1, 1, 8),
        Result("b", 1, 1, -8),
        Result("c", 1, status="absent"),
        Result("d", 1, status="absent"),
    )
    standings = compute(policy("sichuan", "place_points"), Data(ABCD, rounds(1), results))
    assert [(row.id, show(row.total, standings.scale)) for row in standings.rows] == [
        ("a", "3"),
        ("b", "3"),
        ("c", "0"),
        ("d", "0"),
    ]


def test_dinghai_adds_points_and_breaks_a_tie_at_the_shared_table() -> None:
    # a and b: 6 each, best round 10 each, no hands counted; at the one shared table b had 10 and a −4
    results = (
        *sessions({"a": -4, "b": 10, "c": -3, "d": -3}),
        *(Result(*line) for line in (("a", 2, 1, 10), ("c", 2, 1, -10), ("b", 2, 2, -4), ("d", 2, 2, 4))),
    )
    standings = compute(policy("dinghai", "points"), Data(ABCD, rounds(2), results))
    assert [(row.id, row.total, row.rank) for row in standings.rows[:2]] == [("b", 6, 1), ("a", 6, 2)]
    assert standings.rows[1].why == Why("head_to_head", 1, -1)


def test_shengji_counts_levels_then_points_and_shows_a_pair_once() -> None:
    up = {"level_steps": 6}
    data = Data((Entry("ew"), Entry("ns")), rounds(1), sessions({"ew": -20, "ns": 20}, ew=up, ns=up))
    pairs = compute(policy("shengji", "levels"), data)
    assert [(row.id, row.rank, show(row.total, pairs.scale)) for row in pairs.rows] == [("ns", 1, "3"), ("ew", 2, "3")]
    assert pairs.rows[1].why == Why("points", 20, -20)
    assert show(20, pairs.criteria[1].scale) == "10"


def test_partners_who_entered_one_by_one_are_shown_once() -> None:
    entries = (Entry("e", pair="ew"), Entry("n", pair="ns"), Entry("w", pair="ew"), Entry("s", pair="ns"))
    data = Data(entries, rounds(1), sessions({"e": -10, "w": -10, "n": 10, "s": 10}))
    by_pair = {"by": "pair", "tie_breaks": ["total", "hands_won"], "divide": 2}
    pairs = compute(parse_policy({"tie_breaks": ["total"], "groups": [by_pair]}), data, by="pair")
    assert [(row.id, show(row.total, pairs.scale)) for row in pairs.rows] == [("ns", "10"), ("ew", "-10")]
    assert pairs.rows[0].members == ("n", "s")


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"policy": {"tie_breaks": ["total"]}}, "x.name"),
        ({"name": {"zh-hant": "a", "zh-hans": "a", "en": "a"}}, "x.policy"),
        ({"nmae": 1}, "x.nmae"),
    ],
)
def test_an_unreadable_preset_is_refused_by_path(data: dict[str, Any], path: str) -> None:
    with pytest.raises(RuleError) as refusal:
        parse_preset(data, path="x")
    assert refusal.value.path == path


def test_every_preset_that_a_game_offers_can_be_computed_and_every_event_preset_names_one() -> None:
    for code, game in games().items():
        presets = game.ruleset.standings_presets
        for name, data in presets.items():
            parse_preset(data, path=f"{code}.standings_presets.{name}")
        assert {preset.standings for preset in game.ruleset.event_presets} <= set(presets)
