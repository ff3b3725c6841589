"""Between hands: the deal, the side bets that stand, and what a hand in play has come to so far."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.dealing import Dealing
from engine.errors import RuleError, noop
from engine.games.taiwan.events import InsideBet, OutsideBet
from engine.hand import Hand
from engine.places import Place
from engine.rulesets import ResolvedRuleset


class InsideStake(msgspec.Struct, frozen=True):
    """Bases a player stands above the one (插, 飄, 飛), who did not accept them, and whether a win has taken them."""

    seat: Place
    units: int
    refused_by: tuple[Place, ...] = ()
    lost: bool = False


class OutsideStake(msgspec.Struct, frozen=True):
    """A bystander's bet beside a player: his own base and unit, those of the table, or a fixed amount.

    `lost` tells whether a win has taken it since it was placed there.
    """

    better: str
    on: Place
    base: int | None = None
    unit: int | None = None
    fixed: int | None = None
    lost: bool = False


class TaiwanDealing(Dealing, frozen=True):
    """The deal with the side bets that stand."""

    inside: tuple[InsideStake, ...] = ()
    outside: tuple[OutsideStake, ...] = ()


class Memory(msgspec.Struct):
    """What a hand in play has come to: the bets that stand in it, and the winners once there are any."""

    inside: tuple[InsideStake, ...]
    outside: tuple[OutsideStake, ...]
    winners: tuple[Place, ...] = ()


def place_inside_bet(rules: ResolvedRuleset, hand: Hand, event: InsideBet, dealing: TaiwanDealing) -> None:
    """Let a player raise his bases, or lower them as far as A6 lets him.

    The first base is raised up to the first hand of the West round and stays until the 將 ends; further ones come and
    go while the dealer is new and a whole 圈 is left, and go once a win has taken them.
    """
    _check_allowed(rules, event)
    hand.check_seated(event.seat, "seat")
    memory: Memory = hand.memory
    before = next((stake.units for stake in memory.inside if stake.seat == event.seat), 0)
    if before and not event.units:
        raise RuleError("bet_stays", noop("The first base stays until the 將 ends."), path="units")
    if not before and event.units and not _until_west_begins(hand, dealing):
        raise RuleError(
            "bet_too_late", noop("The first base is raised up to the first hand of the West round."), path="units"
        )
    if max(before, event.units) > 1 and before != event.units:
        _check_moment(hand, dealing)
    stood = next((stake for stake in dealing.inside if stake.seat == event.seat), None)
    if stood is not None and event.units < stood.units and not stood.lost:
        raise _not_lost("units")
    kept = [stake for stake in memory.inside if stake.seat != event.seat]
    memory.inside = (*kept, InsideStake(event.seat, event.units, event.refused_by)) if event.units else tuple(kept)


def place_outside_bet(rules: ResolvedRuleset, hand: Hand, event: OutsideBet, dealing: TaiwanDealing) -> None:
    """Let a bystander side with a player, change to another or leave, while the dealer is new (A6).

    He changes or leaves once a win has taken his stake; in the hand he placed it in nothing was at stake yet.
    """
    _check_allowed(rules, event)
    memory: Memory = hand.memory
    if event.on is not None:
        hand.check_seated(event.on, "on")
        _check_moment(hand, dealing)
    elif hand.streak:
        raise _during_streak()
    if any(one.better == event.better and one.on != event.on and not one.lost for one in dealing.outside):
        raise _not_lost("on")
    kept = tuple(stake for stake in memory.outside if stake.better != event.better)
    if event.on is None and len(kept) == len(memory.outside):
        raise RuleError("bet_unknown", noop("{better} has no bet here."), path="better", better=event.better)
    if event.on is not None:
        kept = (*kept, OutsideStake(event.better, event.on, event.base, event.unit, event.fixed))
    memory.outside = kept


def with_bets(dealing: TaiwanDealing, before: TaiwanDealing, hand: Hand) -> TaiwanDealing:
    """Return the deal after a hand with the bets that go on; they end with the 將."""
    if dealing.jiang > before.jiang:
        return msgspec.structs.replace(dealing, inside=(), outside=())
    memory: Memory = hand.memory
    paid = {line.payer for _seq, line in hand.lines if line.win is not None}
    return msgspec.structs.replace(
        dealing,
        inside=tuple(msgspec.structs.replace(one, lost=one.lost or one.seat in paid) for one in memory.inside),
        outside=tuple(msgspec.structs.replace(one, lost=one.lost or one.on in paid) for one in memory.outside),
    )


def taiwan_dealing(dealing: Dealing, **bets: Any) -> TaiwanDealing:
    """Return the deal as one that can hold side bets."""
    return TaiwanDealing(**msgspec.structs.asdict(dealing), **bets)


def _check_allowed(rules: ResolvedRuleset, event: InsideBet | OutsideBet) -> None:
    if not rules.options[event.needs]:
        raise RuleError("bets_not_played", noop("This event is played without such bets."))


def _until_west_begins(hand: Hand, dealing: TaiwanDealing) -> bool:
    wind = hand.round_wind
    return wind in ("E", "S") or (wind == "W" and hand.dealer == dealing.first_dealer and not hand.streak)


def _check_moment(hand: Hand, dealing: TaiwanDealing) -> None:
    if hand.streak:
        raise _during_streak()
    if hand.round_wind == "N" and hand.dealer != dealing.first_dealer:
        raise RuleError("bet_too_late", noop("At least one whole 圈 must be left."))


def _not_lost(path: str) -> RuleError:
    return RuleError("bet_not_lost", noop("A bet is withdrawn or moved only after a win has taken it."), path=path)


def _during_streak() -> RuleError:
    return RuleError("bet_during_streak", noop("Bets do not change while the dealer continues."))
