"""Ticked fan items: what they add up to, and what is refused because no hand shows it (1.A.5, 1.B.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.games.sichuan.scoring import counted_codes, pattern_table
from engine.patterns import Tally, valid_json
from engine.rulesets import ResolvedRuleset
from engine.ticked import check_together, check_way, with_implied

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


# The circumstance that a ticked item of the way of winning is.
_FLAG_OF = {"qianggang": "robbed_kong", "gangshangpao": "after_kong"}


def flags_of(items: Sequence[tuple[str, int]]) -> frozenset[str]:
    """Return the circumstances that ticked items say, which the kong income of 1.B.5 depends on."""
    return frozenset(_FLAG_OF[code] for code, _ in items if code in _FLAG_OF)


def tally(
    rules: ResolvedRuleset, items: Sequence[tuple[str, int]], by: str | None, path: str, flags: Collection[str] = ()
) -> Tally:
    """Count ticked items and those that follow from how the winning tile came, which `by` and `flags` say.

    Raises `RuleError` for what cannot be.
    """
    check_way(items, _BARRED.get(by or "", ()), path)
    won = with_implied(items, _circumstances(rules, by, flags))
    check_together(won, _IMPOSSIBLE, path)
    return pattern_table(rules).tally_items(won, path)


def _circumstances(rules: ResolvedRuleset, by: str | None, flags: Collection[str]) -> list[str]:
    """Return the items that the circumstances of the win are by themselves, as far as they count at this event."""
    found = []
    if by and ("after_kong" in flags or "fed_kong" in flags):
        found.append("gangshanghua" if by == "self" else "gangshangpao")
    if "last_tile" in flags and (by == "self" or rules.options.last_discard == "plus1fan"):
        found.append("haidi")
    whole = (("robbed_kong", "qianggang"), ("heaven", "tianhu"), ("earth", "dihu"))
    found += [item for flag, item in whole if flag in flags]
    counted = counted_codes(rules, pattern_table(rules))
    return [code for code in found if counted[code]]


def score_items(rules: ResolvedRuleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Explain ticked items as `score` does tiles; raises `RuleError` for what cannot stand together."""
    flags = {*data.get("flags", ()), *(("robbed_kong",) if data.get("robbed") else ())}
    found = tally(rules, data["items"], data.get("by"), "items", flags)
    cap = rules.options.cap_fan
    return valid_json(pattern_table(rules).capped_score(found, cap, rules.ruleset.unit.zh_hant, (), ()))
