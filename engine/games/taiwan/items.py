"""The tai items as a list: compiled with the options of an event, and checked when they are ticked by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from engine.errors import RuleError, join_path, noop
from engine.patterns import PatternSpec, PatternTable, Tally
from engine.rulesets import ResolvedRuleset, not_a_value
from engine.ticked import check_together, check_way, with_contained, with_implied

# Counted when a payment concerns the dealer, never a part of the hand (A23).
DEALER_ITEMS = ("zuozhuang", "lian_la_per_N")
FLOWER_ITEMS = ("flower_own", "flower_set")
FIRST_WINS = ("tianhu", "dihu", "renhu")
# A hand complete at the deal is the dealer's, one ready at the deal never (A21.31, A21.33, A21.34).
DEALER_ALONE = ("heaven", "tianhu")
NOT_DEALER = ("earth", "dihu", "heaven_ready", "tianting")
WINDS_OR_DRAGONS = ("dasixi", "xiaosixi", "dasanyuan", "xiaosanyuan")

_FLOWER_WINS = frozenset(("baxian", "qiqiangyi"))
# What only a hand that was never opened has: its self-draw is 不求自摸 (A21.4), any other 自摸 (A21.23).
_CONCEALED = frozenset(("menqing", "tianting", "diting", "dihu", "renhu", "wu_ankan", "ligu"))

# Items that only a self-drawn or only a claimed winning tile can bring.
ONLY_SELF = ("zimo", "buqiu_zimo", "banqiu", "haidilaoyue", "tianhu", "gangshangkaihua")
ONLY_CLAIMED = ("quanqiu", "pinghu", "qianggang")
Way = Literal["self", "claimed", "robbed_flower"]
_BARRED: Mapping[Way, tuple[str, ...]] = {
    "self": ONLY_CLAIMED,
    "claimed": ONLY_SELF,
    # Paid like a discard, drawn as a replacement (A22).
    "robbed_flower": (*(code for code in ONLY_SELF if code != "gangshangkaihua"), "pinghu", "qianggang"),
}

# What no hand can show together, each beside the items it cannot meet.
IMPOSSIBLE: Mapping[str, tuple[str, ...]] = {
    "pinghu": (
        "duiduihu", "feng_door", "feng_round", "jian", "jian_round", "duting", "ziyise", "couyise", "san_ankan",
        "si_ankan", "wu_ankan", *WINDS_OR_DRAGONS, *FLOWER_ITEMS, "baxian", "qiqiangyi", *ONLY_SELF, "quanqiu",
        "ligu",
    ),
    "menqing": ("quanqiu", "banqiu", "zimo"),
    "buqiu_zimo": ("quanqiu", "banqiu", "qianggang"),
    "zimo": ("quanqiu", "qianggang", "wu_ankan", "tianting", "diting", "dihu", "renhu", "ligu"),
    "quanqiu": (
        "banqiu", "qianggang", "haidilaoyue", "san_ankan", "si_ankan", "wu_ankan", "ligu", "tianting", "diting",
        *FIRST_WINS,
    ),
    "banqiu": ("wu_ankan", "ligu", "tianting", "diting", "qianggang", *FIRST_WINS),
    "ziyise": ("qingyise", "couyise"),
    "qingyise": ("couyise", "feng_door", "feng_round", "jian", "jian_round", *WINDS_OR_DRAGONS),
    "qianggang": ("gangshangkaihua", "haidilaoyue", "tianhu"),
    "dasixi": ("dasanyuan", "xiaosanyuan"),
    "xiaosixi": ("dasanyuan", "xiaosanyuan"),
    "tianhu": ("dihu", "renhu", "duting"),
    "dihu": ("renhu",),
    "ligu": WINDS_OR_DRAGONS,
}  # fmt: skip


class Items:
    """The items of one resolved ruleset: values, exclusions and impossible pairs as its options have them."""

    def __init__(self, rules: ResolvedRuleset) -> None:
        options = rules.options
        values = {code: _value(code, value) for code, value in options["items"].items()}
        self.table = PatternTable(_specs(rules.ruleset.patterns, options), values)
        self.options = options
        self.subtract = options.wu_ankan_ziyise == "subtract"

    def value(self, code: str) -> int:
        """Return the tai of an item."""
        return self.table.values[self.table.index[code]]

    def with_way(self, items: Sequence[tuple[str, int]], *, way: Way, flags: Collection[str]) -> list[tuple[str, int]]:
        """Return ticked items with those that follow from how the hand was won (A21.4, A21.12, A21.23 to A21.35).

        Flowers that win without a hand (A21.29, A21.30) have no last tile.
        """
        found = with_implied(items, self._by_flowers(flags))
        codes = {code for code, _ in found}
        if codes & _FLOWER_WINS and codes <= {*_FLOWER_WINS, *FLOWER_ITEMS, "peipai_huahu_extra"}:
            return found
        found = with_implied(found, first_turns(self.options, flags, drawn=way == "self"))
        if way != "claimed" and not {"after_kong", "after_flower", "rob_flower_6", "rob_flower_7"}.isdisjoint(flags):
            found = with_implied(found, ("gangshangkaihua",))
        if way == "self" and "last_tile" in flags:
            found = with_contained(self.table, found, ("haidilaoyue",))
        if way == "claimed" and "robbed_kong" in flags:
            found = with_implied(found, ("qianggang",))
        if way == "self":
            concealed = any(code in _CONCEALED for code, _ in found)
            found = with_contained(self.table, found, ("buqiu_zimo" if concealed else "zimo",))
        return found

    def _by_flowers(self, flags: Collection[str]) -> list[str]:
        """Return the items of a win by flowers that is paid by all in the same way (A21.28 to A21.30)."""
        found = [item for flag, item in (("all_flowers", "baxian"), ("rob_flower_7", "qiqiangyi")) if flag in flags]
        dealt = bool(found) and not {"dealt_flowers", "heaven"}.isdisjoint(flags)
        return [*found, "peipai_huahu_extra"] if dealt and self.value("peipai_huahu_extra") else found

    def tally(self, items: Sequence[tuple[str, int]], *, way: Way, path: str) -> Tally:
        """Count ticked items; `way` says how the winning tile came.

        The deduction of 字一色 is added by itself. Raises `RuleError` for what cannot stand together, cannot come that
        way, or is settled between dealer and payer instead.
        """
        codes = {code: index for index, (code, _) in enumerate(items)}
        for code in DEALER_ITEMS:
            if code in codes:
                raise RuleError(
                    "item_of_dealer",
                    noop("{pattern} is added to each payment by itself."),
                    path=join_path(path, f"[{codes[code]}]"),
                    pattern=code,
                )
        check_way(items, _BARRED[way], path)
        check_together(items, IMPOSSIBLE, path)
        return self.table.tally_items([*items, *self._deduction(codes)], path=path)

    def _deduction(self, codes: Iterable[str]) -> list[tuple[str, int]]:
        """Return 字一色's deduction where it applies and was not ticked (A21.13)."""
        held = set(codes)
        if "ziyise" not in held or "ziyise_minus" in held or held.isdisjoint(WINDS_OR_DRAGONS):
            return []
        return [("ziyise_minus", 2 if self.subtract and "wu_ankan" in held else 1)]


def first_turns(options: Mapping[str, Any], flags: Collection[str], *, drawn: bool) -> tuple[str, ...]:
    """Return which of 天胡 to 地聽 the circumstances of a win are; all need a hand never opened (A21.31 to A21.35)."""
    dihu = "earth" in flags and (drawn or options["dihu_on_discard"])
    renhu = "human" in flags and (not drawn or options["renhu_self_draw"])
    met = {
        "tianhu": "heaven" in flags,
        "dihu": dihu,
        "renhu": renhu,
        "tianting": "heaven_ready" in flags or ("earth" in flags and not dihu),
        "diting": "earth_ready" in flags or ("human" in flags and not renhu),
    }
    return tuple(code for code, holds in met.items() if holds)


def items_of(rules: ResolvedRuleset) -> Items:
    """Return the compiled items of a ruleset; compiled once."""
    items = rules.cache.get("items")
    if items is None:
        items = rules.cache["items"] = Items(rules)
    return items


def _value(code: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise not_a_value(f"items.{code}", value)
    return -value if code == "ziyise_minus" else value


def _specs(specs: Sequence[PatternSpec], options: Mapping[str, Any]) -> list[PatternSpec]:
    """Return the patterns with the exclusions that the options add or take away."""
    excludes = {spec.code: list(spec.excludes) for spec in specs}
    if options["wu_ankan_stacks"]:
        excludes["wu_ankan"] = ["si_ankan", "san_ankan"]
    if options["banqiu_duting"] == "included":
        excludes["banqiu"].append("duting")
    if options["haidi_with_kong"] == "one":
        excludes["gangshangkaihua"].append("haidilaoyue")
    if not options["first_win_adds"]:
        for code in FIRST_WINS:
            excludes[code] = [spec.code for spec in specs if spec.code not in FIRST_WINS]
    return [msgspec.structs.replace(spec, excludes=tuple(excludes[spec.code])) for spec in specs]
