"""Stages, penalties, best-n, carry-over and scores of rounds that were not played."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RuleError
from engine.standings import (
    Carry,
    Data,
    Entry,
    Groups,
    Penalty,
    Policy,
    Result,
    Round,
    Score,
    Standings,
    Sums,
    TieBreak,
    Why,
    carry_over,
    compute,
)

AB = (Entry("a"), Entry("b"))
PLAIN = Policy((TieBreak("total"),))
PLACES = Policy((TieBreak("total"),), formula="place_points", place_points=(4, 3, 2, 1))


def duel(*points: int, stage: str = "main", first: int = 1) -> tuple[tuple[Round, ...], tuple[Result, ...]]:
    """Rounds at which a scores the points given and b as much less."""
    rounds = tuple(Round(first + index, stage) for index in range(len(points)))
    results = tuple(
        Result(name, item.number, 1, sign * raw)
        for item, raw in zip(rounds, points, strict=True)
        for name, sign in (("a", 1), ("b", -1))
    )
    return rounds, results


def totals(standings: Standings) -> dict[str, int]:
    return {row.id: row.total for row in standings.rows}


def test_finals_never_leak_into_the_preliminaries() -> None:
    rounds, results = duel(10, -10, stage="preliminary")
    final_rounds, final_results = duel(-5, stage="final", first=3)
    data = Data(AB, rounds + final_rounds, results + final_results)
    for scope in ("stage", "event", "earlier", "last"):
        policy = Policy((TieBreak("total", scope), TieBreak("head_to_head", "event")))
        alone = compute(policy, Data(AB, rounds, results))
        assert compute(policy, data, stage="preliminary") == alone
    final = compute(Policy((TieBreak("total"),)), data, stage="final")
    assert totals(final) == {"a": -5, "b": 5}
    assert final.rounds == (3,)


def test_a_scope_says_which_rounds_break_a_tie() -> None:
    rounds, results = duel(7, stage="preliminary")
    final_rounds, final_results = duel(3, -3, stage="final", first=2)
    data = Data(AB, rounds + final_rounds, results + final_results)
    earlier = compute(Policy((TieBreak("total"), TieBreak("total", "earlier"))), data, stage="final")
    assert earlier.rows[1].why == Why("total", 7, -7)
    last = compute(Policy((TieBreak("total"), TieBreak("points", "last"))), data, stage="final")
    assert [row.id for row in last.rows] == ["b", "a"]


def test_a_late_penalty_counts_in_its_stored_round_and_not_before() -> None:
    rounds, results = duel(4, 4, 4, 4)
    data = Data(AB, rounds, results, (Penalty("a", 3, -20),))
    assert totals(compute(PLAIN, data, through=2)) == {"a": 8, "b": -8}
    assert totals(compute(PLAIN, data, through=3)) == {"a": -8, "b": -12}
    row = next(row for row in compute(PLAIN, data).rows if row.id == "a")
    assert [cell.penalty for cell in row.rounds if cell] == [0, 0, -20, 0]
    assert (row.points, row.penalty, row.total) == (16, -20, -4)


def test_table_penalties_before_placing_move_the_place_and_after_placing_do_not() -> None:
    rounds, results = duel(4)
    data = Data(AB, rounds, results, (Penalty("a", 1, -20, "table"),))
    assert totals(compute(PLACES, data)) == {"a": 36, "b": 48}
    after = Policy(PLACES.tie_breaks, formula="place_points", place_points=(4, 3), penalties="after")
    assert totals(compute(after, data)) == {"a": 48, "b": 36}
    both = Policy(PLACES.tie_breaks, formula="points_and_place_points", place_points=(15, -15), penalties="after")
    assert totals(compute(both, data)) == {"a": 12 * (4 + 15 - 20), "b": 12 * (-4 - 15)}
    for when in ("before", "after"):
        assert totals(compute(Policy((TieBreak("total"),), penalties=when), data)) == {"a": -16, "b": -4}


def test_a_placing_penalty_takes_twelfths_and_does_not_move_the_place() -> None:
    rounds, results = duel(4)
    data = Data(AB, rounds, results, (Penalty("a", 1, -6, "placing"),))
    assert totals(compute(PLACES, data)) == {"a": 42, "b": 36}


def test_a_penalty_of_a_round_without_a_result_is_still_taken() -> None:
    rounds, results = duel(4)
    data = Data(AB, (*rounds, Round(2)), results, (Penalty("a", 2, -5), Penalty("b", 2, -1, "table")))
    standings = compute(PLAIN, data)
    assert totals(standings) == {"a": -1, "b": -5}
    assert [cell.status for cell in standings.rows[0].rounds if cell] == ["played", "none"]


def test_the_sums_show_points_and_penalties_apart() -> None:
    rounds, results = duel(4)
    given = (Penalty("a", 1, -5), Penalty("a", 1, -3, "table"), Penalty("b", 1, -12, "placing"))
    data = Data(AB, rounds, (*results, Result("house", 1, 1, 99)), given)
    assert compute(PLAIN, data).sums == Sums(0, -3, -5, -12)


def test_best_n_drops_the_worst_rounds_but_no_penalty() -> None:
    rounds, results = duel(10, -30, 5)
    data = Data(AB, rounds, results, (Penalty("a", 2, -1),))
    standings = compute(Policy((TieBreak("total"),), best=2), data)
    assert totals(standings) == {"a": 14, "b": 25}
    row = next(row for row in standings.rows if row.id == "a")
    assert [cell.counted for cell in row.rounds if cell] == [True, False, True]


@pytest.mark.parametrize(("rounding", "a", "b"), [("down", 3, -4), ("half_up", 4, -3), ("toward_zero", 3, -3)])
def test_carry_over_takes_its_fraction_and_stands_by_itself(rounding: Any, a: int, b: int) -> None:
    rounds, results = duel(7, stage="preliminary")
    brought = carry_over(compute(PLAIN, Data(AB, rounds, results)))
    final_rounds, final_results = duel(1, 1, stage="final", first=2)
    data = Data(AB, rounds + final_rounds, results + final_results, carried=brought)
    policy = Policy((TieBreak("total"),), carry=Carry(1, 2, rounding))
    standings = compute(policy, data, stage="final")
    assert {row.id: row.carried for row in standings.rows} == {"a": a, "b": b}
    assert totals(standings) == {"a": a + 2, "b": b - 2}
    assert totals(compute(policy, data, stage="final", since=3)) == {"a": 1, "b": -1}


def test_carry_over_fits_the_unit_of_the_new_stage() -> None:
    rounds, results = duel(7, stage="preliminary")
    brought = carry_over(compute(PLACES, Data(AB, rounds, results)))
    data = Data(AB, (*rounds, Round(2, "final")), results, carried=brought)
    assert totals(compute(Policy((TieBreak("total"),), carry=Carry()), data, stage="final")) == {"a": 4, "b": 3}


def test_rounds_not_played_score_as_the_policy_says() -> None:
    rounds, results = duel(10, 5)
    sat_out = (*results, Result("a", 3, status="sat_out"), Result("b", 3, status="absent"))
    data = Data(AB, (*rounds, Round(3)), sat_out)
    average = Policy((TieBreak("total"),), sit_out=Score("average"), absent=Score("fixed", -7))
    assert totals(compute(average, data)) == {"a": 23, "b": -22}
    assert totals(compute(average, data, through=2)) == {"a": 15, "b": -15}
    assert totals(compute(PLAIN, data)) == {"a": 15, "b": -15}
    places = Policy(PLACES.tie_breaks, formula="place_points", place_points=(4, 3), sit_out=Score("fixed", 5, 2))
    assert totals(compute(places, data)) == {"a": 126, "b": 72}


def test_a_round_without_a_score_is_no_round_and_a_void_table_is_none() -> None:
    rounds, results = duel(-10)
    data = Data(AB, (*rounds, Round(2)), (*results, Result("a", 2, 1, 5, "void"), Result("b", 2, 1, -5, "void")))
    standings = compute(Policy((TieBreak("total"), TieBreak("best_round"))), data)
    assert [row.values for row in standings.rows] == [(10, 10), (-10, -10)]
    assert standings.sums.points == 0


def test_a_substitute_counts_as_played_or_as_the_policy_says() -> None:
    rounds, results = duel(10)
    data = Data(AB, rounds, (Result("a", 1, 1, 10, "substitute"), results[1]))
    assert totals(compute(PLAIN, data)) == {"a": 10, "b": -10}
    data = Data(AB, rounds, data.results, (Penalty("a", 1, -4, "table"),))
    fixed = Policy((TieBreak("total"),), substitute=Score("fixed", 3))
    assert totals(compute(fixed, data)) == {"a": -1, "b": -10}


def test_an_outsider_takes_a_place_at_the_table_and_no_rank() -> None:
    rounds, results = duel(4)
    data = Data(AB, rounds, (*results, Result("stranger", 1, 1, 2)))
    assert totals(compute(PLACES, data)) == {"a": 48, "b": 24}


def test_who_takes_no_rank_stands_below_and_leaves_no_gap() -> None:
    rounds, results = duel(4)
    entries = (Entry("a", ranked=False), Entry("b", withdrawn=True))
    rows = compute(PLAIN, Data(entries, rounds, results)).rows
    assert [(row.id, row.rank, row.withdrawn) for row in rows] == [("b", 1, True), ("a", None, False)]


def test_who_has_played_in_an_earlier_stage_is_ranked_before_the_next_begins() -> None:
    data = Data((*AB, Entry("c")), (Round(1, "first"), Round(2, "second")), duel(4)[1])
    rows = compute(PLAIN, data, stage="second").rows
    assert [(row.id, row.rank) for row in rows] == [("a", 1), ("b", 1), ("c", None)]


def test_numbers_that_do_not_exist_rank_below_every_number() -> None:
    rounds, results = duel(-10, -10)
    data = Data((*AB, Entry("c")), rounds, (*results, Result("c", 1, status="sat_out")))
    standings = compute(Policy((TieBreak("second_best"), TieBreak("sum_of_places"))), data)
    assert [(row.id, row.values) for row in standings.rows] == [("b", (10, 24)), ("a", (-10, 48)), ("c", (None, None))]
    assert standings.rows[2].why == Why("second_best", -10, None)


def test_the_median_of_two_middle_rounds_is_shown_in_halves() -> None:
    rounds, results = duel(1, 4, 10, 20)
    standings = compute(
        Policy((TieBreak("median"), TieBreak("worst_round"), TieBreak("first_places"))), Data(AB, rounds, results)
    )
    assert standings.criteria[0].scale == 2
    assert standings.rows[0].values == (14, 1, 4)


def test_fewer_penalties_rank_above() -> None:
    rounds, results = duel(0)
    given = (Penalty("a", 1, -1), Penalty("a", 1, -1), Penalty("b", 1, -2))
    policy = Policy((TieBreak("total"), TieBreak("fewest_penalties")))
    assert compute(policy, Data(AB, rounds, results, given)).rows[1].why == Why("fewest_penalties", 1, 2)


def test_teams_add_their_best_members_and_break_ties_by_persons_and_the_other_way_round() -> None:
    entries = tuple(
        Entry(name, team=team) for name, team in (("a", "x"), ("b", "x"), ("c", "y"), ("d", "y"), ("e", None))
    )
    results = tuple(
        Result(name, 1, table, points) for name, table, points in (("a", 1, 8), ("b", 1, -8), ("c", 2, 3), ("d", 2, -3))
    )
    given = (Penalty("c", 1, -3), Penalty("b", 1, -3))
    data = Data(entries, (Round(1),), results, given)
    team = Groups("team", (TieBreak("total"), TieBreak("best_member"), TieBreak("fewest_penalties")))
    standings = compute(Policy((TieBreak("total"),), groups=(team,)), data, by="team")
    assert [(row.id, row.total, row.members) for row in standings.rows] == [
        ("x", -3, ("a", "b")),
        ("y", -3, ("c", "d")),
    ]
    assert standings.rows[1].why == Why("best_member", 8, 0)
    best = Groups("team", (TieBreak("total"),), members=1)
    policy = Policy((TieBreak("total"), TieBreak("team_result")), groups=(best,))
    assert totals(compute(policy, data, by="team")) == {"x": 5, "y": 0}
    persons = compute(policy, data)
    assert {row.id: row.values[1] for row in persons.rows if row.rank} == {"a": 5, "b": 5, "c": 0, "d": 0}
    assert (persons.rows[-1].id, persons.rows[-1].rank) == ("e", None)


@pytest.mark.parametrize(
    ("data", "options", "code"),
    [
        (Data(AB, (Round(1), Round(1)), ()), {}, "round_twice"),
        (Data((*AB, Entry("a")), (Round(1),), ()), {}, "entry_twice"),
        (Data(AB, (Round(1),), (Result("a", 2, 1),)), {}, "round_unknown"),
        (Data(AB, (Round(1),), (), (Penalty("a", 2, -1),)), {}, "round_unknown"),
        (Data(AB, (Round(1),), (Result("a", 1, 1), Result("a", 1, 2))), {}, "result_twice"),
        (Data(AB, (Round(1),), (Result("z", 1, 1), Result("z", 1, 2))), {}, "result_twice"),
        (Data(AB, (Round(1),), (Result("a", 1),)), {}, "table_missing"),
        (Data(AB, (Round(1),), ()), {"stage": "final"}, "stage_unknown"),
        (Data(AB, (Round(1, "a"), Round(2, "b")), ()), {}, "stage_missing"),
        (Data(AB, (Round(1),), ()), {"by": "team"}, "groups_unknown"),
    ],
)
def test_data_that_contradict_themselves_are_refused(data: Data, options: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleError) as refusal:
        compute(PLAIN, data, **options)
    assert refusal.value.code == code
    assert refusal.value.message


def test_a_table_with_more_players_than_places_is_refused() -> None:
    data = Data(AB, (Round(1),), tuple(Result(name, 1, 1) for name in "abcde"))
    with pytest.raises(RuleError) as refusal:
        compute(PLACES, data)
    assert refusal.value.code == "table_too_large"


def test_who_comes_behind_the_last_place_beside_a_substitute_has_its_worth() -> None:
    seated = [Result(name, 1, 1, points=points) for name, points in zip("abcd", (30, 10, -10, -20), strict=True)]
    results = (*seated, Result("e", 1, 1, points=-10, status="substitute"))
    standings = compute(PLACES, Data(tuple(map(Entry, "abcde")), (Round(1),), results))
    totals = {row.id: row.total for row in standings.rows}
    # The third place is shared by two: half of 2 and 1 each; the fifth is worth what the fourth is.
    assert totals == {"a": 48, "b": 36, "c": 18, "e": 18, "d": 12}
    assert standings.scale == 12


def test_two_totals_brought_along_are_refused() -> None:
    rounds, results = duel(1)
    brought = carry_over(compute(PLAIN, Data(AB, rounds, results)))
    with pytest.raises(RuleError) as refusal:
        compute(Policy((TieBreak("total"),), carry=Carry()), Data(AB, rounds, results, carried=brought * 2))
    assert refusal.value.code == "carried_twice"
