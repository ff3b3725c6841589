"""What the deciders share: complaints, plain rows, stages, exposed tiles, and whether play can go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudication.rules.zungjung.rows import ROWS, ruled
from engine.fields import Choice, Field
from engine.rulings import Ask, Case, Decision, Infraction
from engine.situation import Situation
from engine.text import text

Decide = Callable[[Case, Situation], Decision | Ask]

# Asked first of every infraction on which nobody but an opponent, or harm to fairness, makes the referee act (B9.2).
RAISED = Field(
    code="raised",
    label=text("由誰提出？", "由谁提出？", "Who raised it?"),
    widget="choice",
    choices=(
        Choice("complaint", text("對手投訴", "对手投诉", "An opponent complained")),
        Choice("harm", text("無人投訴，但有損公平", "无人投诉，但有损公平", "Nobody, but fairness is harmed")),
        Choice("nobody", text("無人投訴，也無損公平", "无人投诉，也无损公平", "Nobody, and no harm to fairness")),
    ),
)
# Rows on which the referee may act by himself, although their infraction is one for complaints.
UNASKED = frozenset(("B-13b", "B-16", "B-17c"))

_NO_ACTION = text(
    "無人投訴又無損公平，不作處理。",
    "无人投诉又无损公平，不作处理。",
    "No complaint and no harm to fairness: no action.",
)
_FORCED = text(
    "亮出的牌作罰牌，面朝上放，每輪打出一張，不得用於鳴牌。",
    "亮出的牌作罚牌，面朝上放，每轮打出一张，不得用于鸣牌。",
    "Shown tiles are penalty tiles: face up, discarded one a turn, never used in a claim.",
)
_TAKEN_BACK = text("亮出的牌收回手中。", "亮出的牌收回手中。", "Shown tiles go back into the hand.")

_STAGES = {
    ("B-27", "before"): "B-27",
    ("B-27", "later"): "B-27b",
    ("B-63", "before"): "B-63",
    ("B-63", "later"): "B-63b",
}


def asked_who_raised_it(infraction: Infraction) -> Infraction:
    """Return an infraction that needs a complaint with the question who raised it before its own."""
    if not infraction.needs_complaint:
        return infraction
    return msgspec.structs.replace(infraction, questions=(RAISED, *infraction.questions))


def with_complaint(decide: Decide) -> Decide:
    """Take no action where nobody complained and nothing is harmed, unless the act was deliberate (A1.3, B9)."""

    def decided(case: Case, situation: Situation) -> Decision | Ask:
        decision = decide(case, situation)
        if isinstance(decision, Ask):
            return decision
        idle = case.facts.get("raised") == "nobody" and situation.rules.options.complaint_needed
        if not idle or case.deliberate or decision.article in UNASKED or decision.status == "no_action":
            return decision
        return Decision(status="no_action", remedy=_NO_ACTION, article="A1.3")

    return decided


def plain(case: Case, situation: Situation) -> Decision:
    """Apply the one row that has the infraction's code."""
    return ruled(case, situation, case.infraction)


def staged(case: Case, situation: Situation) -> Decision:
    """Apply the row of the stage at which it was noticed."""
    return ruled(case, situation, _STAGES[case.infraction, case.facts["stage"]])


def playable(case: Case, situation: Situation) -> Decision:
    """Apply the infraction's row; the hand is played again when play cannot go on."""
    return ruled(case, situation, case.infraction, redeal=not case.facts["playable"])


def exposed(case: Case, situation: Situation) -> Decision:
    """Apply the infraction's row with what an exposed tile means in this event (B-40, C-17)."""
    return exposed_tiles(case, situation, case.infraction)


def exposed_tiles(case: Case, situation: Situation, code: str, **changes: Any) -> Decision:
    """Apply a row whose tiles were shown: penalty tiles, nothing, or a warning."""
    reading = situation.rules.options.penalty_tile
    own = code == "B-40"
    if reading == "card" and not ROWS[code].ladder:
        changes["ladder"] = "warnings"
    if reading == "forced":
        return ruled(case, situation, code, also=None if own else _FORCED, **changes)
    if own:
        return ruled(case, situation, code, remedy=_TAKEN_BACK, **changes)
    return ruled(case, situation, code, also=_TAKEN_BACK, **changes)
