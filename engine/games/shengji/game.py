"""The game as the fold sees it: hands, rulings, levels and the deal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.dealing import Deal, Length, Start
from engine.decoding import decode
from engine.effects import Liability
from engine.errors import RuleError, noop
from engine.events import GameEvent
from engine.games.shengji.events import HandEvent, RulingPart
from engine.games.shengji.hand import (
    ORDER,
    PARTNERSHIPS,
    Gain,
    HandEnd,
    Partnership,
    end_hand,
    members,
)
from engine.games.shengji.options import start_level, table_rules
from engine.games.shengji.progress import Ladder, Over, climb_ladder, ladder_reached, levels_standing, redeal
from engine.games.shengji.trick_lines import answer_trick
from engine.hand import Differs, Hand, Measure, Played, Win
from engine.places import HOUSE, Place, next_place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset, load_ruleset


class Memory:
    """What a hand in play remembers: parts of rulings with their sequence numbers, and how the hand ended."""

    __slots__ = ("end", "levels", "over", "parts")

    def __init__(self) -> None:
        self.levels: dict[Partnership, str] | None = None
        self.parts: list[tuple[int, RulingPart]] = []
        self.end: HandEnd | None = None
        self.over: Over | None = None


class Shengji:
    """Four-deck Shengji."""

    code = "shengji"
    ruleset = load_ruleset(Path(__file__).parent)
    order: tuple[Place, ...] = ORDER
    events: Mapping[str, type[GameEvent]] = {"hand": HandEvent}

    def begin(self, rules: ResolvedRuleset, start: Start) -> Ladder:
        """Both sides begin at the first level (3.A.2.4)."""
        return Ladder(start.dealer, dict.fromkeys(PARTNERSHIPS, start_level(rules)))

    def restart(self, rules: ResolvedRuleset, progress: Ladder, first_dealer: Place) -> Ladder:
        """Begin a new 局: levels from the beginning, the deal at `first_dealer`; hands are counted on."""
        levels = dict.fromkeys(PARTNERSHIPS, start_level(rules))
        return Ladder(first_dealer, levels, hands=progress.hands, passed=progress.passed)

    def expected(self, rules: ResolvedRuleset, progress: Ladder) -> Deal:
        """Only the dealer is expected; there is no continuation and no round wind."""
        return progress.deal()

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        """Nothing has happened yet."""
        hand.memory = Memory()

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle a hand from what was written down of it and from the rulings given in it (3.B)."""
        assert isinstance(event, HandEvent)
        for place in ORDER:
            hand.check_seated(place, "")
        memory: Memory = hand.memory
        expected = levels_standing(table_rules(rules).hand, hand.progress, hand.undone)
        memory.levels = levels = event.levels_played(hand.dealer, expected)
        withdrawn = {place: max(count, _withdrawn(hand, place)) for place, count in event.withdrawn.by_place().items()}
        memory.end = end = end_hand(table_rules(rules).hand, event.facts(hand.dealer, levels, withdrawn))
        if end.dissolved:
            memory.over = "dissolved"
        return Played(
            lines=tuple(
                Line(payer=pay.source, to=pay.target, points=pay.points, reason=pay.reason, article=pay.article)
                for pay in end.pays
            ),
            measures=tuple(measure for gain in end.gains for measure in _measures(gain)),
            differs=tuple(
                Differs(f"levels.{side}", expected[side], levels[side])
                for side in PARTNERSHIPS
                if expected[side] != levels[side]
            ),
            closes=True,
        )

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        """Remember withdrawals, levels for a foul, a deal without a call, or the end of the game."""
        read = decode(RulingPart, dict(part), "effect.game")
        memory: Memory = hand.memory
        memory.parts.append((hand.seq, read))
        if read.gain is None:
            return Played()
        return Played(measures=_measures(Gain(read.gain.side, read.gain.levels, "3.A.11", foul=True)))

    def close(self, rules: ResolvedRuleset, progress: Ladder, hand: Hand) -> Ladder:
        """Raise the levels, pass the deal, and stop or end the game where a ruling or the hand says so."""
        memory: Memory = hand.memory
        standing = [(seq, part) for seq, part in memory.parts if seq not in hand.undone]
        over = next((part.over for _, part in standing if part.over), memory.over)
        uncalled = any(part.uncalled for _, part in standing)
        levels = memory.levels or levels_standing(table_rules(rules).hand, progress, hand.undone)
        if uncalled or over == "dissolved" or (hand.deal is not None and hand.deal.replay):
            most = rules.options.uncalled_to_stop
            after = redeal(progress, dealer=hand.dealer, uncalled=uncalled, most=most)
            after = msgspec.structs.replace(after, levels=levels)
        else:
            ruled = {seq: (part.gain.side, part.gain.levels) for seq, part in standing if part.gain}
            gains = tuple(Gain(side, count, "3.A.11", foul=True) for side, count in ruled.values())
            after = climb_ladder(
                table_rules(rules).hand,
                progress,
                dealer=hand.dealer,
                levels=levels,
                gains=gains + (memory.end.gains if memory.end else ()),
            )
            after = msgspec.structs.replace(after, ruled={**progress.ruled, **ruled})
        kept = {seq: gain for seq, gain in after.ruled.items() if seq not in hand.undone}
        return msgspec.structs.replace(after, dealer=_ruled_dealer(hand, after.dealer), over=over, ruled=kept)

    def reached(self, rules: ResolvedRuleset, progress: Ladder, length: Length | None) -> bool:
        """Tell whether the game ended, the hands are played, or a side has passed A often enough (`cycles`)."""
        return ladder_reached(progress, length)

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        """Nobody answers for another's payments in this game."""
        return 0

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        """Word what a liability would add; with nothing due it is never paid."""
        return Line(payer=HOUSE, to=win.seat, points=0, reason="liability")

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Refuse: this game has no hands of tiles."""
        raise RuleError("no_tiles", noop("This game is played with cards; ask `trick`."))

    def trick(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Judge a follow, a trick or the end of a hand."""
        return answer_trick(rules, data)


def _standing_parts(hand: Hand) -> list[RulingPart]:
    """Return the parts of this hand's rulings that were not overturned in it."""
    memory: Memory = hand.memory
    return [part for seq, part in memory.parts if seq not in hand.undone]


def _withdrawn(hand: Hand, place: Place) -> int:
    """Return the cards that rulings of this hand say a place has taken back."""
    parts = _standing_parts(hand)
    added = sum(part.withdrawn.get(place, 0) for part in parts)
    return max([added, *(part.withdrawn_total.get(place, 0) for part in parts)])


def _measures(gain: Gain) -> tuple[Measure, ...]:
    """Levels count for both players of the side; a side that goes up has won the hand."""
    if gain.side is None or not gain.levels:
        return ()
    return tuple(
        Measure(place, code, value)
        for place in members(gain.side)
        for code, value in (("level_steps", gain.levels), ("hands_won", 1))
    )


def _ruled_dealer(hand: Hand, dealer: Place) -> Place:
    """Return who deals next, a ruling having the last word."""
    ruled = hand.deal.next_dealer if hand.deal is not None else None
    if ruled is None:
        return dealer
    if ruled == "same":
        return hand.dealer
    return next_place(hand.dealer, ORDER) if ruled == "next" else ruled
