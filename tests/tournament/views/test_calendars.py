"""Calendars: as RFC 5545 has them, with times of the event's zone, and nothing that is not released."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, queries
from tournament.models import Event
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw
from tournament.services.events import update_event
from tournament.services.rounds import set_clock

START = datetime(2027, 3, 20, 2, 0, tzinfo=UTC)


@pytest.fixture
def planned(event, organiser):
    """Two rounds with their times; a name that has to be escaped and folded."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    name = "秋季公開賽，全部選手一起打的那一場; 還有, 很長很長的名字" + "長" * 30
    update_event(actor=organiser, event=event, changes={"name": name, "place": "Hall 1; left, upstairs"})
    for number in (1, 2):
        starts_at = START + timedelta(hours=2 * number)
        set_clock(actor=organiser, round_=get_round(event, number), minutes=50, starts_at=starts_at)
    return event


def items(response) -> dict[str, object]:
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/calendar")
    found = Calendar.from_ical(response.content).walk("VEVENT")
    return {str(item["uid"]): item for item in found}


def test_the_public_calendar_has_every_round_in_the_zone_of_the_event(planned):
    response = client_of().get(reverse("event_calendar", args=[planned.slug]))
    lines = response.content.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"LOCATION:Hall 1\\; left\\, upstairs" in lines
    calendar = Calendar.from_ical(response.content)
    assert [zone["tzid"] for zone in calendar.walk("VTIMEZONE")] == ["Asia/Taipei"]
    assert b"DTSTART;TZID=Asia/Taipei:20270320T120000" in lines
    found = list(items(response).values())
    assert [item.decoded("dtstart") for item in found] == [START + timedelta(hours=2), START + timedelta(hours=4)]
    assert [item.decoded("dtend") - item.decoded("dtstart") for item in found] == [timedelta(minutes=50)] * 2
    assert all("dtstamp" in item for item in found)
    assert str(found[0]["summary"]).startswith(planned.name)


def test_identities_stay_and_later_versions_replace(planned, organiser):
    url = reverse("event_calendar", args=[planned.slug])
    before = items(client_of().get(url))
    set_clock(actor=organiser, round_=get_round(planned, 1), starts_at=START)
    after = items(client_of().get(url, headers={"Host": "localhost"}))
    assert list(before) == list(after)
    assert all(int(after[uid]["sequence"]) > int(before[uid]["sequence"]) for uid in before)
    assert next(iter(after.values())).decoded("dtstart") == START


def test_a_players_calendar_has_the_own_table_once_it_is_released_and_not_before(planned, organiser):
    entry = planned.entries.get(number=3)
    url = reverse("player_calendar", args=[entry.link_token])
    draw = draw_round(actor=organiser, round_=get_round(planned, 1))
    number, seats = next((t["number"], t["seats"]) for t in draw.result["tables"] if 3 in t["seats"])
    place = ("East", "South", "West", "North")[seats.index(3)]
    assert "able" not in client_of().get(url).content.decode()
    release_draw(actor=organiser, round_=get_round(planned, 1))
    first, second = items(client_of().get(url)).values()
    assert str(first["summary"]).endswith(f"Round 1, table {number}, {place}")
    assert str(second["summary"]).endswith("Round 2")
    chinese = next(iter(items(client_of().get(url, {"lang": "zh-hant"})).values()))
    assert f"{number} 桌" in str(chinese["summary"])


def test_an_event_without_times_is_there_for_its_days(event, organiser):
    Event.objects.filter(pk=event.pk).update(
        status=Event.Status.OPEN, starts_on=date(2027, 3, 20), ends_on=date(2027, 3, 21)
    )
    entry = event.entries.get(number=3)
    setting.running_round(event, organiser)
    (day,) = items(client_of().get(reverse("player_calendar", args=[entry.link_token]))).values()
    assert (day.decoded("dtstart"), day.decoded("dtend")) == (date(2027, 3, 20), date(2027, 3, 22))
    assert "Round 1: table" in str(day["description"])


def test_a_draft_and_a_wrong_link_have_no_calendar(event):
    assert client_of().get(reverse("event_calendar", args=[event.slug])).status_code == 404
    assert client_of().get("/p/nobodys/calendar.ics").status_code == 404


def test_a_calendar_takes_the_same_queries_for_one_round_and_for_three(organiser):
    counts = []
    for rounds in (1, 3):
        made = setting.event(organiser, slug=f"evening-{rounds}", rounds=rounds)
        for number in range(1, rounds + 1):
            set_clock(actor=organiser, round_=get_round(made, number), minutes=50, starts_at=START)
            setting.play_round(setting.running_round(made, organiser, number), organiser)
        token = made.entries.get(number=1).link_token
        counts.append(
            (
                queries(client_of(), reverse("event_calendar", args=[made.slug])),
                queries(client_of(), reverse("player_calendar", args=[token])),
            )
        )
    assert counts[0] == counts[1]


def test_an_event_without_days_has_no_empty_calendar(event):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    assert client_of().get(reverse("event_calendar", args=[event.slug])).status_code == 404
    assert "calendar.ics" not in client_of().get(reverse("event", args=[event.slug])).content.decode()


def test_a_calendar_is_offered_where_there_is_anything_in_it(event, planned):
    Event.objects.filter(pk=event.pk).update(starts_on=None, ends_on=None)
    entry = event.entries.first()
    pages = (reverse("event", args=[event.slug]), f"/p/{entry.link_token}/")
    assert all("Add to calendar" in client_of().get(page).content.decode() for page in pages)
    event.rounds.update(starts_at=None)
    assert all("Add to calendar" not in client_of().get(page).content.decode() for page in pages)
