"""Patterns of cards played together: single, pair, triple, bomb and tractor (3.A.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.shengji.cards import TRUMP, Order
from engine.text import Text, text


class Pattern(NamedTuple):
    """`length` groups of `size` equal cards of one class; `key` ranks it among patterns of the same shape and class."""

    size: int
    length: int
    suit: int
    key: int


_GROUPS = {
    1: ("single", text("單張", "单张", "single")),
    2: ("pair", text("對子", "对子", "pair")),
    3: ("triple", text("三子", "三子", "triple")),
    4: ("bomb", text("炸彈", "炸弹", "bomb")),
}
_TRACTORS = {
    2: ("pair_tractor", text("連對", "连对", "tractor of pairs")),
    3: ("triple_tractor", text("連三", "连三", "tractor of triples")),
    4: ("bomb_tractor", text("炸彈拖拉機", "炸弹拖拉机", "tractor of bombs")),
}


def pattern_of(order: Order, cards: Sequence[int]) -> Pattern | None:
    """Return the pattern that all the cards make together, or None (3.A.5)."""
    counts = Counter(cards)
    sizes = set(counts.values())
    if len(sizes) != 1:
        return None
    size = sizes.pop()
    if len(counts) == 1:
        (card,) = counts
        return Pattern(size, 1, order.suit_of[card], order.strength[card])
    key = order.run_keys.get(tuple(sorted(counts))) if size > 1 else None
    return None if key is None else Pattern(size, len(counts), order.suit_of[cards[0]], key)


def pattern_name(pattern: Pattern) -> tuple[str, Text]:
    """Return the code and the name of a pattern's shape."""
    return (_GROUPS if pattern.length == 1 else _TRACTORS)[pattern.size]


def strength(pattern: Pattern, *, kind_before_trump: bool) -> tuple[int, int, int]:
    """Return what plays of one lead are compared by: kind, trump, key; or trump first (3.A.8, D5)."""
    trump = int(pattern.suit == TRUMP)
    return (pattern.size, trump, pattern.key) if kind_before_trump else (trump, pattern.size, pattern.key)
