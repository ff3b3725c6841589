"""Winning shapes that are not sets and a pair: seven pairs, thirteen orphans, seven pairs and a triplet.

All take the counts of a wholly concealed hand, 34 bytes; `quads` says whether four alike may stand as two pairs.
"""

from __future__ import annotations

from engine.tiles import COPIES, KINDS, ORPHANS, format_tiles, tile_mask

_ONES = int.from_bytes(b"\x01" * KINDS, "little")
_ORPHANS = tile_mask(ORPHANS)


def is_seven_pairs(counts: bytes, *, quads: bool) -> bool:
    """Whether 14 tiles are seven pairs."""
    tiles = int.from_bytes(counts, "little")
    return not tiles & _ONES and sum(counts) == 14 and (quads or not tiles & _ONES * COPIES)


def triplet_beside_pairs(counts: bytes, *, quads: bool) -> int | None:
    """Return the kind of the triplet if 17 tiles are seven pairs and one triplet (八對半), else None."""
    tiles = int.from_bytes(counts, "little")
    odd = tiles & _ONES
    if sum(counts) != 17 or odd.bit_count() != 1 or (tiles & _ONES * COPIES and not quads):
        return None
    kind = odd.bit_length() // 8
    return kind if counts[kind] == 3 else None


def is_thirteen_orphans(counts: bytes) -> bool:
    """Whether 14 tiles are one of each terminal and honour and one of them twice."""
    tiles = int.from_bytes(counts, "little")
    return not tiles & ~_ORPHANS and sum(counts) == 14 and all(counts[kind] for kind in ORPHANS)


def seven_pairs_waits(concealed: bytes, *, quads: bool) -> tuple[int, ...]:
    """Return the kind that completes 13 tiles to seven pairs, if there is one."""
    odd = int.from_bytes(concealed, "little") & _ONES
    if odd.bit_count() != 1:
        return ()
    kind = odd.bit_length() // 8
    return (kind,) if is_seven_pairs(_with(concealed, kind), quads=quads) else ()


def triplet_beside_pairs_waits(concealed: bytes, *, quads: bool) -> tuple[int, ...]:
    """Return the kinds that complete 16 tiles to seven pairs and one triplet, ascending."""
    odd = (int.from_bytes(concealed, "little") & _ONES).bit_count()
    if sum(concealed) != 16 or odd not in (0, 2):
        return ()
    candidates = [kind for kind, count in enumerate(concealed) if (count & 1 if odd else count == 2)]
    return tuple(kind for kind in candidates if triplet_beside_pairs(_with(concealed, kind), quads=quads) is not None)


def thirteen_orphans_waits(concealed: bytes) -> tuple[int, ...]:
    """Return the kinds that complete 13 tiles to thirteen orphans, ascending."""
    if int.from_bytes(concealed, "little") & ~_ORPHANS or sum(concealed) != 13:
        return ()
    missing = tuple(kind for kind in ORPHANS if not concealed[kind])
    return ORPHANS if not missing else missing if len(missing) == 1 else ()


def irregular_notation(counts: bytes) -> tuple[str, ...]:
    """Write such a hand as what it is made of, ascending: `("11m", "11m", "33p", …)`; four alike are two pairs."""
    parts: list[tuple[int, ...]] = []
    for kind, count in enumerate(counts):
        if count == COPIES:
            parts += [(kind, kind)] * 2
        elif count:
            parts.append((kind,) * count)
    return tuple(map(format_tiles, parts))


def _with(counts: bytes, kind: int) -> bytes:
    more = bytearray(counts)
    more[kind] += 1
    return bytes(more)
