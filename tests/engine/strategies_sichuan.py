"""What the shared properties draw for Sichuan: winning hands in two suits, kongs and wins in the course of a hand."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.places import PLACES
from tests.hands_gen import two_suit_input

SUITS_ALIKE = True
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"kong_discard": "call_transfer", "table_double": 2, "self_draw": "plus1fan"},
    {"fed_kong_flower": "self_draw", "dealer_multi": "any", "unit": 5, "heavenly": "plain"},
)
# Options that only add an item: a hand is worth no less with the second than with the first.
ADDING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = tuple(
    ({"cap_fan": 9}, {"cap_fan": 9, "items": {code: 1}}) for code in ("daiyaojiu", "menqing", "duanyaojiu")
)


def hands() -> st.SearchStrategy[dict[str, Any]]:
    """Lines for `score` that win."""
    return st.integers(0, 2**32).map(lambda seed: two_suit_input(Random(seed), "h"))


@st.composite
def _wins(draw: st.DrawFn) -> dict[str, Any]:
    seats = draw(st.permutations(PLACES))
    flags = draw(st.sampled_from(([], ["after_kong"], ["last_tile"], ["robbed_kong", "second_kong"])))
    if draw(st.booleans()):
        entry: dict[str, Any] = {"seat": seats[0], "by": "self", "total": draw(st.integers(0, 5))}
        if "after_kong" in flags:
            entry |= {"flags": flags, "fed_by": seats[1]}
        return {"type": "win", "wins": [entry]}
    several = draw(st.integers(1, 3))
    return {
        "type": "win",
        "wins": [
            {"seat": seat, "by": "discard", "from": seats[0], "total": draw(st.integers(0, 5)), "flags": flags}
            for seat in seats[1 : 1 + several]
        ],
    }


@st.composite
def _kongs(draw: st.DrawFn) -> dict[str, Any]:
    first, second, *_ = draw(st.permutations(PLACES))
    kind = draw(st.sampled_from(("fed", "added_now", "added_late", "concealed")))
    kong = {"type": "kong", "seat": first, "kind": kind}
    if kind == "fed":
        return kong | {"from": second}
    return kong | {"robbed_by": second} if kind == "added_now" and draw(st.booleans()) else kong


def asides() -> st.SearchStrategy[dict[str, Any]]:
    """Kongs and wins, most of which leave the hand open."""
    return st.one_of(_wins(), _kongs())


def closings() -> st.SearchStrategy[dict[str, Any]]:
    """A reveal names who is still playing, which depends on what came before; a ruling ends a hand at any table."""
    deal = st.sampled_from(({"ends_hand": True}, {"ends_hand": True, "next_dealer": "next"}))
    return deal.map(lambda chosen: {"type": "ruling", "effect": {"deal": chosen}})


@st.composite
def rulings(draw: st.DrawFn) -> dict[str, Any]:
    """A ruling that lets the hand go on: payments, a liability, kong income refunded."""
    first, second, *_ = draw(st.permutations(PLACES))
    kind = draw(st.sampled_from(("posting", "liability", "refund")))
    effect: dict[str, Any] = {}
    if kind == "posting":
        effect["postings"] = [{"from": first, "to": second, "points": draw(st.integers(1, 50))}]
    elif kind == "liability":
        effect["liabilities"] = [{"id": f"L{draw(st.integers(0, 10**6))}", "payer": first, "windows": [["any", "win"]]}]
    else:
        effect["game"] = {"void_kongs": [first]}
    return {"type": "ruling", "effect": effect}
