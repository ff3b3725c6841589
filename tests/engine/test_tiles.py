from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tiles import (
    KINDS,
    TILES,
    Meld,
    counts_of,
    flower_mask,
    format_tile,
    format_tiles,
    parse_meld,
    parse_tile,
    parse_tiles,
)


@given(st.lists(st.integers(0, len(TILES) - 1)))
def test_what_is_written_is_read_back(kinds: list[int]) -> None:
    assert parse_tiles(format_tiles(kinds)) == tuple(sorted(kinds))


def test_groups_single_tiles_and_spaces_read_alike() -> None:
    assert parse_tiles("123m 5p") == parse_tiles("1m2m3m5p") == parse_tiles(" 1 23 m5p ") == (0, 1, 2, 13)
    assert parse_tiles("f1f5 7z") == (34, 38, 33)
    assert parse_tiles("") == ()


def test_the_order_written_is_kept() -> None:
    assert parse_tiles("7z1m") == (33, 0)


def test_kinds_have_their_fixed_numbers() -> None:
    assert [parse_tile(tile) for tile in ("1m", "9p", "1s", "1z", "5z", "6z", "7z", "f1", "f8")] == [
        0,
        17,
        18,
        27,
        31,
        32,
        33,
        34,
        41,
    ]
    assert format_tile(31) == "5z"


@pytest.mark.parametrize(
    "text", ["0m", "8z", "9z", "5x", "123", "m", "f", "f9", "f0", "5mf", "1f1", "ff1", "１m", "²m", "一m"]
)
def test_unknown_notation_is_refused(text: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_tiles(text, path="concealed")
    assert (caught.value.code, caught.value.path) == ("tile_unknown", "concealed")
    assert caught.value.message


def test_tiles_that_are_no_text_are_refused() -> None:
    for parse in (parse_tiles, parse_tile, parse_meld):
        with pytest.raises(RuleError):
            parse(5)  # type: ignore[arg-type]


def test_one_tile_means_one_tile() -> None:
    assert parse_tile(" 5 m") == 4
    for text in ("", "55m", "1m2m"):
        with pytest.raises(RuleError) as caught:
            parse_tile(text)
        assert caught.value.code == "not_one_tile"


def test_melds_are_read_in_any_order_of_their_tiles() -> None:
    assert parse_meld("chi:321m") == Meld("chi", (0, 1, 2)) == parse_meld("chi: 1m2m3m")
    assert parse_meld("ankan:3333m") == Meld("ankan", (2, 2, 2, 2))
    assert str(parse_meld("kakan:5555s")) == "kakan:5555s"


def test_a_meld_knows_its_set_and_whether_it_opens_the_hand() -> None:
    chow, pung, concealed = parse_meld("chi:789p"), parse_meld("pon:777z"), parse_meld("ankan:1111z")
    assert (chow.set_id, pung.set_id, concealed.set_id) == (15, KINDS + 33, KINDS + 27)
    assert (chow.is_open, concealed.is_open) == (True, False)
    assert (pung.is_kong, concealed.is_kong) == (False, True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("chi:124m", "not_a_meld"),
        ("chi:123z", "not_a_meld"),
        ("chi:89m1p", "not_a_meld"),
        ("chi:111m", "not_a_meld"),
        ("pon:1111m", "not_a_meld"),
        ("pon:112m", "not_a_meld"),
        ("kan:111m", "not_a_meld"),
        ("ankan:1112m", "not_a_meld"),
        ("pon:f1f1f1", "not_a_meld"),
        ("pon:", "not_a_meld"),
        ("kong:1111m", "meld_unknown"),
        ("111m", "meld_unknown"),
        ("pon:11xm", "tile_unknown"),
    ],
)
def test_what_is_no_meld_is_refused(text: str, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_meld(text, path="melds[0]")
    assert (caught.value.code, caught.value.path) == (code, "melds[0]")


def test_a_fifth_copy_is_refused_by_name() -> None:
    assert counts_of(parse_tiles("1111m"))[0] == 4
    with pytest.raises(RuleError) as caught:
        counts_of(parse_tiles("77777z"))
    assert caught.value.code == "five_copies"
    assert "7z" in caught.value.message


def test_flowers_stand_apart_and_only_once() -> None:
    assert flower_mask(parse_tiles("f1f8")) == 0b10000001
    for text, code in (("f1f1", "flower_twice"), ("1m", "not_a_flower")):
        with pytest.raises(RuleError) as caught:
            flower_mask(parse_tiles(text))
        assert caught.value.code == code
    with pytest.raises(RuleError) as caught:
        counts_of(parse_tiles("f1"))
    assert caught.value.code == "flower_in_hand"
