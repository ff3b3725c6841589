"""Ticked tai items: what they add up to, and what is refused because no hand shows it (2.A.2, 2.B.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.dinghai.scoring import pattern_table
from engine.patterns import Tally, valid_json
from engine.rulesets import ResolvedRuleset
from engine.ticked import check_together, check_way

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
    rules: ResolvedRuleset, items: Sequence[tuple[str, int]], by: str | None, path: str, *, robbed: bool = False
) -> Tally:
    """Count ticked items; `by` and `robbed` say how the winning tile came. Raises `RuleError` for what cannot be."""
    check_way(items, _barred(rules, by, robbed=robbed), path)
    check_together(items, _IMPOSSIBLE, path)
    return pattern_table(rules).tally_items(items, path)


def _barred(rules: ResolvedRuleset, by: str | None, *, robbed: bool) -> tuple[str, ...]:
    if by == "self":
        return ("haidilaoyue",) if rules.options.duidao_on_self else ("haidilaoyue", "duidao")
    if by == "discard":
        drawn = ("gangshangkaihua", "buhuahu", "tianhu")
        return drawn if robbed and rules.options.rob_self_tai else (*drawn, "zimo")
    return ()


def score_items(rules: ResolvedRuleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Explain ticked items as `score` does tiles; raises `RuleError` for what cannot stand together."""
    robbed = bool(data.get("robbed")) or "robbed_kong" in data.get("flags", ())
    found = tally(rules, data["items"], data.get("by"), "items", robbed=robbed)
    return valid_json(pattern_table(rules).capped_score(found, rules.options.cap, rules.ruleset.unit.zh_hant, (), ()))
