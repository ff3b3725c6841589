"""Rounding goes where it says, shared places divide exactly, numbers are shown exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.standings import show
from engine.standings.arithmetic import divide, shared_places, signed_root


@pytest.mark.parametrize(
    ("rounding", "results"),
    [
        ("down", (-2, -2, -1, 0, 1, 1)),
        ("up", (-1, -1, 0, 1, 2, 2)),
        ("toward_zero", (-1, -1, 0, 0, 1, 1)),
        ("half_up", (-2, -1, 0, 1, 2, 2)),
        ("half_even", (-2, -2, 0, 0, 2, 2)),
    ],
)
def test_each_rounding_goes_where_it_says(rounding: str, results: tuple[int, ...]) -> None:
    assert tuple(divide(n, 4, rounding) for n in (-7, -6, -2, 2, 6, 7)) == results  # type: ignore[arg-type]


def test_a_whole_quotient_is_never_rounded() -> None:
    assert {
        divide(n, 4, rounding) for n in (-8,) for rounding in ("down", "up", "toward_zero", "half_up", "half_even")
    } == {-2}


@given(st.integers(-(10**6), 10**6))
def test_the_root_has_the_sign_of_the_points_and_is_cut_off_at_a_millionth(points: int) -> None:
    root = signed_root(points)
    assert root == -signed_root(-points)
    assert abs(root) ** 2 <= abs(points) * 10**12 < (abs(root) + 1) ** 2


def test_a_square_has_an_exact_root() -> None:
    assert signed_root(-144) == -12_000_000


@given(st.lists(st.integers(-2, 2), min_size=1, max_size=4))
def test_shared_places_give_out_exactly_what_the_places_are_worth(points: list[int]) -> None:
    shares = shared_places(points, (4, 3, 2, 1))
    assert sum(shares) == 12 * sum((4, 3, 2, 1)[: len(points)])
    for here, share in zip(points, shares, strict=True):
        for other, other_share in zip(points, shares, strict=True):
            assert (here > other) == (share > other_share)


def test_three_equal_players_share_two_places_and_a_half() -> None:
    assert shared_places((5, 5, 5, 9), (4, 3, 2, 1)) == [24, 24, 24, 48]
    assert shared_places((5, 5, 5, 0), (4, 2, 1, 0)) == [28, 28, 28, 0]


def test_a_share_that_is_no_twelfth_is_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        shared_places((0,) * 5, (5, 4, 3, 2, 2))
    assert refusal.value.code == "place_share_inexact"


@pytest.mark.parametrize(
    ("number", "scale", "shown"),
    [
        (7, 1, "7"),
        (-30, 12, "-2.5"),
        (28, 12, "2 1/3"),
        (-4, 12, "-1/3"),
        (5, 12, "5/12"),
        (3, 12, "0.25"),
        (0, 12, "0"),
        (3_162_277, 10**6, "3.162277"),
        (2_050_000, 10**6, "2.05"),
    ],
)
def test_numbers_are_shown_exactly(number: int, scale: int, shown: str) -> None:
    assert show(number, scale) == shown
