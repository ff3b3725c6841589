"""Rulings on exposed hands, wins and counts (B5 to B7)."""

from __future__ import annotations

from adjudication.rules.zungjung.common import exposed_tiles
from adjudication.rules.zungjung.rows import ruled
from engine.effects import EffectPosting
from engine.errors import RuleError, noop
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation
from engine.text import text

_REDEALT = text("裁判命洗牌重配。", "裁判命洗牌重配。", "The referee orders a new deal.")
_DISCARD_SHOWN = text(
    "亮出之牌須打出，禁止和牌。",
    "亮出之牌须打出，禁止和牌。",
    "The shown tiles must be discarded and he cannot win this hand.",
)
_AS_NAMED = text(
    "照胡家所報計分，不予增加。",
    "照和家所报计分，不予增加。",
    "The score stays as the winner named it; it is not raised.",
)
_DOUBTFUL = text(
    "所述不合理，由裁判裁定和牌是否成立。",
    "所述不合理，由裁判裁定和牌是否成立。",
    "The statement is not plausible: the referee decides whether the win stands.",
)


def anothers(case: Case, situation: Situation) -> Decision:
    """Exposing another's tiles: the deduction goes to him, the referee may redeal in the first round (B-42)."""
    options = situation.rules.options
    victim = case.facts["victim"]
    if victim == case.offender:
        raise RuleError("victim_is_offender", noop("The victim is another player."), path="facts.victim")
    redeal = case.facts["redeal"]
    also = _REDEALT if redeal else None
    points = options.ladder["P2"]
    if not options.exposed_victim:
        return ruled(case, situation, "B-42", step="P2", redeal=redeal, also=also)
    given = EffectPosting(
        payer=case.offender,
        to=victim,
        points=max(points, 1),
        account=options.play_penalties,
        reason="exposed_victim",
        article="B-42",
    )
    return ruled(case, situation, "B-42", redeal=redeal, also=also, postings=(given,) if points else ())


def follower(case: Case, situation: Situation) -> Decision:
    """Who shows his hand because another's win proves false has exposed tiles, or a dead hand by option (B-43)."""
    if situation.rules.options.shown_follower == "dead_hand":
        return ruled(case, situation, "B-43", flag="dead", remedy=_DISCARD_SHOWN)
    return exposed_tiles(case, situation, "B-43")


def false_win(case: Case, situation: Situation) -> Decision:
    """A hand shown that does not win: dearer when it was not even ready (B-51)."""
    row = "B-51" if case.facts["ready"] else "B-51b"
    return ruled(case, situation, row, redeal=not case.facts["playable"])


def beside_valid(case: Case, situation: Situation) -> Decision:
    """Beside a valid win only the deduction of the false one remains (B-53)."""
    return ruled(case, situation, "B-53", step="P4" if case.facts["ready"] else "P5")


def misscored(case: Case, situation: Situation) -> Decision | Ask:
    """A wrong score is corrected up or down in time; what a winner named too low may bind him (B-56, C-35)."""
    if case.facts["stage"] == "later":
        return ruled(case, situation, "B-56b")
    if situation.rules.options.named_count == "best":
        return ruled(case, situation, "B-56")
    if "named" not in case.facts:
        return Ask(("named",))
    if case.facts["named"] == "too_low":
        return ruled(case, situation, "B-56", status="no_action", remedy=_AS_NAMED)
    return ruled(case, situation, "B-56")


def scattered(case: Case, situation: Situation) -> Decision:
    """Others scattered the winner's tiles: a plausible win is accepted (B-55)."""
    if case.facts["plausible"]:
        return ruled(case, situation, "B-55")
    return ruled(case, situation, "B-55", status="discretion", remedy=_DOUBTFUL)


DECIDERS = {
    "misscored": misscored,
    "anothers": anothers,
    "follower": follower,
    "false_win": false_win,
    "beside_valid": beside_valid,
    "scattered": scattered,
}
