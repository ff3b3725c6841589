"""Taiwan mahjong with sixteen tiles: 底 and 台 settlement, 連莊, 圈 and 將."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.dealing import Deal, Dealing, Start, begin_dealing, keep_deal, pass_deal, restart_dealing
from engine.dealt_game import DealtGame
from engine.errors import RuleError, noop
from engine.events import GameEvent
from engine.game import Added
from engine.games.taiwan.data import RULESET
from engine.games.taiwan.events import EVENTS, InsideBet, OutsideBet, TaiwanWin, WinEvent
from engine.games.taiwan.items import items_of
from engine.games.taiwan.progress import (
    Memory,
    TaiwanDealing,
    place_inside_bet,
    place_outside_bet,
    taiwan_dealing,
    with_bets,
)
from engine.games.taiwan.scoring import score_line, scorer_of
from engine.games.taiwan.settlement import Worth, check_shape, dealer_items, payers_written, win_lines
from engine.games.taiwan.value import tally_of, worth_of
from engine.hand import Hand, Measure, Played, Win
from engine.patterns import total_json, valid_json
from engine.places import Place
from engine.postings import Line
from engine.rulesets import ResolvedRuleset
from engine.winning import all_but_nearest

_KONG_TAIL = frozenset(("after_kong", "after_flower", "all_flowers", "rob_flower_7", "rob_flower_6"))


class Taiwan(DealtGame):
    """The game as the fold asks for it."""

    code = "taiwan"
    events: Mapping[str, type[GameEvent]] = EVENTS
    ruleset = RULESET

    def begin(self, rules: ResolvedRuleset, start: Start) -> TaiwanDealing:
        """Return the deal before the first hand."""
        return taiwan_dealing(begin_dealing(start))

    def restart(self, rules: ResolvedRuleset, progress: Dealing, first_dealer: Place) -> TaiwanDealing:
        """Begin a new 將 with the deal at `first_dealer`; side bets end with the old one (A6)."""
        again = restart_dealing(msgspec.structs.replace(progress, inside=(), outside=()), first_dealer)
        assert isinstance(again, TaiwanDealing)
        return again

    def open_hand(self, rules: ResolvedRuleset, hand: Hand) -> None:
        """Take over the side bets that stand."""
        hand.memory = Memory(hand.progress.inside, hand.progress.outside)

    def play(self, rules: ResolvedRuleset, hand: Hand, event: GameEvent) -> Played:
        """Settle a win, an exhausted wall (no payments) or a side bet."""
        if isinstance(event, WinEvent):
            return self._win(rules, hand, event)
        if isinstance(event, InsideBet):
            place_inside_bet(rules, hand, event, hand.progress)
            return Played()
        if isinstance(event, OutsideBet):
            place_outside_bet(rules, hand, event, hand.progress)
            return Played()
        return Played(closes=True)

    def close(self, rules: ResolvedRuleset, progress: Dealing, hand: Hand) -> TaiwanDealing:
        """Return the deal after a hand with the side bets that stand."""
        after = super().close(rules, progress, hand)
        assert isinstance(after, TaiwanDealing)
        assert isinstance(progress, TaiwanDealing)
        return with_bets(after, progress, hand)

    def after_hand(self, rules: ResolvedRuleset, dealing: Dealing, hand: Hand) -> Dealing:
        """Keep the deal when the dealer won or nobody did, else pass it (A3)."""
        winners = hand.memory.winners
        return keep_deal(dealing) if not winners or dealing.dealer in winners else pass_deal(dealing)

    def score(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Count the tai of one hand."""
        return score_line(rules, data)

    def score_items(self, rules: ResolvedRuleset, data: dict[str, Any]) -> dict[str, Any]:
        """Explain ticked items."""
        tally = tally_of(rules, data["items"], data.get("by"), data.get("flags", ()), "items")
        return valid_json(scorer_of(rules).explained(tally))

    def score_total(self, rules: ResolvedRuleset, total: int) -> dict[str, Any]:
        """Say what a given total is paid as, dealer tai apart (A23)."""
        return total_json(total, rules.options.tai_cap, rules.ruleset.unit.zh_hant)

    def added(self, rules: ResolvedRuleset, deal: Deal, win: Mapping[str, Any]) -> tuple[Added, ...]:
        """Return the dealer tai of a win as it is written (A23)."""
        if deal.dealer is None:
            return ()
        return tuple(
            Added(code, items_of(rules).value(code), count, payer)
            for payer in payers_written(win)
            for code, count in dealer_items(deal.dealer, deal.streak or 0, win["seat"], payer, win.get("shown_streak"))
        )

    def gives_way(self, rules: ResolvedRuleset, giver: Place, seats: Sequence[Place]) -> tuple[tuple[Place, ...], str]:
        """Return who gets nothing of several claims: all but the nearest, unless all win (A20)."""
        return (() if rules.options.multi_win == "all" else all_but_nearest(giver, seats)), "A20"

    def _win(self, rules: ResolvedRuleset, hand: Hand, event: WinEvent) -> Played:
        """Settle a win; of several claims on one tile the nearest after the giver, or all (A20)."""
        if not event.wins:
            raise RuleError("wins_missing", noop("Say who won."), path="wins")
        entries: list[tuple[int, TaiwanWin]] = []
        for index, given in enumerate(event.wins):
            path = f"wins[{index}]"
            hand.check_may_win(given.seat, f"{path}.seat")
            entries.append((index, check_shape(hand, given, path)))
        if len(entries) > 1:
            _check_claims([entry for _, entry in entries])
        lines: list[Line] = []
        wins: list[Win] = []
        measures: list[Measure] = []
        worths = [worth_of(rules, hand, event, entry, f"wins[{index}]") for index, entry in entries]
        for (index, entry), worth in self._standing(rules, entries, worths):
            lines += win_lines(rules, hand, index, entry, worth)
            wins.append(_facts(index, entry))
            measures += _measures(entry, worth)
        hand.memory.winners = tuple(win.seat for win in wins)
        return Played(lines=tuple(lines), wins=tuple(wins), measures=tuple(measures), closes=True)

    def _standing(
        self, rules: ResolvedRuleset, entries: list[tuple[int, TaiwanWin]], worths: list[Worth]
    ) -> list[tuple[tuple[int, TaiwanWin], Worth]]:
        claims = list(zip(entries, worths, strict=True))
        if len(claims) == 1:
            return claims
        giver = entries[0][1].giver
        assert giver is not None  # `_check_claims` saw to it
        behind, _ = self.gives_way(rules, giver, [entry.seat for _, entry in entries])
        return [claim for claim in claims if claim[0][1].seat not in behind]


def _check_claims(entries: list[TaiwanWin]) -> None:
    first = entries[0]
    for index, entry in enumerate(entries):
        path = f"wins[{index}]"
        if entry.by != "discard" or entry.giver != first.giver:
            raise RuleError("claims_differ", noop("Several wins are claims on one and the same tile."), path=path)
        if any(entry.seat == other.seat for other in entries[:index]):
            raise RuleError("winner_twice", noop("{seat} wins only once."), path=f"{path}.seat", seat=entry.seat)


def _facts(index: int, entry: TaiwanWin) -> Win:
    by_self = entry.by == "self"
    return Win(
        index=index,
        seat=entry.seat,
        by_self=by_self,
        giver=entry.giver,
        kong_tail=entry.kong_tail or (by_self and not _KONG_TAIL.isdisjoint(entry.flags)),
        kong_tile_unchanged=entry.kong_tile_unchanged,
        since=entry.since,
        tiles_of=entry.tiles_of,
    )


def _measures(entry: TaiwanWin, worth: Worth) -> list[Measure]:
    found = [Measure(entry.seat, "hands_won", 1), Measure(entry.seat, "best_hand", worth.tai, best=True)]
    if entry.by == "self":
        found.append(Measure(entry.seat, "self_draws", 1))
    elif entry.giver is not None:
        found.append(Measure(entry.giver, "deal_ins", 1))
    return found


GAME = Taiwan()
