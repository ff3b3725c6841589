"""What the shared properties draw for Taiwan mahjong: winning hands, events of a table, options."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.places import PLACES
from engine.tiles import format_tile, format_tiles
from tests.hands_gen import score_input

# No item looks at one suit alone.
SUITS_ALIKE = True
LIABILITIES = tuple(f"L{number}" for number in range(12))
OPTIONS: tuple[dict[str, Any], ...] = (
    {"inside_bets": True, "outside_bets": True},
    {"base": 0, "unit": 1, "multi_win": "all", "chip": 10, "inside_bets": True, "outside_bets": True},
    {"tai_cap": 5, "rob_six_base": "two", "dead_pays": False, "inside_bets": True, "outside_bets": True},
)
# Options that only add an item: a hand is worth no less with the second than with the first.
ADDING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"flower_set_rule": "add"}),
    ({}, {"round_dragon": "5z"}),
    ({}, {"wu_ankan_stacks": True}),
    ({}, {"items": {"peipai_huahu_extra": 4}}),
    ({"banqiu_duting": "included"}, {"banqiu_duting": "added"}),
    ({"haidi_with_kong": "one"}, {"haidi_with_kong": "both"}),
    ({"first_win_adds": False}, {"first_win_adds": True}),
    ({"pinghu_strict": True}, {"pinghu_strict": False}),
    ({"pinghu_wait": "two_sided"}, {"pinghu_wait": "not_single"}),
)

_FLAGS = (
    "last_tile", "after_kong", "after_flower", "heaven_ready", "earth_ready", "earth", "human", "heaven", "robbed_kong",
)  # fmt: skip


def _hand(seed: int) -> dict[str, Any]:
    rng = Random(seed)
    kinds = rng.choice((range(34), range(34), range(9), range(9, 18), range(18, 34), range(27, 34)))
    if rng.randrange(10) == 0:
        hand = _pairs_and_a_triplet(rng, kinds)
    else:
        hand = score_input(rng, "h", 5, kinds, rng.choice((60, 60, 10, 100)))
    hand["flowers"] = "".join(f"f{number}" for number in range(1, 9) if rng.randrange(4) == 0)
    if rng.randrange(3) == 0:
        flag = rng.choice(_FLAGS)
        if flag == "robbed_kong" and hand["by"] == "self":
            hand["by"] = "discard"
        if flag != "heaven" or (hand["by"] == "self" and not hand["melds"]):
            hand["flags"] = [flag]
    return hand


def _pairs_and_a_triplet(rng: Random, kinds: range) -> dict[str, Any]:
    pool = [kind for kind in kinds for _ in range(2)]
    chosen = rng.sample(pool, 7)
    triplet = rng.choice([kind for kind in range(34) if kind not in chosen])
    tiles = [*chosen, *chosen, triplet, triplet, triplet]
    win = tiles.pop(rng.randrange(17))
    line = score_input(rng, "h", 5)
    return line | {"concealed": format_tiles(tiles), "melds": [], "win": format_tile(win), "flags": []}


def hands() -> st.SearchStrategy[dict[str, Any]]:
    """Lines for `score` that win."""
    return st.integers(0, 2**32).map(_hand)


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    """A win of one or two players that answers every fact a liability may ask."""
    seats = draw(st.permutations(PLACES))
    by_self = draw(st.booleans())
    entry: dict[str, Any] = {
        "seat": seats[0],
        "by": "self" if by_self else "discard",
        "since": dict.fromkeys(LIABILITIES, draw(st.integers(1, 12))),
        "kong_tail": draw(st.booleans()),
        "kong_tile_unchanged": draw(st.booleans()),
    }
    if draw(st.integers(0, 3)) == 0:
        entry["shown_streak"] = draw(st.integers(0, 3))
    entry["total"] = draw(st.integers(0, 30))
    if not by_self:
        entry["from"] = seats[1]
    elif draw(st.integers(0, 4)) == 0:
        entry |= {"from": seats[1], "flags": ["rob_flower_6"]}
        if draw(st.booleans()):
            entry["extra"] = {"robbed": 8, "others": draw(st.integers(0, 4))}
    found = [entry]
    if not by_self and draw(st.integers(0, 3)) == 0:
        found.append(entry | {"seat": seats[2], "total": draw(st.integers(0, 9))})
    return {"type": "win", "wins": found}


def closings() -> st.SearchStrategy[dict[str, Any]]:
    """Events that end a hand."""
    return st.one_of(wins(), wins(), wins(), st.just({"type": "exhausted"}))


@st.composite
def rulings(draw: st.DrawFn) -> dict[str, Any]:
    """A ruling that lets the hand go on: payments, a looker, a liability; never a bar that a win may run into."""
    first, second, *_ = draw(st.permutations(PLACES))
    kind = draw(st.sampled_from(("posting", "eye", "liability", "shared")))
    effect: dict[str, Any] = {}
    if kind == "posting":
        effect["postings"] = [{"from": first, "to": second, "points": draw(st.integers(1, 500))}]
    elif kind == "eye":
        effect["flags"] = [{"seat": first, "flag": "eye"}]
    else:
        payers = (first, second) if kind == "shared" else (first,)
        trigger = draw(st.sampled_from(("self", "kong_tail", "any")))
        until = draw(st.sampled_from((8, "hand", "win")))
        effect["liabilities"] = [
            {"id": code, "origin": "o", "payer": payer, "windows": [[trigger, until]]}
            for code, payer in zip(LIABILITIES, payers, strict=False)
        ]
    return {"type": "ruling", "effect": effect}


@st.composite
def _bets(draw: st.DrawFn) -> dict[str, Any]:
    first, second, *_ = draw(st.permutations(PLACES))
    if draw(st.booleans()):
        return {"type": "inside_bet", "seat": first, "units": 1, "refused_by": draw(st.sampled_from(([], [second])))}
    return {"type": "outside_bet", "better": draw(st.sampled_from("xy")), "on": first}


def asides() -> st.SearchStrategy[dict[str, Any]]:
    """Events in the course of a hand."""
    return _bets()
