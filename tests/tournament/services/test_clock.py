"""The clock of a round: start, pause, resume, extra minutes of a table; read by clients whose own clocks are wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Event, Round, Table
from tournament.selectors.clock import clock_of, clock_reading
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.rounds import close_round, set_clock
from tournament.services.table_status import confirm_table
from tournament.services.table_time import add_hands, add_minutes

START = datetime(2026, 3, 7, 2, 0, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """Set the server's time to so many seconds after the start."""

    def set_to(seconds: float) -> datetime:
        now = START + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    set_to(0)
    return set_to


@pytest.fixture
def round_(event, organiser, at):
    """Round 1 of 60 minutes, started at the start."""
    set_clock(actor=organiser, round_=get_round(event, 1), minutes=60)
    return setting.running_round(event, organiser)


def test_a_pause_takes_no_time_and_the_rest_is_what_was_left(round_, organiser, at):
    at(600)
    set_clock(actor=organiser, round_=round_, running=False)
    now = at(1500)
    assert clock_of(round_, now).left == 3000 and not clock_of(round_, now).running
    set_clock(actor=organiser, round_=round_, running=True)
    now = at(1560)
    assert clock_of(round_, now).left == 2940
    assert clock_of(round_, now).ends == START + timedelta(seconds=4500)
    lines = AuditEntry.objects.filter(action="round.clock").count()
    assert lines == 3


def test_five_minutes_for_one_table_only_are_counted_once_through_pauses(round_, organiser, at):
    add_minutes(actor=organiser, table=get_table(round_.event, 1, 1), minutes=5, reason="judge call")
    at(600)
    set_clock(actor=organiser, round_=round_, running=False)
    at(900)
    set_clock(actor=organiser, round_=round_, running=True)
    now = at(1000)
    reading = clock_reading(Round.objects.get(pk=round_.pk), now)
    left = {table["number"]: table["left_seconds"] for table in reading["tables"]}
    assert (reading["left_seconds"], left) == (2900, {1: 3200, 2: 2900})
    line = AuditEntry.objects.get(action="table.minutes")
    assert (line.after, line.reason) == ({"minutes": 5}, "judge call")


@pytest.mark.parametrize("off", [-90, -1, 0, 1, 90])
def test_a_client_whose_clock_is_off_shows_the_servers_time(round_, organiser, at, off):
    Event.objects.update(status=Event.Status.RUNNING)
    add_minutes(actor=organiser, table=get_table(round_.event, 1, 2), minutes=3)
    own = lambda server: server + timedelta(seconds=off)  # noqa: E731 - the client's wrong clock
    asked = at(100)
    answer = client_of().get("/api/v1/events/evening/rounds/1/clock/").json()
    offset = datetime.fromisoformat(answer["now"]) - own(asked)
    for later in (0, 59.4, 1800, 3779, 4000):
        server = START + timedelta(seconds=100 + later)
        for number, extra in ((1, 0), (2, 180)):
            table = answer["tables"][number - 1]
            shown = (datetime.fromisoformat(table["ends_at"]) - (own(server) + offset)).total_seconds()
            assert abs(max(0, shown) - max(0, 3600 + extra - 100 - later)) < 1


def test_the_end_of_the_time_submits_nothing(round_, organiser, at, event):
    table = get_table(event, 1, 1)
    setting.record(table, organiser, setting.win())
    now = at(7200)
    reading = clock_reading(Round.objects.get(pk=round_.pk), now)
    assert reading["time_is_up"] and reading["left_seconds"] == 0
    assert [found["status"] for found in reading["tables"]] == ["running", "waiting"]
    with pytest.raises(Conflict):
        close_round(actor=organiser, round_=round_)
    setting.record(table, organiser, setting.win("W", "E"))
    assert Table.objects.get(pk=table.pk).status == Table.Status.RUNNING


def test_a_table_out_of_time_gets_one_more_hand_and_goes_on(round_, organiser, event):
    table = get_table(event, 1, 1)
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED
    add_hands(actor=organiser, table=table, hands=1, reason="disturbed")
    table = get_table(event, 1, 1)
    assert (table.status, table.extra_hands, table.state["finished"]) == ("running", 1, False)
    setting.record(table, organiser, setting.win())
    table = get_table(event, 1, 1)
    assert table.status == Table.Status.FINISHED and len(table.state["hands"]) == 4
    assert AuditEntry.objects.get(action="table.hands").reason == "disturbed"
    confirm_table(actor=organiser, table=table, seq=table.seq)
    with pytest.raises(Conflict):
        add_hands(actor=organiser, table=table, hands=1)
    with pytest.raises(Refused):
        add_hands(actor=organiser, table=get_table(event, 1, 2), hands=-1)
    with pytest.raises(NotAllowed):
        add_hands(actor=setting.member(event, "scorer"), table=get_table(event, 1, 2), hands=1)


def test_a_closed_round_keeps_the_time_it_used(round_, organiser, at):
    at(1200)
    setting.play_round(round_, organiser)
    now = at(9000)
    found = Round.objects.get(pk=round_.pk)
    assert (clock_of(found, now).left, clock_of(found, now).running) == (2400, False)


def test_a_start_after_the_change_of_summer_time_has_the_later_offset(event, organiser):
    zone = ZoneInfo("Europe/Paris")
    starts = datetime(2026, 3, 29, 9, 0, tzinfo=zone)
    set_clock(actor=organiser, round_=get_round(event, 1), starts_at=starts)
    stored = get_round(event, 1).starts_at
    assert stored.astimezone(zone).isoformat() == "2026-03-29T09:00:00+02:00"
    assert stored.tzinfo is not None and stored == datetime(2026, 3, 29, 7, 0, tzinfo=UTC)
