"""The fold against a second, plain settlement over random tables with voids, corrections and late rulings."""

from __future__ import annotations

from typing import Any

from hypothesis import given, note
from hypothesis import strategies as st

from tests.engine import strategies_taiwan as own
from tests.engine.games.taiwan import naive
from tests.engine.games.taiwan.helpers import settle

FALSE_WINS = st.sampled_from(
    (
        {"ends_hand": True, "next_dealer": "same", "streak": "keep"},
        {"ends_hand": True, "next_dealer": "next", "streak": "zero"},
    )
).map(lambda deal: {"type": "ruling", "effect": {"deal": deal}})


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Hands one after another, then corrections, late rulings and overturned rulings, then more hands."""
    events: list[dict[str, Any]] = []
    rulings: list[int] = []
    looked: list[Any] = []
    ids = iter(own.LIABILITIES)
    bound: set[int] = set()  # corrected or overturned: not corrected again

    def rule(event: dict[str, Any]) -> None:
        if event["effect"].get("flags", []) in looked:
            return  # who has looked already does not look again
        looked.append(event["effect"].get("flags") or [None])
        rulings.append(len(events))
        events.append(renamed(event))

    def renamed(ruling: dict[str, Any]) -> dict[str, Any]:
        """Give each liability of the table its own id."""
        opened = ruling["effect"].get("liabilities")
        if not opened:
            return ruling
        fresh = [{**item, "id": next(ids)} for item in opened]
        return {**ruling, "effect": {**ruling["effect"], "liabilities": fresh}}

    def play() -> None:
        if draw(st.integers(0, 2)) == 0:
            rule(draw(own.rulings()))
        events.append(draw(st.one_of(own.closings(), own.closings(), FALSE_WINS)))

    def correct() -> None:
        free = [
            seq for seq, event in enumerate(events) if event["type"] not in ("void", "replace") and seq not in bound
        ]
        if not free:
            return
        seq = draw(st.sampled_from(free))
        ruling = events[seq]["type"] == "ruling"
        kind = draw(st.sampled_from(("void", "replace", "late", "undo")))
        if kind == "void" and "undoes" not in events[seq].get("effect", {}):
            bound.add(seq)
            events.append({"type": "void", "seq": seq})
        elif kind == "replace" and not ruling:
            bound.add(seq)
            events.append({"type": "replace", "seq": seq, "with": draw(own.closings())})
            if draw(st.booleans()):
                events.append({"type": "void", "seq": len(events) - 1})
        elif kind == "late":
            over = [row[0].hand for row in naive.enter(events) if any(slot.ends for slot in row)]
            if over:
                rule(draw(own.rulings()) | {"hand": draw(st.sampled_from(over))})
        elif kind == "undo" and ruling and seq in rulings:
            bound.add(seq)
            events.append({"type": "ruling", "effect": {"undoes": seq}})
            bound.add(len(events) - 1)

    for _ in range(draw(st.integers(1, 3))):
        play()
    for _ in range(draw(st.integers(0, 3))):
        correct()
    for _ in range(draw(st.integers(0, 2))):
        play()
    return events


@given(events=tables(), base=st.integers(0, 200), unit=st.integers(1, 50))
def test_the_fold_agrees_with_the_plain_settlement(events: list[dict[str, Any]], base: int, unit: int) -> None:
    note(events)
    answer = settle(*events, base=base, unit=unit)
    plain = naive.settle(events, base, unit)
    assert {place: answer["scores"][place] for place in "ESWN"} == plain["scores"]
    progress = answer["state"]["progress"]
    assert (progress["dealer"], progress["streak"], progress["round_wind"]) == plain["deal"]
