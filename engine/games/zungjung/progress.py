"""Whose deal it is in Zung Jung: four hands a cycle, a deal that always passes, seats drawn anew (A2, A13.1)."""

from __future__ import annotations

import msgspec

from engine.dealing import Deal, Length, Start
from engine.effects import DealEffect
from engine.places import Place, next_place

HANDS_A_CYCLE = 4
CYCLES_A_SESSION = 4


class Progress(msgspec.Struct, frozen=True):
    """The next dealer and how far the session is.

    `cycle_hands` counts the hands of the cycle in progress; `reseat`: seats are to be drawn before the next hand.
    `owed` are places to whom a deal is to be given back, `skipped` places whose next deal falls away (B-12c). There is
    no continuation and no round wind: `streak` stays 0 and `round_wind` empty.
    """

    dealer: Place
    first_dealer: Place
    streak: int = 0
    round_wind: Place | None = None
    hands: int = 0
    cycles: int = 0
    cycle_hands: int = 0
    reseat: bool = False
    owed: tuple[Place, ...] = ()
    skipped: tuple[Place, ...] = ()


def begin(start: Start) -> Progress:
    """Return the progress before the first hand."""
    return Progress(start.dealer, start.first_dealer or start.dealer)


def restart(progress: Progress, first_dealer: Place) -> Progress:
    """Begin a new cycle with the deal at `first_dealer`: seats have been drawn anew."""
    return msgspec.structs.replace(
        progress, dealer=first_dealer, first_dealer=first_dealer, cycle_hands=0, reseat=False, owed=(), skipped=()
    )


def with_debts(progress: Progress, owed: tuple[Place, ...], skipped: tuple[Place, ...]) -> Progress:
    """Note deals to be given back and turns that fall away."""
    return msgspec.structs.replace(progress, owed=(*progress.owed, *owed), skipped=(*progress.skipped, *skipped))


def after_hand(progress: Progress, played: Deal, ruled: DealEffect | None, *, reseat_each_cycle: bool) -> Progress:
    """Return the progress after a hand: the deal passes, won or not, unless a ruling says otherwise (A2.4)."""
    dealer = played.dealer or progress.dealer
    if dealer != progress.dealer and dealer in progress.owed:
        # A deal given back is played in another's turn, which is thereby used up.
        left = [place for place in progress.owed if place != dealer]
        progress = msgspec.structs.replace(progress, owed=tuple(left))
        dealer = progress.dealer
    if ruled is None or ruled.next_dealer is None:
        after = _passed(progress, dealer if ruled and ruled.replay else next_place(dealer))
    elif ruled.next_dealer == "same":
        after = msgspec.structs.replace(progress, dealer=dealer)
    else:
        after = _passed(progress, next_place(dealer) if ruled.next_dealer == "next" else ruled.next_dealer)
    return after if ruled and ruled.replay else _counted(after, reseat_each_cycle)


def _passed(progress: Progress, dealer: Place) -> Progress:
    skipped = list(progress.skipped)
    while dealer in skipped:
        skipped.remove(dealer)
        dealer = next_place(dealer)
    return msgspec.structs.replace(progress, dealer=dealer, skipped=tuple(skipped))


def _counted(progress: Progress, reseat_each_cycle: bool) -> Progress:
    done = progress.cycle_hands + 1
    if done < HANDS_A_CYCLE:
        return msgspec.structs.replace(progress, hands=progress.hands + 1, cycle_hands=done, reseat=False)
    return msgspec.structs.replace(
        progress,
        hands=progress.hands + 1,
        cycles=progress.cycles + 1,
        cycle_hands=0,
        reseat=reseat_each_cycle,
    )


def reached(progress: Progress, length: Length | None) -> bool:
    """Tell whether the round is over by its length; a clock is never decided here."""
    if length is None or length.unit == "clock":
        return False
    done = {
        "hands": progress.hands,
        "cycles": progress.cycles,
        "round_winds": progress.cycles,
        "jiang": progress.cycles // CYCLES_A_SESSION,
    }
    return done[length.unit] >= length.count
