"""What an offender pays: fines of one tai, and full liability to everyone else with dealer tai (A15, A16)."""

from __future__ import annotations

from engine.effects import DealEffect, EffectPosting
from engine.places import Place
from engine.situation import Situation


def dealer_tai(situation: Situation) -> int:
    """Return D = 作莊 1 + 連N拉N 2N in tai for the hand as played (A23)."""
    items = situation.rules.options["items"]
    return int(items["zuozhuang"]) + int(items["lian_la_per_N"]) * situation.streak


def due(situation: Situation, payer: Place, winner: Place, tai: int) -> int:
    """Return base + tai, with dealer tai where either side is the dealer, in points (A23)."""
    options = situation.rules.options
    if options.tai_cap is not None:
        tai = min(tai, options.tai_cap)
    if situation.dealer in (payer, winner):
        tai += dealer_tai(situation)
    return int(options.base) + tai * int(options.unit)


def pay_all(situation: Situation, offender: Place, tai: int, *, reason: str, article: str) -> tuple[EffectPosting, ...]:
    """Return what the offender pays to each of the others: base and tai, dealer tai to or from the dealer."""
    return tuple(
        EffectPosting(payer=offender, to=other, points=points, reason=reason, article=article)
        for other in situation.others(offender)
        if (points := due(situation, offender, other, tai)) > 0
    )


def fine(situation: Situation, offender: Place, to: Place, *, reason: str, article: str) -> EffectPosting:
    """Return a fine of one tai."""
    return EffectPosting(
        payer=offender, to=to, points=int(situation.rules.options.unit), reason=reason, article=article
    )


def hand_ends(situation: Situation, offender: Place) -> DealEffect:
    """Return how a foul that ends the hand leaves the deal: a dealer steps down, else he stays and N is kept (A15)."""
    if offender == situation.dealer:
        return DealEffect(ends_hand=True, next_dealer="next")
    return DealEffect(ends_hand=True, next_dealer="same", streak="keep")


def deal_words(situation: Situation, offender: Place) -> str:
    """Return the piece of remedy that says what `hand_ends` does to the deal."""
    return "steps_down" if offender == situation.dealer else "keeps_deal"
