"""The checked input of `score`, shared by the games that are won with sets and a pair."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, cast

import msgspec

from engine.errors import RuleError, join_path, noop
from engine.hands import set_bit
from engine.places import PLACES
from engine.tiles import (
    KINDS,
    SUITS,
    TILES,
    WINDS,
    Meld,
    TileSet,
    all_melds,
    check_copies,
    flower_mask,
    parse_meld,
    parse_tile,
    parse_tiles,
    tally_kinds,
    too_many,
)

By = Literal["discard", "self"]

# `id`, `options` and `preset` belong to the line and are read by whoever resolves the rules.
_FIELDS = frozenset(
    ("id", "concealed", "melds", "win", "by", "seat", "round", "flowers", "flags", "void", "options", "preset")
)
_WIND_KINDS: dict[str, int] = dict(zip(PLACES, WINDS, strict=True))
_NO_FLAGS: frozenset[str] = frozenset()
_FIRST_WINS = ("heaven", "earth", "human")


class HandRules(msgspec.Struct, frozen=True):
    """What a hand of a game may hold.

    `size` is the number of tiles between turns (13 or 16), `flags` those the game knows, `tiles` what it plays with,
    `void` whether it plays with a void suit (定缺).
    """

    size: int
    flags: frozenset[str]
    tiles: TileSet = TileSet()
    void: bool = False


class HandInput(msgspec.Struct, frozen=True, gc=False):
    """A hand as the table saw it, and what scoring asks of it again and again.

    `concealed` are 34 counts without the winning tile, `counts` the same with it, `held` all own tiles without it
    (melds included, for `waits`), `tiles` all of them with it, packed a byte a kind. `meld_bits` add to a reading (see
    `engine.hands`); `ankan_bits` are the pungs among them that are concealed kongs; `exposed` says whether any meld
    opened the hand. `seat` and `round` are wind kinds 27–30; `flowers` eight bits, bit 0 is f1; `void` a suit 0–2.
    `win` and `by` are None when the hand is asked as it stands.
    """

    concealed: bytes
    counts: bytes
    held: bytes
    tiles: int
    melds: tuple[Meld, ...]
    meld_bits: int
    ankan_bits: int
    kongs: int
    exposed: bool
    win: int | None
    by: By | None
    seat: int | None
    round: int | None
    flowers: int
    flags: frozenset[str]
    void: int | None

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the winning tile himself."""
        return self.by == "self"

    def won_with(self, kind: int, by: By) -> HandInput:
        """Return this hand won on another tile."""
        tiles = _add(self.held, kind)
        check_copies(tiles, path="win")
        return msgspec.structs.replace(
            self, counts=_add(self.concealed, kind), tiles=int.from_bytes(tiles, "little"), win=kind, by=by
        )


def parse_hand(rules: HandRules, data: Mapping[str, object], path: str = "") -> HandInput:
    """Read and check one input of `score`; `path` is where it stands in what was handed in.

    Raises `RuleError` for unknown fields and notation, wrong numbers of tiles, a fifth copy, a flower twice, and flags
    that the game does not know or that contradict each other; nothing else is refused.
    """
    try:
        return _parse(rules, data)
    except RuleError as error:
        raise error.at(path) from None


def _parse(rules: HandRules, data: Mapping[str, object]) -> HandInput:
    if not _FIELDS.issuperset(data):
        field = next(name for name in data if name not in _FIELDS)
        raise RuleError("field_unknown", noop("There is no field {field} here."), path=str(field), field=field)
    if "concealed" not in data:
        raise RuleError("field_missing", noop("The field {field} is missing."), path="concealed", field="concealed")
    concealed_tiles = parse_tiles(cast(str, data["concealed"]), path="concealed")
    written = _texts(data.get("melds"), "melds")
    laid = [_LAID.get(text) or _lay_down(text, f"melds[{index}]") for index, text in enumerate(written)]
    _check_size(rules, len(concealed_tiles), len(laid))
    if not rules.tiles.chows:
        _refuse_chows(laid)
    concealed = tally_kinds(concealed_tiles, path="concealed")
    win, by = _parse_win(data)

    tiles = int.from_bytes(concealed, "little")
    meld_bits = ankan_bits = kongs = 0
    exposed = False
    for item in laid:
        tiles += item.tiles
        meld_bits += item.bit
        kongs += item.kong
        if item.opens:
            exposed = True
        else:
            ankan_bits |= item.bit
    held = tiles.to_bytes(KINDS, "little") if laid else concealed
    counts = concealed
    if win is not None:
        counts = _add(concealed, win)
        tiles += 1 << 8 * win
    if too_many(tiles):
        _refuse_copies(concealed, held, tiles)
    if not rules.tiles.honours and tiles >> 8 * 27:
        kind = next(kind for kind in range(27, KINDS) if tiles >> 8 * kind & 0xFF)
        raise RuleError("tile_not_in_game", noop("This game has no {tile}."), path="concealed", tile=TILES[kind])

    return HandInput(
        concealed,
        counts,
        held,
        tiles,
        tuple([item.meld for item in laid]) if laid else (),
        meld_bits,
        ankan_bits,
        kongs,
        exposed,
        win,
        by,
        _parse_wind(data, "seat"),
        _parse_wind(data, "round"),
        _parse_flowers(rules, data),
        _parse_flags(rules, data, by, exposed=exposed),
        _parse_void(rules, data),
    )


class _Laid(msgspec.Struct, frozen=True):
    """A meld with what it adds to a hand: tiles packed a byte a kind, its bit in a reading, whether it is a kong."""

    meld: Meld
    tiles: int
    bit: int
    kong: bool
    opens: bool


def _laid(meld: Meld) -> _Laid:
    return _Laid(meld, sum(1 << 8 * kind for kind in meld.tiles), set_bit(meld.set_id), meld.is_kong, meld.is_open)


_LAID = {written: _laid(meld) for written, meld in all_melds().items()}


def _lay_down(text: str, path: str) -> _Laid:
    """Read a meld that is not written the one way, or refuse it."""
    return _LAID[str(parse_meld(text, path=path))]


def _refuse_chows(laid: Sequence[_Laid]) -> None:
    for index, item in enumerate(laid):
        if item.meld.kind == "chi":
            raise RuleError("meld_not_in_game", noop("This game has no chow."), path=f"melds[{index}]")


def _refuse_copies(concealed: bytes, held: bytes, tiles: int) -> None:
    """Refuse a fifth copy by where it comes in."""
    check_copies(concealed, path="concealed")
    check_copies(held, path="melds")
    check_copies(tiles.to_bytes(KINDS, "little"), path="win")


def _add(counts: bytes, kind: int) -> bytes:
    more = bytearray(counts)
    more[kind] += 1
    return bytes(more)


def _check_size(rules: HandRules, concealed: int, melds: int) -> None:
    expected = rules.size - 3 * melds
    if expected < 1:
        raise RuleError(
            "melds_too_many",
            noop("A hand has at most {most} melds."),
            path="melds",
            most=(rules.size - 1) // 3,
        )
    if concealed != expected:
        raise RuleError(
            "tile_count",
            noop("{expected} concealed tiles without the winning tile are expected, {found} are given."),
            path="concealed",
            expected=expected,
            found=concealed,
        )


def _parse_win(data: Mapping[str, object]) -> tuple[int | None, By | None]:
    by = data.get("by")
    if by not in ("discard", "self", None):
        raise RuleError("by_unknown", noop("A hand is won by discard or by self."), path="by")
    written = data.get("win")
    if written is None:
        return None, by
    win = parse_tile(cast(str, written), path="win")
    if win >= KINDS:
        raise RuleError("flower_in_hand", noop("{tile} is a flower and stands apart."), path="win", tile=TILES[win])
    if by is None:
        raise RuleError("field_missing", noop("The field {field} is missing."), path="by", field="by")
    return win, by


def _parse_wind(data: Mapping[str, object], field: str) -> int | None:
    wind = data.get(field)
    if wind is None:
        return None
    if not isinstance(wind, str) or wind not in _WIND_KINDS:
        raise RuleError("wind_unknown", noop("A wind is one of E, S, W, N."), path=field)
    return _WIND_KINDS[wind]


def _parse_flowers(rules: HandRules, data: Mapping[str, object]) -> int:
    written = data.get("flowers")
    if not written:
        return 0
    flowers = flower_mask(parse_tiles(cast(str, written), path="flowers"), path="flowers")
    if not rules.tiles.flowers:
        raise RuleError("flowers_not_in_game", noop("This game has no flowers."), path="flowers")
    return flowers


def _parse_flags(rules: HandRules, data: Mapping[str, object], by: By | None, *, exposed: bool) -> frozenset[str]:
    written = _texts(data.get("flags"), "flags")
    if not written:
        return _NO_FLAGS
    flags = frozenset(written)
    if not flags <= rules.flags:
        index, flag = next((index, flag) for index, flag in enumerate(written) if flag not in rules.flags)
        raise RuleError("flag_unknown", noop("This game knows no flag {flag}."), path=f"flags[{index}]", flag=flag)
    check_flags(flags, by)
    if "heaven" in flags and exposed:
        raise RuleError("flags_contradict", noop("{one} cannot be with an exposed meld."), path="flags", one="heaven")
    return flags


def check_flags(flags: Collection[str], by: str | None) -> None:
    """Refuse circumstances of a win that cannot both be true, however its value is given."""
    first_wins = [flag for flag in _FIRST_WINS if flag in flags]
    if len(first_wins) > 1:
        raise contradiction(first_wins[0], first_wins[1])
    if "robbed_kong" in flags and by == "self":
        raise contradiction("robbed_kong", "self")
    if "robbed_kong" in flags and "last_tile" in flags:
        raise contradiction("last_tile", "robbed_kong")
    if "heaven" in flags and by == "discard":
        raise contradiction("heaven", "discard")


def contradiction(one: str, other: str) -> RuleError:
    """Return the refusal of two circumstances, or of one and the way of winning, that cannot both be true."""
    return RuleError(
        "flags_contradict", noop("{one} and {other} cannot both be true."), path="flags", one=one, other=other
    )


def _parse_void(rules: HandRules, data: Mapping[str, object]) -> int | None:
    void = data.get("void")
    if void is None:
        return None
    if not rules.void:
        raise RuleError("void_not_in_game", noop("This game has no void suit."), path="void")
    if not isinstance(void, str) or len(void) != 1 or void not in SUITS:
        raise RuleError("suit_unknown", noop("A suit is one of m, p, s."), path="void")
    return SUITS.index(void)


def _texts(value: object, path: str) -> Sequence[str]:
    if not value and (value is None or isinstance(value, list)):
        return ()
    if not isinstance(value, list | tuple):
        raise RuleError("not_a_list", noop("A list is expected here."), path=path)
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise RuleError("not_text", noop("Text is expected here."), path=join_path(path, f"[{index}]"))
    return value
