"""Wrong kongs (錯槓) and who then pays in whose place: concealed, added and claimed (A18.1–A18.3)."""

from __future__ import annotations

from adjudication.rules.taiwan.claims import lapsed_pong
from adjudication.rules.taiwan.dead import LADDER, dead, offended_before, pay_everyone, stand_in, strike
from adjudication.rules.taiwan.facts import taken_places
from adjudication.rules.taiwan.payments import pay_all
from adjudication.rules.taiwan.wording import remedy
from engine.effects import DealEffect, Effect, Liability, Window
from engine.places import Place
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation


def wrong_concealed_kong(case: Case, situation: Situation) -> Decision:
    """A18.1: found when concealed kongs are inspected; several offenders share the substitute payment."""
    offenders = taken_places(situation, "offenders", case.facts.get("offenders") or case.offenders)
    found_at, last_eight = case.facts["found_at"], case.facts.get("last_eight")
    flags = tuple(dead(place) for place in offenders)
    if found_at == "exhausted" and last_eight:
        tai = case.facts["tai"]
        postings = tuple(
            posting
            for place in offenders
            for posting in pay_all(situation, place, tai, reason="full_liability", article="A18.1")
        )
        return Decision(
            status="penalised",
            remedy=remedy("exhausted_liability"),
            article="A18.1",
            effect=Effect(flags=flags, postings=postings),
            ladder=LADDER,
        )
    windows: tuple[Window, ...] = ()
    if found_at == "kong_tail_win":
        windows = (("kong_tail", "win"),)
    elif found_at == "other_win" and last_eight:
        windows = (("any", "win"),)
    return Decision(
        status="penalised",
        remedy=remedy("kong_pays_this_win" if windows else "kong_dead_only"),
        article="A18.1",
        effect=Effect(flags=flags, liabilities=_shared(situation, offenders, windows)),
        ladder=LADDER,
    )


def _shared(situation: Situation, offenders: tuple[Place, ...], windows: tuple[Window, ...]) -> tuple[Liability, ...]:
    """One liability an offender, all of one origin, so that they share equally."""
    if not windows:
        return ()
    number = 1 + sum(1 for name in situation.opened if name.startswith("A18.1-"))
    return tuple(
        Liability(id=f"A18.1-{place}-{number}", origin=f"A18.1-{number}", payer=place, windows=windows, article="A18.1")
        for place in offenders
    )


def wrong_added_kong(case: Case, situation: Situation) -> Decision | Ask:
    """A18.2: nothing while it is corrected at once; then by how far the replacement has come."""
    stage = case.facts["stage"]
    if stage == "corrected":
        return Decision(status="restored", remedy=remedy("kong_taken_back", "original_order"), article="A18.2")
    if stage == "robbed":
        return Decision(status="refused", remedy=remedy("kong_robbed"), article="A18.2")
    if stage == "drawn":
        if situation.rules.options.tail_seen == "dead":
            return strike(case, situation, article="A18.2", words=("tail_back", "original_order"))
        return Decision(status="restored", remedy=remedy("tail_back", "original_order"), article="A18.2")
    if stage == "completed":
        return _completed(case, situation, (("kong_tail", "hand"),), "pays_kong_tail")
    return strike(
        case,
        situation,
        article="A18.2",
        words=(_back(stage), "original_order", "pays_that_tile"),
        liabilities=(stand_in(case, situation, ("tile", "hand")),),
    )


def wrong_claimed_kong(case: Case, situation: Situation) -> Decision | Ask:
    """A18.3: a withdrawn call at first; once the replacement is drawn a dead hand with its triplet laid open."""
    stage = case.facts["stage"]
    if stage == "corrected":
        return lapsed_pong(case, situation)
    if stage == "drawn":
        return strike(case, situation, article="A18.3", words=("tail_back", "triplet_open", "original_order"))
    if stage == "completed":
        return _completed(case, situation, (("self", 8), ("kong_tail", "hand")), "pays_eight_and_kong_tail")
    words = (_back(stage), "triplet_open") if stage == "inserted" else (_back(stage),)
    return strike(
        case,
        situation,
        article="A18.3",
        words=(*words, "original_order", "pays_that_tile"),
        liabilities=(stand_in(case, situation, ("tile", "hand")),),
    )


def _back(stage: str) -> str:
    return "tail_back" if stage == "inserted" else "random_back"


def _completed(case: Case, situation: Situation, windows: tuple[Window, ...], words: str) -> Decision | Ask:
    """A wrong kong followed by a discard stands; within the last eight tiles it is paid to all and the hand ends."""
    article = case.infraction
    if not case.facts["last_eight"]:
        return strike(
            case,
            situation,
            article=article,
            words=("kong_stands", "new_order", words),
            liabilities=(stand_in(case, situation, *windows),),
        )
    as_exhausted = situation.rules.options.last_eight_deal == "as_exhausted" and not offended_before(
        situation, case.offender
    )
    deal = DealEffect(ends_hand=True, next_dealer="same", streak="add") if as_exhausted else None
    return pay_everyone(case, situation, article=article, words=("last_eight",), deal=deal)
