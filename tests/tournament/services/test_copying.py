"""An event like an earlier one: what comes along, what moves, what stays behind."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from engine.errors import RuleError
from tests.tournament import setting
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.event_settings import settings_of
from tournament.models import Entry, Event, Round, StaffRole, Stage
from tournament.services.areas import set_areas
from tournament.services.copying import copy_event
from tournament.services.events import change_options, update_event
from tournament.services.registration_setup import change_registration, save_question
from tournament.services.rounds import set_clock
from tournament.services.stages import update_stage


@pytest.fixture
def last_year(organiser):
    event = setting.event(organiser, starts_on=date(2026, 3, 20), ends_on=date(2026, 3, 21))
    update_event(actor=organiser, event=event, changes={"zone": "Europe/Berlin", "settings": {"tables": 6}})
    closes = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
    change_registration(
        actor=organiser, event=event, changes={"offered": True, "closes_at": closes.isoformat(), "fee": "10 €"}
    )
    save_question(actor=organiser, event=event, fields={"label": "Meal?", "kind": "yes_no"})
    round_ = Round.objects.get(event=event, number=1)
    start = datetime(2026, 3, 20, 9, 0, tzinfo=UTC)
    set_clock(actor=organiser, round_=round_, minutes=75, starts_at=start)
    stage = event.stages.get()
    update_stage(actor=organiser, stage=stage, changes={"name": "Swiss", "drawing": {"method": "ranked"}})
    setting.member(event, Role.REFEREE, "referee")
    event.refresh_from_db()
    return event


def copied(organiser, source, **more) -> Event:
    return copy_event(actor=organiser, source=source, name="Next year", slug="next", starts_on=date(2026, 4, 3), **more)


def test_rules_stages_settings_questions_and_staff_come_along(last_year, organiser):
    made = copied(organiser, last_year)
    assert made.ruleset_id == last_year.ruleset_id and made.status == "draft" and made.zone == "Europe/Berlin"
    old, new = last_year.stages.get(), made.stages.get()
    for name in ("name", "seating", "length", "policy", "drawing"):
        assert getattr(new, name) == getattr(old, name), name
    registration = settings_of(made).registration
    assert registration.fee == "10 €" and [question.label for question in registration.questions] == ["Meal?"]
    assert settings_of(made).tables == 6
    roles = set(StaffRole.objects.filter(event=made).values_list("user__username", "role"))
    assert roles == {("founder", "organiser"), ("referee", "referee")}


def test_dates_move_with_the_first_day_and_hours_stay_by_the_clock_of_the_place(last_year, organiser):
    made = copied(organiser, last_year)
    assert (made.starts_on, made.ends_on) == (date(2026, 4, 3), date(2026, 4, 4))
    # The clocks change between the two: ten in the morning is an hour earlier by UTC.
    assert Round.objects.get(event=made, number=1).starts_at == datetime(2026, 4, 3, 8, 0, tzinfo=UTC)
    assert settings_of(made).registration.closes_at == datetime(2026, 3, 24, 12, 0, tzinfo=UTC)
    assert Round.objects.get(event=made, number=1).clock_minutes == 75


def test_people_results_and_draws_stay_behind_staff_and_hall_where_not_wanted(last_year, organiser):
    setting.running_round(last_year, organiser)
    made = copied(organiser, last_year, staff=False, hall=False)
    assert not Entry.objects.filter(event=made).exists()
    assert {round_.status for round_ in Round.objects.filter(event=made)} == {"planned"}
    seeds = Round.objects.values_list("seed", flat=True)
    assert len(set(seeds)) == len(seeds)
    assert StaffRole.objects.filter(event=made).count() == 1
    assert settings_of(made).tables is None


def test_roles_of_a_venue_are_for_the_whole_hall_where_venues_stay_behind(last_year, organiser):
    set_areas(actor=organiser, event=last_year, areas=[{"name": "East", "first": 1, "last": 3}])
    setting.member(last_year, Role.REFEREE, "east", "East")
    for hall, area, slug in ((True, "East", "next"), (False, "", "other")):
        made = copy_event(actor=organiser, source=last_year, name="N", slug=slug, starts_on=date(2026, 4, 3), hall=hall)
        assert StaffRole.objects.get(event=made, user__username="east").area == area


def test_where_a_part_is_refused_no_event_is_left_and_the_address_stays_free(last_year, organiser):
    Stage.objects.filter(event=last_year).update(drawing={"method": "nothing"})
    with pytest.raises(RuleError):
        copied(organiser, last_year)
    assert not Event.objects.filter(slug="next").exists()
    with pytest.raises(Refused, match="rounds_count"):
        setting.event(organiser, slug="next", rounds=100_000)
    assert not Event.objects.filter(slug="next").exists()


def test_options_of_the_copy_are_its_own(last_year, organiser):
    made = copied(organiser, last_year)
    change_options(actor=organiser, event=made, options={})
    assert Event.objects.get(pk=last_year.pk).ruleset_id == last_year.ruleset_id


def test_one_copies_what_one_organises_to_an_address_that_is_free(last_year, organiser):
    with pytest.raises(NotAllowed):
        copied(setting.organiser("stranger"), last_year)
    copied(organiser, last_year)
    with pytest.raises(Conflict, match="slug_taken"):
        copied(organiser, last_year)


def test_a_name_of_an_event_is_as_long_as_it_can_be_kept(last_year, organiser):
    long = "長" * 201
    with pytest.raises(Refused, match="name_long"):
        copy_event(actor=organiser, source=last_year, name=long, slug="long", starts_on=date(2027, 3, 20))
    with pytest.raises(Refused, match="name_long"):
        update_event(actor=organiser, event=last_year, changes={"name": long})
    assert update_event(actor=organiser, event=last_year, changes={"name": f" {long[1:]} "}).name == long[1:]
