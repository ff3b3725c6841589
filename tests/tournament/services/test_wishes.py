"""Pairs kept apart, fixed tables, tables out of use, teams apart: what may be wished, by whom and when."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from tests.tournament import setting
from tests.tournament.services.test_methods import close_unplayed, drawn_by, pairs_in, play
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Draw, Schedule
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw, replay
from tournament.services.entries import update_entry
from tournament.services.wishes import fix_table, keep_apart, let_meet, set_hall


def apart(event, actor, first, second, reason=""):
    return keep_apart(
        actor=actor, event=event, first=get_entry(event, first), second=get_entry(event, second), reason=reason
    )


def test_pairs_kept_apart_never_meet_and_a_draft_becomes_out_of_date(organiser):
    event = setting.event(organiser, players=16, rounds=3)
    draw_round(actor=organiser, round_=get_round(event, 1))
    for pair in ((1, 2), (1, 3), (2, 3)):
        apart(event, organiser, *pair)
    assert Draw.objects.get().status == Draw.Status.STALE
    for number in (1, 2, 3):
        draw = close_unplayed(event, organiser, number)
        assert not {frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))} & pairs_in(draw)
        assert draw.report["apart_meetings"] == 0
    with pytest.raises(Conflict):
        apart(event, setting.chief(event), 2, 1, "again")


def test_after_the_first_round_only_the_chief_referee_keeps_apart_with_a_reason_and_sees_past_meetings(organiser):
    event = setting.event(organiser, players=8, rounds=2)
    draw = play(event, organiser, 1)
    first, second = draw.result["tables"][0]["seats"][:2]
    with pytest.raises(NotAllowed):
        apart(event, organiser, first, second, "quarrel")
    chief = setting.chief(event)
    with pytest.raises(Refused) as refusal:
        apart(event, chief, first, second)
    assert refusal.value.code == "reason_missing"
    made = apart(event, chief, first, second, "quarrel")
    assert made["met"] == [{"round": 1, "table": 1}]
    assert AuditEntry.objects.get(action="apart.added").reason == "quarrel"
    draw = close_unplayed(event, organiser, 2)
    assert frozenset((first, second)) not in pairs_in(draw)
    let_meet(actor=chief, event=event, first=get_entry(event, first), second=get_entry(event, second), reason="made up")


def test_contradictory_pairs_are_refused_before_anything_is_written(organiser):
    event = setting.event(organiser, players=8, rounds=1)
    for pair in ((1, 2), (1, 3), (2, 3)):
        apart(event, organiser, *pair)
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "seating_apart_contradictory"
    assert not Draw.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize("method", ["random", "schedule", "ranked"])
def test_a_fixed_table_is_kept_in_every_round(organiser, method):
    event = setting.event(organiser, players=16, rounds=4)
    drawn_by(event, organiser, method=method)
    fix_table(actor=organiser, entry=get_entry(event, 5), table=3)
    fix_table(actor=organiser, entry=get_entry(event, 6), table=9)
    with pytest.raises(Conflict) as refusal:
        fix_table(actor=organiser, entry=get_entry(event, 7), table=3)
    assert refusal.value.code == "table_kept"
    for number in (1, 2, 3, 4):
        draw = play(event, organiser, number)
        at = {who: table["number"] for table in draw.result["tables"] for who in table["seats"]}
        met = at[5] == at[6]
        assert at[5] == 3 and (met or at[6] == 9), draw.result
        assert not (met and 9 in at.values())
        assert replay(draw)[1]


def test_a_table_out_of_use_is_not_drawn_and_a_schedule_keeps_its_groups(organiser):
    event = setting.event(organiser, players=16, rounds=3)
    drawn_by(event, organiser, method="schedule")
    play(event, organiser, 1)
    planned = {row["round"]: row for row in Schedule.objects.get().result["rounds"]}
    set_hall(actor=organiser, event=event, tables=6, out=[2, 4])
    draw = play(event, organiser, 2)
    assert [table["number"] for table in draw.result["tables"]] == [1, 3, 5, 6]
    groups = {tuple(table["seats"]) for table in planned[2]["tables"]}
    assert {tuple(table["seats"]) for table in draw.result["tables"]} == groups
    assert replay(draw)[1] and Schedule.objects.count() == 1
    set_hall(actor=organiser, event=event, tables=3, out=[])
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 3))
    assert refusal.value.code == "tables_few"


def test_a_fixed_table_cannot_be_taken_out_of_use(event, organiser):
    fix_table(actor=organiser, entry=get_entry(event, 1), table=2)
    with pytest.raises(Conflict) as refusal:
        set_hall(actor=organiser, event=event, tables=None, out=[2])
    assert refusal.value.code == "table_kept_out"
    fix_table(actor=organiser, entry=get_entry(event, 1), table=None)
    set_hall(actor=organiser, event=event, tables=None, out=[2])
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert [table["number"] for table in draw.result["tables"]] == [1, 3]


def test_teams_are_kept_apart_where_the_stage_says_so_and_what_a_large_one_forces_is_said(organiser):
    event = setting.event(organiser, players=16, rounds=3)
    for number in range(1, 17):
        update_entry(actor=organiser, entry=get_entry(event, number), changes={"team": f"team {number % 4}"})
    drawn_by(event, organiser, method="schedule", apart_by=["team"])
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert draw.report["club_meetings"] == 0
    assert Schedule.objects.get().report["club_meetings"] == 0
    for number in (1, 2, 3, 5):
        update_entry(actor=organiser, entry=get_entry(event, number), changes={"team": "team 0"})
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert "seating_large_club" in [notice["code"] for notice in draw.report["notices"]]


@pytest.mark.parametrize("role", [Role.REFEREE, Role.SCORER])
def test_others_wish_for_nothing(event, role):
    actor = setting.member(event, role)
    with pytest.raises(NotAllowed):
        apart(event, actor, 1, 2)
    with pytest.raises(NotAllowed):
        fix_table(actor=actor, entry=get_entry(event, 1), table=1)
    with pytest.raises(NotAllowed):
        set_hall(actor=actor, event=event, tables=None, out=[1])


def test_a_changed_field_beside_a_kept_schedule_releases_nothing_by_halves(organiser):
    event = setting.event(organiser, players=16, rounds=2)
    drawn_by(event, organiser, method="schedule")
    draw_round(actor=organiser, round_=get_round(event, 1))
    apart(event, organiser, 1, 2)
    with pytest.raises(Conflict):
        release_draw(actor=organiser, round_=get_round(event, 1))
    draw_round(actor=organiser, round_=get_round(event, 1))
    assert Schedule.objects.count() == 2
    release_draw(actor=organiser, round_=get_round(event, 1))
