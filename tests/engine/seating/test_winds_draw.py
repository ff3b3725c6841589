"""搬風, 定莊 and 開門: counting dice, new orders only, records that can be replayed."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.places import PLACES, Place
from engine.seating.winds_draw import (
    WIND_TILES,
    WindDraw,
    break_wall,
    draw_dealer,
    draw_winds,
    reached,
    record_winds,
    replay_winds,
    same_order,
    seated,
    throw,
)

FOUR = {"E": "a", "S": "b", "W": "c", "N": "d"}


@pytest.mark.parametrize(
    ("totals", "place"), [((5, 9, 13, 17), "E"), ((6, 10, 14, 18), "S"), ((3, 7, 11, 15), "W"), ((4, 8, 12, 16), "N")]
)
def test_the_dice_count_the_thrower_as_one(totals: tuple[int, ...], place: Place) -> None:
    for dice in product(range(1, 7), repeat=3):
        if sum(dice) in totals:
            assert reached("E", dice) == place
            assert PLACES.index(reached("W", dice)) == (PLACES.index(place) + 2) % 4


def test_the_tiles_are_drawn_in_turn_from_the_place_reached() -> None:
    attempt, seats = record_winds(FOUR, "S", (1, 2, 3), ("3z", "1z", "4z", "2z"))
    # 6 from South: S W N E S W -> West draws first: c West, d East, a North, b South
    assert attempt.reached == "W"
    assert seats == {"E": "d", "S": "b", "W": "c", "N": "a"}
    assert attempt.accepted


def test_four_of_the_twenty_four_seatings_keep_the_order_and_are_drawn_again() -> None:
    kept = 0
    for tiles in permutations(WIND_TILES):
        attempt, seats = record_winds(FOUR, "E", (1, 1, 3), tiles, previous=FOUR)
        kept += not attempt.accepted
        assert attempt.accepted != same_order(FOUR, seats)
    assert kept == 4
    assert not same_order(FOUR, {"E": "x", "S": "b", "W": "c", "N": "d"})


@given(st.text(max_size=6), st.sampled_from(PLACES))
def test_a_seeded_draw_gives_a_new_order_and_replays(seed: str, thrower: Place) -> None:
    drawn = draw_winds(FOUR, thrower, seed, previous=FOUR)
    assert sorted(map(str, drawn.seats.values())) == ["a", "b", "c", "d"]
    assert not same_order(FOUR, drawn.seats)
    assert [attempt.accepted for attempt in drawn.attempts] == [False] * (len(drawn.attempts) - 1) + [True]
    assert replay_winds(FOUR, drawn.attempts, previous=FOUR) == drawn.seats
    assert draw_winds(FOUR, thrower, seed, previous=FOUR) == drawn


def test_records_that_do_not_follow_are_refused() -> None:
    good, _ = record_winds(FOUR, "E", (2, 2, 2), WIND_TILES)
    bad = WindDraw(good.thrower, good.dice, "N", good.tiles, accepted=True)
    for attempts, code in (((bad,), "winds_record"), ((good, good), "winds_record"), ((), "winds_record_empty")):
        with pytest.raises(RuleError, match=code):
            replay_winds(FOUR, attempts)
    with pytest.raises(RuleError, match="winds_tiles"):
        seated(FOUR, "E", ("1z", "1z", "2z", "3z"))
    for dice in ((1, 2), (0, 1, 2), (1, 2, 7)):
        with pytest.raises(RuleError, match="winds_dice"):
            reached("E", dice)


def test_every_seating_is_about_equally_likely() -> None:
    counts: dict[tuple[str, ...], int] = {}
    for number in range(12_000):
        drawn = draw_winds(FOUR, "E", f"seed {number}")
        order = tuple(str(drawn.seats[place]) for place in PLACES)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert sum((count - 500) ** 2 for count in counts.values()) < 49.7 * 500


def test_the_dealer_is_reached_from_east() -> None:
    assert draw_dealer((1, 2, 4)).dealer == "W"
    assert draw_dealer((6, 6, 6)).dealer == "S"


def test_the_wall_is_broken_after_the_piles_counted() -> None:
    first = break_wall("S", (1, 1, 1))
    assert (first.door, first.wall, first.pile) == ("N", "N", 4)
    whole = break_wall("E", (6, 6, 6))
    assert (whole.door, whole.wall, whole.pile) == ("S", "E", 1)


def test_dice_of_a_seed_differ_by_purpose() -> None:
    assert throw("seed", "dealer") == throw("seed", "dealer")
    assert len({throw("seed", f"wall {number}") for number in range(20)}) > 10
