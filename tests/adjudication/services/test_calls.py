"""Calls: who may call, one open call a table, taken, closed with the minutes it cost."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from adjudication.models import Call
from adjudication.selectors.calls import queue
from adjudication.services.calls import call_referee, close_call, proposed_minutes, take_call
from tests.tournament import setting
from tournament.actors import PUBLIC
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry
from tournament.services.events import update_event


def test_players_at_the_table_call_and_the_queue_shows_them(referee, event, table, player):
    call = call_referee(actor=player("W"), table=table, text="錯碰")
    (waiting,) = queue(event)
    assert (waiting["call"], waiting["table"], waiting["text"], waiting["status"]) == (call.number, 1, "錯碰", "open")
    assert waiting["by"].startswith("#")
    with pytest.raises(NotAllowed):
        call_referee(actor=PUBLIC, table=table)


def test_nobody_is_called_when_nobody_would_come(event, table, player):
    with pytest.raises(Conflict, match="nobody_on_duty"):
        call_referee(actor=player("W"), table=table)


def test_a_second_call_joins_the_open_one_unless_it_brings_facts(referee, table, player):
    call_referee(actor=player("W"), table=table, text="一")
    call_referee(actor=player("E"), table=table, text="二")
    assert [call.text for call in Call.objects.all()] == ["一\n二"]
    call_referee(actor=referee, table=table, facts={"infraction": "T9"}, hand=1, seen_seq=0)
    assert Call.objects.count() == 2


def test_a_call_sent_twice_with_its_key_is_one_call(referee, table):
    given = {"actor": referee, "table": table, "facts": {"infraction": "T9"}, "key": "once"}
    assert call_referee(**given).number == call_referee(**given).number
    assert Call.objects.count() == 1


def test_a_call_says_how_far_the_table_has_moved_on(referee, organiser, event, table):
    call_referee(actor=referee, table=table)
    setting.record(table, organiser, setting.win())
    assert queue(event)[0]["moved_on"] == 1


def test_taking_and_closing_give_the_table_its_minutes(referee, table):
    call = take_call(actor=referee, call=call_referee(actor=referee, table=table))
    assert (call.status, call.taken_by) == ("taken", referee.user)
    closed = close_call(actor=referee, call=call, minutes=4)
    table.refresh_from_db()
    assert (closed.status, table.extra_minutes) == ("closed", 4)
    with pytest.raises(Conflict, match="call_closed"):
        close_call(actor=referee, call=call)
    with pytest.raises(Conflict, match="call_closed"):
        take_call(actor=referee, call=call)
    assert set(AuditEntry.objects.values_list("action", flat=True)) >= {"call.taken", "call.closed", "table.minutes"}


@pytest.mark.parametrize("minutes", [601, 10**20])
def test_more_time_than_a_round_has_is_refused_and_the_call_stays(referee, table, minutes):
    call = call_referee(actor=referee, table=table)
    with pytest.raises(Refused, match="minutes_range"):
        close_call(actor=referee, call=call, minutes=minutes)
    call.refresh_from_db()
    assert call.status == "open"


def test_a_floor_referee_opens_and_closes_but_gives_no_time(floor, referee, table):
    call = call_referee(actor=floor, table=table)
    with pytest.raises(NotAllowed):
        close_call(actor=floor, call=call, minutes=2)
    assert close_call(actor=floor, call=call).status == "closed"


def test_a_call_nobody_takes_is_escalated_after_the_minutes_of_the_event(referee, player, event, organiser, table):
    first = call_referee(actor=player("W"), table=table, text="一")
    second = call_referee(actor=referee, table=table, facts={"infraction": "T9"})
    assert [row["escalated"] for row in queue(event)] == [False, False]
    Call.objects.filter(pk=second.pk).update(opened_at=timezone.now() - dt.timedelta(minutes=5))
    assert [(row["call"], row["escalated"]) for row in queue(event)] == [(second.number, True), (first.number, False)]
    update_event(actor=organiser, event=event, changes={"settings": {"escalate_minutes": 6}})
    assert not any(row["escalated"] for row in queue(event))
    update_event(actor=organiser, event=event, changes={"settings": {"escalate_minutes": 5}})
    take_call(actor=referee, call=second)
    assert not any(row["escalated"] for row in queue(event))


@pytest.mark.parametrize(("seconds", "minutes"), [(0, 0), (59, 0), (60, 1), (61, 2), (600, 10)])
def test_minutes_are_proposed_rounded_up_from_one_minute_on(seconds, minutes):
    now = timezone.now()
    assert proposed_minutes(Call(opened_at=now - dt.timedelta(seconds=seconds)), now) == minutes


@pytest.mark.parametrize("tables", [1, 2])
def test_the_queue_takes_the_same_queries_however_long(tables, event, organiser, referee, django_assert_num_queries):
    setting.running_round(event, organiser)
    from tournament.selectors.tables import get_table

    for number in range(1, tables + 1):
        call_referee(actor=referee, table=get_table(event, 1, number))
    with django_assert_num_queries(2):
        assert len(queue(event)) == tables
