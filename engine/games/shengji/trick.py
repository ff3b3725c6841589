"""Who wins a trick, and the points in it (3.A.6, 3.A.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import RuleError, noop
from engine.games.shengji.cards import TRUMP, Order, card_points
from engine.games.shengji.patterns import Pattern, pattern_of, strength


class Trick(NamedTuple):
    """A trick that is over: the winner counted from the leader (0 to 3), its points and the winning pattern."""

    winner: int
    points: int
    pattern: Pattern


def led_pattern(order: Order, lead: Sequence[int], *, path: str = "lead") -> Pattern:
    """Return the pattern of a lead; a lead that is not exactly one pattern is refused (3.A.6)."""
    pattern = pattern_of(order, lead)
    if pattern is None:
        raise RuleError("lead_no_pattern", noop("A lead is one single, pair, triple, bomb or tractor."), path=path)
    return pattern


def take_trick(order: Order, plays: Sequence[Sequence[int]], *, kind_before_trump: bool = True) -> Trick:
    """Find the winner of the plays, given from the leader on; the first of equal plays wins (3.A.8)."""
    led = led_pattern(order, plays[0], path="plays[0]")
    winner, best, top = 0, led, strength(led, kind_before_trump=kind_before_trump)
    for index in range(1, len(plays)):
        play = plays[index]
        if len(play) != len(plays[0]):
            raise RuleError(
                "card_count",
                noop("{expected} cards were led, {count} were played."),
                path=f"plays[{index}]",
                expected=len(plays[0]),
                count=len(play),
            )
        pattern = pattern_of(order, play)
        if pattern is None or pattern.suit not in (led.suit, TRUMP):
            continue
        mark = strength(pattern, kind_before_trump=kind_before_trump)
        if mark > top:
            winner, best, top = index, pattern, mark
    return Trick(winner, sum(card_points(play) for play in plays), best)
