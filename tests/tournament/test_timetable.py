"""Timetables: offsets of the very day, evenings past midnight, plans from a few numbers."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from engine.errors import RuleError
from tests.tournament import setting
from tournament.errors import Refused
from tournament.event_settings import parse_settings, settings_of
from tournament.models import Round
from tournament.selectors.rounds import get_round
from tournament.services.copying import copy_event
from tournament.services.events import update_event
from tournament.services.rounds import set_clock
from tournament.services.timetable import set_timetable
from tournament.timetable import Slot, offset_words, placed, plan


def test_a_start_after_the_clocks_change_shows_the_offset_of_that_day():
    slots = [Slot(day=1, at="10:00", kind="round", round=1), Slot(day=2, at="10:00", kind="round", round=2)]
    before, after = placed(slots, date(2027, 3, 27), "Europe/Berlin")
    assert (before.offset, after.offset) == ("UTC+1", "UTC+2")
    assert [one.at.astimezone(UTC).hour for one in (before, after)] == [9, 8]


@pytest.mark.parametrize(
    ("zone", "words"), [("Asia/Taipei", "UTC+8"), ("Asia/Kolkata", "UTC+5:30"), ("America/St_Johns", "UTC−3:30")]
)
def test_offsets_are_written_with_their_minutes(zone, words):
    assert placed([Slot(at="10:00")], date(2027, 1, 5), zone)[0].offset == words
    assert offset_words(placed([Slot(at="10:00")], date(2027, 1, 5), zone)[0].at) == words


def test_an_evening_past_midnight_stays_one_day():
    slots = [
        Slot(at="22:00", kind="round", round=1),
        Slot(at="00:30", kind="round", round=2),
        Slot(at="02:00", kind="end"),
    ]
    found = placed(slots, date(2027, 1, 5), "Asia/Shanghai")
    assert [one.late for one in found] == [False, True, True]
    assert [one.at.date().day for one in found] == [5, 6, 6]
    assert {one.slot.day for one in found} == {1}


def test_a_plan_has_rounds_pauses_a_meal_and_an_end_a_day():
    slots = plan(rounds=5, starts=time(9, 30), minutes=90, pause=15, meal_after=2, meal_minutes=60, a_day=3)
    assert [(slot.day, slot.at, slot.kind, slot.round) for slot in slots] == [
        (1, "09:30", "round", 1),
        (1, "11:00", "pause", None),
        (1, "11:15", "round", 2),
        (1, "12:45", "meal", None),
        (1, "13:45", "round", 3),
        (1, "15:15", "end", None),
        (2, "09:30", "round", 4),
        (2, "11:00", "pause", None),
        (2, "11:15", "round", 5),
        (2, "12:45", "end", None),
    ]


@pytest.mark.parametrize("at", ["24:00", "9:00", "10:60", "noon"])
def test_a_time_is_hours_and_minutes(at):
    with pytest.raises(RuleError):
        parse_settings({"timetable": [{"at": at}]})


def test_rounds_that_have_not_begun_start_as_the_timetable_says(organiser):
    event = setting.event(organiser, starts_on=date(2027, 3, 27), rounds=3)
    setting.running_round(event, organiser)
    slots = plan(rounds=3, starts=time(10, 0), minutes=60)
    set_timetable(actor=organiser, event=event, slots=slots)
    event.refresh_from_db()
    assert settings_of(event).timetable == tuple(slots)
    starts = list(Round.objects.order_by("number").values_list("starts_at", flat=True))
    assert starts[0] is None and [start.isoformat() for start in starts[1:]] == [
        "2027-03-27T03:00:00+00:00",
        "2027-03-27T04:00:00+00:00",
    ]


def _starts(event) -> list[str | None]:
    moments = Round.objects.filter(event=event).order_by("number").values_list("starts_at", flat=True)
    return [moment.isoformat() if moment else None for moment in moments]


def test_rounds_follow_the_timetable_when_the_day_or_the_zone_changes(organiser):
    event = setting.event(organiser, rounds=2)
    set_timetable(actor=organiser, event=event, slots=plan(rounds=2, starts=time(10, 0), minutes=60))
    assert _starts(event) == [None, None]
    update_event(actor=organiser, event=event, changes={"starts_on": date(2027, 3, 27)})
    assert _starts(event) == ["2027-03-27T02:00:00+00:00", "2027-03-27T03:00:00+00:00"]
    update_event(actor=organiser, event=event, changes={"zone": "Europe/Berlin"})
    assert _starts(event) == ["2027-03-27T09:00:00+00:00", "2027-03-27T10:00:00+00:00"]
    later = datetime(2027, 3, 27, 12, 0, tzinfo=UTC)
    set_clock(actor=organiser, round_=get_round(event, 2), starts_at=later)
    update_event(actor=organiser, event=event, changes={"place": "Hall", "settings": {"tables": 6}})
    assert _starts(event)[1] == later.isoformat()  # put off, and nothing moved the timetable


def test_a_copied_event_has_its_rounds_where_its_timetable_says(organiser):
    event = setting.event(organiser, rounds=2, starts_on=date(2027, 3, 27))
    setting.play_round(setting.running_round(event, organiser), organiser)
    set_timetable(actor=organiser, event=event, slots=plan(rounds=2, starts=time(10, 0), minutes=60))
    copied = copy_event(actor=organiser, source=event, name="Next", slug="next", starts_on=date(2028, 3, 25))
    assert _starts(event)[0] is None
    assert _starts(copied) == ["2028-03-25T02:00:00+00:00", "2028-03-25T03:00:00+00:00"]


def test_a_timetable_names_rounds_there_are_and_each_once(event, organiser):
    one = Slot(at="10:00", kind="round", round=1)
    with pytest.raises(Refused, match="round_unknown"):
        set_timetable(actor=organiser, event=event, slots=[Slot(at="10:00", kind="round", round=9)])
    with pytest.raises(Refused, match="round_twice"):
        set_timetable(actor=organiser, event=event, slots=[one, one])
