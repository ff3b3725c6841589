"""The toy game: events, settlement and progress in one small file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from engine.dealing import Dealing, keep_deal, pass_deal
from engine.dealt_game import DealtGame
from engine.effects import Liability
from engine.events import GameEvent, WinEntry
from engine.fields import ask
from engine.hand import Hand, Measure, Played, Win
from engine.places import PLACES
from engine.postings import Line
from engine.rulesets import ResolvedRuleset, load_ruleset
from engine.text import Text, text


class WinEvent(GameEvent, frozen=True, kw_only=True, tag="win"):
    """One winner."""

    title: ClassVar[Text] = text("胡牌", "和牌", "Win")
    wins: Annotated[tuple[WinEntry, ...], ask(text("胡牌", "和牌", "Wins"), "group")]


class Exhausted(GameEvent, frozen=True, kw_only=True, tag="exhausted"):
    """Nobody won."""

    title: ClassVar[Text] = text("荒局", "荒局", "Exhausted wall")


class Toy(DealtGame):
    """Whoever wins gets base + value from the discarder, or from everyone."""

    code = "toy"
    events = {"win": WinEvent, "exhausted": Exhausted}
    ruleset = load_ruleset(Path(__file__).parent)

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        hand.memory = None

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        if not isinstance(event, WinEvent):
            return Played(closes=True)
        entry = event.wins[0]
        hand.check_may_win(entry.seat, "wins[0].seat")
        hand.memory = entry.seat
        if entry.by == "self":
            payers = hand.payers(entry.seat)
        else:
            payers = (hand.check_giver(entry.giver, entry.seat, "wins[0].from"),)
        points = rules.options.base + (entry.total or 0)
        lines = [
            Line(payer=payer, to=entry.seat, points=points, reason="win", article="T1", win=0, movable=True)
            for payer in payers
        ]
        for place in PLACES:
            looked = hand.flag_state(place, "eye")
            if looked and place != entry.seat:
                lines.append(Line(payer=place, to=entry.seat, points=1, reason="eye", win=0, cause=looked.seq))
        if rules.options.tip:
            lines.append(Line(payer=entry.seat, to="house", points=rules.options.tip, reason="tip", win=0))
        win = Win(
            index=0,
            seat=entry.seat,
            by_self=entry.by == "self",
            giver=entry.giver,
            kong_tail=entry.kong_tail,
            kong_tile_unchanged=entry.kong_tile_unchanged,
            since=entry.since,
            tiles_of=entry.tiles_of,
        )
        return Played(lines=tuple(lines), wins=(win,), measures=(Measure(entry.seat, "wins", 1),), closes=True)

    def after_hand(self, rules: ResolvedRuleset, dealing: Dealing, hand: Hand) -> Dealing:
        stays = hand.memory is None or hand.memory == dealing.dealer
        return keep_deal(dealing) if stays else pass_deal(dealing)

    def due(self, rules: ResolvedRuleset, hand: Hand, win: Win, liability: Liability) -> int:
        return 3 if win.by_self else 1

    def share(self, rules: ResolvedRuleset, hand: Hand, win: Win) -> Line:
        return Line(payer="E", to=win.seat, points=1, reason="win")

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        return {"valid": True, "total": msgspec.convert(data["total"], int)}

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        return {"valid": True, "total": sum(count for _, count in data["items"])}


GAME = Toy()
