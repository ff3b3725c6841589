"""A policy that cannot be computed is refused, naming what is wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.errors import RuleError
from engine.standings import (
    FORMULAS,
    Data,
    Entry,
    Penalty,
    Policy,
    Result,
    Round,
    TieBreak,
    compute,
    parse_policy,
    penalty_value,
    show,
)
from engine.standings.tiebreaks import TIE_BREAKS

TOTAL = ["total"]


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ({"tie_breaks": []}, "tie_breaks_empty", "p.tie_breaks"),
        ({"tie_breaks": ["total", "height"]}, "tie_break_unknown", "p.tie_breaks[1]"),
        ({"tie_breaks": ["total", "total"]}, "tie_break_twice", "p.tie_breaks[1]"),
        ({"tie_breaks": [{"key": "lot", "scope": "event"}]}, "tie_break_scope", "p.tie_breaks[0]"),
        ({"tie_breaks": ["team_result"]}, "tie_break_needs", "p.tie_breaks[0]"),
        ({"tie_breaks": ["best_member"]}, "tie_break_needs", "p.tie_breaks[0]"),
        ({"tie_breaks": TOTAL, "formula": "luck"}, "formula_unknown", "p.formula"),
        ({"tie_breaks": TOTAL, "formula": "place_points"}, "place_points_missing", "p.place_points"),
        ({"tie_breaks": TOTAL, "source": "hats"}, "measure_unknown", "p.source"),
        ({"tie_breaks": ["deal_ins"]}, "measure_unknown", "p.tie_breaks[0]"),
        ({"tie_breaks": TOTAL, "best": 0}, "number_too_small", "p.best"),
        ({"tie_breaks": TOTAL, "least_players": 0}, "number_too_small", "p.least_players"),
        ({"tie_breaks": TOTAL, "carry": {"denominator": 0}}, "number_too_small", "p.carry.denominator"),
        ({"tie_breaks": TOTAL, "carry": {"numerator": -1}}, "number_too_small", "p.carry.numerator"),
        ({"tie_breaks": TOTAL, "sit_out": {"kind": "fixed", "over": 0}}, "number_too_small", "p.sit_out.over"),
        ({"tie_breaks": TOTAL, "sit_out": {"kind": "fixed", "value": 5, "over": 2}}, "score_inexact", "p.sit_out"),
        ({"tie_breaks": TOTAL, "absent": {"kind": "played"}}, "score_not_played", "p.absent"),
        (
            {"tie_breaks": TOTAL, "groups": [{"by": "team", "tie_breaks": []}]},
            "tie_breaks_empty",
            "p.groups[0].tie_breaks",
        ),
        (
            {"tie_breaks": TOTAL, "groups": [{"by": "team", "tie_breaks": ["head_to_head"]}]},
            "tie_break_needs",
            "p.groups[0].tie_breaks[0]",
        ),
        (
            {"tie_breaks": TOTAL, "groups": [{"by": "team", "tie_breaks": TOTAL}] * 2},
            "groups_twice",
            "p.groups[1]",
        ),
        (
            {"tie_breaks": TOTAL, "groups": [{"by": "team", "tie_breaks": TOTAL, "members": 0}]},
            "number_too_small",
            "p.groups[0].members",
        ),
    ],
)
def test_what_cannot_be_computed_is_refused_by_path(data: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(RuleError) as refusal:
        parse_policy(data, path="p", measures=("hands_won",))
    assert (refusal.value.code, refusal.value.path) == (code, path)
    assert refusal.value.message


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({}, "p.tie_breaks"),
        ([], "p"),
        ({"tie_breaks": TOTAL, "bset": 3}, "p.bset"),
        ({"tie_breaks": TOTAL, "sit_out": {"kind": "lucky"}}, "p.sit_out.kind"),
        ({"tie_breaks": TOTAL, "groups": [{"by": "team", "tie_breaks": [5]}]}, "p.groups[0].tie_breaks[0]"),
    ],
)
def test_what_cannot_be_read_is_refused_by_path(data: object, path: str) -> None:
    with pytest.raises(RuleError) as refusal:
        parse_policy(data, path="p")
    assert refusal.value.path == path


def test_one_criterion_is_enough_and_may_be_written_as_its_key() -> None:
    assert parse_policy({"tie_breaks": ["total"]}) == Policy((TieBreak("total"),))


def test_a_stored_policy_reads_back_the_same() -> None:
    data = {"tie_breaks": ["total"], "carry": {"denominator": 2}, "groups": [{"by": "pair", "tie_breaks": ["total"]}]}
    policy = parse_policy(data)
    assert parse_policy(msgspec.to_builtins(policy)) == policy


def test_a_team_may_break_a_tie_of_persons_and_a_person_one_of_teams() -> None:
    groups = [{"by": "team", "tie_breaks": ["total", "best_member"]}]
    assert parse_policy({"tie_breaks": ["total", "team_result"], "groups": groups}).grouping("team").divide == 1


def test_every_tie_break_is_worded_in_three_languages_and_declares_its_scope() -> None:
    for key, spec in TIE_BREAKS.items():
        assert spec.key == key
        assert spec.scope in spec.scopes
        assert all((spec.name.zh_hant, spec.name.zh_hans, spec.name.en))


def test_a_penalty_that_is_no_whole_unit_is_refused_before_it_is_issued() -> None:
    points = Policy((TieBreak("total"),))
    places = Policy((TieBreak("total"),), formula="place_points", place_points=(4, 3, 2, 1))
    assert penalty_value(places, "placing", -6) == -6
    assert penalty_value(places, "event", -2) == -24
    assert penalty_value(points, "placing", -12) == -1
    with pytest.raises(RuleError) as refusal:
        penalty_value(points, "placing", -6)
    assert refusal.value.code == "penalty_inexact"


def test_an_entry_of_several_places_is_counted_by_its_share() -> None:
    data = Data(
        (Entry("a"), Entry("b")),
        (Round(1), Round(2)),
        (
            Result("a", 1, 1, 60),
            Result("b", 1, 1, -60),
            Result("a", 2, status="sat_out"),
            Result("b", 2, status="absent"),
        ),
        (Penalty("b", 1, -4), Penalty("b", 1, -6, "table"), Penalty("a", 1, -12, "placing")),
    )
    shared = parse_policy(
        {"tie_breaks": ["total", "points"], "share": 2, "sit_out": {"kind": "fixed", "value": 7}, "penalties": "after"}
    )
    standings = compute(shared, data)
    # 60/2 + 7 - 12/12 and -60/2 - 4 - 6/2
    assert [(row.id, show(row.total, standings.scale)) for row in standings.rows] == [("a", "36"), ("b", "-37")]
    assert [item.scale for item in standings.criteria] == [2, 2]
    placed = parse_policy(
        {"tie_breaks": ["total"], "share": 2, "formula": "points_and_place_points", "place_points": [3, 1]}
    )
    standings = compute(placed, Data(data.entries, data.rounds, data.results[:2]))
    assert [(row.id, show(row.total, standings.scale)) for row in standings.rows] == [("a", "33"), ("b", "-29")]
    rooted = parse_policy({"tie_breaks": ["total"], "share": 2, "formula": "root_match_points"})
    standings = compute(rooted, Data(data.entries, data.rounds, (Result("a", 1, 1, 64), Result("b", 1, 1, -64))))
    assert [(row.id, show(row.total, standings.scale)) for row in standings.rows] == [("a", "8"), ("b", "-8")]
    with pytest.raises(RuleError, match="less than"):
        parse_policy({"tie_breaks": ["total"], "share": 0})


def test_match_points_may_be_rounded_to_a_tenth() -> None:
    values = FORMULAS["root_match_points_tenths"].values((2, -2, 144, 0, 3, -5), ())
    # 1.414, −1.414, 12, 0, 1.732, −2.236
    assert values == [14, -14, 120, 0, 17, -22]
    assert FORMULAS["root_match_points_tenths"].scale == 10
