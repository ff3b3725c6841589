"""Sichuan as the fold sees it: one hand of many events, and who deals next (1.B.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.dealing import Deal, Dealing, keep_deal
from engine.dealt_game import DealtGame
from engine.decoding import decode
from engine.events import GameEvent
from engine.games.sichuan.data import RULESET
from engine.games.sichuan.events import Exhausted, Kong, WinEvent
from engine.games.sichuan.items import score_items
from engine.games.sichuan.scoring import score_line
from engine.games.sichuan.settlement import (
    GamePart,
    HandMemory,
    after_ruling,
    settle_exhausted,
    settle_kong,
    settle_wins,
)
from engine.hand import Hand, Played
from engine.patterns import total_json
from engine.places import Place
from engine.rulesets import ResolvedRuleset


class Sichuan(DealtGame):
    """四川血戰麻將: 13 tiles of three suits, play goes on after a win."""

    code = "sichuan"
    events: Mapping[str, type[GameEvent]] = {"win": WinEvent, "kong": Kong, "exhausted": Exhausted}
    ruleset = RULESET

    def expected(self, rules: ResolvedRuleset, progress: Dealing) -> Deal:
        """Return the next dealer; there is neither continuation nor round wind."""
        return Deal(dealer=progress.dealer)

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        """Begin without kongs and winners."""
        hand.memory = HandMemory()

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle winners, a kong, or the reveal."""
        if isinstance(event, WinEvent):
            return settle_wins(rules, hand, event)
        if isinstance(event, Kong):
            return settle_kong(rules, hand, event)
        assert isinstance(event, Exhausted)
        return settle_exhausted(rules, hand, event)

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        """Refund kongs a ruling voids, and end the hand when nobody is left to play it."""
        return after_ruling(rules, hand, decode(GamePart, dict(part), "effect.game"))

    def after_hand(self, rules: ResolvedRuleset, dealing: Dealing, hand: Hand) -> Dealing:
        """1.B.7: who deals next."""
        return _normal(rules, dealing, hand.memory)

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Count the fan of one hand."""
        return score_line(rules, data)

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Explain ticked items."""
        return score_items(rules, data)

    def score_total(self, rules: ResolvedRuleset, total: int) -> dict[str, Any]:
        """Say what a given total is paid as: more than the cap counts as the cap (1.B.2)."""
        return total_json(total, rules.options.cap_fan, rules.ruleset.unit.zh_hant)


def _normal(rules: ResolvedRuleset, dealing: Dealing, memory: HandMemory) -> Dealing:
    """1.B.7: the discarder of the first win when several took it, else the first winner; nobody: the same dealer."""
    if not memory.first_winners:
        return keep_deal(dealing)
    option = rules.options.dealer_multi
    if option == "any" and memory.several_from is not None:
        return _deal_to(dealing, memory.several_from)
    if option == "if_first_event" and len(memory.first_winners) > 1 and memory.first_giver is not None:
        return _deal_to(dealing, memory.first_giver)
    return _deal_to(dealing, memory.first_winners[0])


def _deal_to(dealing: Dealing, place: Place) -> Dealing:
    if place == dealing.dealer:
        return keep_deal(dealing)
    return msgspec.structs.replace(dealing, dealer=place, streak=0)
