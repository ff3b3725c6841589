"""A place at a table that several share is told as the best of those, from the mean that standings reckon with."""

from __future__ import annotations

import pytest

from engine.standings.arithmetic import shared_places
from tournament.standings_page import shared_place
from tournament.wording import place_reached


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((30, 20, 10, 0), (1, 2, 3, 4)),
        ((20, 20, 10, 0), (1, 1, 3, 4)),
        ((30, 10, 10, 0), (1, 2, 2, 4)),
        ((30, 20, 0, 0), (1, 2, 3, 3)),
        ((20, 20, 20, 0), (1, 1, 1, 4)),
        ((30, 0, 0, 0), (1, 2, 2, 2)),
        ((5, 5, 5, 5), (1, 1, 1, 1)),
    ],
)
def test_the_place_and_whether_it_is_shared_come_from_the_mean(points, places):
    means = shared_places(points, range(1, 5))
    found = [shared_place(mean, points.count(own)) for mean, own in zip(means, points, strict=True)]
    assert found == [(place, points.count(own) > 1) for place, own in zip(places, points, strict=True)]


def test_a_half_place_is_shared_by_two_where_the_table_says_otherwise():
    assert shared_place(18, 1) == shared_place(18, 4) == (1, True)
    assert shared_place(24, 2) == (2, False)
    assert place_reached(1, shared=True) == "shared 1"
