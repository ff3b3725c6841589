"""Ticked items beside what their list says: what the way of winning adds, what never comes so, or never together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.errors import RuleError, join_path, noop
from engine.patterns import PatternTable

Items = Sequence[tuple[str, int]]


def with_implied(items: Items, codes: Iterable[str]) -> list[tuple[str, int]]:
    """Return ticked items (code, count) and after them, once each, those of `codes` that were not ticked."""
    ticked = {code for code, _ in items}
    return [*items, *((code, 1) for code in codes if code not in ticked)]


def with_contained(table: PatternTable, items: Items, codes: Iterable[str]) -> list[tuple[str, int]]:
    """Add those of `codes` that count beside the items, one after another; what contains one of them keeps it out."""
    found = list(items)
    for code in codes:
        held = {one for one, _ in found}
        if not any(code in spec.excludes for spec in table.specs if spec.code in held):
            found = with_implied(found, (code,))
    return found


def check_way(items: Items, barred: Iterable[str], path: str) -> None:
    """Refuse ticked items (code, count) that the way in which the winning tile came cannot bring."""
    codes = {code: index for index, (code, _) in enumerate(items)}
    for code in barred:
        if code in codes:
            raise RuleError(
                "item_of_other_way",
                noop("{pattern} cannot come with a tile won in this way."),
                path=join_path(path, f"[{codes[code]}]"),
                pattern=code,
            )


def check_together(items: Items, impossible: Mapping[str, tuple[str, ...]], path: str) -> None:
    """Refuse ticked items of which no hand shows two together; `impossible` are the others by code."""
    codes = {code: index for index, (code, _) in enumerate(items)}
    for code, others in impossible.items():
        for other in others:
            if code in codes and other in codes:
                raise RuleError(
                    "patterns_impossible",
                    noop("No hand shows {pattern} together with {because}."),
                    path=join_path(path, f"[{max(codes[code], codes[other])}]"),
                    pattern=other,
                    because=code,
                )


def check_dealer(
    places: Mapping[str, str], *, deals: bool, only: Iterable[str] = (), never: Iterable[str] = ()
) -> None:
    """Refuse what comes to the dealer alone, ticked for another, and what never comes to him, ticked for the dealer.

    `places` tells by code of an item or a circumstance where it was ticked.
    """
    barred, words = (
        (never, noop("The dealer cannot win with {pattern}."))
        if deals
        else (only, noop("Only the dealer can win with {pattern}."))
    )
    for code in barred:
        if code in places:
            raise RuleError("dealer_never" if deals else "dealer_only", words, path=places[code], pattern=code)


def item_places(items: Items, path: str) -> dict[str, str]:
    """Return by code where an item was ticked."""
    return {code: join_path(path, f"[{index}]") for index, (code, _) in enumerate(items)}
