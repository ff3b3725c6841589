"""Ranks are 1, 2, 2, 4, and every pair of neighbours says what separates it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.standings import (
    Data,
    Entry,
    Penalty,
    Policy,
    Result,
    Round,
    Standings,
    TieBreak,
    Why,
    compute,
    from_json,
    to_json,
)
from engine.standings.policy import Score
from engine.standings.tiebreaks import TIE_BREAKS

KEYS = ("total", "best_round", "second_best", "median", "sum_of_places", "hands_won", "head_to_head")


def table(number: int, table_id: int, **points: int) -> tuple[Result, ...]:
    return tuple(Result(entry, number, table_id, raw) for entry, raw in points.items())


def ranks(standings: Standings) -> list[tuple[str, int | None]]:
    return [(row.id, row.rank) for row in standings.rows]


def entries(ids: str) -> tuple[Entry, ...]:
    return tuple(Entry(name) for name in ids)


def test_shared_ranks_skip_the_ranks_they_fill() -> None:
    data = Data(entries("abcd"), (Round(1),), table(1, 1, a=0, b=20, c=0, d=-20))
    standings = compute(Policy((TieBreak("total"),)), data)
    assert ranks(standings) == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]
    assert [row.tied for row in standings.rows] == [False, True, True, False]


def test_each_row_names_the_first_criterion_that_differs_with_both_numbers() -> None:
    results = table(1, 1, a=30, b=10, c=-10, d=-30) + table(2, 1, a=-20, b=0, c=30, d=-10)
    data = Data(entries("abcd"), (Round(1), Round(2)), results)
    standings = compute(Policy((TieBreak("total"), TieBreak("best_round"))), data)
    assert [row.id for row in standings.rows] == ["c", "a", "b", "d"]
    assert [row.why for row in standings.rows] == [
        None,
        Why("total", 20, 10),
        Why("best_round", 30, 10),
        Why("total", 10, -40),
    ]


def test_no_difference_is_said_to_be_none() -> None:
    data = Data(entries("ab"), (Round(1),), table(1, 1, a=0, b=0))
    assert compute(Policy((TieBreak("total"),)), data).rows[1].why == Why(None)


def test_nobody_is_ranked_before_a_result() -> None:
    data = Data(entries("abc"), (Round(1),), ())
    order = [("a", None), ("b", None), ("c", None)]
    assert ranks(compute(Policy((TieBreak("total"), TieBreak("best_round"))), data)) == order


def test_who_has_not_come_yet_stands_below_those_who_played_and_lost() -> None:
    there = (Result("c", 1, status="sat_out"), Result("d", 1, status="absent"))
    data = Data(entries("abcde"), (Round(1),), (*table(1, 1, a=20, b=-20), *there), (Penalty("e", 1, -5),))
    order = [("a", 1), ("c", 2), ("b", 3), ("d", None), ("e", None)]
    assert ranks(compute(Policy((TieBreak("total"),)), data)) == order


def test_sitting_out_is_no_rank_before_somebody_has_a_result() -> None:
    resting = Data(entries("ab"), (Round(1),), (Result("a", 1, status="sat_out"),))
    assert ranks(compute(Policy((TieBreak("total"),)), resting)) == [("a", None), ("b", None)]
    paid = Policy((TieBreak("total"),), sit_out=Score("fixed", 5))
    assert ranks(compute(paid, resting)) == [("a", 1), ("b", None)]


def test_standings_name_the_measure_they_count_and_the_share() -> None:
    data = Data(entries("ab"), (Round(1),), table(1, 1, a=20, b=-20))
    counted = compute(Policy((TieBreak("total"),), source="level_steps", share=2), data)
    assert (counted.share, counted.counts) == (2, TIE_BREAKS["level_steps"].name)
    points = compute(Policy((TieBreak("total"),)), data)
    assert (points.share, points.counts) == (1, None)


def test_being_absent_is_ranked_by_what_it_is_worth() -> None:
    data = Data(entries("abc"), (Round(1),), (*table(1, 1, a=20, b=-20), Result("c", 1, status="absent")))
    policy = Policy((TieBreak("total"),), absent=Score("fixed", -30))
    assert ranks(compute(policy, data)) == [("a", 1), ("b", 2), ("c", 3)]


def test_the_bytes_survive_a_round_trip_and_do_not_change() -> None:
    data = Data(entries("abcd"), (Round(1),), table(1, 1, a=0, b=20, c=0, d=-20))
    standings = compute(Policy(tuple(map(TieBreak, KEYS))), data)
    assert from_json(to_json(standings)) == standings
    assert to_json(compute(Policy(tuple(map(TieBreak, KEYS))), data)) == to_json(standings)


@st.composite
def fields(draw: st.DrawFn) -> tuple[Policy, Data]:
    """A policy and up to four rounds of up to three tables, with points so few that ties are common."""
    size = draw(st.sampled_from((4, 8, 12)))
    numbers = range(1, draw(st.integers(1, 4)) + 1)
    results: list[Result] = []
    for number in numbers:
        for place, player in enumerate(draw(st.permutations(range(size)))):
            won = {"hands_won": draw(st.integers(0, 1))}
            results.append(Result(str(player), number, place // 4, draw(st.integers(-3, 3)), measures=won))
    tie_breaks = draw(st.lists(st.sampled_from(KEYS), min_size=1, unique=True))
    formula = draw(st.sampled_from(("points", "root_match_points", "place_points")))
    policy = Policy(tuple(map(TieBreak, tie_breaks)), formula=formula, place_points=(4, 3, 2, 1))
    return policy, Data(tuple(Entry(str(player)) for player in range(size)), tuple(map(Round, numbers)), tuple(results))


@given(fields(), st.data())
def test_relabelling_and_reordering_never_change_a_rank(field: tuple[Policy, Data], draw: st.DataObject) -> None:
    policy, data = field
    names = draw.draw(st.permutations([f"n{index}" for index in range(len(data.entries))]))
    renamed = [Result(names[int(r.entry)], r.round, r.table, r.points, measures=r.measures) for r in data.results]
    moved = Data(
        tuple(map(Entry, draw.draw(st.permutations(names)))), data.rounds, tuple(draw.draw(st.permutations(renamed)))
    )
    before = {names[int(row.id)]: row.rank for row in compute(policy, data).rows}
    assert before == {row.id: row.rank for row in compute(policy, moved).rows}


@given(fields())
def test_every_row_stands_where_its_own_numbers_put_it(field: tuple[Policy, Data]) -> None:
    standings = compute(*field)
    keys = [criterion.key for criterion in standings.criteria]
    signs = [1 if criterion.direction == "higher" else -1 for criterion in standings.criteria]
    for position, row in enumerate(standings.rows):
        assert row.rank == next(index for index, other in enumerate(standings.rows, 1) if other.rank == row.rank)
        if position == 0:
            continue
        above = standings.rows[position - 1]
        pairs = list(zip(signs, above.values, row.values, strict=True))
        if row.rank == above.rank:
            assert row.why == Why(None)
            assert all(here == other for _, other, here in pairs)
        else:
            assert row.why is not None
            level = keys.index(row.why.key or "")
            assert all(here == other for _, other, here in pairs[:level])
            sign, other, here = pairs[level]
            assert row.why == Why(keys[level], other, here)
            assert other is not None
            assert here is None or sign * other > sign * here
