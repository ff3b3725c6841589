"""The toy game's rulings: one infraction with two stages and a ladder."""

from __future__ import annotations

from pathlib import Path

from engine.deciding import climb
from engine.effects import Effect, EffectPosting, FlagChange
from engine.rulings import Case, Decision, load_rulings
from engine.situation import Situation
from engine.text import text


def slip(case: Case, situation: Situation) -> Decision:
    """An attempt is warned of; once completed the hand is dead and the value is paid to the three."""
    penalty = climb(situation.rules, "slips", case)
    if case.facts["stage"] == "attempt":
        return Decision(
            status="warning", remedy=text("復原。", "复原。", "Restore."), article="T1", penalty=penalty, ladder="slips"
        )
    postings = tuple(
        EffectPosting(payer=case.offender, to=other, points=1 + case.facts["tai"], article="T1")
        for other in situation.others(case.offender)
    )
    return Decision(
        status="penalised",
        remedy=text("相公，賠三家。", "相公，赔三家。", "Dead hand; pays the three."),
        article="T1",
        effect=Effect(flags=(FlagChange(case.offender, "dead"),), postings=postings),
        penalty=penalty,
        ladder="slips",
    )


RULINGS = load_rulings(Path(__file__).parent, {"slip": slip})
