"""A cut never separates equals by the order on the page."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.standings import Cut, Data, Entry, Policy, Result, Round, Standings, TieBreak, compute, cut


def field(withdrawn: str = "") -> Standings:
    """Ranks 1, 2, 2, 4."""
    points = {"a": 9, "b": 1, "c": 1, "d": -11}
    entries = tuple(Entry(name, withdrawn=name in withdrawn) for name in points)
    results = tuple(Result(name, 1, 1, raw) for name, raw in points.items())
    return compute(Policy((TieBreak("total"),)), Data(entries, (Round(1),), results))


def test_without_a_tie_at_the_cut_the_rule_does_not_matter() -> None:
    for ties in ("all", "none", "lot"):
        assert cut(field(), 1, ties) == Cut(("a",))
        assert cut(field(), 3, ties) == Cut(("a", "b", "c"))
        assert cut(field(), 9, ties) == Cut(("a", "b", "c", "d"))


def test_a_tie_at_the_cut_follows_the_rule() -> None:
    assert cut(field(), 2, "all") == Cut(("a", "b", "c"))
    assert cut(field(), 2, "none") == Cut(("a",))
    assert cut(field(), 2, "lot") == Cut(("a",), ("b", "c"), 1)


def test_who_has_withdrawn_takes_no_place_beyond_the_cut() -> None:
    assert cut(field(withdrawn="a"), 2, "none") == Cut(("b", "c"))


def test_a_cut_to_nobody_is_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        cut(field(), 0, "all")
    assert refusal.value.code == "number_too_small"
