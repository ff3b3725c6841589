"""A round of few tables is the best there is, whoever has met before."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance
from engine.seating.groups import Row, Tables, count, empty_meetings
from engine.seating.partitions import least_meetings
from engine.seating.schedule import plan
from engine.seating.wishes import Wishes


def meetings(rows: list[Row], tables: Tables) -> int:
    """How often those who share a table have met before."""
    return sum(rows[a][b] for table in tables for a, b in combinations(table, 2))


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[int], list[Row]]:
    """Four, eight or twelve of fifteen players, and how often all of them have met."""
    rows = empty_meetings(15)
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(range(15)))
        count(rows, [order[at : at + 4] for at in (0, 4, 8)])
    return draw(st.permutations(range(15)))[: 4 * draw(st.integers(1, 3))], rows


@given(histories(), st.text(max_size=4), st.randoms(use_true_random=False))
def test_no_other_division_has_fewer_meetings(history, seed, other):
    players, rows = history
    found = least_meetings(rows, players, Chance(seed))
    assert sorted(player for table in found for player in table) == sorted(players)
    assert {len(table) for table in found} == {4}
    for _ in range(40):
        others = other.sample(players, len(players))
        division = [others[at : at + 4] for at in range(0, len(others), 4)]
        assert meetings(rows, found) <= meetings(rows, division)


def test_among_equals_the_lot_decides():
    rows = empty_meetings(8)
    found = {tuple(least_meetings(rows, range(8), Chance(str(seed)))[0]) for seed in range(600)}
    assert len(found) == 35


@pytest.mark.parametrize("players", [range(3), range(16), range(0, 27, 2)])
def test_what_fills_no_tables_or_too_many_is_refused(players):
    with pytest.raises(ValueError, match="one to three tables"):
        least_meetings(empty_meetings(30), players, Chance("many"))


@pytest.mark.parametrize(("players", "repeats"), [(8, 4), (9, 3), (12, 3), (13, 2)])
def test_a_second_round_repeats_no_more_than_it_must(players, repeats):
    first = plan(range(players), 1, "first").rounds
    second = plan(range(players), 1, "second", wishes=Wishes(history=first), accept_repeats=True)
    assert (second.method, second.report.repeats) == ("every division", repeats)
