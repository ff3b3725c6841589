"""What the shared properties draw for Shengji: ends of hands, rulings in the course of one, options."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.places import PLACES

SUITS_ALIKE = False
ADDING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = ()
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"cap": None, "change_points": 1, "koudi_min": 1},
    {"withdraw_from": "points", "withdraw_over": "foul", "foul_ends_hand": False, "pass_a_as_dealer": True},
    {"withdraw_per_card": 25, "withdraw_dissolve": 4000},
)


def hands() -> None:
    """There are no hands of tiles."""


@st.composite
def closings(draw: st.DrawFn) -> dict[str, Any]:
    """A hand as it is written down."""
    event: dict[str, Any] = {"type": "hand", "score": 5 * draw(st.integers(0, 60))}
    if draw(st.booleans()):
        cards = draw(st.integers(1, 6))
        points = 5 * draw(st.integers(0, min(8 * cards, 20)))
        event["last_trick"] = {"cards": cards, "points": points, "winner": draw(st.sampled_from(PLACES))}
    if draw(st.integers(0, 3)) == 0:
        event["withdrawn"] = {draw(st.sampled_from(PLACES)): draw(st.integers(0, 24))}
    if draw(st.integers(0, 3)) == 0:
        leader, *others = draw(st.permutations(PLACES))
        event["fouls"] = {"leader": leader, "by": others[: draw(st.integers(1, 3))]}
    return event


@st.composite
def rulings(draw: st.DrawFn) -> dict[str, Any]:
    """A ruling that lets the hand go on: cards taken back, a payment, levels for a foul."""
    first, second, *_ = draw(st.permutations(PLACES))
    kind = draw(st.sampled_from(("withdrawn", "withdrawn_total", "gain", "posting")))
    if kind == "posting":
        return {"type": "ruling", "effect": {"postings": [{"from": first, "to": second, "points": 10}]}}
    if kind == "gain":
        side = draw(st.sampled_from(("EW", "NS")))
        return {"type": "ruling", "effect": {"game": {"gain": {"side": side, "levels": draw(st.integers(1, 3))}}}}
    return {"type": "ruling", "effect": {"game": {kind: {first: draw(st.integers(1, 12))}}}}


def asides() -> None:
    """Nothing else is written in the course of a hand."""
