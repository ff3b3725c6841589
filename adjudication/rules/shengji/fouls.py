"""Illegal follows found when the trick is judged: who is judged, and what the other side gains (3.A.11; F04 to F06)."""

from __future__ import annotations

from adjudication.rules.shengji.withdrawals import flagged
from adjudication.rules.shengji.wording import remedy
from engine.effects import DealEffect, Effect, EffectPosting
from engine.games.shengji.hand import check_fouls, foul_gain, gain_pays
from engine.games.shengji.options import table_rules
from engine.places import Place
from engine.rulings import Ask, Case, Decider, Decision
from engine.situation import Situation


def illegal_follow(case: Case, situation: Situation) -> Decision | Ask:
    """Judge the fouls of one trick: a side with more of them loses it, one on each side are played again."""
    leader: Place = case.facts["leader"]
    check_fouls(leader, case.offenders, leader_path="facts.leader", by_path="offender")
    rules = table_rules(situation.rules).hand
    gain = foul_gain(rules, leader, case.offenders)
    if gain is None:
        return _both_again(case, situation)
    pays = gain_pays(rules, situation.dealer, gain, flagged=flagged(situation))
    return Decision(
        status="penalised",
        remedy=remedy("judged", "hand_ends" if rules.foul_ends_hand else "hand_goes_on", levels=gain.levels),
        article="3.A.11",
        effect=Effect(
            postings=tuple(
                EffectPosting(
                    payer=pay.source, to=pay.target, points=pay.points, reason=pay.reason, article=pay.article
                )
                for pay in pays
            ),
            deal=DealEffect(ends_hand=True) if rules.foul_ends_hand else None,
            game={"gain": {"side": gain.side, "levels": gain.levels}},
        ),
    )


def _both_again(case: Case, situation: Situation) -> Decision | Ask:
    if not situation.rules.options.charge_system_withdrawal:
        return Decision(status="restored", remedy=remedy("both_again"), article="3.A.11")
    if "cards" not in case.facts:
        return Ask(("cards",))
    cards: int = case.facts["cards"]
    points = cards * table_rules(situation.rules).hand.withdraw_per_card
    return Decision(
        status="restored",
        remedy=remedy("both_again_charged", points=points),
        article="D13",
        effect=Effect(game={"withdrawn": dict.fromkeys(case.offenders, cards)}),
    )


DECIDERS: dict[str, Decider] = {"illegal_follow": illegal_follow}
