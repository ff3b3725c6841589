"""Readings of a hand: every way its concealed tiles fall into sets and exactly one pair.

A reading is **one integer**, so that a game asks it questions with masks instead of loops. Each suit (and the honours,
which have no chows) owns 39 bits, suit 0 (m) lowest: seven chow counters of three bits for the starts 1–7, then nine
pung bits, then nine pair bits. Readings add: `reading + hand.meld_bits` is the whole hand with its melds.

How a game scores quickly with it:

- build masks once at import: `pung_bits(DRAGONS)`, `pair_bits(WINDS)`, `chow_bit(0)`, …;
- per hand: `for reading in readings(hand.counts)`, `whole = reading + hand.meld_bits`;
- 對對 is `not whole & CHOWS`; how many 坎: `(whole & PUNGS).bit_count()`; 小三元:
  `(whole & DRAGON_PUNGS).bit_count() == 2 and whole & DRAGON_PAIRS`; kinds of chow present:
  `starts = chow_starts(whole)` (one bit a start, same places as the chow counters); a chow in all three suits:
  `starts & starts >> SUIT_BITS & starts >> 2 * SUIT_BITS`; three neighbouring pungs, with `p = whole & NUMBER_PUNGS`:
  `p & p >> 1 & p >> 2`;
- for every placement of the winning tile: `for place in placements(reading, win)`; `place.shape` is the wait it makes
  and `place.opens` the pung bit that a discard exposes: `(reading & PUNGS) & ~place.opens` are the concealed pungs of a
  discard win, to which `hand.ankan_bits` are added;
- colours and terminals come from `hand.tiles` (a byte a kind), e.g. `not hand.tiles & ~tile_mask(range(9))`;
- the waits of a hand that is won are `waits_before(hand.concealed, win, hand.held)`;
- only the reading finally chosen is turned into words: `reading_notation(reading, hand.melds)`.

The tables are built at import from every multiset of at most five sets with or without a pair, so the same ones serve
hands of 14 and 17 tiles; of what is looked up later only the wording of suits is remembered, and that within bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal

import msgspec

from engine.tiles import COPIES, KINDS, Meld, format_tiles

Reading = int
Shape = Literal["single", "pung", "edge", "middle", "open"]

SUIT_BITS = 39
PUNG_AT = 21
PAIR_AT = 30
MOST_SETS = 5
PAIR = -1


def chow_bit(start: int) -> int:
    """Return one chow from kind `start` (0–26) in the counters of a reading; chows of one start add up."""
    return 1 << (start // 9 * SUIT_BITS + start % 9 * 3)


def pung_bit(kind: int) -> int:
    """Return the bit of a pung (or kong) of `kind` 0–33."""
    return 1 << (kind // 9 * SUIT_BITS + PUNG_AT + kind % 9)


def pair_bit(kind: int) -> int:
    """Return the bit of the pair of `kind` 0–33."""
    return 1 << (kind // 9 * SUIT_BITS + PAIR_AT + kind % 9)


def pung_bits(kinds: Iterable[int]) -> int:
    """Return the mask of pungs of any of `kinds`."""
    return sum(map(pung_bit, set(kinds)))


def pair_bits(kinds: Iterable[int]) -> int:
    """Return the mask of pairs of any of `kinds`."""
    return sum(map(pair_bit, set(kinds)))


def set_bit(set_id: int) -> int:
    """Return a set by its id (chow from k: k; pung or kong of k: 34 + k) as the bits of a reading."""
    return chow_bit(set_id) if set_id < KINDS else pung_bit(set_id - KINDS)


CHOW_STARTS = tuple(kind for kind in range(27) if kind % 9 < 7)
CHOW_ONES = sum(map(chow_bit, CHOW_STARTS))
CHOWS = CHOW_ONES * 7
PUNGS = pung_bits(range(KINDS))
NUMBER_PUNGS = pung_bits(range(27))
PAIRS = pair_bits(range(KINDS))


class Placement(msgspec.Struct, frozen=True):
    """A place where the winning tile may stand in a reading.

    `set_id` is the set (or `PAIR`), `shape` the wait it makes there: `single` 單釣, `pung` 對倒, `edge` 邊張,
    `middle` 坎張, `open` two-sided; `bit` is that set in a reading; `opens` the pung bit a discard exposes, else 0.
    """

    set_id: int
    shape: Shape
    bit: int
    opens: int


def readings(counts: bytes) -> tuple[Reading, ...]:
    """Return every distinct reading of 34 `counts` (the winning tile included, melds not), in a fixed order.

    Any number of sets up to five and exactly one pair in total; empty if the tiles do not fall so.
    """
    try:
        characters = _SUIT[counts[0:9]]
        dots = _SUIT[counts[9:18]]
        bamboos = _SUIT[counts[18:27]]
        honours = _HONOURS[counts[27:34]]
    except KeyError:
        return ()
    reading = characters | dots << 39 | bamboos << 78 | honours << 117
    if reading >= 0:
        return (reading,) if (reading & PAIRS).bit_count() == 1 else ()
    found = tuple(
        m | p << 39 | s << 78 | honours << 117
        for m in _alternatives(characters)
        for p in _alternatives(dots)
        for s in _alternatives(bamboos)
    )
    return found if (found[0] & PAIRS).bit_count() == 1 else ()


def waits(concealed: bytes, held: bytes | None = None) -> tuple[int, ...]:
    """Return the kinds that complete the concealed part (3n + 1 tiles) to sets and one pair, ascending.

    Structural: copies seen elsewhere do not matter, but a kind of which the player himself holds four is no wait.
    `held` counts all his tiles, melds included; without it the concealed part is all he has.
    """
    own = concealed if held is None else held
    parts = (concealed[0:9], concealed[9:18], concealed[18:27], concealed[27:34])
    # Either one suit has one tile too many, or two suits have two: of these one is the pair, one a set to come.
    lacking, rests = [], []
    broken = -1
    for suit, part in enumerate(parts):
        rest = sum(part) % 3
        if rest:
            lacking.append(suit)
            rests.append(rest)
        if rest == 1 or part not in _TABLES[suit]:
            if broken >= 0:
                return ()
            broken = suit
    if rests not in ([1], [2, 2]):
        return ()
    found: tuple[int, ...] = ()
    for suit in lacking:
        if broken in (-1, suit):
            found += _completing(parts[suit], suit, own)
    return found


def waits_before(concealed: bytes, win: int, held: bytes | None = None) -> tuple[int, ...]:
    """Return what `waits` does for a concealed part that `win` has completed: mostly its suit alone is looked at."""
    suit = win // 9
    part = concealed[suit * 9 : suit * 9 + 9]
    own = concealed if held is None else held
    if sum(part) % 3 == 1 or part not in _TABLES[suit]:
        return _completing(part, suit, own)
    # The part is whole, hence a pair beside sets: it and the other suit with a pair may each take a tile.
    found: tuple[int, ...] = ()
    for suit in range(4):
        part = concealed[suit * 9 : suit * 9 + 9]
        if sum(part) % 3 == 2:
            found += _completing(part, suit, own)
    return found


def _completing(part: bytes, suit: int, own: bytes) -> tuple[int, ...]:
    """Return the kinds of a suit that make its part whole and of which the player does not hold all four."""
    whole, first = _WHOLE[suit], suit * 9
    tiles = int.from_bytes(part, "little")
    return tuple([first + place for place, one in _STEPS[suit] if tiles + one in whole and own[first + place] < COPIES])


def placements(reading: Reading, win: int) -> tuple[Placement, ...]:
    """Return where the winning tile may stand in a concealed reading: pair, pung, then chows by start."""
    return tuple(place for place in _PLACEMENTS[win] if reading & place.bit)


def chow_starts(reading: Reading) -> int:
    """Return the starts that hold at least one chow, one bit each, where `chow_bit` puts them."""
    return (reading | reading >> 1 | reading >> 2) & CHOW_ONES


def twin_starts(reading: Reading) -> int:
    """Return the starts that hold at least two chows, one bit each."""
    return (reading >> 1 | reading >> 2) & CHOW_ONES


def chow_count(reading: Reading, start: int) -> int:
    """Return how many chows of a reading begin at kind `start`."""
    return reading >> (start // 9 * SUIT_BITS + start % 9 * 3) & 7


def pair_kind(reading: Reading) -> int:
    """Return the kind of the pair."""
    place = (reading & PAIRS).bit_length() - 1
    return place // SUIT_BITS * 9 + place % SUIT_BITS - PAIR_AT


def set_ids(reading: Reading) -> tuple[int, ...]:
    """Return the ids of all sets, ascending: chows by start (repeated ones repeated), then 34 + kind of each pung."""
    ids: list[int] = []
    left = reading & (CHOWS | PUNGS)
    while left:
        ids += _SETS_AT[left.bit_length() - 1]
        left ^= 1 << left.bit_length() - 1
    return tuple(sorted(ids))


def set_tiles(set_id: int) -> tuple[int, ...]:
    """Return the three kinds of a set."""
    return (set_id, set_id + 1, set_id + 2) if set_id < KINDS else (set_id - KINDS,) * 3


def reading_notation(reading: Reading, melds: Sequence[Meld] = ()) -> tuple[str, ...]:
    """Write the sets of a concealed reading and its melds in ascending order, the pair last: `("123m", …, "55p")`."""
    sets: list[str] = []
    pair = ""
    for suit in range(4):
        if part := reading >> suit * SUIT_BITS & _SUIT_MASK:
            written, paired = _suit_notation(suit, part)
            sets += written
            pair = paired or pair
    if melds:
        sets += [_WRITTEN[meld.tiles] for meld in melds]
        sets.sort(key=_ASCENDING.__getitem__)
    sets.append(pair)
    return tuple(sets)


@lru_cache(maxsize=1 << 14)
def _suit_notation(suit: int, part: int) -> tuple[tuple[str, ...], str]:
    """Write the sets of one suit of a reading in ascending order, and its pair or nothing."""
    reading = part << suit * SUIT_BITS
    tiles = sorted(_TILES[set_id] for set_id in set_ids(reading))
    pair = _WRITTEN[(pair_kind(reading),) * 2] if reading & PAIRS else ""
    return tuple([_WRITTEN[kinds] for kinds in tiles]), pair


def _alternatives(entry: int) -> tuple[int, ...]:
    return (entry,) if entry >= 0 else _SEVERAL[-1 - entry]


def _build(ranks: int, chows: bool) -> tuple[dict[bytes, int], list[tuple[int, ...]]]:
    """Build a suit's table: counts -> its reading, or -1 - index into the list of several.

    Keys are grown from integers with one byte a rank, so that adding a set is one addition.
    """
    sets = [(0x010101 << 8 * start, chow_bit(start)) for start in range(ranks - 2)] if chows else []
    sets += [(3 << 8 * kind, pung_bit(kind)) for kind in range(ranks)]
    pairs = [(0, 0)] + [(2 << 8 * kind, pair_bit(kind)) for kind in range(ranks)]
    ones = sum(1 << 8 * kind for kind in range(ranks))
    found: dict[int, int | tuple[int, ...]] = {}
    for size in range(MOST_SETS + 1):
        for chosen in combinations_with_replacement(sets, size):
            tiles = bits = 0
            for key, bit in chosen:
                tiles += key
                bits += bit
            for key, bit in pairs:
                total = tiles + key
                # A byte above four reaches eight once three is added.
                if (total + 3 * ones) & 0xF8 * ones:
                    continue
                known = found.get(total)
                if known is None:
                    found[total] = bits + bit
                elif isinstance(known, int):
                    found[total] = (known, bits + bit)
                else:
                    found[total] = (*known, bits + bit)
    table: dict[bytes, int] = {}
    several: list[tuple[int, ...]] = []
    for total, value in found.items():
        if isinstance(value, tuple):
            several.append(tuple(sorted(value)))
            value = -len(several)
        table[total.to_bytes(ranks, "little")] = value
    return table, several


def _steps(ranks: int) -> tuple[tuple[int, int], ...]:
    return tuple((place, 1 << 8 * place) for place in range(ranks))


def _placements_of(win: int) -> tuple[Placement, ...]:
    places = [
        Placement(PAIR, "single", pair_bit(win), 0),
        Placement(KINDS + win, "pung", pung_bit(win), pung_bit(win)),
    ]
    for start in (win - 2, win - 1, win):
        if start in CHOW_STARTS and start // 9 == win // 9:
            rank = start % 9
            shape: Shape
            if win == start + 1:
                shape = "middle"
            elif (win == start + 2 and rank == 0) or (win == start and rank == 6):
                shape = "edge"
            else:
                shape = "open"
            places.append(Placement(start, shape, 7 * chow_bit(start), 0))
    return tuple(places)


_SUIT, _SEVERAL = _build(9, chows=True)
_HONOURS, _ = _build(7, chows=False)
# For each bit of a reading, the sets it stands for: the bits of a chow counter are one, two and four chows.
_SETS_AT: dict[int, tuple[int, ...]] = {
    **{
        chow_bit(start).bit_length() - 1 + place: (start,) * (1 << place) for start in CHOW_STARTS for place in range(3)
    },
    **{pung_bit(kind).bit_length() - 1: (KINDS + kind,) for kind in range(KINDS)},
}
_TILES: dict[int, tuple[int, ...]] = {set_id: set_tiles(set_id) for set_id in (*CHOW_STARTS, *range(KINDS, 2 * KINDS))}
_WRITTEN: dict[tuple[int, ...], str] = {
    tiles: format_tiles(tiles)
    for tiles in (*_TILES.values(), *((kind,) * size for kind in range(KINDS) for size in (2, COPIES)))
}
_TABLES = (_SUIT, _SUIT, _SUIT, _HONOURS)
# The keys of the tables as integers, and what one tile more adds to them.
_WHOLE_SUITS = frozenset(int.from_bytes(key, "little") for key in _SUIT)
_WHOLE = (_WHOLE_SUITS, _WHOLE_SUITS, _WHOLE_SUITS, frozenset(int.from_bytes(key, "little") for key in _HONOURS))
_STEPS = (_steps(9), _steps(9), _steps(9), _steps(7))
_SUIT_MASK = (1 << SUIT_BITS) - 1
_ASCENDING = {written: place for place, (_, written) in enumerate(sorted(_WRITTEN.items()))}
_PLACEMENTS = tuple(map(_placements_of, range(KINDS)))
