"""Ticked tai items: what they add up to, and what is refused because no hand shows it (2.A.2, 2.B.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.games.dinghai.scoring import pattern_table
from engine.patterns import Tally, valid_json
from engine.rulesets import ResolvedRuleset
from engine.ticked import check_together, check_way, with_contained, with_implied

_HONOUR_PUNGS = ("hongzhong", "facai", "baiban", "zuofeng", "quanfeng")
_WAITS = ("duidao", "kanzhang", "bianzhang", "dandiao")
# What no hand can show together; a hand complete when dealt has no winning tile, so it waited for none.
_IMPOSSIBLE: Mapping[str, tuple[str, ...]] = {
    "paihu": (*_HONOUR_PUNGS, *_WAITS, "pengpenghu"),
    "qingyise": _HONOUR_PUNGS,
    "pengpenghu": ("kanzhang", "bianzhang"),
    "haidilaoyue": ("zimo", "gangshangkaihua", "buhuahu", "dihu"),
    "tianhu": ("dihu", "haidilaoyue", "gangshangkaihua", *_WAITS),
    "gangshangkaihua": ("buhuahu",),
}


def tally(
    rules: ResolvedRuleset, items: Sequence[tuple[str, int]], by: str | None, path: str, flags: Collection[str] = ()
) -> Tally:
    """Count ticked items and those that follow from how the winning tile came, which `by` and `flags` say.

    Raises `RuleError` for what cannot be.
    """
    check_way(items, _barred(rules, by, robbed="robbed_kong" in flags), path)
    won = with_implied(items, _circumstances(by, flags))
    if _drawn(rules, won, by, flags):
        won = with_contained(pattern_table(rules), won, ("zimo",))
    check_together(won, _IMPOSSIBLE, path)
    return pattern_table(rules).tally_items(won, path)


def _circumstances(by: str | None, flags: Collection[str]) -> list[str]:
    """Return the items that the circumstances of the win are by themselves (2.B.1, items 12, 16, 18, 19)."""
    found = []
    if by == "self" and ("after_kong" in flags or "fed_kong" in flags):
        found.append("gangshangkaihua")
    elif by == "self" and "after_flower" in flags:
        found.append("buhuahu")
    if by == "discard" and "last_tile" in flags:
        found.append("haidilaoyue")
    return found + [item for flag, item in (("heaven", "tianhu"), ("earth", "dihu")) if flag in flags]


def _drawn(rules: ResolvedRuleset, items: Sequence[tuple[str, int]], by: str | None, flags: Collection[str]) -> bool:
    """Tell whether the win has the tai of a self-draw, ticked or not (2.B.1, item 5; 2.D.3, 2.D.12)."""
    if by == "self":
        return bool(rules.options.first_win_self) or {"tianhu", "dihu"}.isdisjoint(code for code, _ in items)
    return "robbed_kong" in flags and bool(rules.options.rob_self_tai)


def _barred(rules: ResolvedRuleset, by: str | None, *, robbed: bool) -> tuple[str, ...]:
    if by == "self":
        return ("haidilaoyue",) if rules.options.duidao_on_self else ("haidilaoyue", "duidao")
    if by == "discard":
        drawn = ("gangshangkaihua", "buhuahu", "tianhu", "dihu")
        return drawn if robbed and rules.options.rob_self_tai else (*drawn, "zimo")
    return ()


def score_items(rules: ResolvedRuleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Explain ticked items as `score` does tiles; raises `RuleError` for what cannot stand together."""
    flags = {*data.get("flags", ()), *(("robbed_kong",) if data.get("robbed") else ())}
    found = tally(rules, data["items"], data.get("by"), "items", flags)
    return valid_json(pattern_table(rules).capped_score(found, rules.options.cap, rules.ruleset.unit.zh_hant, (), ()))
