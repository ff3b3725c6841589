"""What games with a dealer have in common: the deal goes on between hands, and few rulings need more than the fold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from engine.dealing import (
    Deal,
    Dealing,
    Length,
    Start,
    apply_deal,
    begin_dealing,
    count_hand,
    played,
    reached,
    restart_dealing,
)
from engine.effects import Liability
from engine.errors import RuleError, noop
from engine.hand import Hand, Played, Win
from engine.places import PLACES, Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset


class DealtGame(ABC):
    """Half of a `Game`: progress is a `Dealing`; a game adds its events, `play`, `after_hand` and `score`.

    Where a game says nothing else, a ruling's `game` part is refused, and so are liabilities `besides`.
    """

    order: tuple[Place, ...] = PLACES

    def begin(self, rules: ResolvedRuleset, start: Start) -> Dealing:
        """Return the deal before the first hand."""
        return begin_dealing(start)

    def restart(self, rules: ResolvedRuleset, progress: Dealing, first_dealer: Place) -> Dealing:
        """Begin a new 將 or cycle with the deal at `first_dealer`."""
        return restart_dealing(progress, first_dealer)

    def expected(self, rules: ResolvedRuleset, progress: Dealing) -> Deal:
        """Return the deal the next hand should be played with."""
        return progress.deal()

    def close(self, rules: ResolvedRuleset, progress: Dealing, hand: Hand) -> Dealing:
        """Return the deal after a hand: what rulings say goes first, then the game's own rule; the hand is counted."""
        dealing = played(progress, hand.played_deal)
        after = apply_deal(dealing, hand.deal, self.after_hand(rules, dealing, hand), self.order)
        return after if hand.deal and hand.deal.replay else count_hand(after)

    @abstractmethod
    def after_hand(self, rules: ResolvedRuleset, dealing: Dealing, hand: Hand) -> Dealing:
        """Return the deal by the game's own rule, `dealing` being the one the hand was played with."""

    def reached(self, rules: ResolvedRuleset, progress: Dealing, length: Length | None) -> bool:
        """Tell whether the round is over by its length."""
        return reached(progress, length)

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        """Refuse a `game` part: rulings of most games need none."""
        if part:
            field = next(iter(part))
            raise RuleError(
                "field_unknown", noop("“{field}” is not known here."), path=f"effect.game.{field}", field=field
            )
        return Played()

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        """Refuse liabilities `besides`: most games know only payment in place of others."""
        raise RuleError(
            "liability_mode",
            noop("The liability “{id}” cannot be besides the payments in this game."),
            path="effect.liabilities",
            id=liability.id,
        )

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        """Return the line that words what a liability `besides` adds."""
        return Line(payer=win.seat, to=win.seat, points=1, reason="liability", win=win.index)
