"""What the shared properties draw for Zung Jung: winning hands, events of a table, options."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.places import PLACES
from engine.tiles import format_tile
from tests.hands_gen import score_input

# No pattern looks at one suit alone.
SUITS_ALIKE = True
LIABILITIES = tuple(f"L{number}" for number in range(12))
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"equal_split": 30, "immunity_window": "three", "claimed_copy": "lapses"},
    {"immunity_unstarted": "none", "immunity_tile": "any_wait", "earth_win": "first_round"},
    {"uniform_payoff": True, "reseat_each_cycle": False, "immunity_window": "exclusive"},
)
# Options that only add an item: a hand is worth no less with the second than with the first.
ADDING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"concealed_irregular": True}),
    ({}, {"nine_gates": "any_wait"}),
    ({}, {"compound_limit": None}),
    ({}, {"values": {"chicken": 2}}),
    ({"discard_triplet": "exposed"}, {}),
    ({"pure_greater_pairs": False}, {}),
    ({"minimum": 5}, {}),
    ({}, {"seven_pairs_sets": True}),
    ({}, {"thirteen_mixed_greater": True}),
    ({"thirteen_blessing": False}, {}),
    ({"all_honours_pairs": False}, {}),
    ({}, {"earth_win": "first_round"}),
    ({"last_kong_draw": "one"}, {}),
    ({"final_discard_after_kong": False}, {}),
)

_FLAGS = ("last_tile", "after_kong", "robbed_kong", "earth", "heaven")


def _hand(seed: int) -> dict[str, Any]:
    rng = Random(seed)
    kinds = rng.choice((range(34), range(34), range(9), range(9, 18), range(18, 34)))
    hand = score_input(rng, "h", 4, kinds)
    if rng.randrange(8) == 0:
        pairs = rng.sample(range(34), 7)
        tiles = [format_tile(kind) for kind in (*pairs, *pairs[1:])]
        hand |= {"concealed": "".join(tiles), "melds": [], "win": format_tile(pairs[0])}
    if rng.randrange(3) == 0:
        flag = rng.choice(_FLAGS)
        if flag == "robbed_kong":
            hand["by"] = "discard"
        if flag != "heaven" or (hand["by"] == "self" and not hand["melds"]):
            hand["flags"] = [flag]
    return hand


def hands() -> st.SearchStrategy[dict[str, Any]]:
    """Lines for `score` that win."""
    return st.integers(0, 2**32).map(_hand)


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """A win, or two claims of one discard, that answer every fact a liability may ask."""
    seats = draw(st.permutations(PLACES))
    by_self = draw(st.booleans())
    entry: dict[str, Any] = {
        "seat": seats[0],
        "by": "self" if by_self else "discard",
        "since": dict.fromkeys(LIABILITIES, draw(st.integers(1, 12))),
        "total": draw(st.sampled_from((1, 5, 25, 30, 35, 160, 320, 480))),
    }
    found = [entry]
    if not by_self:
        entry["from"] = seats[1]
        entry |= draw(
            st.sampled_from(
                (
                    {},
                    {"responsible": None},
                    {"responsible": seats[2]},
                    {"robbed": True},
                    {"discards": [[place, "5p"] for place in (seats[2], seats[0], seats[3], seats[1])], "claimed": [0]},
                )
            )
        )
        if draw(st.integers(0, 3)) == 0:
            claim = {"seat": seats[2], "by": "discard", "from": seats[1], "since": entry["since"], "total": 5}
            found.append(claim)
    return {"type": "win", "wins": found}


def closings() -> st.SearchStrategy[dict[str, Any]]:
    """Events that end a hand."""
    return st.one_of(wins(), wins(), st.just({"type": "exhausted"}))


@st.composite
def rulings(draw: st.DrawFn) -> dict[str, Any]:
    """A ruling that lets the hand go on: a payment, a deal owed or taken away, a liability."""
    first, second, *_ = draw(st.permutations(PLACES))
    kind = draw(st.sampled_from(("posting", "deal", "liability")))
    effect: dict[str, Any] = {}
    if kind == "posting":
        effect["postings"] = [{"from": first, "to": second, "points": draw(st.integers(1, 500))}]
    elif kind == "deal":
        effect["game"] = {draw(st.sampled_from(("owed", "skipped"))): [first]}
    else:
        mode = draw(st.sampled_from(("instead", "besides")))
        windows = [[draw(st.sampled_from(("self", "any"))), draw(st.sampled_from((8, "hand", "win")))]]
        effect["liabilities"] = [{"id": LIABILITIES[0], "payer": first, "mode": mode, "windows": windows}]
    return {"type": "ruling", "effect": effect}


def asides() -> None:
    """Nothing else happens in the course of a hand."""
    return
