"""過手: when a player who let a win pass may win again (1.A.6), as a state machine over what happens at the table."""

from __future__ import annotations

from typing import Literal

import msgspec

LockRule = Literal["all_waits", "same_tile", "fan_le"]


class Passing(msgspec.Struct, frozen=True):
    """What one player may not win on: nothing, or what he let pass (tile kind and fan) since he last took a tile."""

    locked: bool = False
    tile: int | None = None
    fan: int = 0


def passed(state: Passing, tile: int, fan: int = 0) -> Passing:
    """A win on `tile` (a discard, or a tile added to a kong) worth `fan` was possible and was not taken."""
    return Passing(locked=True, tile=tile, fan=max(state.fan, fan) if state.locked else fan)


def took_tile(state: Passing) -> Passing:
    """The player drew, or took the tile after a kong: that is 過手, and he is free."""
    return Passing()


def ponged(
    state: Passing, tile: int, discarded: int, waits: tuple[int, ...], *, could_win: bool, fan: int = 0
) -> Passing:
    """The player ponged `tile` and discarded; `waits` are his new waits.

    If he could have won on that very tile: a discard that is one of the new waits (退牌) locks, one that is not
    (牌型變化) leaves him free of this pass. A pong of another tile changes nothing (1.D.9).
    """
    if not could_win:
        return state
    return passed(state, tile, fan) if discarded in waits else state


def discarded_own_wait(state: Passing, tile: int, fan: int = 0) -> Passing:
    """The player threw a tile he could have won on himself, or refused a self-draw: as good as a passed win."""
    return passed(state, tile, fan)


def may_win(state: Passing, rule: LockRule, tile: int, fan: int) -> bool:
    """Tell whether a win on a discard is allowed under the event's reading of the lock (1.D.8)."""
    if not state.locked:
        return True
    if rule == "same_tile":
        return tile != state.tile
    if rule == "fan_le":
        return fan > state.fan
    return False
