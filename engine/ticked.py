"""What ticked items are refused for beside what their list says: what never comes that way, or never together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.errors import RuleError, join_path, noop

Items = Sequence[tuple[str, int]]


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
