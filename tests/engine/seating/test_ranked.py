"""Ranked rounds: repeats avoided, near ranks together, rests for the last, the first round by lot."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.errors import RuleError
from engine.seating.audit import audit
from engine.seating.lots import random_draw
from engine.seating.model import Round
from engine.seating.ranked import RankedPlan, closeness, draw_ranked
from engine.seating.schedule import plan
from engine.seating.wire import document, rounds_data
from engine.seating.wishes import Wishes


def event(players: int, rounds: int, seed: str) -> tuple[list[RankedPlan], tuple[Round, ...]]:
    """A random first round and ranked rounds after it, with points that favour nobody for long."""
    chance = Chance(seed)
    points = dict.fromkeys(range(players), 0)
    history: list[Round] = [random_draw(range(players), seed)]
    plans = []
    for number in range(rounds):
        for table in history[-1].tables:
            for person in table:
                points[int(person)] += chance.below(90) + int(person) % 17
        order = sorted(points, key=lambda person: (-points[person], person))
        drawn = draw_ranked([(p, points[p]) for p in order], f"{seed} {number}", wishes=Wishes(history=tuple(history)))
        assert isinstance(drawn, RankedPlan)
        plans.append(drawn)
        history.append(drawn.rounds[0])
    return plans, tuple(history)


@pytest.mark.fuzz
@pytest.mark.parametrize(("players", "most", "spread"), [(64, 3, 33), (128, 0, 11), (400, 0, 7)])
def test_nine_rounds_of_large_fields_have_few_repeats_and_close_tables(players: int, most: int, spread: int) -> None:
    check_closeness(players, most, spread)


@pytest.mark.long
def test_nine_rounds_have_few_repeats_and_close_tables() -> None:
    check_closeness(40, 17, 44)


def check_closeness(players: int, most: int, spread: int) -> None:
    """Nine ranked rounds: repeats in all, and rank differences squared against tables of neighbours."""
    plans, _ = event(players, 9, f"swiss {players}")
    assert plans[-1].report.repeats <= most
    assert sum(p.new_repeats for p in plans) == plans[-1].report.repeats
    squares = sum(p.closeness.rank_squares for p in plans)
    assert squares <= spread * sum(p.closeness.ideal_squares for p in plans)


def test_early_rounds_seat_neighbours_together() -> None:
    plans, _ = event(48, 2, "near")
    assert plans[0].closeness.rank_squares <= 3 * plans[0].closeness.ideal_squares
    assert plans[0].closeness.widest_rank <= 12


def test_a_ranked_round_passes_the_audit() -> None:
    plans, history = event(30, 3, "audit")
    drawn = plans[-1]
    data = document(drawn.rounds, drawn.report, drawn.method, drawn.algorithm, drawn.seed)
    checked = audit(data, drawn.players, history=[rounds_data(r) for r in history[:-1]], seed=drawn.seed)
    assert checked.faults == ()


@pytest.mark.long
def test_the_last_of_the_standings_rest_and_nobody_twice() -> None:
    _, history = event(33, 8, "rest")
    rested = [person for round_ in history for person in round_.out]
    assert len(rested) == len(set(rested)) == 9
    ranked = draw_ranked([(person, 100 - person) for person in range(11)], "rest")
    assert ranked.rounds[0].out == (8, 9, 10)


def test_the_leaders_sit_at_the_first_table() -> None:
    standings = [(person, 100 - person) for person in range(16)]
    drawn = draw_ranked(standings, "lead")
    assert [set(table) for table in drawn.rounds[0].tables] == [set(range(i, i + 4)) for i in range(0, 16, 4)]
    assert drawn.rounds[0].numbers == (1, 2, 3, 4)


def test_rank_tables_are_counted_without_fixed_ones() -> None:
    standings = [(person, 100 - person) for person in range(16)]
    drawn = draw_ranked(standings, "fixed", wishes=Wishes(fixed={12: 1}))
    tables = dict(zip(drawn.rounds[0].numbers, drawn.rounds[0].tables, strict=True))
    assert 12 in tables[1]
    assert set(tables[2]) == {0, 1, 2, 3}


def test_without_results_the_round_is_drawn_by_lot() -> None:
    drawn = draw_ranked([(person, 0) for person in range(12)], "lot")
    assert drawn.method == "lot"
    assert [notice.code for notice in drawn.notices] == ["seating_first_round"]
    assert drawn.rounds == (random_draw(range(12), "lot"),)
    for number in range(20):
        parted = draw_ranked([(p, 0) for p in range(8)], f"lot {number}", wishes=Wishes(apart=((0, 1), (2, 3))))
        assert parted.method == "lot"
        for table in parted.rounds[0].tables:
            assert not {0, 1} <= set(table)


def test_people_kept_apart_do_not_meet_in_a_ranked_round() -> None:
    standings = [(person, 100 - person) for person in range(16)]
    wishes = Wishes(apart=((0, 1), (2, 3)), clubs=((4, 5), (6, 7)))
    drawn = draw_ranked(standings, "apart", wishes=wishes)
    for table in drawn.rounds[0].tables:
        assert not any({a, a + 1} <= set(table) for a in (0, 2, 4, 6))


def test_a_lower_repeat_weight_gives_closer_tables() -> None:
    order = [(person, 1000 - 10 * person) for person in range(24)]
    history = plan(range(24), 5, "before").rounds
    strict = draw_ranked(order, "s", wishes=Wishes(history=history))
    loose = draw_ranked(order, "s", wishes=Wishes(history=history), repeat_weight=5)
    assert isinstance(strict, RankedPlan)
    assert isinstance(loose, RankedPlan)
    assert strict.new_repeats < loose.new_repeats
    assert strict.closeness.rank_squares > loose.closeness.rank_squares


def test_one_table_and_odd_standings() -> None:
    assert draw_ranked([(p, p) for p in range(5)], "small").rounds[0].out == (4,)
    with pytest.raises(RuleError, match="seating_ranked_field") as refused:
        draw_ranked([(p, p) for p in range(5)], "s", players=range(1, 6))
    assert refused.value.params == {"missing": "5", "unknown": "0"}
    with pytest.raises(RuleError, match="seating_duplicate"):
        draw_ranked([(1, 5), (1, 4), (2, 3), (3, 1)], "s")


def test_closeness_counts_ranks_and_points() -> None:
    counted = closeness([[0, 1, 2, 3], [4, 5, 6, 9]], [90, 80, 70, 60, 50, 40, 30, 20, 10, 0])
    assert (counted.rank_squares, counted.ideal_squares) == (20 + 56, 40)
    assert (counted.widest_rank, counted.widest_points, counted.points_apart) == (5, 50, 80)
