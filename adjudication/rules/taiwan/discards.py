"""Discarding a tile out of one's own exposed set (錯打明牌, A18.5)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudication.rules.taiwan.dead import LADDER, dead, offended_before
from adjudication.rules.taiwan.facts import checked_place, refuse
from adjudication.rules.taiwan.payments import deal_words, fine, hand_ends, payment
from adjudication.rules.taiwan.wording import remedy
from engine.amounts import MOST_POINTS
from engine.effects import Effect, EffectPosting
from engine.rulings import Case, Decision
from engine.situation import Situation


def exposed_tile_discarded(case: Case, situation: Situation) -> Decision:
    """A18.5: the set is restored and another tile discarded; fines to who showed a claim; deal-ins are paid."""
    fate = case.facts["discard_fate"]
    if fate == "won":
        return _dealt_in(case, situation)
    postings = tuple(
        fine(
            situation,
            case.offender,
            checked_place(case, situation, code, place),
            reason="wrong_discard",
            article="A18.5",
        )
        for code in ("pong_shown_by", "chow_shown_by")
        if fate == "claimed" and (place := case.facts.get(code)) is not None
    )
    words = ("exposed_claimed",) if fate == "claimed" else ()
    again = offended_before(situation, case.offender)
    return Decision(
        status="penalised",
        remedy=remedy("exposed_restored", *words, "second_to_follow" if again else "dead"),
        article="A18.5",
        effect=Effect(flags=() if again else (dead(case.offender),), postings=postings),
        ladder="" if again else LADDER,
    )


def _dealt_in(case: Case, situation: Situation) -> Decision:
    """He pays each deal-in in order, whoever has looked pays his tai, the hand ends and the dealer's turn with it."""
    deal_ins = case.facts["deal_ins"]
    if not deal_ins:
        refuse("deal_ins", deal_ins)
    return Decision(
        status="penalised",
        remedy=remedy("exposed_won", deal_words(situation, case.offender)),
        article="A18.5",
        effect=Effect(postings=_deal_in_lines(case, situation, deal_ins), deal=hand_ends(situation, case.offender)),
    )


def _deal_in_lines(case: Case, situation: Situation, deal_ins: Sequence[Sequence[object]]) -> tuple[EffectPosting, ...]:
    lines: list[EffectPosting] = []
    for winner, tai in deal_ins:
        place = checked_place(case, situation, "deal_ins", winner)
        if not isinstance(tai, int) or isinstance(tai, bool) or not 0 <= tai <= MOST_POINTS:
            refuse("deal_ins", tai)
        lines += payment(situation, case.offender, place, tai, reason="discard", article="A18.5")
        lines += [
            fine(situation, other, place, reason="eye", article="A14")
            for other in situation.others(place)
            if situation.has(other, "eye")
        ]
    return tuple(lines)
