"""A deliberate act goes to the referee's discretion; the listed penalty is the least."""

from __future__ import annotations

import msgspec

from adjudication.rules.taiwan.wording import joined, remedy
from engine.rulings import Ask, Case, Decider, Decision
from engine.situation import Situation


def with_discretion(decide: Decider) -> Decider:
    """Return `decide` so that a deliberate act keeps its effect and is marked as at discretion; rights stay rights."""

    def decided(case: Case, situation: Situation) -> Decision | Ask:
        decision = decide(case, situation)
        if not case.deliberate or isinstance(decision, Ask) or decision.status == "right":
            return decision
        words = joined(decision.remedy, remedy("deliberate"))
        return msgspec.structs.replace(decision, status="discretion", remedy=words)

    return decided
