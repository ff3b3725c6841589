"""Whose deal it is, for games with a dealer: keeping and passing the deal, continuation, round wind, cycles."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.amounts import Count
from engine.effects import DealEffect
from engine.places import PLACES, Place, next_place

LengthUnit = Literal["hands", "round_winds", "jiang", "cycles", "clock"]


class Length(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a round at a table lasts; `clock` is ended by a `finish` event after the hand begun."""

    unit: LengthUnit
    count: Count


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a table begins. `first_dealer` (起莊位) is the dealer unless it is named."""

    dealer: Place = "E"
    first_dealer: Place | None = None
    streak: Count = 0
    round_wind: Place = "E"
    length: Length | None = None


class Deal(msgspec.Struct, frozen=True):
    """With whom, after how many continuations and in which round wind a hand is played; None where a game has none."""

    dealer: Place | None = None
    streak: int | None = None
    round_wind: Place | None = None


class Dealing(msgspec.Struct, frozen=True):
    """Progress of the deal: `hands` counts hands that count, `round_winds` completed 圈, `jiang` completed 將."""

    dealer: Place
    first_dealer: Place
    streak: int
    round_wind: Place
    hands: int = 0
    round_winds: int = 0
    jiang: int = 0

    def deal(self) -> Deal:
        """Return what the next hand is to be played with."""
        return Deal(self.dealer, self.streak, self.round_wind)


def begin_dealing(start: Start) -> Dealing:
    """Return the progress before the first hand."""
    return Dealing(start.dealer, start.first_dealer or start.dealer, start.streak, start.round_wind)


def restart_dealing(dealing: Dealing, first_dealer: Place) -> Dealing:
    """Begin a new 將 or cycle: the deal starts at `first_dealer`, continuation 0, round wind East; counts go on."""
    return msgspec.structs.replace(
        dealing, dealer=first_dealer, first_dealer=first_dealer, streak=0, round_wind=PLACES[0]
    )


def played(dealing: Dealing, deal: Deal) -> Dealing:
    """Take over the deal a hand was actually played with."""
    return msgspec.structs.replace(
        dealing,
        dealer=deal.dealer or dealing.dealer,
        streak=dealing.streak if deal.streak is None else deal.streak,
        round_wind=deal.round_wind or dealing.round_wind,
    )


def keep_deal(dealing: Dealing, *, add: bool = True) -> Dealing:
    """The dealer keeps the deal (連莊); `add` raises the continuation count."""
    return msgspec.structs.replace(dealing, streak=dealing.streak + (1 if add else 0))


def pass_deal(dealing: Dealing, order: tuple[Place, ...] = PLACES) -> Dealing:
    """The deal passes on; back at the first dealer the next round wind begins, and after four of them a 將 is over."""
    dealer = next_place(dealing.dealer, order)
    if dealer != dealing.first_dealer:
        return msgspec.structs.replace(dealing, dealer=dealer, streak=0)
    wind = next_place(dealing.round_wind)
    return msgspec.structs.replace(
        dealing,
        dealer=dealer,
        streak=0,
        round_wind=wind,
        round_winds=dealing.round_winds + 1,
        jiang=dealing.jiang + (1 if wind == PLACES[0] else 0),
    )


def apply_deal(
    dealing: Dealing, ruled: DealEffect | None, normal: Dealing, order: tuple[Place, ...] = PLACES
) -> Dealing:
    """Return the deal after a hand: what rulings say of it, else `normal` (what the game's own rule gives).

    `dealing` is the deal the hand was played with; `next_dealer: same` keeps it and `streak` says what becomes of the
    continuation (default `add` for the same dealer, `zero` for another).
    """
    if ruled is None or (ruled.next_dealer is None and ruled.streak is None):
        return normal
    after = _ruled_dealer(dealing, ruled, normal, order)
    streak = ruled.streak or ("add" if after.dealer == dealing.dealer and ruled.next_dealer else None)
    if streak is None:
        return after
    counts = {"add": dealing.streak + 1, "keep": dealing.streak, "zero": 0}
    return msgspec.structs.replace(after, streak=counts[streak] if after.dealer == dealing.dealer else 0)


def _ruled_dealer(dealing: Dealing, ruled: DealEffect, normal: Dealing, order: tuple[Place, ...]) -> Dealing:
    if ruled.next_dealer is None:
        return normal
    if ruled.next_dealer == "same":
        return dealing
    if ruled.next_dealer == "next":
        return pass_deal(dealing, order)
    if ruled.next_dealer == dealing.dealer:
        return dealing
    if ruled.next_dealer == next_place(dealing.dealer, order):
        return pass_deal(dealing, order)
    return msgspec.structs.replace(dealing, dealer=ruled.next_dealer, streak=0)


def count_hand(dealing: Dealing) -> Dealing:
    """Count one more hand that counts towards the length of the round."""
    return msgspec.structs.replace(dealing, hands=dealing.hands + 1)


def reached(dealing: Dealing, length: Length | None) -> bool:
    """Tell whether the round is over by its length; a clock is never decided here."""
    if length is None or length.unit == "clock":
        return False
    done = {
        "hands": dealing.hands,
        "cycles": dealing.round_winds,
        "round_winds": dealing.round_winds,
        "jiang": dealing.jiang,
    }
    return done[length.unit] >= length.count
