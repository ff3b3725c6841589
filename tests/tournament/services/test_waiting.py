"""An empty seat stops the time of its table; who comes late, or sits down instead, lets it run on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.views.browsing import client_of as browser_of
from tests.tournament.views.browsing import text_of
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Table
from tournament.selectors.clock import clock_of
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_entry
from tournament.services.rounds import set_clock, start_round
from tournament.services.tables import finish_table
from tournament.services.waiting import report_missing, seat_arrived, seat_standby

START = datetime(2026, 5, 2, 10, 0, tzinfo=UTC)
LATE = {"late": [{"minutes": 5, "points": 10}, {"minutes": 15, "points": 30}]}


@pytest.fixture
def at(monkeypatch):
    """Set what time it is, in seconds after the start of the round."""

    def move(seconds):
        now = START + timedelta(seconds=seconds)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        return now

    move(0)
    return move


@pytest.fixture
def event(organiser, at):
    made = setting.event(organiser, players=8, settings=LATE)
    round_ = get_round(made, 1)
    draw_round(actor=organiser, round_=round_)
    release_draw(actor=organiser, round_=round_)
    set_clock(actor=organiser, round_=round_, minutes=60)
    start_round(actor=organiser, round_=round_)
    return made


def left(event, number, now):
    return clock_of(get_round(event, 1), now, get_table(event, 1, number)).left


def test_the_time_of_the_table_alone_stands_still_until_the_late_player_sits_down(event, organiser, at):
    at(120)
    table = get_table(event, 1, 1)
    report_missing(actor=organiser, table=table, places=["S"])
    now = at(420)
    assert (left(event, 1, now), left(event, 2, now)) == (3600 - 120, 3600 - 420)
    assert clock_of(get_round(event, 1), now, get_table(event, 1, 1)).ends is None
    arrival = seat_arrived(actor=organiser, table=get_table(event, 1, 1), place="S")
    assert arrival.person == table.state["seats"]["S"]
    now = at(1020)
    assert (left(event, 1, now), left(event, 2, now)) == (3600 - 720, 3600 - 1020)


@pytest.mark.parametrize(("seconds", "minutes", "points"), [(200, 3, 0), (420, 7, 10), (900, 15, 30)])
def test_the_penalty_proposed_for_lateness_follows_the_minutes_in_the_rules(
    event, organiser, at, seconds, minutes, points
):
    at(60)
    report_missing(actor=organiser, table=get_table(event, 1, 1), places=["S"])
    at(seconds)
    arrival = seat_arrived(actor=organiser, table=get_table(event, 1, 1), place="S")
    assert (arrival.minutes, arrival.points) == (minutes, points)
    assert not event.postings.exists()


def test_a_pause_of_the_round_is_not_given_to_the_table_twice(event, organiser, at):
    at(100)
    report_missing(actor=organiser, table=get_table(event, 1, 1), places=["S"])
    at(200)
    set_clock(actor=organiser, round_=get_round(event, 1), running=False)
    at(500)
    set_clock(actor=organiser, round_=get_round(event, 1), running=True)
    at(600)
    seat_arrived(actor=organiser, table=get_table(event, 1, 1), place="S")
    now = at(700)
    assert (left(event, 1, now), left(event, 2, now)) == (3600 - 200, 3600 - 400)


def test_somebody_who_stands_by_takes_the_seat_and_the_time_runs_on(event, organiser, at):
    stand_in = add_entry(actor=organiser, event=event, people=[{"name": "stand-in"}], ranked=False)
    report_missing(actor=organiser, table=get_table(event, 1, 1), places=["S", "N"])
    at(300)
    for place, person in (("S", str(stand_in.number)), ("N", None)):
        table = get_table(event, 1, 1)
        seat_standby(actor=organiser, table=table, place=place, person=person, expected_seq=table.seq, key=None)
    table = get_table(event, 1, 1)
    assert (table.waiting, table.held_seconds, table.state["seats"]["S"]) == ({}, 300, str(stand_in.number))
    assert left(event, 1, at(400)) == 3600 - 100


def test_players_of_the_table_report_and_strangers_do_not(event, organiser, at):
    table = get_table(event, 1, 1)
    east = get_entry(event, int(table.state["seats"]["E"]))
    report_missing(actor=Actor(entry=east), table=table, places=["W"])
    other = get_entry(event, int(get_table(event, 1, 2).state["seats"]["E"]))
    with pytest.raises(NotAllowed):
        report_missing(actor=Actor(entry=other), table=table, places=["N"])
    with pytest.raises(Conflict, match="nobody_awaited"):
        seat_arrived(actor=organiser, table=table, place="N")
    with pytest.raises(Refused, match="seat_empty"):
        report_missing(actor=organiser, table=table, places=["X"])
    finish_table(actor=organiser, table=table, expected_seq=0, key=None)
    assert Table.objects.get(pk=table.pk).waiting == {}
    with pytest.raises(Conflict, match="table_over"):
        report_missing(actor=organiser, table=table, places=["N"])


def test_the_page_offers_who_stands_by_and_names_the_penalty(event, organiser, at):
    add_entry(actor=organiser, event=event, people=[{"name": "stand-in"}], ranked=False)
    browser, page = browser_of(organiser), "/e/evening/round/1/table/1/missing/"
    assert browser.post(page, {"places": "S"}).status_code == 302
    at(480)
    answer, late = browser.get(page), get_table(event, 1, 1).state["seats"]["S"]
    shown = text_of(answer)
    # Whoever rules on it from here is not asked again whom and in which round.
    assert f'href="/e/evening/rulings/new/?entry={late}&amp;round=1"' in answer.content.decode()
    assert "Nobody sits South yet" in shown and "8 minutes late. Proposed: 10 points." in shown
    assert "9 stand-in" in shown
    assert "Nobody sits South yet" in text_of(browser.get("/e/evening/manage/rounds/1/"))
    assert "the time of this table stands still" in text_of(browser.get("/e/evening/round/1/table/1/"))
    sent = {"act": "standby", "place": "S", "person": "9", "seq": "0", "key": "k"}
    assert browser.post(page, sent).status_code == 302
    assert get_table(event, 1, 1).state["seats"]["S"] == "9"
    assert browser.post(page, {"act": "arrived", "place": "S"}).status_code == 409


def test_the_api_says_how_late_and_what_is_proposed(event, organiser, at):
    client, table = client_of(organiser), "/api/v1/events/evening/rounds/1/tables/1/"
    assert list(client.post(f"{table}missing/", {"places": ["N"]}, format="json").json()["waiting"]) == ["N"]
    at(360)
    answer = client.post(f"{table}arrived/", {"place": "N"}, format="json").json()
    assert (answer["minutes"], answer["proposed_points"]) == (6, 10)
