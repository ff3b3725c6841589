"""Wins that are none: false (A15), after one was let pass (A12), by flowers too early (A21.27); lost declarations."""

from __future__ import annotations

from adjudication.rules.taiwan.dead import pay_everyone
from adjudication.rules.taiwan.wording import remedy
from engine.rulings import Ask, Case, Decision
from engine.situation import Situation


def false_win(case: Case, situation: Situation) -> Decision | Ask:
    """A15: base and tai to all three, dealer tai apart; a call without a tile shown is no false win."""
    if case.facts.get("shown") is False:
        return Decision(status="restored", remedy=remedy("win_withdrawn", "original_order"), article="A15")
    return _paid(case, situation, "A15", "false_win")


def won_after_passing(case: Case, situation: Situation) -> Decision | Ask:
    """A12: a win let pass bars winning until a tile that does not win is discarded or added to a kong (B.19)."""
    since = case.facts["since"]
    any_discard = situation.rules.options.passed_win_cancel == "any_discard"
    if since in ("other_tile", "added_kong") or (since == "winning_tile" and any_discard):
        return Decision(status="right", remedy=remedy("pass_over"), article="A12")
    if not case.facts["shown"]:
        return Decision(status="refused", remedy=remedy("pass_refused", "original_order"), article="A12")
    return _paid(case, situation, "A12", "pass_false_win", "false_win")


def flowers_too_early(case: Case, situation: Situation) -> Decision:
    """A21.27: a flower win claimed before the replacement is void, and the tile is replaced."""
    return Decision(status="restored", remedy=remedy("flowers_too_early"), article="A21.27")


def declaration_lost(case: Case, situation: Situation) -> Decision:
    """A21.31, A21.32: a declared ready hand is cancelled, or after a pass not counted; winning stays possible."""
    words = "declaration_uncounted" if case.facts["cause"] == "passed" else "declaration_cancelled"
    return Decision(status="penalised", remedy=remedy(words), article="A21.31")


def _paid(case: Case, situation: Situation, article: str, *words: str) -> Decision | Ask:
    """Let a false win be paid, saying how its tai are counted (B.6)."""
    counted = f"tai_{situation.rules.options.false_win_tai}"
    return pay_everyone(case, situation, article=article, words=(*words, counted), reason="false_win", ladder="")
