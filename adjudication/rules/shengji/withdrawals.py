"""Plays taken back: the charge per card and the two limits of a hand (3.A.10; F01, F02, F07, F08, F15, F16)."""

from __future__ import annotations

from collections.abc import Callable

from adjudication.rules.shengji.wording import remedy
from engine.decoding import decode
from engine.effects import DealEffect, Effect
from engine.games.shengji.events import RulingPart
from engine.games.shengji.memory import cards_taken_back
from engine.games.shengji.options import table_rules
from engine.places import Place
from engine.rulings import Case, Decider, Decision
from engine.situation import Situation
from engine.text import Text


def taken_back(situation: Situation, place: Place) -> int:
    """Return the cards that rulings of this hand say a place has taken back so far."""
    parts = [
        decode(RulingPart, ruling.effect.game)
        for ruling in situation.earlier
        if ruling.hand == situation.hand and ruling.effect.game
    ]
    return cards_taken_back(parts, place)


def flagged(situation: Situation) -> bool:
    """Say whether anybody's withdrawals of this hand are over the limit (3.A.10.4)."""
    rules = table_rules(situation.rules).hand
    return any(
        taken_back(situation, place) * rules.withdraw_per_card > rules.withdraw_flag for place in situation.order
    )


def _withdrawal(code: str, article: str) -> Callable[[Case, Situation], Decision]:
    """Build the decision on a play that is taken back now."""

    def decide(case: Case, situation: Situation) -> Decision:
        cards: int = case.facts["cards"]
        before = taken_back(situation, case.offender)
        points = cards * table_rules(situation.rules).hand.withdraw_per_card
        words = remedy(code, "full_time" if before == 0 else "remaining_time", cards=cards, points=points)
        return _by_total(
            situation, case.offender, before + cards, {"withdrawn": {case.offender: cards}}, words, article
        )

    return decide


def total_over(case: Case, situation: Situation) -> Decision:
    """F07, F08: the total of a hand, as it was counted at the table."""
    cards: int = max(case.facts["cards"], taken_back(situation, case.offender))
    return _by_total(situation, case.offender, cards, {"withdrawn_total": {case.offender: cards}}, None, "3.A.10.4")


def _by_total(
    situation: Situation,
    place: Place,
    cards: int,
    game: dict[str, object],
    words: Text | None,
    article: str,
) -> Decision:
    rules = table_rules(situation.rules).hand
    total = cards * rules.withdraw_per_card
    if total > rules.withdraw_dissolve:
        return Decision(
            status="penalised",
            remedy=remedy("dissolved", points=total),
            article="3.A.10.4",
            effect=Effect(deal=DealEffect(ends_hand=True, replay=True), game=game | {"over": "dissolved"}),
        )
    if total > rules.withdraw_flag:
        return Decision(
            status="penalised",
            remedy=remedy("total_over", points=total),
            article="3.A.10.4",
            effect=Effect(game=game),
        )
    if words is None:
        return Decision(status="no_action", remedy=remedy("total_within", points=total), article=article)
    return Decision(status="restored", remedy=words, article=article, effect=Effect(game=game))


def after_judgement(case: Case, situation: Situation) -> Decision:
    """F16: once the trick is judged nothing is taken back."""
    return Decision(status="refused", remedy=remedy("too_late"), article="3.C.F16")


DECIDERS: dict[str, Decider] = {
    "withdrawal": _withdrawal("take_back", "3.A.10.1"),
    "reminded_withdrawal": _withdrawal("take_back", "3.A.10.3"),
    "wrong_withdrawal": _withdrawal("legal_all_the_same", "3.C.F15"),
    "total_over": total_over,
    "after_judgement": after_judgement,
}
