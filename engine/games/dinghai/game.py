"""Dinghai as the fold sees it: progress of the deal, and which function settles which event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.dealing import Dealing, keep_deal, pass_deal
from engine.dealt_game import DealtGame
from engine.effects import Liability
from engine.events import GameEvent
from engine.games.dinghai.data import RULESET
from engine.games.dinghai.events import Exhausted, WinEvent
from engine.games.dinghai.items import score_items
from engine.games.dinghai.scoring import score_line
from engine.games.dinghai.settlement import HandMemory, besides_due, settle_exhausted, settle_wins, share_line
from engine.hand import Hand, Played, Win
from engine.places import Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.winning import nearest


class Dinghai(DealtGame):
    """定海麻將: 13 tiles, capped tai, a payment table, several winners on one discard."""

    code = "dinghai"
    events: Mapping[str, type[GameEvent]] = {"win": WinEvent, "exhausted": Exhausted}
    ruleset = RULESET

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        """Begin with nobody having won."""
        hand.memory = HandMemory()

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle winners, or a wall that is out."""
        if isinstance(event, WinEvent):
            return settle_wins(rules, hand, event)
        return settle_exhausted(rules, hand)

    def after_hand(self, rules: ResolvedRuleset, dealing: Dealing, hand: Hand) -> Dealing:
        """2.A.5: the dealer keeps the deal on his own win and on an exhausted wall, otherwise it passes."""
        return _normal(rules, dealing, hand.memory)

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        """Return what a partner of three takings owes in all (2.B.4)."""
        return besides_due(rules, hand, win, liability)

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        """Return the line that words it."""
        return share_line(win)

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Count the tai of one hand."""
        return score_line(rules, data)

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Explain ticked items."""
        return score_items(rules, data)


def _normal(rules: ResolvedRuleset, dealing: Dealing, memory: HandMemory) -> Dealing:
    winners = memory.winners
    if not winners:
        return keep_deal(dealing)
    if len(winners) > 1 and memory.giver is not None:
        # One discard won by several: the first counter-clockwise deals next (2.D.8), wherever he sits.
        start = memory.giver if rules.options.multi_dealer == "from_discarder" else dealing.dealer
        return _deal_to(dealing, nearest(start, winners))
    if winners[0] == dealing.dealer:
        return keep_deal(dealing)
    return _deal_to(dealing, winners[0]) if rules.options.other_win_dealer == "winner" else pass_deal(dealing)


def _deal_to(dealing: Dealing, place: Place) -> Dealing:
    """Let the deal come to a place, passing it on as often as it takes (the round wind moves with it)."""
    if place == dealing.dealer:
        return keep_deal(dealing)
    while dealing.dealer != place:
        dealing = pass_deal(dealing)
    return dealing
