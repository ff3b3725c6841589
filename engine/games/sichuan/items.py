"""Ticked fan items: what they add up to, and what is refused because no hand shows it (1.A.5, 1.B.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.sichuan.scoring import pattern_table
from engine.patterns import Tally, valid_json
from engine.rulesets import ResolvedRuleset
from engine.ticked import check_together, check_way

# What only a claimed tile, or only a drawn one, can bring.
_BARRED: Mapping[str, tuple[str, ...]] = {
    "self": ("gangshangpao", "qianggang"),
    "discard": ("gangshanghua", "tianhu"),
}
# What no hand can show together. Seven pairs hold neither melds nor kongs; without chows four of a kind are a kong, no
# root; at most two suits hold too few terminals, and one suit too few of 2, 5 and 8, for four pungs and a pair.
_IMPOSSIBLE: Mapping[str, tuple[str, ...]] = {
    "qidui": ("daduizi", "jingoudiao", "jiangdui", "gang", "gangshanghua", "qingyaojiu"),
    "gen": ("daduizi", "jingoudiao", "jiangdui"),
    "daiyaojiu": ("duanyaojiu", "jiangdui", "daduizi", "jingoudiao"),
    "qingyaojiu": ("duanyaojiu", "jiangdui", "daduizi", "jingoudiao"),
    "qingyise": ("jiangdui",),
    "gangshanghua": ("gangshangpao", "qianggang"),
    "qianggang": ("haidi",),
    "tianhu": ("dihu", "gangshanghua", "gangshangpao", "qianggang", "haidi"),
    "dihu": ("haidi",),
}


def tally(rules: ResolvedRuleset, items: Sequence[tuple[str, int]], by: str | None, path: str) -> Tally:
    """Count ticked items; `by` says how the winning tile came. Raises `RuleError` for what cannot be."""
    check_way(items, _BARRED.get(by or "", ()), path)
    check_together(items, _IMPOSSIBLE, path)
    return pattern_table(rules).tally_items(items, path)


def score_items(rules: ResolvedRuleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Explain ticked items as `score` does tiles; raises `RuleError` for what cannot stand together."""
    found = tally(rules, data["items"], data.get("by"), "items")
    cap = rules.options.cap_fan
    return valid_json(pattern_table(rules).capped_score(found, cap, rules.ruleset.unit.zh_hant, (), ()))
