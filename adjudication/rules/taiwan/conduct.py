"""Dead hands by cause (A5, A13), what makes one answer for everything (A16), and the dealer's marker (A17)."""

from __future__ import annotations

from adjudication.rules.taiwan.dead import pay_everyone, strike
from adjudication.rules.taiwan.wording import remedy
from engine.errors import RuleError, noop
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation


def dead_hand(case: Case, situation: Situation) -> Decision | Ask:
    """A13: each cause makes the hand dead, the second one in the span pays all; B.4 decides on the left's kong."""
    if case.facts["cause"] == "kong_of_left" and situation.rules.options.kong_of_left:
        return Decision(status="no_action", remedy=remedy("kong_left_allowed"), article="B.4")
    tied = ("eaten_discarded", "own_discard_eaten")
    words = (f"tied_{situation.rules.options.chow_bar}",) if case.facts["cause"] in tied else ()
    return strike(case, situation, article="A13", words=words)


def flower_mishandled(case: Case, situation: Situation) -> Decision | Ask:
    """A5: flowers are replaced in turn and at once; otherwise the hand is dead, a mere wrong order is put right."""
    cause = case.facts["cause"]
    if cause == "order":
        return Decision(status="restored", remedy=remedy("flower_order"), article="A5")
    if cause == "late_door":
        _check_dealer(case, situation)
        return strike(case, situation, article="A5", words=("flower_stays",))
    return strike(case, situation, article="A5", words=("flower_lost",) if cause == "discarded" else ("flower_stays",))


def full_liability(case: Case, situation: Situation) -> Decision | Ask:
    """A16: what cannot be put back, and second offences, are paid to all three."""
    if case.facts.get("restorable"):
        return Decision(status="restored", remedy=remedy("disturbed_restored"), article="A16")
    return pay_everyone(case, situation, article="A16", words=("full_liability",))


def wrong_marker(case: Case, situation: Situation) -> Decision:
    """A17: with a wrong marker the dealer collects by the smaller count and pays by the larger one.

    The count shown is a fact of the win that follows; the ruling itself moves nothing.
    """
    _check_dealer(case, situation)
    shown, actual = case.facts["shown"], situation.streak
    if shown == actual:
        return Decision(status="no_action", remedy=remedy("marker_right"), article="A17")
    return Decision(
        status="penalised",
        remedy=remedy("marker_wrong", collects=min(shown, actual), pays=max(shown, actual), shown=shown),
        article="A17",
    )


def _check_dealer(case: Case, situation: Situation) -> None:
    if case.offender != situation.dealer:
        raise RuleError("offender_not_dealer", noop("Only the dealer can do this."), path="offender")
