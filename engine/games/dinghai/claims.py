"""What a chow bars from being discarded at once (2.A.4): the tile eaten, and the one at the other end of the run."""

from __future__ import annotations

from engine.errors import RuleError, noop
from engine.tiles import parse_meld, parse_tile, parse_tiles


def barred_after_chow(own: str, eaten: str) -> tuple[int, ...]:
    """Return the kinds that may not be thrown after `own` two tiles ate `eaten`; refuses what is no run.

    `34m` eating `2m` bars 2 and 5, `35m` eating `4m` only 4.
    """
    pair, tile = sorted(parse_tiles(own, path="facts.own")), parse_tile(eaten, path="facts.eaten")
    if len(pair) != 2:
        raise RuleError("chow_two", noop("A chow takes two tiles of one's own."), path="facts.own")
    run = parse_meld(f"chi:{own}{eaten}", path="facts.eaten").tiles
    other = run[-1] + 1 if tile == run[0] else run[0] - 1 if tile == run[-1] else None
    within = other is not None and other // 9 == tile // 9 and other >= 0
    return (tile, other) if within and other is not None else (tile,)
