"""The game as the fold sees it: hands, rulings, levels and the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.dealing import Deal, Length, Start
from engine.decoding import decode
from engine.effects import Liability
from engine.errors import RuleError, noop
from engine.events import GameEvent
from engine.game import TrickTable
from engine.games.shengji.events import HandEvent, RulingPart
from engine.games.shengji.hand import ORDER, PARTNERSHIPS, Gain, HandEnd, check_card_points, members, partnership
from engine.games.shengji.memory import Memory, carry_shift, ruled_gain
from engine.games.shengji.options import start_level, table_rules
from engine.games.shengji.progress import Ladder, Over, climb_ladder, ladder_reached, redeal
from engine.games.shengji.telling import levels_by_place, sum_up_hand, taken_back
from engine.games.shengji.trick_lines import answer_trick, trick_table
from engine.hand import Differs, Hand, Measure, Played, Win
from engine.places import HOUSE, Place, next_place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset, load_ruleset
from engine.text import Text


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
        hand.memory = Memory(hand.dealer)

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle a hand from what was written down of it and from the rulings given in it (3.B)."""
        assert isinstance(event, HandEvent)
        for place in ORDER:
            hand.check_seated(place, "")
        table = table_rules(rules).hand
        if event.last_trick is None:
            check_card_points(table, event.score)
        memory: Memory = hand.memory
        expected = memory.levels_before(table, hand.progress.levels)
        memory.event = event
        memory.levels = levels = event.levels_played(hand.dealer, expected)

        def again(current: Hand, overturned: frozenset[int]) -> Played:
            carry_shift(table, memory, current.memory, overturned)
            return _paid(memory.end(table, overturned))

        return msgspec.structs.replace(
            _paid(memory.end(table, hand.undone)),
            differs=tuple(
                Differs(f"levels.{side}", expected[side], levels[side])
                for side in PARTNERSHIPS
                if expected[side] != levels[side]
            ),
            again=again,
            closes=True,
        )

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        """Remember withdrawals, levels for a foul, a deal without a call, or the end of the game."""
        read = decode(RulingPart, dict(part), "effect.game")
        memory: Memory = hand.memory
        seq = hand.seq
        memory.parts.append((seq, read))
        if read.gain is None:
            return Played()
        measures = _measures(ruled_gain(read))

        def again(current: Hand, overturned: frozenset[int]) -> Played:
            carry_shift(table_rules(rules).hand, memory, current.memory, overturned)
            return Played(measures=() if seq in overturned else measures)

        return Played(measures=measures, again=again)

    def close(self, rules: ResolvedRuleset, progress: Ladder, hand: Hand) -> Ladder:
        """Raise the levels, pass the deal, and stop or end the game where a ruling or the hand says so."""
        table = table_rules(rules).hand
        memory: Memory = hand.memory
        parts = memory.standing(hand.undone)
        end = memory.end(table, hand.undone)
        dissolved: Over | None = "dissolved" if end and end.dissolved else None
        over = next((part.over for part in parts if part.over), dissolved)
        uncalled = any(part.uncalled for part in parts)
        levels = memory.levels or memory.levels_before(table, progress.levels)
        if uncalled or over == "dissolved" or (hand.deal is not None and hand.deal.replay):
            most = rules.options.uncalled_to_stop
            after = redeal(progress, dealer=hand.dealer, levels=levels, uncalled=uncalled, most=most)
        else:
            memory.gains = memory.all_gains(table, hand.undone)
            after = climb_ladder(table, progress, dealer=hand.dealer, levels=levels, gains=memory.gains)
        return msgspec.structs.replace(after, dealer=_ruled_dealer(hand, after.dealer), over=over)

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

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Refuse: this game has no items to tick."""
        raise RuleError("no_tiles", noop("This game is played with cards; ask `trick`."))

    def sum_up(self, rules: ResolvedRuleset, dealer: Place, events: Sequence[Mapping[str, Any]]) -> tuple[Text, ...]:
        """Say what decided a hand: card points, last trick, withdrawals, fouls, final points, levels gained."""
        return sum_up_hand(table_rules(rules).hand, dealer, events)

    def counted(self, rules: ResolvedRuleset, part: Mapping[str, Any]) -> tuple[Text, ...]:
        """Say which cards a ruling counts as taken back (3.B.3)."""
        return taken_back(part)

    def standing(self, rules: ResolvedRuleset, progress: Mapping[str, Any]) -> Mapping[Place, Text]:
        """Say the level of each side (3.A.2.4)."""
        return levels_by_place(progress["levels"])

    def expects(self, rules: ResolvedRuleset, progress: Mapping[str, Any]) -> Mapping[str, str]:
        """A hand is played at the level of the dealer's side (3.A.2.4)."""
        return {"level": progress["levels"][partnership(progress["dealer"])]}

    def trick_table(self, rules: ResolvedRuleset) -> TrickTable:
        """Return levels, trump suits and the cards of the packs."""
        return trick_table(rules)

    def trick(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Judge a follow, a trick or the end of a hand."""
        return answer_trick(rules, data)


def _paid(end: HandEnd | None) -> Played:
    """Return the payments and measures of the end of a hand."""
    if end is None:
        return Played()
    return Played(
        lines=tuple(
            Line(payer=pay.source, to=pay.target, points=pay.points, reason=pay.reason, article=pay.article)
            for pay in end.pays
        ),
        measures=tuple(measure for gain in end.gains for measure in _measures(gain)),
    )


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
