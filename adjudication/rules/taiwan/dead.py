"""The dead hand (相公): the flag, and full liability for whoever offends again (A13, A16)."""

from __future__ import annotations

from adjudication.rules.taiwan.payments import deal_words, hand_ends, pay_all
from adjudication.rules.taiwan.wording import remedy
from engine.effects import DealEffect, Effect, EffectPosting, FlagChange, Liability, Window
from engine.places import Place
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation

LADDER = "dead_hand"


def offended_before(situation: Situation, offender: Place) -> bool:
    """Tell whether the offender's hand is dead already; with the span of a 將, also in an earlier hand of it (B.29)."""
    if situation.has(offender, "dead"):
        return True
    if situation.rules.options.second_offence_span == "hand":
        return False
    return any(
        ruling.wording is not None
        and ruling.wording.ladder == LADDER
        and offender in ruling.wording.offenders
        and (ruling.hand or 0) >= situation.cycle_from
        for ruling in situation.earlier
    )


def dead(offender: Place) -> FlagChange:
    """Return the flag of a dead hand, for the hand."""
    return FlagChange(offender, "dead")


def strike(
    case: Case,
    situation: Situation,
    *,
    article: str,
    words: tuple[str, ...] = (),
    flags: tuple[FlagChange, ...] = (),
    postings: tuple[EffectPosting, ...] = (),
    liabilities: tuple[Liability, ...] = (),
) -> Decision | Ask:
    """Rule a dead hand with what comes with it; whoever offended before pays all three instead, and the hand ends."""
    offender = case.offender
    if offended_before(situation, offender):
        return pay_everyone(case, situation, article=article, words=("second",))
    return Decision(
        status="penalised",
        remedy=remedy(*words, "dead"),
        article=article,
        effect=Effect(flags=(dead(offender), *flags), postings=postings, liabilities=liabilities),
        ladder=LADDER,
    )


def pay_everyone(
    case: Case,
    situation: Situation,
    *,
    article: str,
    words: tuple[str, ...],
    reason: str = "full_liability",
    ladder: str = LADDER,
    deal: DealEffect | None = None,
) -> Decision | Ask:
    """Rule full liability (包賠) by the value of the offender's hand; asks for its tai where they are not known.

    The hand ends, and the deal goes on as after a false win unless `deal` says otherwise.
    """
    tai = case.facts.get("tai")
    if tai is None:
        return Ask(("tai",))
    offender = case.offender
    return Decision(
        status="penalised",
        remedy=remedy(*words, "as_exhausted" if deal else deal_words(situation, offender)),
        article=article,
        effect=Effect(
            postings=pay_all(situation, offender, tai, reason=reason, article=article),
            deal=deal or hand_ends(situation, offender),
        ),
        ladder=ladder,
    )


def stand_in(case: Case, situation: Situation, *windows: Window) -> Liability:
    """Return the substitute payment (代位賠付) of the offender for wins within `windows`, named apart in its hand."""
    prefix = f"{case.infraction}-{case.offender}-"
    number = 1 + sum(1 for name in situation.opened if name.startswith(prefix))
    return Liability(
        id=f"{prefix}{number}",
        origin=f"{prefix}{number}",
        payer=case.offender,
        windows=windows,
        article=case.infraction,
    )
