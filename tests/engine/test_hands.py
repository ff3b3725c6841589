from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import hands
from engine.hands import (
    CHOW_STARTS,
    CHOWS,
    NUMBER_PUNGS,
    PAIR,
    PAIRS,
    PUNGS,
    SUIT_BITS,
    chow_bit,
    chow_count,
    chow_starts,
    pair_bits,
    pair_kind,
    placements,
    pung_bit,
    pung_bits,
    reading_notation,
    readings,
    set_bit,
    set_ids,
    set_tiles,
    twin_starts,
    waits,
    waits_before,
)
from engine.tiles import DRAGONS, KINDS, counts_of, format_tiles, parse_meld, parse_tile, parse_tiles
from tests.hands_gen import winning_counts

Plain = tuple[tuple[int, ...], int]


def backtrack(counts: list[int], first: int = 0) -> Iterator[tuple[int, ...]]:
    """All ways to take `counts` apart into sets, lowest tile first: the plain truth that the tables must equal."""
    while first < KINDS and not counts[first]:
        first += 1
    if first == KINDS:
        yield ()
        return
    for set_id in (first, KINDS + first):
        if set_id in CHOW_STARTS or set_id >= KINDS:
            left = list(counts)
            for kind in set_tiles(set_id):
                left[kind] -= 1
            if min(left) >= 0:
                for rest in backtrack(left, first):
                    yield (set_id, *rest)


def true_readings(counts: bytes) -> set[Plain]:
    found = set()
    for pair, count in enumerate(counts):
        if count >= 2:
            left = list(counts)
            left[pair] -= 2
            found |= {(tuple(sorted(sets)), pair) for sets in backtrack(left)}
    return found


def true_waits(concealed: bytes) -> tuple[int, ...]:
    return tuple(
        kind
        for kind in range(KINDS)
        if concealed[kind] < 4 and true_readings(bytes(c + (k == kind) for k, c in enumerate(concealed)))
    )


def plain(counts: bytes) -> list[Plain]:
    return [(set_ids(reading), pair_kind(reading)) for reading in readings(counts)]


def tiles(text: str) -> bytes:
    return counts_of(parse_tiles(text))


def kinds(text: str) -> tuple[int, ...]:
    return parse_tiles(text)


@st.composite
def winning(draw: st.DrawFn, sets: st.SearchStrategy[int]) -> bytes:
    """Hands with a winning shape; often squeezed into few kinds, where they read in many ways."""
    span = draw(st.sampled_from((range(KINDS), range(9), range(9, 18), range(20, KINDS), range(6))))
    return winning_counts(Random(draw(st.integers(0, 2**32))), draw(sets), span)


@st.composite
def arbitrary(draw: st.DrawFn) -> bytes:
    """Any counts of up to 17 tiles, crowded enough to be near a winning shape."""
    span = draw(st.sampled_from((range(9), range(5, 14), range(24, KINDS), range(18, 24))))
    pool = [kind for kind in span for _ in range(4)]
    size = draw(st.integers(0, 17))
    return counts_of(draw(st.permutations(pool))[:size])


def assert_equals_truth(counts: bytes) -> None:
    found = plain(counts)
    assert len(found) == len(set(found))
    assert set(found) == true_readings(counts)


@given(winning(st.sampled_from((4, 5))))
@settings(max_examples=400)
def test_every_reading_of_14_and_17_tiles_is_found(counts: bytes) -> None:
    assert_equals_truth(counts)
    assert readings(counts)


@given(winning(st.integers(0, 3)))
def test_concealed_parts_beside_melds_are_read_alike(counts: bytes) -> None:
    assert_equals_truth(counts)


@given(arbitrary())
@settings(max_examples=300)
def test_nothing_else_is_taken_for_a_winning_shape(counts: bytes) -> None:
    assert_equals_truth(counts)


@given(winning(st.integers(0, 5)), st.integers(0, 16))
@settings(max_examples=200)
def test_waits_are_all_tiles_that_complete_the_hand(counts: bytes, place: int) -> None:
    held = [kind for kind, count in enumerate(counts) for _ in range(count)]
    held.pop(place % len(held))
    concealed = counts_of(held)
    assert waits(concealed) == true_waits(concealed)


@given(winning(st.integers(0, 5)), st.integers(0, 16))
@settings(max_examples=200)
def test_the_waits_of_a_hand_that_is_won_are_the_same(counts: bytes, place: int) -> None:
    win = [kind for kind, count in enumerate(counts) for _ in range(count)][place % sum(counts)]
    concealed = bytes(count - (kind == win) for kind, count in enumerate(counts))
    assert waits_before(concealed, win) == waits(concealed)
    held = bytes(min(count + 2, 4) for count in concealed)
    assert waits_before(concealed, win, held) == waits(concealed, held)


@given(arbitrary())
def test_hands_that_do_not_wait_have_no_waits(concealed: bytes) -> None:
    expected = true_waits(concealed) if sum(concealed) % 3 == 1 else ()
    assert waits(concealed) == expected


@given(winning(st.integers(1, 5)), st.integers(0, 16))
def test_the_winning_tile_is_placed_wherever_it_fits(counts: bytes, place: int) -> None:
    win = [kind for kind, count in enumerate(counts) for _ in range(count)][place % sum(counts)]
    for reading in readings(counts):
        expected = {set_id for set_id in set_ids(reading) if win in set_tiles(set_id)}
        if pair_kind(reading) == win:
            expected.add(PAIR)
        found = placements(reading, win)
        assert [spot.set_id for spot in found].count(PAIR) == (PAIR in expected)
        assert {spot.set_id for spot in found} == expected
        assert len(found) == len(expected)


@given(winning(st.integers(0, 5)))
def test_masks_say_what_the_sets_are(counts: bytes) -> None:
    for reading in readings(counts):
        sets = set_ids(reading)
        chows = [set_id for set_id in sets if set_id < KINDS]
        assert (reading & PUNGS).bit_count() == len(sets) - len(chows)
        assert bool(reading & CHOWS) == bool(chows)
        assert reading & NUMBER_PUNGS == pung_bits(s - KINDS for s in sets if KINDS <= s < KINDS + 27)
        assert chow_starts(reading) == sum(map(chow_bit, set(chows)))
        assert twin_starts(reading) == sum(chow_bit(start) for start in set(chows) if chows.count(start) > 1)
        assert [chow_count(reading, start) for start in CHOW_STARTS] == [chows.count(start) for start in CHOW_STARTS]
        assert reading == sum(map(set_bit, sets)) + pair_bits([pair_kind(reading)])


def test_exactly_one_pair_is_demanded_over_all_suits() -> None:
    assert readings(tiles("11m22p33s44z123m456p")) == ()
    assert readings(tiles("11m22p33s44z123m456p789s")) == ()
    assert readings(tiles("111m222p333s")) == ()
    assert readings(tiles("1122m333p")) == ()
    assert plain(tiles("77z")) == [((), 33)]
    assert readings(tiles("")) == ()


def test_honours_make_no_chow() -> None:
    assert readings(tiles("123z11m")) == ()
    assert readings(tiles("567z11m")) == ()


def test_chows_do_not_run_over_the_end_of_a_suit() -> None:
    assert readings(tiles("89m1p55s")) == ()
    assert readings(tiles("9m12p55s")) == ()


def test_three_neighbouring_triplets_read_as_chows_too() -> None:
    assert [reading_notation(reading) for reading in readings(tiles("11122233399m"))] == [
        ("123m", "123m", "123m", "99m"),
        ("111m", "222m", "333m", "99m"),
    ]


def test_melds_add_to_a_reading() -> None:
    melds = tuple(map(parse_meld, ("pon:777s", "kan:2222p", "chi:123m", "chi:123m")))
    (reading,) = readings(tiles("123m55z"))
    whole = reading + sum(set_bit(meld.set_id) for meld in melds)
    assert chow_count(whole, 0) == 3
    assert set_ids(whole) == (0, 0, 0, KINDS + 10, KINDS + 24)
    assert reading_notation(reading, melds) == ("123m", "123m", "123m", "2222p", "777s", "55z")


def test_patterns_over_suits_and_ranks_are_shifts_of_a_reading() -> None:
    (similar,) = readings(tiles("345m345p345s777z22m"))
    starts = chow_starts(similar)
    assert starts & starts >> SUIT_BITS & starts >> 2 * SUIT_BITS == chow_bit(2)
    in_a_row = pung_bits((9, 10, 11)) & NUMBER_PUNGS
    assert in_a_row & in_a_row >> 1 & in_a_row >> 2 == pung_bit(9)
    over_the_end = pung_bits((7, 8, 9))
    assert over_the_end & over_the_end >> 1 & over_the_end >> 2 == 0
    (little,) = readings(tiles("123m555666z77z"))
    assert (little & pung_bits(DRAGONS)).bit_count() == 2
    assert little & pair_bits(DRAGONS)


@pytest.mark.parametrize(
    ("hand", "win", "shapes"),
    [
        ("123m55z", "3m", {"edge"}),
        ("123m55z", "1m", {"open"}),
        ("123m55z", "2m", {"middle"}),
        ("789p55z", "7p", {"edge"}),
        ("789p55z", "9p", {"open"}),
        ("456p55z", "4p", {"open"}),
        ("456p55z", "6p", {"open"}),
        ("456p55z", "5z", {"single"}),
        ("333s55z", "3s", {"pung"}),
        ("22223455s", "2s", {"pung", "open"}),
        ("11123m", "1m", {"single", "open"}),
    ],
)
def test_a_placement_names_the_wait_it_makes(hand: str, win: str, shapes: set[str]) -> None:
    counts, kind = tiles(hand), parse_tile(win)
    found = {place.shape for reading in readings(counts) for place in placements(reading, kind)}
    assert found == shapes


def test_a_discard_may_complete_a_chow_and_leave_the_triplet_concealed() -> None:
    (reading,) = readings(tiles("222234m555p888s11z"))
    choices = {place.set_id: place for place in placements(reading, parse_tile("2m"))}
    assert set(choices) == {1, KINDS + 1}
    concealed = reading & PUNGS
    assert (concealed & ~choices[KINDS + 1].opens).bit_count() == 2
    assert (concealed & ~choices[1].opens).bit_count() == 3


@pytest.mark.parametrize(
    ("concealed", "expected"),
    [
        ("333567789p23444s46m", "5m"),
        ("123456m78955p23467s", "58s"),
        ("1112334456667788s", "2356789s"),
        ("1113335557776644z", "46z"),
        ("1112223334445556m", "1234567m"),
        ("1112345678999m", "123456789m"),
        ("9m", "9m"),
        ("5m555666777z", "5m"),
        ("1m", "1m"),
        ("123m", ""),
        ("1223m", "2m"),
        ("13m24p1122z", ""),
    ],
)
def test_waits_of_known_hands(concealed: str, expected: str) -> None:
    assert format_tiles(waits(tiles(concealed))) == expected


def test_a_kind_the_player_himself_holds_four_of_is_no_wait() -> None:
    assert waits(tiles("1111m")) == ()
    assert waits(tiles("2333m")) == kinds("124m")
    assert waits(tiles("2333m"), tiles("23331111m")) == kinds("24m")
    assert waits(tiles("23m55z"), tiles("23m55z1111m")) == kinds("4m")
    assert waits(tiles("5m"), tiles("5m555m")) == ()
    assert waits(tiles("5m"), tiles("5m")) == kinds("5m")


def test_tables_are_small() -> None:
    tracemalloc.start()
    try:
        suit, several = hands._build(9, chows=True)
        honours, _ = hands._build(7, chows=False)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 20_000_000
    assert (len(suit), len(honours)) == (53_055, 561)
    assert max(map(len, several)) == 6
    assert all(max(key) <= 4 for key in suit)


def test_pairs_mask_holds_one_bit_a_kind() -> None:
    assert PAIRS.bit_count() == KINDS
    assert not PAIRS & PUNGS
