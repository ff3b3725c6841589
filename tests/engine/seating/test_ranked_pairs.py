"""Pairs by standings: neighbours meet, nobody meets again while that can be helped, rests and sides are shared."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.seating.ranked_pairs import Before, draw_ranked_pairs

SIDES = (("E", "W"), ("S", "N"))


def drawn(order, before=None, seed="a", **more):
    return draw_ranked_pairs(order, seed, before or Before(), sides=SIDES, **more)


def meetings(round_):
    return [tuple(sorted(set(table))) for table in round_.tables]


def test_neighbours_meet_the_best_at_the_lowest_number():
    round_ = drawn([5, 3, 1, 2, 6, 4], numbers=(2, 4, 9))
    assert meetings(round_) == [(3, 5), (1, 2), (4, 6)]
    assert round_.numbers == (2, 4, 9)


def test_who_has_met_meets_the_next_instead():
    before = Before(met={(1, 2): 1})
    assert meetings(drawn([1, 2, 3, 4], before)) == [(1, 3), (2, 4)]


def test_a_meeting_is_given_up_where_those_below_could_not_be_seated_otherwise():
    before = Before(met={(3, 4): 1, (4, 5): 1, (4, 6): 1, (1, 4): 1})
    round_ = drawn([1, 2, 3, 4, 5, 6], before)
    assert (2, 4) in meetings(round_)
    assert not any(before.met.get(pair) for pair in meetings(round_))


def test_where_all_have_met_the_rarest_meetings_are_repeated():
    before = Before(met=dict.fromkeys(combinations(range(1, 5), 2), 2) | {(1, 4): 1, (2, 3): 1})
    assert meetings(drawn([1, 2, 3, 4], before)) == [(1, 4), (2, 3)]


def test_two_triangles_of_those_who_have_not_met_force_one_repeat():
    met = {(a, b): 1 for a in (1, 2, 3) for b in (4, 5, 6)}
    for order in ([1, 2, 3, 4, 5, 6], [1, 4, 2, 5, 3, 6], [6, 1, 5, 2, 4, 3]):
        assert sum(met.get(pair, 0) for pair in meetings(drawn(order, Before(met=met)))) == 1


def test_pairs_kept_apart_meet_last_of_all():
    before = Before(met={(1, 3): 3, (2, 4): 3, (1, 4): 5, (2, 3): 5}, apart=frozenset({(1, 2)}))
    assert meetings(drawn([1, 2, 3, 4], before)) == [(1, 3), (2, 4)]


def test_pairs_of_a_club_are_kept_from_meeting():
    before = Before(clubs=frozenset({(1, 2)}))
    assert (1, 2) not in meetings(drawn([1, 2, 3, 4], before))


def test_the_last_of_those_who_rested_least_rests():
    assert drawn([1, 2, 3, 4, 5]).out == (5,)
    assert drawn([1, 2, 3, 4, 5], Before(rested={5: 1, 4: 1})).out == (3,)


def test_who_held_the_first_side_less_often_holds_it():
    round_ = drawn([1, 2], Before(held={1: 1}))
    assert round_.tables == ((2, 1, 2, 1),)


def test_one_pair_cannot_fill_a_table():
    with pytest.raises(RuleError, match="seating_too_few"):
        drawn([1])


def _ways(left):
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        rest = [person for person in others if person != other]
        for way in _ways(rest):
            yield [(first, other), *way]


@given(st.data())
def test_nobody_meets_again_where_that_is_possible_and_everybody_is_seated_once(data):
    count = data.draw(st.integers(2, 9))
    order = data.draw(st.permutations(range(1, count + 1)))
    every = list(combinations(range(1, count + 1), 2))
    met = {pair: data.draw(st.integers(1, 2)) for pair in every if data.draw(st.booleans())}
    round_ = drawn(order, Before(met=met), seed=data.draw(st.text(min_size=1, max_size=4)))
    found = meetings(round_)
    seated = [person for pair in found for person in pair]
    assert sorted([*seated, *round_.out]) == list(range(1, count + 1))
    possible = any(all(pair not in met for pair in way) for way in _ways(sorted(seated)))
    assert possible == all(pair not in met for pair in found)
