"""Fields, groups and exact schedules, checked against their definitions."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.seating.designs import known_maximum, repeat_free
from engine.seating.fields import Group, field, prime_powers


@pytest.mark.parametrize(("prime", "exponent"), [(2, 1), (3, 1), (13, 1), (2, 2), (2, 3), (2, 5), (3, 2), (5, 2)])
def test_a_field_multiplies_like_one(prime: int, exponent: int) -> None:
    numbers = field(prime, exponent)
    everything = range(numbers.order)
    for a in everything:
        assert numbers.multiply(a, 1) == a
        assert numbers.add(a, numbers.negative(a)) == 0
        if a:
            assert sorted(numbers.multiply(a, b) for b in everything) == list(everything)
    sample = list(everything)[:: max(1, numbers.order // 6)]
    for a in sample:
        for b in sample:
            for c in sample:
                left = numbers.multiply(a, numbers.add(b, c))
                assert left == numbers.add(numbers.multiply(a, b), numbers.multiply(a, c))


def test_shifts_are_additions() -> None:
    for group in (Group((7,)), Group((2, 6)), field(3, 2)):
        for element in range(group.order):
            assert group.shift(element) == [group.add(x, element) for x in range(group.order)]


def test_numbers_are_factored() -> None:
    assert prime_powers(360) == ((2, 3), (3, 2), (5, 1))
    assert prime_powers(97) == ((97, 1),)


@pytest.mark.parametrize("players", [*range(4, 73, 4), 96, 112, 128])
def test_every_exact_schedule_is_a_schedule_without_repeats(players: int) -> None:
    most = known_maximum(players)
    for rounds in range(1, most + 1):
        found = repeat_free(players, rounds)
        if found is None:
            continue
        _, schedule, _ = found
        assert len(schedule) == rounds
        met: set[tuple[int, int]] = set()
        for tables in schedule:
            assert sorted(player for table in tables for player in table) == list(range(players))
            pairs = {pair for table in tables for pair in combinations(sorted(table), 2)}
            assert not met & pairs
            met |= pairs


MAXIMA = {
    4: 1, 8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19,
    64: 21, 72: 23, 76: 25, 80: 25, 84: 27, 88: 29, 96: 31, 112: 37, 124: 41, 128: 42, 148: 49, 160: 53,
}  # fmt: skip


@pytest.mark.parametrize("players", MAXIMA)
def test_the_longest_schedules_are_at_hand(players: int) -> None:
    assert known_maximum(players) >= MAXIMA[players]
