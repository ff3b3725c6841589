"""Zung Jung 中庸麻雀: the game as the fold plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.dealing import Deal, Length, Start
from engine.decoding import decode
from engine.effects import Liability
from engine.errors import RuleError, noop
from engine.events import GameEvent
from engine.games.zungjung import progress as dealing
from engine.games.zungjung.data import RULESET
from engine.games.zungjung.events import Exhausted, WinEvent
from engine.games.zungjung.progress import Progress
from engine.games.zungjung.scoring import Scoring
from engine.games.zungjung.settlement import settle_wins
from engine.games.zungjung.totals import nearest
from engine.hand import Hand, Played, Win
from engine.patterns import valid_json
from engine.places import PLACES, Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.winning import all_but_nearest


class Memory:
    """What a hand keeps beside the fold: the value won, deals given back and turns taken away, by ruling (B-12c)."""

    __slots__ = ("owed", "skipped", "value")

    def __init__(self) -> None:
        self.value = 0
        self.owed: tuple[tuple[int, Place], ...] = ()
        self.skipped: tuple[tuple[int, Place], ...] = ()


class ZungJung:
    """Forty-four patterns, the discarder's share of 25, same-turn immunity, and a deal that always passes."""

    code = "zungjung"
    order: tuple[Place, ...] = PLACES
    events: Mapping[str, type[GameEvent]] = {"win": WinEvent, "exhausted": Exhausted}
    ruleset = RULESET

    def begin(self, rules: ResolvedRuleset, start: Start) -> Progress:
        """Return the progress before the first hand."""
        return dealing.begin(start)

    def restart(self, rules: ResolvedRuleset, progress: Progress, first_dealer: Place) -> Progress:
        """Begin a new cycle after seats were drawn anew."""
        return dealing.restart(progress, first_dealer)

    def expected(self, rules: ResolvedRuleset, progress: Progress) -> Deal:
        """Return the next dealer; there is no continuation and no round wind (A2.4)."""
        return Deal(progress.dealer)

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        """Begin a hand with nothing to remember."""
        hand.memory = Memory()

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle a win, or end a hand that nobody won."""
        if isinstance(event, WinEvent):
            return settle_wins(rules, hand, event.wins)
        return Played(closes=True)

    def after_ruling(self, rules: ResolvedRuleset, hand: Hand, part: Mapping[str, Any]) -> Played:
        """Take the deals owed and skipped from a ruling: `{"owed": [places], "skipped": [places]}`."""
        for name, places in part.items():
            if name not in ("owed", "skipped"):
                raise RuleError(
                    "field_unknown", noop("“{field}” is not known here."), path=f"effect.game.{name}", field=name
                )
            named = decode(tuple[Place, ...], places, f"effect.game.{name}")
            setattr(hand.memory, name, (*getattr(hand.memory, name), *((hand.seq, place) for place in named)))
        return Played()

    def close(self, rules: ResolvedRuleset, progress: Progress, hand: Hand) -> Progress:
        """Pass the deal and count the hand."""
        owed, skipped = (
            tuple(place for seq, place in noted if seq not in hand.undone)
            for noted in (hand.memory.owed, hand.memory.skipped)
        )
        return dealing.after_hand(
            dealing.with_debts(progress, owed, skipped),
            hand.played_deal,
            hand.deal,
            reseat_each_cycle=rules.options.reseat_each_cycle,
        )

    def reached(self, rules: ResolvedRuleset, progress: Progress, length: Length | None) -> bool:
        """Tell whether the session is over by its length."""
        return dealing.reached(progress, length)

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        """Return three times the value: a sole payer owes what the winner always receives (A11)."""
        return 3 * int(hand.memory.value)

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        """Return the line that words what a liability adds."""
        return Line(payer=win.seat, to=win.seat, points=0, reason="liability", article="A11.6", win=win.index)

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Score one hand from tiles."""
        return Scoring.of(rules).answer(data)

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Explain ticked patterns."""
        flags = {*data.get("flags", ()), *(("robbed_kong",) if data.get("robbed") else ())}
        ticked = tuple(data["items"])
        return valid_json(Scoring.of(rules).score_items(ticked, "items", by=data.get("by"), flags=flags))

    def nearest_totals(self, rules: ResolvedRuleset, total: int) -> tuple[int, ...]:
        """Return the totals next to one that no patterns add up to; nothing for what is refused anyway (A9, A10)."""
        scoring = Scoring.of(rules)
        if scoring.totals is None or total < scoring.least or scoring.over(total):
            return ()
        return nearest(scoring.totals, total)

    def gives_way(self, rules: ResolvedRuleset, giver: Place, seats: Sequence[Place]) -> tuple[tuple[Place, ...], str]:
        """Return who gets nothing: all but the nearest after the discarder (A7.3)."""
        return all_but_nearest(giver, seats), "A7.3"


GAME = ZungJung()
