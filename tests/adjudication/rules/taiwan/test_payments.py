"""Full liability and substitute payment against the rulebook's formulas, over many tables."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adjudication.rule_lines import rule_line
from engine.registry import find_game
from engine.settling import settle_line

PLACES = ("E", "S", "W", "N")
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}
RULESET = find_game("taiwan").ruleset

tables = st.fixed_dictionaries(
    {
        "options": st.fixed_dictionaries({"base": st.integers(0, 300), "unit": st.integers(1, 100)}),
        "start": st.fixed_dictionaries({"dealer": st.sampled_from(PLACES), "streak": st.integers(0, 9)}),
    }
)
# infraction, facts, trigger of its window, tiles it lasts (None: the hand)
WINDOWS: list[tuple[str, dict[str, Any], str, int | None]] = [
    ("A18.1", {"found_at": "kong_tail_win"}, "kong_tail", None),
    ("A18.2", {"stage": "inserted"}, "tile", None),
    ("A18.2", {"stage": "completed", "last_eight": False}, "kong_tail", None),
    ("A18.3", {"stage": "inserted_lost"}, "tile", None),
    ("A18.3", {"stage": "completed", "last_eight": False}, "self", 8),
    ("A18.3", {"stage": "completed", "last_eight": False}, "kong_tail", None),
    ("A18.4", {"stage": "completed"}, "self", 8),
]


def scores(table: dict[str, Any], *events: dict[str, Any]) -> dict[str, int]:
    line = {**table, "seats": SEATS, "events": list(events)}
    return dict(settle_line(RULESET, line, {})["scores"])


def ruling(table: dict[str, Any], infraction: str, offender: str, facts: dict[str, Any]) -> dict[str, Any]:
    line = {**table, "seats": SEATS, "infraction": infraction, "offender": offender, "facts": facts}
    return {"type": "ruling", "effect": rule_line(RULESET, line, {})["effect"]}


@given(table=tables, offender=st.sampled_from(PLACES), tai=st.integers(0, 60))
def test_a_false_win_is_paid_by_the_formula(table: dict[str, Any], offender: str, tai: int) -> None:
    base, unit = table["options"]["base"], table["options"]["unit"]
    dealer, dealer_tai = table["start"]["dealer"], 1 + 2 * table["start"]["streak"]
    want = {
        place: base + (tai + (dealer_tai if dealer in (place, offender) else 0)) * unit
        for place in PLACES
        if place != offender
    }
    found = scores(table, ruling(table, "A15", offender, {"tai": tai}))
    assert {place: found[place] for place in want} == want
    assert found[offender] == -sum(want.values())


@given(
    table=tables,
    window=st.sampled_from(WINDOWS),
    seats=st.permutations(PLACES),
    tai=st.integers(0, 60),
    since=st.integers(1, 60),
    by_self=st.booleans(),
    inside=st.booleans(),
)
def test_inside_a_window_the_offender_pays_each_line_once_and_outside_nothing_changes(
    table: dict[str, Any],
    window: tuple[str, dict[str, Any], str, int | None],
    seats: list[str],
    tai: int,
    since: int,
    by_self: bool,
    inside: bool,
) -> None:
    infraction, facts, trigger, lasts = window
    offender, winner, giver, _ = seats
    ruled = ruling(table, infraction, offender, facts)
    name = ruled["effect"]["liabilities"][0]["id"]
    entry: dict[str, Any] = {"seat": winner, "by": "self" if by_self else "discard", "total": tai}
    if not by_self:
        entry["from"] = giver
    plain = scores(table, {"type": "win", "wins": [entry]})
    entry["since"] = {name: since}
    hit = trigger == "self" and by_self and since <= (lasts or 0)
    if inside and trigger == "tile":
        entry["tiles_of"], hit = [name], True
    if inside and trigger == "kong_tail":
        entry["kong_tail" if by_self else "kong_tile_unchanged"], hit = True, True
    elif infraction == "A18.3" and "last_eight" in facts:
        hit = by_self and since <= 8
    found = scores(table, ruled, {"type": "win", "wins": [entry]})
    if not hit:
        assert found == plain
        return
    assert found[winner] == plain[winner] == -found[offender]
    assert [found[place] for place in seats[2:]] == [0, 0]
