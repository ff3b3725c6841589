from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.hand_input import HandInput, HandRules, parse_hand
from engine.hands import pung_bit, readings, set_ids, waits
from engine.tiles import TileSet, counts_of, parse_tile, parse_tiles
from tests.hands_gen import SEED, score_inputs

FLAGS = frozenset(
    ("last_tile", "after_kong", "after_flower", "robbed_kong", "heaven", "earth", "human", "all_flowers", "fed_kong")
)
SIXTEEN = HandRules(size=16, flags=FLAGS)
THIRTEEN = HandRules(size=13, flags=FLAGS)
ONLY_SUITS = TileSet(honours=False, flowers=False, chows=False)
TWO_SUITS = HandRules(size=13, flags=frozenset(("heaven",)), tiles=ONLY_SUITS, void=True)
HAND: dict[str, object] = {"concealed": "123456m78955p23467s", "win": "8s", "by": "discard"}


def refusal(rules: HandRules, **changes: object) -> tuple[str, str]:
    with pytest.raises(RuleError) as caught:
        parse_hand(rules, HAND | changes, "wins[0].tiles")
    assert caught.value.message
    assert caught.value.path.startswith("wins[0].tiles.")
    return caught.value.code, caught.value.path.removeprefix("wins[0].tiles.")


def test_a_hand_is_counted_with_and_without_its_winning_tile() -> None:
    hand = parse_hand(SIXTEEN, HAND | {"seat": "S", "round": "E", "flowers": "f1f5", "flags": ["last_tile"]})
    assert hand.concealed == counts_of(parse_tiles("123456m78955p23467s")) == hand.held
    assert hand.counts == counts_of(parse_tiles("123456m78955p234678s"))
    assert hand.tiles == int.from_bytes(hand.counts, "little")
    assert (hand.win, hand.by, hand.self_drawn) == (parse_tile("8s"), "discard", False)
    assert (hand.seat, hand.round) == (parse_tile("2z"), parse_tile("1z"))
    assert hand.flowers == 0b10001
    assert hand.flags == {"last_tile"}
    assert (hand.melds, hand.meld_bits, hand.kongs, hand.exposed, hand.void) == ((), 0, 0, False, None)


def test_melds_take_three_tiles_each_and_add_to_the_reading() -> None:
    melds = ["chi:123m", "ankan:1111z", "kan:9999s"]
    hand = parse_hand(SIXTEEN, {"concealed": "456m5p44z5p", "melds": melds, "win": "4z", "by": "self"})
    assert hand.tiles == int.from_bytes(counts_of(parse_tiles("123456m55p9999s1111z444z")), "little")
    assert hand.held == counts_of(parse_tiles("123456m55p9999s1111z44z"))
    assert (hand.kongs, hand.exposed, hand.ankan_bits) == (2, True, pung_bit(27))
    (reading,) = readings(hand.counts)
    assert set_ids(reading + hand.meld_bits) == (0, 3, 34 + 26, 34 + 27, 34 + 30)


def test_a_concealed_kong_leaves_the_hand_concealed() -> None:
    hand = parse_hand(THIRTEEN, {"concealed": "567m88m34s789p", "melds": ["ankan:3333m"], "win": "5s", "by": "discard"})
    assert not hand.exposed
    assert hand.kongs == 1


def test_a_hand_may_be_asked_as_it_stands_and_then_be_won() -> None:
    for data in ({"concealed": HAND["concealed"]}, HAND | {"win": None}):
        hand = parse_hand(SIXTEEN, data)
        assert hand.win is None
        assert hand.counts == hand.concealed
        assert hand.won_with(parse_tile("8s"), "discard") == parse_hand(SIXTEEN, HAND)


def test_no_fifth_tile_can_be_won() -> None:
    hand = parse_hand(SIXTEEN, {"concealed": "5555p123456m234678s"})
    with pytest.raises(RuleError) as caught:
        hand.won_with(parse_tile("5p"), "self")
    assert caught.value.code == "five_copies"


def test_the_number_of_tiles_must_fit_the_melds() -> None:
    assert refusal(THIRTEEN) == ("tile_count", "concealed")
    assert refusal(SIXTEEN, melds=["chi:123m"]) == ("tile_count", "concealed")
    assert refusal(SIXTEEN, concealed="") == ("tile_count", "concealed")
    assert refusal(THIRTEEN, concealed="1m", melds=["chi:123m"] * 5) == ("melds_too_many", "melds")
    five_melds = ["chi:123m"] * 4 + ["pon:999s"]
    assert parse_hand(SIXTEEN, {"concealed": "9m", "melds": five_melds, "win": "9m", "by": "self"}).exposed


@pytest.mark.parametrize(
    ("concealed", "melds", "win", "path"),
    [
        ("55555p12345m234678s", [], "8s", "concealed"),
        ("55p123456m23467s", ["pon:555p"], "8s", "melds"),
        ("5p123456m234678s", ["pon:555p"], "5p", "win"),
        ("5555p123456m234678s", [], "5p", "win"),
        ("4p123456m234678s", ["ankan:5555p"], "5p", "win"),
    ],
)
def test_five_copies_are_found_over_hand_melds_and_winning_tile(
    concealed: str, melds: list[str], win: str, path: str
) -> None:
    assert refusal(SIXTEEN, concealed=concealed, melds=melds, win=win) == ("five_copies", path)


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"conceald": ""}, "field_unknown", "conceald"),
        ({"concealed": None}, "tiles_not_text", "concealed"),
        ({"concealed": "123456m78955p2346xs"}, "tile_unknown", "concealed"),
        ({"concealed": "123456m78955p2346sf1"}, "flower_in_hand", "concealed"),
        ({"melds": "chi:123m"}, "not_a_list", "melds"),
        ({"melds": [["1m"]]}, "not_text", "melds[0]"),
        ({"concealed": "456m78955p23467s", "melds": ["chi:124m"]}, "not_a_meld", "melds[0]"),
        ({"win": "f1"}, "flower_in_hand", "win"),
        ({"win": "88s"}, "not_one_tile", "win"),
        ({"by": "draw"}, "by_unknown", "by"),
        ({"by": None}, "field_missing", "by"),
        ({"seat": "X"}, "wind_unknown", "seat"),
        ({"round": 1}, "wind_unknown", "round"),
        ({"flowers": "f1f1"}, "flower_twice", "flowers"),
        ({"flowers": "1m"}, "not_a_flower", "flowers"),
        ({"flowers": "f9"}, "tile_unknown", "flowers"),
        ({"void": "m"}, "void_not_in_game", "void"),
        ({"flags": ["last_tile", "riichi"]}, "flag_unknown", "flags[1]"),
        ({"flags": "last_tile"}, "not_a_list", "flags"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_path(changes: dict[str, object], code: str, path: str) -> None:
    assert refusal(SIXTEEN, **changes) == (code, path)


def test_the_concealed_tiles_must_be_given() -> None:
    with pytest.raises(RuleError) as caught:
        parse_hand(SIXTEEN, {"win": "8s", "by": "self"})
    assert (caught.value.code, caught.value.path) == ("field_missing", "concealed")


@pytest.mark.parametrize(
    ("flags", "by"),
    [
        (["robbed_kong"], "self"),
        (["heaven"], "discard"),
        (["heaven", "earth"], "self"),
        (["earth", "human"], "discard"),
        (["human", "heaven"], "self"),
        (["last_tile", "robbed_kong"], "discard"),
    ],
)
def test_flags_that_contradict_each_other_are_refused(flags: list[str], by: str) -> None:
    assert refusal(SIXTEEN, flags=flags, by=by) == ("flags_contradict", "flags")


def test_heaven_bears_a_concealed_kong_but_no_exposed_meld() -> None:
    heaven = HAND | {"concealed": "456m78955p23467s", "by": "self", "flags": ["heaven"]}
    assert parse_hand(SIXTEEN, heaven | {"melds": ["ankan:1111z"]}).flags == {"heaven"}
    with pytest.raises(RuleError) as caught:
        parse_hand(SIXTEEN, heaven | {"melds": ["chi:123m"]})
    assert (caught.value.code, caught.value.path) == ("flags_contradict", "flags")


@pytest.mark.parametrize(
    ("flags", "by"),
    [
        (["last_tile", "after_kong", "after_flower"], "self"),
        (["after_kong"], "discard"),
        (["robbed_kong", "after_kong"], "discard"),
        (["earth", "last_tile"], "self"),
        (["human", "after_flower"], "discard"),
        (["last_tile", "last_tile"], "self"),
        (["fed_kong"], "self"),
        (["all_flowers", "heaven"], "self"),
    ],
)
def test_nothing_else_contradicts(flags: list[str], by: str) -> None:
    assert parse_hand(SIXTEEN, HAND | {"flags": flags, "by": by}).flags == set(flags)


def test_a_game_of_three_suits_has_no_honours_no_flowers_and_no_chows_but_a_void_suit() -> None:
    hand = {"concealed": "123456m78955p23s", "win": "4s", "by": "self"}
    assert parse_hand(TWO_SUITS, hand).void is None
    assert [parse_hand(TWO_SUITS, hand | {"void": suit}).void for suit in "mps"] == [0, 1, 2]
    for changes, code in (
        ({"void": "z"}, "suit_unknown"),
        ({"void": ""}, "suit_unknown"),
        ({"flowers": "f1"}, "flowers_not_in_game"),
        ({"win": "1z"}, "tile_not_in_game"),
        ({"flags": ["last_tile"]}, "flag_unknown"),
        ({"concealed": "456m78955p23s", "melds": ["pon:111m", "chi:123m"]}, "tile_count"),
        ({"concealed": "78955p23s", "melds": ["pon:111m", "chi:123m"]}, "meld_not_in_game"),
    ):
        with pytest.raises(RuleError) as caught:
            parse_hand(TWO_SUITS, hand | changes)
        assert caught.value.code == code


def test_what_belongs_to_the_line_is_left_alone() -> None:
    line = HAND | {"id": "h1", "options": {"base": 1}, "preset": "x", "flowers": None, "flags": None, "melds": None}
    assert isinstance(parse_hand(SIXTEEN, line), HandInput)


@pytest.mark.parametrize(("rules", "sets"), [(THIRTEEN, 4), (SIXTEEN, 5)])
def test_seeded_hands_are_legal_complete_and_wait_for_their_winning_tile(rules: HandRules, sets: int) -> None:
    lines = score_inputs(SEED, 300, sets)
    assert lines == score_inputs(SEED, 300, sets)
    hands = [parse_hand(rules, line) for line in lines]
    for hand in hands:
        assert readings(hand.counts)
        assert hand.win in waits(hand.concealed, hand.held)
        assert all(len(set_ids(reading + hand.meld_bits)) == sets for reading in readings(hand.counts))
    assert any(hand.ankan_bits for hand in hands)
    assert 0.3 < sum(bool(hand.melds) for hand in hands) / len(hands) < 0.5
