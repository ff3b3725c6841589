"""Walking and looking when ready (眼牌): a right with a price, and what breaks it (A14)."""

from __future__ import annotations

from adjudication.rules.taiwan.dead import pay_everyone, strike
from adjudication.rules.taiwan.wording import remedy
from engine.effects import Effect, FlagChange
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation


def looked(case: Case, situation: Situation) -> Decision | Ask:
    """A14: ready, it is a right that costs one tai to whoever wins; not ready or broken, an offence each."""
    ready, violation = case.facts["ready"], case.facts["violation"]
    if case.facts.get("passed_before_win"):
        return pay_everyone(case, situation, article="A14", words=("eye_passed",), ladder="")
    if violation and not ready:
        return pay_everyone(case, situation, article="A14", words=("eye_twice",))
    eye = () if situation.has(case.offender, "eye") else (FlagChange(case.offender, "eye"),)
    if ready and not violation:
        return Decision(status="right", remedy=remedy("eye_right"), article="A14", effect=Effect(flags=eye))
    return strike(case, situation, article="A14", words=("eye_broken",), flags=eye)
