"""Reminders, leads, the clock, connections, deals without a call, and leaving (F03, F09 to F14)."""

from __future__ import annotations

from adjudication.rules.shengji.wording import remedy
from engine.deciding import climb
from engine.effects import DealEffect, Effect
from engine.rulings import Ask, Case, Decider, Decision
from engine.situation import Situation


def wrong_reminder(case: Case, situation: Situation) -> Decision:
    """F03: a reminder before one's own follow, or to the leader."""
    return Decision(
        status="warning",
        remedy=remedy("reminder_leader" if case.facts["kind"] == "to_leader" else "reminder_own"),
        article="3.C.F03",
        penalty=climb(situation.rules, "conduct", case),
        ladder="conduct",
    )


def illegal_lead(case: Case, situation: Situation) -> Decision:
    """F09: a lead that is not one pattern is refused."""
    return Decision(status="refused", remedy=remedy("lead_refused"), article="3.A.6")


def timed_out(case: Case, situation: Situation) -> Decision:
    """F10: the lowest legal cards; so many in a row and the system plays on."""
    times: int = case.facts["in_a_row"]
    if times >= situation.rules.options.timeouts_to_auto:
        return Decision(status="restored", remedy=remedy("timed_out", "auto", times=times), article="3.A.9")
    return Decision(status="restored", remedy=remedy("timed_out"), article="3.C.F10")


def auto_play(case: Case, situation: Situation) -> Decision:
    """F11: whoever the system plays for may take over again."""
    return Decision(status="right", remedy=remedy("take_over"), article="3.A.9")


def disconnected(case: Case, situation: Situation) -> Decision:
    """F12: back before the hand is over, or removed from the table."""
    if case.facts["back"] == "before_end":
        return Decision(status="restored", remedy=remedy("back_in_seat"), article="3.A.9")
    return Decision(status="penalised", remedy=remedy("removed"), article="3.A.9")


def uncalled(case: Case, situation: Situation) -> Decision | Ask:
    """F13: a deal nobody called; the last of a number in a row stops the game."""
    options = situation.rules.options
    if options.uncalled == "spades":
        return Decision(status="restored", remedy=remedy("spades"), article="3.A.3.4")
    in_a_row = _uncalled_before(situation) + 1
    stops = in_a_row % options.uncalled_to_stop == 0
    if stops and "all_stay" not in case.facts:
        return Ask(("all_stay",))
    again = DealEffect(ends_hand=True, next_dealer="same", replay=True)
    if not stops:
        return Decision(
            status="restored",
            remedy=remedy("redeal"),
            article="3.A.3.4",
            effect=Effect(deal=again, game={"uncalled": True}),
        )
    stay: bool = case.facts["all_stay"]
    return Decision(
        status="restored",
        remedy=remedy("stopped" if stay else "stopped_for_good", times=in_a_row),
        article="3.A.3.4",
        effect=Effect(deal=again, game={"uncalled": True} if stay else {"uncalled": True, "over": "left"}),
    )


def _uncalled_before(situation: Situation) -> int:
    """Count the deals without a call just before this hand."""
    hands = {ruling.hand for ruling in situation.earlier if ruling.effect.game.get("uncalled")}
    count = 0
    while situation.hand - count - 1 in hands:
        count += 1
    return count


def left(case: Case, situation: Situation) -> Decision:
    """F14: somebody left, the game is over; an unfinished hand is not scored."""
    return Decision(
        status="penalised",
        remedy=remedy("left"),
        article="3.C.F14",
        effect=Effect(deal=DealEffect(ends_hand=True, replay=True), game={"over": "left"}),
    )


DECIDERS: dict[str, Decider] = {
    "wrong_reminder": wrong_reminder,
    "illegal_lead": illegal_lead,
    "timed_out": timed_out,
    "auto_play": auto_play,
    "disconnected": disconnected,
    "uncalled": uncalled,
    "left": left,
}
