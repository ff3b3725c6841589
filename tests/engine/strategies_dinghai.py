"""What the shared properties draw for Dinghai: winning hands with flowers, winners with relations, options."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.places import PLACES
from tests.hands_gen import score_input

SUITS_ALIKE = True
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"rob_base": "self", "draw_unit": 1, "multi_dealer": "from_dealer"},
    {"self_index": "excluding", "relation_fourth": "more", "other_win_dealer": "winner"},
)
# Options that only add an item: a hand is worth no less with the second than with the first.
ADDING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"duidao_on_self": True}),
    ({}, {"dandiao_self": 3}),
    ({}, {"own_flower_beside_set": True}),
    ({}, {"flower_win": "plus_self"}),
    ({}, {"honours_hunyise": True}),
    ({}, {"dragon_pair_paihu": True}),
    ({}, {"paihu_only_if_zero": False}),
    ({"first_win_self": False}, {"first_win_self": True}),
)
_FLAGS = ("last_tile", "after_kong", "after_flower", "earth")


def _hand(seed: int) -> dict[str, Any]:
    rng = Random(seed)
    kinds = rng.choice((range(34), range(9), range(18, 34)))
    hand = score_input(rng, "h", 4, kinds)
    hand["flowers"] = "".join(f"f{number}" for number in range(1, 9) if rng.randrange(4) == 0)
    if rng.randrange(3) == 0:
        hand["flags"] = [rng.choice(_FLAGS)]
        if "earth" in hand["flags"]:
            hand["by"] = "self"
    return hand


def hands() -> st.SearchStrategy[dict[str, Any]]:
    """Lines for `score` that win."""
    return st.integers(0, 2**32).map(_hand)


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """One winner, or two on one discard, perhaps bound to others by three takings."""
    first, second, third, _ = draw(st.permutations(PLACES))
    pairs = [[first, second], [second, first], [third, first]]
    partners = draw(st.lists(st.sampled_from(pairs), unique_by=tuple, max_size=3))
    entry: dict[str, Any] = {"seat": first, "total": draw(st.integers(0, 4)), "partners": partners}
    if draw(st.booleans()):
        entry |= {"by": "self", "total": draw(st.integers(1, 4))} | ({"fed_by": second} if draw(st.booleans()) else {})
        return {"type": "win", "wins": [entry]}
    entry |= {"by": "discard", "from": second}
    if draw(st.integers(0, 3)) == 0:
        return {"type": "win", "wins": [entry | {"robbed": True}]}
    found = [entry]
    if draw(st.integers(0, 3)) == 0:
        found.append({"seat": third, "by": "discard", "from": second, "total": draw(st.integers(0, 4))})
    return {"type": "win", "wins": found}


def closings() -> st.SearchStrategy[dict[str, Any]]:
    """Events that end a hand."""
    return st.one_of(wins(), wins(), st.just({"type": "exhausted"}))


@st.composite
def rulings(draw: st.DrawFn) -> dict[str, Any]:
    """A ruling that lets the hand go on: payments, or a liability of either mode."""
    first, second, *_ = draw(st.permutations(PLACES))
    effect: dict[str, Any] = {"postings": [{"from": first, "to": second, "points": draw(st.integers(1, 50))}]}
    if draw(st.booleans()):
        mode = draw(st.sampled_from(("instead", "besides")))
        name = f"L{draw(st.integers(0, 10**6))}"
        effect = {"liabilities": [{"id": name, "payer": first, "mode": mode, "windows": [["any", "hand"]]}]}
    return {"type": "ruling", "effect": effect}


def asides() -> None:
    """Nothing else happens in a hand."""
