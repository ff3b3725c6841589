"""Tiles as small integers, the notation they are written in, and melds.

Kinds 0–8 are 1m–9m (萬), 9–17 1p–9p (筒), 18–26 1s–9s (條), 27–33 1z–7z (東南西北中發白), 34–41 the flowers f1–f8
(春夏秋冬梅蘭竹菊). A suit is its index 0–2 (m, p, s); honours are 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from engine.errors import RuleError, noop

SUITS = "mps"
HONOURS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)
FLOWERS = range(34, 42)
KINDS = 34
COPIES = 4
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = (*TERMINALS, *HONOURS)

TILES: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in SUITS for number in range(1, 10)),
    *(f"{number}z" for number in range(1, 8)),
    *(f"f{number}" for number in range(1, 9)),
)
_KIND: dict[str, int] = {tile: kind for kind, tile in enumerate(TILES)}
_KINDS_OF: dict[str, dict[str, int]] = {
    suit: {tile[0]: kind for tile, kind in _KIND.items() if tile[1] == suit} for suit in "mpsz"
}
_NO_SUIT: dict[str, int] = {}
_THREES = int.from_bytes(b"\x03" * KINDS, "little")
_EIGHTS = int.from_bytes(b"\xf8" * KINDS, "little")
_GROUPS = re.compile(r"([1-9]+(?=[mps])|[1-7]+(?=z))([mpsz])|f[1-8]")
_PIECE = re.compile(r"f.?|[^mpsz]*[mpsz]?")

MeldKind = Literal["chi", "pon", "kan", "kakan", "ankan"]
_SIZES: dict[MeldKind, int] = {"chi": 3, "pon": 3, "kan": 4, "kakan": 4, "ankan": 4}


class TileSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game plays with beside the three suits, pungs and kongs: honour tiles, flowers, chows."""

    honours: bool = True
    flowers: bool = True
    chows: bool = True

    @property
    def suits(self) -> str:
        """The letters of its suits as tiles are written, honours (z) and flowers (f) last."""
        return SUITS + "z" * self.honours + "f" * self.flowers


class Meld(msgspec.Struct, frozen=True):
    """A set laid down: 吃 `chi`, 碰 `pon`, kong of a discard `kan`, added kong `kakan`, concealed kong `ankan`.

    `tiles` are three or four kinds in ascending order.
    """

    kind: MeldKind
    tiles: tuple[int, ...]

    @property
    def set_id(self) -> int:
        """The set it stands for: a chow is named by its lowest kind, a pung or kong of kind k by 34 + k."""
        return self.tiles[0] if self.kind == "chi" else KINDS + self.tiles[0]

    @property
    def is_open(self) -> bool:
        """Whether making it exposed the hand; a concealed kong does not."""
        return self.kind != "ankan"

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any sort."""
        return len(self.tiles) == COPIES

    def __str__(self) -> str:
        return f"{self.kind}:{format_tiles(self.tiles)}"


def parse_tiles(text: str, *, path: str = "") -> tuple[int, ...]:
    """Read tiles as written, `123m456p77zf1`, in the order written; spaces are ignored.

    Raises `RuleError` (`tile_unknown`) naming the piece that is no tile.
    """
    if not isinstance(text, str):
        raise RuleError("tiles_not_text", noop("Tiles are written as text, like 123m456p77z."), path=path)
    kinds: list[int] = []
    suit = _NO_SUIT
    lone = ""
    for char in reversed(text):
        kind = suit.get(char)
        if kind is not None:
            kinds.append(kind)
            lone = ""
        elif char in _KINDS_OF and not lone:
            suit, lone = _KINDS_OF[char], char
        else:
            return _parse_slowly("".join(text.split()), path)
    if lone:
        return _parse_slowly("".join(text.split()), path)
    kinds.reverse()
    return tuple(kinds)


def _parse_slowly(written: str, path: str) -> tuple[int, ...]:
    """Read what holds spaces or flowers, or name the piece that is no tile."""
    kinds: list[int] = []
    read = 0
    for group in _GROUPS.finditer(written):
        if group.start() != read:
            break
        read = group.end()
        digits, suit = group.groups()
        if digits:
            kinds += map(_KINDS_OF[suit].__getitem__, digits)
        else:
            kinds.append(_KIND[group[0]])
    if read != len(written):
        piece = _PIECE.findall(written, read)[0]
        raise RuleError("tile_unknown", noop("{tile} is not a tile."), path=path, tile=piece)
    return tuple(kinds)


def parse_tile(text: str, *, path: str = "") -> int:
    """Read exactly one tile, such as `5m` or `f3`, and return its kind."""
    kind = _KIND.get(text) if isinstance(text, str) else None
    if kind is not None:
        return kind
    kinds = parse_tiles(text, path=path)
    if len(kinds) != 1:
        raise RuleError("not_one_tile", noop("{tiles} is not exactly one tile."), path=path, tiles=text)
    return kinds[0]


def format_tile(kind: int) -> str:
    """Write one kind: 0 -> `1m`, 33 -> `7z`, 34 -> `f1`."""
    return TILES[kind]


def format_tiles(kinds: Iterable[int]) -> str:
    """Write kinds in canonical order and grouping, such as `123m456p77zf1f5`."""
    groups: dict[str, str] = {}
    flowers = ""
    for kind in sorted(kinds):
        tile = TILES[kind]
        if kind >= KINDS:
            flowers += tile
        else:
            groups[tile[1]] = groups.get(tile[1], "") + tile[0]
    return "".join(f"{digits}{suit}" for suit, digits in groups.items()) + flowers


def parse_meld(text: str, *, path: str = "") -> Meld:
    """Read a meld, `chi:123m` or `ankan:3333m`.

    Raises `RuleError`: `meld_unknown` for another kind of meld, `not_a_meld` for tiles that do not make it.
    """
    known = _MELDS.get(text) if isinstance(text, str) else None
    if known is not None:
        return known
    if not isinstance(text, str) or ":" not in text:
        raise RuleError("meld_unknown", noop("A meld is written like chi:123m or pon:555p."), path=path)
    name, _, written = text.partition(":")
    tiles = tuple(sorted(parse_tiles(written, path=path)))
    meld = _MELDS.get(f"{name.strip()}:{format_tiles(tiles)}")
    if meld is not None:
        return meld
    if name.strip() not in _SIZES:
        raise RuleError("meld_unknown", noop("{kind} is no kind of meld."), path=path, kind=name.strip())
    raise RuleError("not_a_meld", noop("{meld} is not a meld."), path=path, meld=text)


def counts_of(kinds: Iterable[int], *, path: str = "") -> bytes:
    """Count kinds 0–33 into 34 bytes; a flower or a fifth copy is a `RuleError`."""
    counts = tally_kinds(kinds, path=path)
    check_copies(counts, path=path)
    return counts


def tally_kinds(kinds: Iterable[int], *, path: str = "") -> bytes:
    """Count kinds 0–33 into 34 bytes, however many there are of a kind; a flower is a `RuleError`."""
    counts = bytearray(KINDS)
    kind = 0
    try:
        for kind in kinds:
            counts[kind] += 1
    except IndexError:
        raise RuleError(
            "flower_in_hand", noop("{tile} is a flower and stands apart."), path=path, tile=TILES[kind]
        ) from None
    return bytes(counts)


def check_copies(counts: bytes | bytearray, *, path: str = "") -> None:
    """Refuse counts that hold more than four of a kind (`five_copies`)."""
    if too_many(int.from_bytes(counts, "little")):
        kind = next(kind for kind, count in enumerate(counts) if count > COPIES)
        raise RuleError("five_copies", noop("There are only four of {tile}."), path=path, tile=TILES[kind])


def too_many(tiles: int) -> int:
    """Tell whether counts packed a byte a kind (each below 253) hold more than four of a kind."""
    # A count above four reaches eight once three is added.
    return (tiles + _THREES) & _EIGHTS


def tile_mask(kinds: Iterable[int]) -> int:
    """Return the mask of `kinds` over counts packed a byte a kind (`int.from_bytes(counts, "little")`)."""
    return sum(0xFF << 8 * kind for kind in set(kinds))


def flower_mask(kinds: Iterable[int], *, path: str = "") -> int:
    """Return flowers as eight bits (bit 0 is f1); a tile that is none, or one held twice, is a `RuleError`."""
    mask = 0
    for kind in kinds:
        if kind < KINDS:
            raise RuleError("not_a_flower", noop("{tile} is not a flower."), path=path, tile=TILES[kind])
        bit = 1 << (kind - KINDS)
        if mask & bit:
            raise RuleError("flower_twice", noop("There is only one {tile}."), path=path, tile=TILES[kind])
        mask |= bit
    return mask


def _all_melds() -> dict[str, Meld]:
    melds: list[Meld] = []
    for name in get_args(MeldKind):
        if name == "chi":
            starts = (kind for kind in range(27) if kind % 9 < 7)
            melds += (Meld(name, (start, start + 1, start + 2)) for start in starts)
        else:
            melds += (Meld(name, (kind,) * _SIZES[name]) for kind in range(KINDS))
    return {str(meld): meld for meld in melds}


_MELDS = _all_melds()


def all_melds() -> dict[str, Meld]:
    """Return every meld by the way it is written."""
    return dict(_MELDS)
