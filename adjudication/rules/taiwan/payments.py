"""What an offender pays: fines of one tai, and full liability to everyone else with dealer tai (A15, A16)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import DealEffect, EffectPosting
from engine.games.taiwan.scoring import scorer_of
from engine.games.taiwan.settlement import bases_between, dealer_tai, mirrored
from engine.places import Place
from engine.situation import Situation


def payment(
    situation: Situation, payer: Place, to: Place, tai: int, *, reason: str, article: str
) -> Iterator[EffectPosting]:
    """Yield what `payer` owes `to` as for a win of `tai`: base, tai, dealer tai, side bets and their betters (A23)."""
    rules = situation.rules
    whole = scorer_of(rules).capped(tai) + dealer_tai(rules, situation, to, payer)
    bases = bases_between(situation.memory, to, payer)
    points = bases * rules.options.base + whole * rules.options.unit
    if points:
        yield EffectPosting(payer=payer, to=to, points=points, reason=reason, article=article)
    for line in mirrored(rules, situation.memory, to, payer, whole):
        yield EffectPosting(payer=line.payer, to=line.to, points=line.points, reason=line.reason, article=article)


def pay_all(situation: Situation, offender: Place, tai: int, *, reason: str, article: str) -> tuple[EffectPosting, ...]:
    """Return what the offender pays to each of the others and to outside betters (A15, A16)."""
    return tuple(
        posting
        for other in situation.others(offender)
        for posting in payment(situation, offender, other, tai, reason=reason, article=article)
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
