"""Seeded winning hands for tests and benches: closed or with melds, four sets (14 tiles) or five (17) and a pair."""

from __future__ import annotations

from random import Random
from typing import cast

from engine.hands import CHOW_STARTS, set_tiles
from engine.tiles import COPIES, KINDS, Meld, format_tile, format_tiles

SEED = 20240601


def winning_sets(rng: Random, sets: int, kinds: range = range(KINDS), chows: int = 60) -> tuple[list[int], int]:
    """Return set ids and the kind of the pair, legal as to copies; `chows` in a hundred sets are chows."""
    starts = [start for start in CHOW_STARTS if start in kinds and start + 2 in kinds]
    while True:
        chosen = [
            rng.choice(starts) if starts and rng.randrange(100) < chows else KINDS + rng.choice(kinds)
            for _ in range(sets)
        ]
        pair = rng.choice(kinds)
        tiles = [pair, pair, *(kind for set_id in chosen for kind in set_tiles(set_id))]
        if max(map(tiles.count, tiles)) <= COPIES:
            return chosen, pair


def winning_counts(rng: Random, sets: int, kinds: range = range(KINDS)) -> bytes:
    """Return the 34 counts of a closed winning hand."""
    chosen, pair = winning_sets(rng, sets, kinds)
    counts = bytearray(KINDS)
    for kind in (pair, pair, *(kind for set_id in chosen for kind in set_tiles(set_id))):
        counts[kind] += 1
    return bytes(counts)


def score_inputs(seed: int, count: int, sets: int, kinds: range = range(KINDS)) -> list[dict[str, object]]:
    """Return lines for `score`: 60 % closed, 40 % with one to three melds, kongs among them."""
    rng = Random(seed)
    return [score_input(rng, f"g{number}", sets, kinds) for number in range(count)]


def score_input(
    rng: Random, line_id: str, sets: int, kinds: range = range(KINDS), chows: int = 60
) -> dict[str, object]:
    """Return one line for `score` that has a winning shape; `chows` in a hundred sets are chows."""
    chosen, pair = winning_sets(rng, sets, kinds, chows)
    melded = rng.randint(1, 3) if rng.randrange(100) < 40 else 0
    concealed = [pair, pair, *(kind for set_id in chosen[melded:] for kind in set_tiles(set_id))]
    held = [*concealed, *(kind for set_id in chosen[:melded] for kind in set_tiles(set_id))]
    melds = []
    for set_id in chosen[:melded]:
        meld = _meld(rng, set_id, held)
        held += meld.tiles[3:]
        melds.append(str(meld))
    win = concealed.pop(rng.randrange(len(concealed)))
    return {
        "id": line_id,
        "concealed": format_tiles(concealed),
        "melds": melds,
        "win": format_tile(win),
        "by": rng.choice(("discard", "self")),
        "seat": rng.choice("ESWN"),
        "round": rng.choice("ESWN"),
        "flowers": "",
        "flags": [],
    }


def two_suit_input(rng: Random, line_id: str) -> dict[str, object]:
    """Return one winning line for a game of suits alone: at most two of them, no claimed chow, no winds or flowers."""
    kinds = rng.choice((range(9), range(9, 18), range(18), range(9, 27)))
    line = score_input(rng, line_id, 4, kinds)
    written = [str(meld) for meld in cast(list[object], line["melds"])]
    chows = "".join(meld.removeprefix("chi:") for meld in written if meld.startswith("chi:"))
    return {
        "id": line_id,
        "concealed": f"{line['concealed']}{chows}",
        "melds": [meld for meld in written if not meld.startswith("chi:")],
        "win": line["win"],
        "by": line["by"],
        "flags": [],
    }


def _meld(rng: Random, set_id: int, held: list[int]) -> Meld:
    if set_id < KINDS:
        return Meld("chi", set_tiles(set_id))
    kind = set_id - KINDS
    if held.count(kind) == COPIES - 1 and rng.randrange(100) < 40:
        return Meld(rng.choice(("kan", "kakan", "ankan")), (kind,) * COPIES)
    return Meld("pon", (kind,) * 3)
