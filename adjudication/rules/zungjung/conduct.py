"""Rulings on information, the river, names of tiles and lateness (B8)."""

from __future__ import annotations

from adjudication.rules.zungjung.rows import DISQUALIFY, ruled
from engine.rulings import Case, Decision
from engine.situation import Situation
from engine.text import text

_FREE = text(
    "因此而起的錯鳴免罰收回，由牌河凌亂者負責。",
    "因此而起的错鸣免罚收回，由牌河凌乱者负责。",
    "The wrong claim it caused is withdrawn free; the owner of the river answers for it.",
)
_PAYS = text(
    "錯和的處分由報錯者承擔。", "错和的处分由报错者承担。", "Who named the tile bears the sanction of the false win."
)
_LOST = text(
    "本節賽分為零；該桌三人打或由替補上場。",
    "本节赛分为零；该桌三人打或由替补上场。",
    "His session counts zero match points; the table plays with three or a substitute.",
)
# Minutes up to which each step goes; beyond them the session is lost.
_LATE = ((5, "P2"), (10, "P3"), (15, "P4"))


def information(case: Case, situation: Situation) -> Decision:
    """Passing information: a warning, then a deduction; a dead hand if it helped; collusion is disqualified (B-71)."""
    gravity = case.facts["gravity"]
    if gravity == "collusion":
        return ruled(case, situation, "B-71", status="discretion", ladder="", step=DISQUALIFY)
    return ruled(case, situation, "B-71", flag="dead" if gravity == "helped" else None)


def untidy(case: Case, situation: Situation) -> Decision:
    """An untidy river is tidied; a wrong claim that it caused is free (B-72)."""
    return ruled(case, situation, "B-72", also=_FREE if case.facts["caused"] else None)


def misnamed(case: Case, situation: Situation) -> Decision:
    """A wrongly named tile: the misled act is free, the caller answers, by option for a false win too (B-73)."""
    if case.facts["led_to"] == "false_win" and situation.rules.options.misnamed_pays:
        return ruled(case, situation, "B-73", ladder="", step="P4", also=_PAYS)
    return ruled(case, situation, "B-73")


def late(case: Case, situation: Situation) -> Decision:
    """Lateness is deducted by steps of five minutes; over fifteen the session is lost (B-74)."""
    for most, step in _LATE:
        if case.facts["minutes"] <= most:
            return ruled(case, situation, "B-74", step=step)
    return ruled(case, situation, "B-74", step="P5", remedy=_LOST)


DECIDERS = {"information": information, "untidy": untidy, "misnamed": misnamed, "late": late}
