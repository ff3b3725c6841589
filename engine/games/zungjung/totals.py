"""What a hand can come to: sums of patterns up to the limit, listed patterns alone, the chicken hand (A8.2, A10)."""

from __future__ import annotations

from bisect import bisect

from engine.patterns import PatternTable


def listed_values(table: PatternTable, listed: int | None) -> tuple[int, ...]:
    """Return the values that stand alone, ascending; none where an event adds them up like the others (A10.2)."""
    return () if listed is None else tuple(sorted({value for value in table.values if value >= listed}))


def possible_totals(table: PatternTable, compound: int, listed: int | None, chicken: int) -> tuple[int, ...]:
    """Return the totals of which a hand could be thought, ascending; `chicken` is what one without patterns is worth.

    Only series and how often a pattern counts are looked at, not which patterns a hand shows together.
    """
    alone = listed_values(table, listed)
    series: dict[str, set[int]] = {}
    for spec, value in zip(table.specs, table.values, strict=True):
        if value not in alone:
            sums = series.setdefault(spec.series or spec.code, set())
            sums.update(value * count for count in range(1, spec.most + 1))
    series.pop("chicken")
    found = 1  # bit t stands for the total t
    for values in series.values():
        more = 0
        for value in values:
            more |= _capped(found, value, compound)
        found |= more
    sums = {total for total in range(1, compound + 1) if found >> total & 1}
    return tuple(sorted(sums | {chicken, *alone}))


def _capped(found: int, value: int, compound: int) -> int:
    """Add a value to every total found; what goes beyond the limit is the limit."""
    below = (1 << max(compound - value, 0)) - 1
    raised = (found & below) << min(value, compound)
    return raised | (1 << compound if found & ~below else 0)


def nearest(totals: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Return the totals next below and above one that is not among them; nothing for one that is."""
    at = bisect(totals, total)
    return () if total in totals else totals[max(at - 1, 0) : at + 1]
