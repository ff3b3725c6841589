"""Claims that come to nothing or should not have been made: called pongs (A10) and wrong pongs (A18.4)."""

from __future__ import annotations

from adjudication.rules.taiwan.dead import stand_in, strike
from adjudication.rules.taiwan.facts import another_place
from adjudication.rules.taiwan.payments import fine
from adjudication.rules.taiwan.wording import remedy
from engine.effects import Effect
from engine.places import next_place
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation


def called_no_pong(case: Case, situation: Situation) -> Decision:
    """A10: one tai to the discarder, nothing on the left neighbour's discard; a pair once shown must be ponged."""
    if case.facts["pair_shown"]:
        return Decision(status="refused", remedy=remedy("called_shown"), article="A10")
    return lapsed_pong(case, situation)


def lapsed_pong(case: Case, situation: Situation) -> Decision:
    """Let a pong lapse: the fine of A10, unless the tile was the left neighbour's."""
    discarder = another_place(case, situation, "discarder")
    if next_place(discarder, situation.order) == case.offender:
        return Decision(status="no_action", remedy=remedy("called_left", "original_order"), article="A10")
    posting = fine(situation, case.offender, discarder, reason="called_no_pong", article="A10")
    return Decision(
        status="penalised",
        remedy=remedy("called_fine", "original_order"),
        article="A10",
        effect=Effect(postings=(posting,)),
    )


def wrong_pong(case: Case, situation: Situation) -> Decision | Ask:
    """A18.4: undone while it can be (B.18); once completed a dead hand and self-draws within eight tiles."""
    if case.facts["stage"] == "completed":
        return strike(
            case,
            situation,
            article="A18.4",
            words=("pong_stands", "new_order", "pays_self_eight"),
            liabilities=(stand_in(case, situation, ("self", 8)),),
        )
    if case.facts["pair_shown"] and situation.rules.options.attempted_pong == "by_restoration":
        return strike(case, situation, article="A18.4", words=("pong_undone", "original_order"))
    if "discarder" not in case.facts:
        return Ask(("discarder",))
    return lapsed_pong(case, situation)
