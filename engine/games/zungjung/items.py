"""Ticked patterns: what no hand shows together, what always comes along, and what the way of winning bars (A9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.errors import RuleError, join_path, noop
from engine.rulesets import ResolvedRuleset
from engine.ticked import Items, check_together, check_way, item_places

HEAVEN, EARTH, VALUE = "9.4.1", "9.4.2", "3.1"
SEVEN_PAIRS, THIRTEEN = "10.2", "10.1"
_SETS = 4
# At least how many sequences and how many triplets a hand of sets holds that shows a pattern, kongs being triplets.
# A robbed tile only completes a sequence: all four of its kind are in the kong. 3.1 is a triplet each time it counts.
_LEAST: Mapping[str, tuple[int, int]] = {
    "1.1": (4, 0), "2.2": (2, 1), "3.1": (0, 1), "3.2.1": (0, 2), "3.2.2": (0, 3), "3.3.1": (0, 2), "3.3.2": (0, 3),
    "3.3.3": (0, 3), "3.3.4": (0, 4), "3.4": (0, 4), "4.1": (0, 4), "4.2.1": (0, 2), "4.2.2": (0, 3), "4.2.3": (0, 4),
    "4.3.1": (0, 1), "4.3.2": (0, 2), "4.3.3": (0, 3), "4.3.4": (0, 4), "5.1.1": (2, 0), "5.1.2": (4, 0),
    "5.1.3": (3, 0), "5.1.4": (4, 0), "6.1": (3, 0), "6.2.1": (0, 2), "6.2.2": (0, 3), "7.1": (3, 0), "7.2.1": (0, 3),
    "7.2.2": (0, 4), "8.1.1": (1, 0), "8.1.2": (1, 0), "8.1.3": (0, 4), "8.1.4": (0, 4), "9.2": (0, 1), "9.3": (1, 0),
}  # fmt: skip
# Of these sets, how many at least are triplets that count as no value honour: guest winds, numbers, beside 3.2.1 any.
_PLAIN: Mapping[str, int] = {
    "3.2.1": 1, "3.3.1": 1, "3.3.2": 2, "3.3.3": 2, "3.3.4": 3, "6.2.1": 2, "6.2.2": 3, "7.2.1": 3, "7.2.2": 4,
}  # fmt: skip

_DRAGONS = ("3.2.1", "3.2.2")
_WINDS = ("3.3.1", "3.3.2", "3.3.3", "3.3.4")
_HONOURS = (VALUE, *_DRAGONS, *_WINDS)
_KONGS = ("4.3.1", "4.3.2", "4.3.3", "4.3.4")
_IDENTICAL = ("5.1.1", "5.1.2", "5.1.3", "5.1.4")
_SIMILAR = ("6.1", "6.2.1", "6.2.2")
_LONG = ("7.1", "7.2.1", "7.2.2")
_ENDS = ("8.1.1", "8.1.2", "8.1.3", "8.1.4")
_BLESSINGS = (HEAVEN, EARTH)
_OF_TILE = ("9.1.1", "9.1.2", "9.2", "9.3")
# What no hand shows together, beside patterns of one series, too many sets, and what has no place in an irregular hand.
_IMPOSSIBLE: Mapping[str, tuple[str, ...]] = {
    "1.3": ("2.1.1", "2.2", *_HONOURS, "3.4", "7.1", *_ENDS),
    "2.1.1": ("2.2", "3.4", *_SIMILAR, "8.1.2", "8.1.4"),
    "2.1.2": (*_HONOURS, "3.4", *_SIMILAR, "8.1.1", "8.1.3", "8.1.4"),
    "2.2": (*_HONOURS, "3.4", *_KONGS, *_IDENTICAL, *_SIMILAR, *_LONG[1:], *_ENDS, "9.2"),
    VALUE: ("8.1.2", "8.1.4"),
    "3.2.1": (*_WINDS, *_SIMILAR, *_LONG, "8.1.2", "8.1.4"),
    "3.2.2": (*_WINDS, *_SIMILAR, *_LONG, "8.1.2", "8.1.4"),
    **dict.fromkeys(_WINDS, (*_SIMILAR, *_LONG, "8.1.2", "8.1.4")),
    "3.4": (*_IDENTICAL, *_SIMILAR, *_LONG, "8.1.1", "8.1.2", "8.1.4"),
    **dict.fromkeys(_IDENTICAL[1:], ("6.1", "7.1")),
    "6.1": ("7.1",),
    "6.2.1": ("7.2.2",),
    "6.2.2": ("7.2.1", "7.2.2"),
    **dict.fromkeys(_LONG, _ENDS),
    "9.3": ("9.1.1", "9.1.2", "9.2"),
    HEAVEN: (*_KONGS, *_OF_TILE),
    EARTH: (*_KONGS, *_OF_TILE),
    THIRTEEN: (SEVEN_PAIRS,),
}  # fmt: skip
# What stands beside an irregular hand, options apart (A9, 10.1 and 10.2); it has no kongs to draw after.
_BESIDE: Mapping[str, tuple[str, ...]] = {
    THIRTEEN: ("9.1.1", "9.1.2", "9.3"),
    SEVEN_PAIRS: ("1.3", "2.1.1", "2.1.2", "8.1.3", "9.1.1", "9.1.2", *_BLESSINGS),
}
_ONLY_SELF = ("9.1.1", "9.2", HEAVEN)
_ONLY_CLAIMED = ("9.1.2", "9.3")


class Always(msgspec.Struct, frozen=True):
    """What every hand that shows a pattern, `least` times, shows too: one of `also`, `times` times."""

    shown: str
    also: tuple[str, ...]
    times: int = 1
    least: int = 1


_ALWAYS = (
    Always("2.2", ("1.2",)),
    Always("2.2", ("2.1.2",)),
    Always("3.1", ("3.2.2",), least=4),
    Always("3.1", ("4.1",), least=4),
    Always("3.2.1", (VALUE,), times=2),
    Always("3.2.2", (VALUE,), times=3),
    Always("3.3.4", (VALUE,)),
    Always("3.3.4", ("4.1",)),
    Always("3.4", ("4.1", SEVEN_PAIRS)),
    Always("3.4", (VALUE, SEVEN_PAIRS)),
    Always("3.4", ("8.1.3",)),
    Always("4.2.3", ("1.2",)),
    Always("4.2.3", ("4.1",)),
    Always("4.3.4", ("4.1",)),
    Always("5.1.2", ("1.1", SEVEN_PAIRS)),
    Always("5.1.4", ("1.1",)),
    Always("7.2.2", ("4.1",)),
    Always("8.1.3", ("4.1", SEVEN_PAIRS, THIRTEEN)),
    Always("8.1.4", ("4.1", SEVEN_PAIRS)),
    Always("9.2", _KONGS),
    Always(HEAVEN, ("1.2", SEVEN_PAIRS, THIRTEEN)),
    Always(EARTH, ("1.2", SEVEN_PAIRS, THIRTEEN)),
)
# The pattern of at least two, three, four concealed triplets.
_HIDDEN = (("4.2.1", "4.2.2", "4.2.3"), ("4.2.2", "4.2.3"), ("4.2.3",))


def check_items(rules: ResolvedRuleset, items: Items, *, by: str | None, listed: bool, path: str) -> None:
    """Refuse ticked patterns that no hand shows so.

    `by` says how the winning tile came, None where it is not known. Beside a `listed` pattern nothing counts (A10.2),
    so that nothing can lack.
    """
    in_round = rules.options.earth_win == "first_round"
    claimed = _ONLY_CLAIMED if in_round else (*_ONLY_CLAIMED, EARTH)
    check_way(items, {"self": claimed, "discard": _ONLY_SELF}.get(by or "", ()), path)
    check_together(items, _impossible(rules, items), path)
    if all(code != SEVEN_PAIRS for code, _ in items):
        _check_sets(items, path)
    if not listed and rules.options.named_count == "best":
        for rule in (*_ALWAYS, *_by_option(rules)):
            _check_always(items, rule, path)
        _check_hidden(items, by, path)


def _impossible(rules: ResolvedRuleset, items: Items) -> dict[str, tuple[str, ...]]:
    """Return what no hand shows together: with an irregular hand all that its options do not let stand beside it."""
    options = rules.options
    beside = {code: set(codes) for code, codes in _BESIDE.items()}
    if options.concealed_irregular:
        for codes in beside.values():
            codes.add("1.2")
    if options.thirteen_mixed_greater:
        beside[THIRTEEN].add("8.1.3")
    if options.thirteen_blessing:
        beside[THIRTEEN].update(_BLESSINGS)
    if options.all_honours_pairs:
        beside[SEVEN_PAIRS].add("3.4")
    if options.pure_greater_pairs:
        beside[SEVEN_PAIRS].add("8.1.4")
    if options.seven_pairs_sets:
        beside[SEVEN_PAIRS].update((VALUE, *_IDENTICAL[:2]))
    ticked = [code for code, _ in items]
    irregular = {
        shape: tuple(code for code in ticked if code != shape and code not in codes) for shape, codes in beside.items()
    }
    return {**_IMPOSSIBLE, **irregular}


def _by_option(rules: ResolvedRuleset) -> Iterable[Always]:
    if rules.options.concealed_irregular:
        yield from (Always(shape, ("1.2",)) for shape in (THIRTEEN, SEVEN_PAIRS))
    if rules.options.thirteen_mixed_greater:
        yield Always(THIRTEEN, ("8.1.3",))


def _check_sets(items: Items, path: str) -> None:
    """Refuse two patterns that together need more than the four sets of a hand, value honours being told by number."""
    least = {code: _least(code, count) for code, count in items}
    for position, (code, count) in enumerate(items):
        for other, _ in items:
            values = count if code == VALUE else 0
            beside = least[other][0] + _PLAIN.get(other, 0)
            if other != code and (least[code][1] + least[other][0] > _SETS or (values and values + beside > _SETS)):
                raise _too_many_sets(code, count, other, join_path(path, f"[{position}]"))


def _least(code: str, count: int) -> tuple[int, int]:
    sequences, triplets = _LEAST.get(code, (0, 0))
    return sequences * count, triplets * count


def _too_many_sets(code: str, count: int, other: str, path: str) -> RuleError:
    if count > 1:
        return RuleError(
            "patterns_impossible",
            noop("No hand shows {pattern} {count} times together with {because}."),
            path=path,
            pattern=code,
            count=count,
            because=other,
        )
    return RuleError(
        "patterns_impossible",
        noop("No hand shows {pattern} together with {because}."),
        path=path,
        pattern=code,
        because=other,
    )


def _check_always(items: Items, rule: Always, path: str) -> None:
    counts = dict(items)
    if counts.get(rule.shown, 0) < rule.least or any(counts.get(code, 0) >= rule.times for code in rule.also):
        return
    where = item_places(items, path)[rule.shown]
    if rule.times > 1:
        raise RuleError(
            "pattern_lacking",
            noop("{pattern} always comes with {missing} at least {count} times."),
            path=where,
            pattern=rule.shown,
            missing=rule.also[0],
            count=rule.times,
        )
    raise RuleError(
        "pattern_lacking",
        noop("{pattern} always comes with {missing}, which is not ticked."),
        path=where,
        pattern=rule.shown,
        missing=rule.also[0],
    )


def _check_hidden(items: Items, by: str | None, path: str) -> None:
    """A concealed hand hides its kongs, and all of its triplets but one that a discard may have completed (A8.5)."""
    codes = [code for code, _ in items]
    if "1.2" not in codes or SEVEN_PAIRS in codes or THIRTEEN in codes:
        return
    needed, most = max((_least(code, count)[1], code) for code, count in items)
    hidden = needed if by == "self" or most in _KONGS else needed - 1
    if hidden < 2 or not set(codes).isdisjoint(_HIDDEN[hidden - 2]):
        return
    raise RuleError(
        "pattern_lacking",
        noop("{pattern} together with {because} always comes with {missing}, which is not ticked."),
        path=item_places(items, path)["1.2"],
        pattern="1.2",
        because=most,
        missing=_HIDDEN[hidden - 2][0],
    )
