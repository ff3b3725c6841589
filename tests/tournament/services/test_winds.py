"""搬風 and 定莊 at a table."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.places import PLACES
from engine.seating.winds_draw import break_wall, draw_winds, throw
from tests.tournament import setting
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Table
from tournament.services.tables import finish_table, undo
from tournament.services.verification import verify_event
from tournament.services.winds import open_wall, take_winds

SELF_DRAW = {"type": "win", "wins": [{"seat": "E", "by": "self", "items": [["menqing", 1]]}]}


def table_of_sixteen(organiser, **more):
    """Table 1 of a running round of Taiwan 16 tiles, where the door decides the own wind (A4)."""
    return setting.running_table(setting.event(organiser, game="taiwan", preset="club_day", **more), organiser)


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


def test_where_only_exact_seats_may_not_come_again_a_turned_order_stands(organiser):
    table = table_of_sixteen(organiser, options={"seat_redraw": "exact_seats"})
    setting.record(table, organiser, SELF_DRAW)
    before = dict(table.state["seats"])
    turned = {"thrower": "E", "dice": [1, 2, 3], "tiles": ["1z", "2z", "3z", "4z"]}
    take_winds(actor=organiser, table=table, expected_seq=1, key=None, **turned)
    assert table.state["seats"] == {"E": before["S"], "S": before["W"], "W": before["N"], "N": before["E"]}


def test_the_wall_is_broken_by_thrown_or_given_dice_and_kept(organiser):
    table = table_of_sixteen(organiser)
    dealer = table.state["expected"]["dealer"]
    thrown = open_wall(actor=organiser, table=table, expected_seq=0, key="w")
    assert tuple(thrown["dice"]) == throw(thrown["seed"], "wall 1")
    broken = break_wall(dealer, thrown["dice"])
    assert (thrown["door"], thrown["wall"], thrown["pile"]) == (broken.door, broken.wall, broken.pile)
    assert open_wall(actor=organiser, table=table, expected_seq=0, key="w") == thrown
    given = open_wall(actor=organiser, table=table, expected_seq=0, key=None, dice=[6, 6, 6])
    # Eighteen counted from a place end at the next one, and use up its whole wall.
    assert (given["door"], given["wall"], given["pile"]) == (PLACES[(PLACES.index(dealer) + 1) % 4], dealer, 1)
    assert given["seed"] is None
    kept = [line.after for line in AuditEntry.objects.filter(action="table.wall")]
    assert kept == [given, thrown] and Table.objects.get(pk=table.pk).seq == 0


@pytest.mark.parametrize("wrong", [{"dice": [1, 2, 9]}, {"expected_seq": 3}, {"dice": []}])
def test_an_impossible_break_is_refused_and_keeps_nothing(organiser, wrong):
    table = table_of_sixteen(organiser)
    with pytest.raises(RuleError):
        open_wall(**{"actor": organiser, "table": table, "expected_seq": 0, "key": None} | wrong)
    assert not AuditEntry.objects.filter(action="table.wall").exists()


def test_nobody_from_outside_breaks_the_wall(organiser):
    table = table_of_sixteen(organiser)
    with pytest.raises(NotAllowed):
        open_wall(actor=Actor(), table=table, expected_seq=0, key=None)


def test_a_game_whose_door_decides_nothing_takes_no_break(table, organiser):
    with pytest.raises(Refused, match="door_unused"):
        open_wall(actor=organiser, table=table, expected_seq=0, key=None)


def test_the_wall_is_not_broken_once_the_table_has_finished(organiser):
    table = table_of_sixteen(organiser)
    finish_table(actor=organiser, table=table, expected_seq=0, key=None)
    with pytest.raises(Conflict, match="table_not_playing"):
        open_wall(actor=organiser, table=table, expected_seq=1, key=None)
