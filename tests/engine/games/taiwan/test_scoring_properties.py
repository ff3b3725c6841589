"""Random hands: the engine against plain counting, and what a discard and a self-draw may differ in."""

from __future__ import annotations

from typing import Any

from hypothesis import given, note
from hypothesis import strategies as st

from tests.engine import strategies_taiwan as own
from tests.engine.games.taiwan import naive_score
from tests.engine.games.taiwan.helpers import rules, score, settle

RULES = rules()
# What depends on how the tile came (A21), and what these take with them (A22).
OF_THE_WAY = {
    "zimo", "buqiu_zimo", "quanqiu", "banqiu", "pinghu", "qianggang", "gangshangkaihua", "haidilaoyue", "san_ankan",
    "si_ankan", "wu_ankan", "duiduihu", "menqing",
}  # fmt: skip


def counted(answer: dict[str, Any]) -> dict[str, int]:
    return {entry["code"]: entry["count"] for entry in answer["patterns"]}


@given(hand=own.hands())
def test_the_engine_agrees_with_plain_counting(hand: dict[str, Any]) -> None:
    answer = score(hand, RULES)
    note(f"{hand} {counted(answer)}")
    assert answer["total"] == naive_score.count(hand)


@given(hand=own.hands())
def test_a_discard_and_a_self_draw_differ_only_where_the_rules_say_so(hand: dict[str, Any]) -> None:
    plain = hand | {"flags": []}
    self_drawn, claimed = (counted(score(plain | {"by": by}, RULES)) for by in ("self", "discard"))
    differing = {code for code in self_drawn | claimed if self_drawn.get(code) != claimed.get(code)}
    # Another reading may pay more; what it is made of then differs in sets, not in what the hand is.
    assert differing <= OF_THE_WAY | {"ligu", "jian", "feng_door", "feng_round"}


@given(since=st.integers(1, 20), window=st.integers(0, 20), total=st.integers(0, 20), by_self=st.booleans())
def test_a_liability_moves_each_line_once_inside_its_window_and_nothing_outside(
    since: int, window: int, total: int, by_self: bool
) -> None:
    windows = [["self", window], ["self", window], ["kong_tail", "hand"]]
    opened = {"type": "ruling", "effect": {"liabilities": [{"id": "L", "payer": "W", "windows": windows}]}}
    entry: dict[str, Any] = {"seat": "S", "by": "self", "total": total, "since": {"L": since}}
    if not by_self:
        entry |= {"by": "discard", "from": "N"}
    win = {"type": "win", "wins": [entry]}
    free, bound = settle(win), settle(opened, win)
    if by_self and since <= window:
        due = -sum(free["scores"][place] for place in "EWN")
        assert bound["scores"] == {"E": 0, "S": due, "W": -due, "N": 0, "house": 0}
        assert len(bound["postings"]) == len(free["postings"])
        assert {line["liability"] for line in bound["postings"]} == {"L"}
    else:
        assert bound["scores"] == free["scores"]
