"""Which of several claims stands (A20), and what a win costs that had lost its priority (A18.6)."""

from __future__ import annotations

from adjudication.rules.taiwan.dead import dead
from adjudication.rules.taiwan.facts import refuse, taken_places
from adjudication.rules.taiwan.payments import pay_all
from adjudication.rules.taiwan.wording import remedy
from engine.effects import Effect
from engine.places import PLACE_NAMES, Place, following
from engine.rulings import Case, Decision
from engine.situation import Situation
from engine.text import Text, text


def priority_lost(case: Case, situation: Situation) -> Decision:
    """A18.6: tiles pushed over without priority pay all three, except between two wins on one discard."""
    if case.facts["conflict"] == "both_discard":
        return Decision(status="no_action", remedy=remedy("priority_void", "priority_no_fine"), article="A18.6")
    return Decision(
        status="penalised",
        remedy=remedy("priority_void", "priority_pays"),
        article="A18.6",
        effect=Effect(
            flags=(dead(case.offender),),
            postings=pay_all(situation, case.offender, case.facts["tai"], reason="full_liability", article="A18.6"),
        ),
    )


def claims_compared(case: Case, situation: Situation) -> Decision:
    """A20: win over pong and kong over chow over drawing; a later claim stands until the act before it is complete."""
    conflict = case.facts["conflict"]
    if conflict == "win_win":
        return _wins_on_one_discard(case, situation)
    if conflict == "by_rank":
        return Decision(status="right", remedy=remedy("rank"), article="A20")
    complete_only = situation.rules.options.claim_until == "act_complete"
    too_late = case.facts["act"] == "complete" or (case.facts["act"] == "begun" and not complete_only)
    words = {
        "pong_chow": ("chow_stands", "pong_over_chow"),
        "pong_draw": ("draw_stands", "pong_over_draw"),
        "win_draw": ("self_draw_stands", "win_over_draw"),
    }[conflict]
    return Decision(status="right", remedy=remedy(words[0] if too_late else words[1]), article="A20")


def _wins_on_one_discard(case: Case, situation: Situation) -> Decision:
    """The claimant nearest after the discarder wins alone, unless the event lets all of them win."""
    discarder: Place = taken_places(situation, "discarder", (case.facts["discarder"],))[0]
    claimants = taken_places(situation, "claimants", case.facts["claimants"])
    if len(claimants) < 2 or discarder in claimants:
        refuse("claimants", list(claimants))
    ordered = [place for place in following(discarder, situation.order) if place in claimants]
    if situation.rules.options.multi_win == "all":
        return Decision(status="right", remedy=remedy("all_win", seats=_names(ordered)), article="A20")
    return Decision(status="right", remedy=remedy("nearest_wins", seats=_names(ordered[:1])), article="A20")


def _names(places: list[Place]) -> Text:
    names = [PLACE_NAMES[place] for place in places]
    return text(
        "、".join(name.zh_hant for name in names),
        "、".join(name.zh_hans for name in names),
        ", ".join(name.en for name in names),
    )
