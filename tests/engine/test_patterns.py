from __future__ import annotations

import msgspec
import pytest

from engine.errors import RuleError
from engine.patterns import PatternSpec, PatternTable, Score, invalid_json, ready_json, valid_json
from engine.text import text


def spec(code: str, value: int = 1, **more: object) -> PatternSpec:
    return PatternSpec(code, text(code, code, code), value, "A21.1", **more)  # type: ignore[arg-type]


TABLE = PatternTable(
    [
        spec("menqing"),
        spec("duiduihu", 4),
        spec("san", 2, series="ankan"),
        spec("si", 5, series="ankan"),
        spec("wu", 13, series="ankan", excludes=("menqing", "duiduihu")),
        spec("jian", 1, most=3),
        spec("renhu", 8, excludes=("diting", "menqing")),
        spec("diting", 4, excludes=("menqing",)),
        spec("minus", -4),
    ]
)


def facts(*codes: str) -> int:
    return sum(TABLE.one[code] for code in codes)


def words(codes: int) -> tuple[int, dict[str, int], dict[str, str]]:
    tally = TABLE.resolve(codes)
    counted, dropped = TABLE.explain(tally)
    return (
        tally.raw,
        {entry.spec.code: entry.count for entry in counted},
        {entry.code: entry.because for entry in dropped},
    )


def test_patterns_add() -> None:
    assert words(facts("menqing", "duiduihu", "jian", "jian")) == (7, {"menqing": 1, "duiduihu": 1, "jian": 2}, {})
    assert words(0) == (0, {}, {})


def test_a_deduction_is_a_pattern_of_negative_value() -> None:
    assert words(facts("duiduihu", "minus"))[0] == 0


def test_only_the_highest_of_a_series_counts() -> None:
    assert words(facts("san", "si")) == (5, {"si": 1}, {"san": "si"})


def test_an_excluded_pattern_names_what_keeps_it_out() -> None:
    raw, counted, dropped = words(facts("menqing", "duiduihu", "san", "si", "wu"))
    assert (raw, counted) == (13, {"wu": 1})
    assert dropped == {"menqing": "wu", "duiduihu": "wu", "san": "wu", "si": "wu"}


def test_what_does_not_count_itself_keeps_nothing_out() -> None:
    table = PatternTable([spec("a", excludes=("b",)), spec("b", excludes=("c",)), spec("c")])
    tally = table.resolve(table.one["a"] + table.one["b"] + table.one["c"])
    assert tally.counted == ((0, 1), (2, 1))
    assert tally.dropped == ((1, 0),)


def test_exclusion_does_not_depend_on_the_order_of_the_list() -> None:
    table = PatternTable([spec("c"), spec("b", excludes=("c",)), spec("a", excludes=("b",))])
    tally = table.resolve(sum(table.one.values()))
    assert tally.counted == ((0, 1), (2, 1))


def test_of_alternatives_the_dearest_counts_and_the_first_listed_if_equal() -> None:
    table = PatternTable(
        [spec("pair", 1, group="wait"), spec("edge", 1, group="wait"), spec("single", 2, group="wait")]
    )
    both = table.one["pair"] + table.one["edge"]
    assert table.resolve(both).counted == ((0, 1),)
    assert table.resolve(both + table.one["single"]).counted == ((2, 1),)


def test_values_of_the_ruleset_may_be_replaced() -> None:
    table = PatternTable(TABLE.specs, {"si": 6, "jian": 3})
    tally = table.resolve(table.one["si"] + 2 * table.one["jian"])
    assert (tally.raw, tally.top) == (12, 6)
    with pytest.raises(RuleError) as caught:
        PatternTable(TABLE.specs, {"nothing": 1})
    assert caught.value.code == "pattern_unknown"


@pytest.mark.parametrize(
    ("specs", "code"),
    [
        ([spec("a"), spec("a")], "pattern_twice"),
        ([spec("a", excludes=("b",))], "pattern_unknown"),
        ([spec("a", excludes=("b",)), spec("b", excludes=("a",))], "patterns_circular"),
    ],
)
def test_a_list_that_makes_no_sense_is_refused(specs: list[PatternSpec], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        PatternTable(specs)
    assert caught.value.code == code


def test_a_pattern_is_data_and_an_unknown_field_is_refused() -> None:
    data = {"code": "a", "name": {"zh-hant": "門", "zh-hans": "门", "en": "Door"}, "value": 1, "article": "A1"}
    assert msgspec.convert(data, PatternSpec).name.zh_hans == "门"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data | {"worth": 1}, PatternSpec)


def test_the_best_candidate_pays_most_then_sums_most_then_comes_first() -> None:
    candidates = [(facts("si"), "si"), (facts("wu"), "wu"), (facts("renhu", "duiduihu"), "renhu")]
    assert TABLE.best(candidates) == (13, TABLE.resolve(facts("wu")), "wu")
    capped = TABLE.best(candidates, lambda tally: min(tally.raw, 3))
    assert capped is not None
    assert (capped[0], capped[2]) == (3, "wu")
    same = TABLE.best([(facts("duiduihu"), "first"), (facts("diting"), "second")])
    assert same is not None
    assert same[2] == "first"
    assert TABLE.best([]) is None


def test_equal_facts_are_resolved_once_and_memory_is_bounded() -> None:
    table = PatternTable([spec(f"p{number}", most=15) for number in range(5)])
    first = table.resolve(table.one["p0"])
    assert table.resolve(table.one["p0"]) is first
    for number in range(10_000):
        table.resolve(number)
    assert len(table._tallies) <= 8192
    assert table.resolve(table.one["p0"]) == first


def test_one_listed_pattern_may_stand_alone() -> None:
    tally = TABLE.only(TABLE.resolve(facts("menqing", "san", "si", "duiduihu")), "si")
    assert (tally.raw, tally.top) == (5, 5)
    _, dropped = TABLE.explain(tally)
    assert {entry.code: entry.because for entry in dropped} == {"menqing": "si", "duiduihu": "si", "san": "si"}


def test_items_ticked_from_the_list_are_counted() -> None:
    assert TABLE.tally_items([("menqing", 1), ("jian", 3)]).raw == 4


@pytest.mark.parametrize(
    ("items", "code", "path"),
    [
        ([("menqing", 1), ("nothing", 1)], "pattern_unknown", "items[1]"),
        ([("menqing", 1), ("menqing", 1)], "pattern_twice", "items[1]"),
        ([("menqing", 2)], "pattern_count", "items[0]"),
        ([("jian", 0)], "pattern_count", "items[0]"),
        ([("jian", True)], "pattern_count", "items[0]"),
        ([("wu", 1), ("menqing", 1)], "patterns_conflict", "items[1]"),
        ([("san", 1), ("si", 1)], "patterns_conflict", "items[0]"),
    ],
)
def test_items_that_cannot_stand_together_are_refused(items: list[tuple[str, int]], code: str, path: str) -> None:
    with pytest.raises(RuleError) as caught:
        TABLE.tally_items(items, "items")
    assert (caught.value.code, caught.value.path) == (code, path)
    assert caught.value.message


def test_a_score_is_told_in_the_fixed_shape() -> None:
    counted, dropped = TABLE.explain(TABLE.resolve(facts("san", "si", "jian", "jian")))
    score = Score(7, 7, "none", "台", counted, dropped, ("123m", "55p"), (22, 25), extra=(("robbed", 8), ("others", 3)))
    name = {"zh-hant": "si", "zh-hans": "si", "en": "si"}
    assert valid_json(score, "h1") == {
        "id": "h1",
        "valid": True,
        "complete": True,
        "total": 7,
        "raw": 7,
        "limit": "none",
        "unit": "台",
        "patterns": [
            {"code": "si", "name": name, "value": 5, "count": 1, "article": "A21.1"},
            {"code": "jian", "name": dict.fromkeys(name, "jian"), "value": 1, "count": 2, "article": "A21.1"},
        ],
        "not_counted": [{"code": "san", "because": "si"}],
        "reading": ["123m", "55p"],
        "waits": ["5s", "8s"],
        "extra": {"robbed": 8, "others": 3},
    }
    assert "extra" not in valid_json(msgspec.structs.replace(score, extra=()))


def test_a_hand_that_may_not_win_and_a_hand_that_waits_have_their_own_shapes() -> None:
    assert invalid_json("no_shape", "No winning shape.", 3) == {
        "id": 3,
        "valid": False,
        "reason": {"code": "no_shape", "message": "No winning shape."},
    }
    assert ready_json((2, 5), {2: 1, 5: 2}, "h") == {
        "id": "h",
        "ready": True,
        "waits": ["3m", "6m"],
        "best": {"3m": 1, "6m": 2},
    }
    assert ready_json((), {})["ready"] is False
