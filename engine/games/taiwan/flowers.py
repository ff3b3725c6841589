"""Flowers of a hand: own flowers by door order, complete sets, all eight, and a flower robbed (A21.26 to A21.30)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.games.taiwan.items import Items
from engine.tiles import WINDS

ALL_FLOWERS = 0xFF
_SETS = (0x0F, 0xF0)
# Number of each plant, f5 to f8 being 梅蘭竹菊 by name (B.14).
_PLANTS = {"chrysanthemum": (1, 2, 4, 3), "bamboo": (1, 2, 3, 4)}


class FlowerCount(msgspec.Struct, frozen=True):
    """What flowers come to: facts; whether an own flower went into its set; extra tai of the robbed and the others."""

    facts: int
    absorbed: bool
    dealt: bool
    extra: tuple[int, int] | None


def count_flowers(
    options: Mapping[str, Any], items: Items, held: int, seat: int | None, flags: frozenset[str], *, dealt: bool
) -> FlowerCount:
    """Count the flowers `held` (bit 0 is f1); `seat` is the own wind (kind 27 to 30, None: no own flower)."""
    one = items.table.one
    sets = sum(1 for mask in _SETS if held & mask == mask)
    own, absorbed = _own(options, held, seat)
    facts = one["flower_set"] * sets + one["flower_own"] * own
    extra = None
    if "rob_flower_6" in flags:
        # The two others pay the winner's ordinary flowers, the robbed player 七搶一 instead of them.
        others = items.table.resolve(facts).raw
        facts, absorbed, extra = 0, False, (items.value("qiqiangyi"), others)
    elif "rob_flower_7" in flags:
        facts += one["qiqiangyi"]
    elif "all_flowers" in flags or held == ALL_FLOWERS:
        facts += one["baxian"]
    if dealt and extra is None and items.value("peipai_huahu_extra"):
        facts += one["peipai_huahu_extra"]
    return FlowerCount(facts, absorbed, dealt, extra)


def _own(options: Mapping[str, Any], held: int, seat: int | None) -> tuple[int, bool]:
    """Return how many own flowers count, and whether one was absorbed by its complete set (B.10)."""
    if seat is None:
        return 0, False
    number = seat - WINDS[0] + 1
    plant = _PLANTS[options["flower_three"]].index(number)
    found = [mask for mask, bit in ((_SETS[0], 1 << number - 1), (_SETS[1], 16 << plant)) if held & bit]
    if options["flower_set_rule"] == "add":
        return len(found), False
    loose = [mask for mask in found if held & mask != mask]
    return len(loose), len(loose) < len(found)
