"""過手 as a state machine: 1.A.6 point by point, and the legality examples of 1.E.2."""

from __future__ import annotations

import pytest

from engine.games.sichuan.passing import Passing, discarded_own_wait, may_win, passed, ponged, took_tile
from engine.tiles import parse_tile, parse_tiles

FREE = Passing()


def kind(text: str) -> int:
    return parse_tile(text)


def test_a_passed_win_locks_every_wait_until_a_tile_is_taken() -> None:
    locked = passed(FREE, kind("3p"))
    assert not may_win(locked, "all_waits", kind("6p"), 3)
    assert may_win(took_tile(locked), "all_waits", kind("6p"), 0)


def test_returned_tile_locks_and_changed_hand_does_not() -> None:
    returned = ponged(FREE, kind("6s"), kind("2p"), parse_tiles("235p"), could_win=True)
    assert not may_win(returned, "all_waits", kind("5p"), 0)
    assert may_win(took_tile(returned), "all_waits", kind("5p"), 0)
    changed = ponged(FREE, kind("7m"), kind("8m"), parse_tiles("9m"), could_win=True)
    assert may_win(changed, "all_waits", kind("9m"), 0)


def test_a_pong_of_another_tile_does_not_unlock() -> None:
    locked = passed(FREE, kind("3p"))
    after = ponged(locked, kind("9s"), kind("1m"), parse_tiles("36p"), could_win=False)
    assert not may_win(after, "all_waits", kind("6p"), 0)


def test_throwing_an_own_wait_locks_like_a_passed_win() -> None:
    assert not may_win(discarded_own_wait(FREE, kind("2p")), "all_waits", kind("5p"), 0)


@pytest.mark.parametrize(
    ("rule", "tile", "fan", "allowed"),
    [
        ("all_waits", "6p", 3, False),
        ("same_tile", "6p", 1, True),
        ("same_tile", "3p", 3, False),
        ("fan_le", "6p", 1, False),
        ("fan_le", "3p", 2, True),
    ],
)
def test_what_a_lock_covers_is_an_option(rule: str, tile: str, fan: int, allowed: bool) -> None:
    locked = passed(FREE, kind("3p"), fan=1)
    assert may_win(locked, rule, kind(tile), fan) is allowed  # type: ignore[arg-type]


def test_several_passes_keep_the_dearest_fan() -> None:
    locked = passed(passed(FREE, kind("3p"), 2), kind("6p"), 1)
    assert (locked.tile, locked.fan) == (kind("6p"), 2)
