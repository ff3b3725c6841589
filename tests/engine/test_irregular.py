from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.irregular import (
    irregular_notation,
    is_seven_pairs,
    is_thirteen_orphans,
    seven_pairs_waits,
    thirteen_orphans_waits,
    triplet_beside_pairs,
    triplet_beside_pairs_waits,
)
from engine.tiles import KINDS, counts_of, format_tiles, parse_tile, parse_tiles


def tiles(text: str) -> bytes:
    return counts_of(parse_tiles(text))


@pytest.mark.parametrize(
    ("hand", "with_quads", "without"),
    [
        ("2233556688m11p11z", True, True),
        ("22335566m11p1111z", True, False),
        ("11112222333344m", True, False),
        ("2233556688m111p1z", False, False),
        ("2233556688m11p", False, False),
        ("223355667788m11p11z", False, False),
    ],
)
def test_seven_pairs(hand: str, with_quads: bool, without: bool) -> None:
    assert is_seven_pairs(tiles(hand), quads=True) is with_quads
    assert is_seven_pairs(tiles(hand), quads=False) is without


@pytest.mark.parametrize(
    ("hand", "with_quads", "without"),
    [
        ("111m2233m112233p1122s", "1m", "1m"),
        ("1133m2299p4477s11z555z", "5z", "5z"),
        ("1111m2299p4477s11z555z", "5z", None),
        ("1133m2299p4477s11z5z66z", None, None),
        ("111333m2299p4477s1z66z", None, None),
        ("1133m2299p4477s1166z", None, None),
    ],
)
def test_seven_pairs_and_a_triplet(hand: str, with_quads: str | None, without: str | None) -> None:
    for quads, expected in ((True, with_quads), (False, without)):
        kind = triplet_beside_pairs(tiles(hand), quads=quads)
        assert kind == (None if expected is None else parse_tile(expected))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("19m19p119s1234567z", True),
        ("19m19p19s12345677z", True),
        ("119m199p19s123456z", False),
        ("19m19p19s1234567z", False),
        ("129m19p19s1234567z", False),
        ("11999m19p19s12345z", False),
    ],
)
def test_thirteen_orphans(hand: str, expected: bool) -> None:
    assert is_thirteen_orphans(tiles(hand)) is expected


def test_waits_of_irregular_hands() -> None:
    assert format_tiles(seven_pairs_waits(tiles("2233556688m11p1z"), quads=True)) == "1z"
    assert seven_pairs_waits(tiles("22335566m11p111z"), quads=True) == (parse_tile("1z"),)
    assert seven_pairs_waits(tiles("22335566m11p111z"), quads=False) == ()
    assert format_tiles(thirteen_orphans_waits(tiles("19m19p119s234567z"))) == "1z"
    assert len(thirteen_orphans_waits(tiles("19m19p19s1234567z"))) == 13
    assert thirteen_orphans_waits(tiles("199m19p119s23456z")) == ()
    waiting = tiles("1133m2299p4477s1155z")
    assert format_tiles(triplet_beside_pairs_waits(waiting, quads=True)) == "13m29p47s15z"
    assert format_tiles(triplet_beside_pairs_waits(tiles("1133m2299p4477s1z555z"), quads=True)) == "1z"


def waits_by_trial(concealed: bytes, fits: object) -> tuple[int, ...]:
    assert callable(fits)
    return tuple(
        kind
        for kind in range(KINDS)
        if concealed[kind] < 4 and fits(bytes(count + (k == kind) for k, count in enumerate(concealed)))
    )


@st.composite
def nearly_pairs(draw: st.DrawFn, size: int) -> bytes:
    pairs = draw(st.lists(st.sampled_from([kind for kind in range(KINDS) for _ in (0, 1)]), min_size=9, max_size=9))
    loose = draw(st.lists(st.integers(0, KINDS - 1), max_size=3))
    held: list[int] = []
    for kind in [*loose, *(kind for pair in pairs for kind in (pair, pair))]:
        if held.count(kind) < 4 and len(held) < size:
            held.append(kind)
    return counts_of(held)


@given(nearly_pairs(13), st.booleans())
def test_seven_pairs_waits_are_found_by_trial(concealed: bytes, quads: bool) -> None:
    expected = waits_by_trial(concealed, lambda counts: is_seven_pairs(counts, quads=quads))
    assert seven_pairs_waits(concealed, quads=quads) == expected


@given(nearly_pairs(16), st.booleans())
def test_triplet_waits_are_found_by_trial(concealed: bytes, quads: bool) -> None:
    expected = waits_by_trial(concealed, lambda counts: triplet_beside_pairs(counts, quads=quads) is not None)
    assert triplet_beside_pairs_waits(concealed, quads=quads) == expected


@given(st.data())
def test_orphan_waits_are_found_by_trial(data: st.DataObject) -> None:
    orphans = parse_tiles("19m19p19s1234567z")
    held = data.draw(st.lists(st.sampled_from(orphans), min_size=13, max_size=13, unique=True))
    held[data.draw(st.integers(0, 12))] = data.draw(st.sampled_from((*orphans, 1)))
    concealed = counts_of(held)
    assert thirteen_orphans_waits(concealed) == waits_by_trial(concealed, is_thirteen_orphans)


def test_an_irregular_hand_is_written_as_what_it_is_made_of() -> None:
    assert irregular_notation(tiles("1111m22p33p44p55p66z")) == ("11m", "11m", "22p", "33p", "44p", "55p", "66z")
    assert irregular_notation(tiles("19m119p")) == ("1m", "9m", "11p", "9p")
    assert irregular_notation(tiles("111m22p")) == ("111m", "22p")
