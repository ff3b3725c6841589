"""Sichuan as the fold sees it: one hand of many events, and who deals next (1.B.7)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.dealing import (
    Deal,
    Dealing,
    Length,
    Start,
    apply_deal,
    begin_dealing,
    count_hand,
    keep_deal,
    played,
    reached,
    restart_dealing,
)
from engine.decoding import decode
from engine.effects import Liability
from engine.events import GameEvent
from engine.games.sichuan.events import Exhausted, Kong, WinEvent
from engine.games.sichuan.scoring import score_line
from engine.games.sichuan.settlement import (
    GamePart,
    HandMemory,
    after_ruling,
    settle_exhausted,
    settle_kong,
    settle_wins,
)
from engine.hand import Hand, Played, Win
from engine.places import PLACES, Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset, load_ruleset


class Sichuan:
    """四川血戰麻將: 13 tiles of three suits, play goes on after a win."""

    code = "sichuan"
    order: tuple[Place, ...] = PLACES
    events: Mapping[str, type[GameEvent]] = {"win": WinEvent, "kong": Kong, "exhausted": Exhausted}
    ruleset = load_ruleset(Path(__file__).parent)

    def begin(self, rules: ResolvedRuleset, start: Start) -> Dealing:
        return begin_dealing(start)

    def restart(self, rules: ResolvedRuleset, progress: Dealing, first_dealer: Place) -> Dealing:
        return restart_dealing(progress, first_dealer)

    def expected(self, rules: ResolvedRuleset, progress: Dealing) -> Deal:
        return Deal(dealer=progress.dealer)

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        hand.memory = HandMemory()

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        if isinstance(event, WinEvent):
            return settle_wins(rules, hand, event)
        if isinstance(event, Kong):
            return settle_kong(rules, hand, event)
        assert isinstance(event, Exhausted)
        return settle_exhausted(rules, hand, event)

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        decode(GamePart, dict(part), "effect.game")
        return after_ruling(rules, hand, part)

    def close(self, rules: ResolvedRuleset, progress: Dealing, hand: Hand) -> Dealing:
        dealing = played(progress, hand.played_deal)
        after = apply_deal(dealing, hand.deal, _normal(rules, dealing, hand.memory), self.order)
        return after if hand.deal and hand.deal.replay else count_hand(after)

    def reached(self, rules: ResolvedRuleset, progress: Dealing, length: Length | None) -> bool:
        return reached(progress, length)

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        return 0

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        return Line(payer=win.seat, to=win.seat, points=1, reason="liability")

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        return score_line(rules, data)


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
