"""搬風 and 定莊 at a table."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.seating.winds_draw import draw_winds, throw
from tests.tournament import setting
from tournament.models import AuditEntry
from tournament.services.tables import undo
from tournament.services.verification import verify_event
from tournament.services.winds import take_winds


def test_the_system_throws_and_keeps_all_that_is_needed_to_repeat_it(table, organiser, event):
    before = dict(table.state["seats"])
    answer = take_winds(actor=organiser, table=table, expected_seq=0, key="w")
    winds = answer["winds"]
    assert table.state["seats"] == dict(draw_winds(before, "E", winds["seed"]).seats)
    assert tuple(winds["dealer_dice"]) == throw(winds["seed"], "dealer")
    assert table.state["expected"]["dealer"] == winds["first_dealer"]
    assert AuditEntry.objects.get(action="table.recorded").after["winds"] == winds
    assert take_winds(actor=organiser, table=table, expected_seq=0, key="w") == answer
    setting.record(table, organiser, setting.win())
    assert verify_event(event) == []


def test_what_was_thrown_at_the_table_is_recorded_and_can_be_undone(table, organiser):
    before = dict(table.state["seats"])
    thrown = {"thrower": "E", "dice": [1, 2, 3], "tiles": ["1z", "2z", "3z", "4z"], "dealer_dice": [1, 1, 1]}
    take_winds(actor=organiser, table=table, expected_seq=0, key=None, **thrown)
    # Six counted from East reaches South, whose player draws East; three from East is West.
    assert table.state["seats"] == {"E": before["S"], "S": before["W"], "W": before["N"], "N": before["E"]}
    assert table.state["expected"]["dealer"] == "W"
    undo(actor=organiser, table=table, expected_seq=1, key=None)
    assert table.state["seats"] == before


def test_a_later_jiang_takes_another_order(table, organiser):
    setting.record(table, organiser, setting.win())
    with pytest.raises(RuleError, match="winds_same"):
        take_winds(
            actor=organiser, table=table, expected_seq=1, key=None, dice=[1, 2, 3], tiles=["1z", "2z", "3z", "4z"]
        )


@pytest.mark.parametrize(
    "wrong",
    [
        {"dice": [1, 2, 9], "tiles": ["1z", "2z", "3z", "4z"]},
        {"dice": [1, 2, 3], "tiles": ["1z"] * 4},
        {"dice": [1, 2, 3]},
    ],
)
def test_impossible_throws_are_refused(table, organiser, wrong):
    with pytest.raises(RuleError):
        take_winds(actor=organiser, table=table, expected_seq=0, key=None, **wrong)
    assert table.seq == 0
