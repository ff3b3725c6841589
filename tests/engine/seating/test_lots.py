"""Random draws: everybody once, the same from any list order, fair, rests shared out."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.seating.lots import random_draw
from engine.seating.model import Person


@given(st.sets(st.integers(), min_size=4, max_size=40), st.text(max_size=8), st.randoms())
def test_everybody_is_seated_once_and_list_order_never_matters(players: set[int], seed: str, order: object) -> None:
    drawn = random_draw(players, seed)
    assert sorted(drawn.players(), key=int) == sorted(players)
    assert len(drawn.out) == len(players) % 4
    shuffled = sorted(players, reverse=True)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    assert random_draw(shuffled, seed) == drawn


def test_every_place_is_equally_likely_for_everybody() -> None:
    """24,000 draws of eight: place of each player by chi-square over 8 × 8 cells, 49 degrees of freedom."""
    names = [f"p{i}" for i in range(8)]
    counts = dict.fromkeys([(name, place) for name in names for place in range(8)], 0)
    for number in range(24_000):
        drawn = random_draw(names if number % 2 else names[::-1], f"draw {number}")
        for place, name in enumerate(drawn.players()):
            counts[str(name), place] += 1
    # each cell expects 3,000; 85.4 is passed by chance once in a thousand times
    assert sum((count - 3000) ** 2 for count in counts.values()) < 85.4 * 3000


def test_nobody_rests_again_while_somebody_has_rested_less() -> None:
    rested: dict[Person, int] = {}
    for number in range(22):
        for person in random_draw(range(11), f"{number}", sat_out=rested).out:
            rested[person] = rested.get(person, 0) + 1
        values = [rested.get(person, 0) for person in range(11)]
        assert max(values) - min(values) <= 1
    assert set(rested.values()) == {6}


def test_table_numbers_in_use_are_taken_in_order() -> None:
    assert random_draw(range(8), "s", numbers=(7, 3, 9)).numbers == (3, 7)
    for numbers in ((3,), (3, 3)):
        with pytest.raises(RuleError, match="seating_tables"):
            random_draw(range(8), "s", numbers=numbers)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([], "seating_no_players"),
        ([1, 2, 3], "seating_too_few"),
        ([1, 2, 2, 3], "seating_duplicate"),
        (["1", 2, 3, 4], "seating_mixed_ids"),
    ],
)
def test_fields_that_cannot_be_drawn_are_refused(players: list[Person], code: str) -> None:
    for order in permutations(players):
        with pytest.raises(RuleError, match=code):
            random_draw(order, "s")
