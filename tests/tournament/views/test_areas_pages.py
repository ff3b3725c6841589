"""Pages of several venues: named, given to entries, shown and chosen wherever seats are."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.services.test_areas import homes, two_venues
from tests.tournament.views.test_organiser_pages import LANGUAGES, client_of
from tournament.models import Display, Entry, Event, Round, Table
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw

ROOT = "/e/evening/"


@pytest.fixture
def hall(organiser):
    """Two venues with two tables each; the first round is released."""
    event = two_venues(organiser, players=(8, 9))
    draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=get_round(event, 1))
    Event.objects.update(status=Event.Status.RUNNING)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_organiser_names_venues_gives_entries_theirs_and_is_told_what_cannot_be(organiser, language):
    event = setting.event(organiser, players=9)
    client, page = client_of(organiser, language), f"{ROOT}manage/venues/"
    assert client.get(page).status_code == 200
    rows = {"name-0": "甲館", "first-0": 1, "last-0": 10, "name-1": "乙館", "first-1": 8, "last-1": 20}
    refused = client.post(page, {"act": "areas", **rows})
    assert refused.status_code == 422 and "8" in refused.content.decode()
    assert client.post(page, {"act": "areas", "name-0": "甲館"}).status_code == 422
    assert client.post(page, {"act": "areas", **rows, "first-1": 11}).status_code == 302
    assert client.post(page, {"act": "assign", "numbers": "1-4, 9", "area": "甲館"}).status_code == 302
    shown = client.get(page).content.decode()
    assert "甲館" in shown and "選手 05" in shown and "選手 04" not in shown
    assert client.post(page, {"act": "assign", "numbers": "5–8", "area": "乙館"}).status_code == 302
    assert client.post(page, {"act": "assign", "numbers": "77", "area": "乙館"}).status_code == 422
    assert homes(event) == {**dict.fromkeys((1, 2, 3, 4, 9), "甲館"), **dict.fromkeys((5, 6, 7, 8), "乙館")}
    renamed = {"name-0": "新館", "first-0": 1, "last-0": 7, "name-1": "", "first-1": "", "last-1": ""}
    assert client.post(page, {"act": "areas", **renamed}).status_code == 422
    assert client.post(page, {"act": "areas", **rows, "name-0": "新館", "first-1": 11}).status_code == 302
    assert homes(event)[9] == "新館"


def test_an_entry_is_entered_in_a_venue_and_given_another_on_its_page(organiser):
    event = two_venues(organiser)
    client = client_of(organiser)
    client.post(f"{ROOT}manage/entries/add/", {"name": "新人", "area": "乙館"})
    assert Entry.objects.get(event=event, number=17).area == "乙館"
    client.post(f"{ROOT}manage/entries/17/", {"form": "entry", "area": "甲館", "ranked": "on"})
    assert Entry.objects.get(event=event, number=17).area == "甲館"
    listed = client.get(f"{ROOT}manage/entries/?area=乙館").content.decode()
    assert "manage/entries/16/" in listed and "manage/entries/17/" not in listed


def test_a_stage_says_at_once_that_its_way_of_drawing_needs_the_whole_field(organiser):
    event = two_venues(organiser)
    client, page = client_of(organiser), f"{ROOT}manage/stages/1/"
    fields = {"seating": "schedule", "length_unit": "hands", "length_count": 3, "method": "league"}
    refused = client.post(page, fields)
    assert refused.status_code == 422 and "needs the whole field" in refused.content.decode()
    assert client.post(page, {**fields, "together": "on"}).status_code == 302
    assert event.stages.get().drawing["together"] is True
    assert "together" not in client_of(organiser).get(f"/e/{setting.event(organiser, slug='one').slug}/manage/stages/1/"
                                                     ).content.decode()  # fmt: skip


def test_staff_is_invited_for_a_venue(organiser):
    two_venues(organiser)
    client = client_of(organiser)
    page = client.get(f"{ROOT}manage/staff/").content.decode()
    assert "甲館" in page
    made = client.post(f"{ROOT}manage/staff/", {"role": "floor_referee", "area": "甲館", "email": ""})
    assert "/join/" in made.content.decode()
    assert client.post(f"{ROOT}manage/staff/", {"role": "scorer", "area": "丙館"}).status_code == 422


@pytest.mark.parametrize("part", ["seating/", "tables/"])
def test_seats_and_tables_stand_by_venue_and_one_venue_can_be_chosen(hall, part):
    client = client_of()
    everything = client.get(ROOT + part).content.decode()
    assert everything.index("甲館") < everything.index("乙館")
    first = client.get(f"{ROOT}{part}?area=甲館").content.decode()
    assert 'round/1/table/2/"' in first and 'round/1/table/21/"' not in first
    assert f'hx-get="{ROOT}{part}?area=%E7%94%B2%E9%A4%A8&amp;v=' in first
    assert client.get(f"{ROOT}{part}?area=丙館").status_code == 404
    taken = client.get(f"{ROOT}{part}?area=乙館&as=csv").content.decode("utf-8-sig").splitlines()
    assert taken[0].startswith("Table,Venue") and [line.split(",")[:2] for line in taken[1:]] == [
        ["21", "乙館"], ["22", "乙館"],
    ]  # fmt: skip


def test_who_rests_is_shown_in_his_own_venue(hall):
    client = client_of()
    assert "Sitting out" in client.get(f"{ROOT}seating/?area=乙館").content.decode()
    assert "Sitting out" not in client.get(f"{ROOT}seating/?area=甲館").content.decode()


def test_a_player_reads_his_venue_beside_his_table_and_in_his_calendar(hall):
    Round.objects.update(starts_at=timezone.now())
    token = hall.entries.get(number=Table.objects.get(number=21).seats.first().entry.number).link_token
    assert "乙館" in client_of().get(f"/p/{token}/").content.decode()
    assert "乙館" in client_of().get(f"/p/{token}/calendar.ics").content.decode()


def test_a_seat_card_names_the_venue_and_another_one_of_a_seat(hall, organiser):
    address = f"{ROOT}manage/print/cards/page/"
    page = client_of(organiser).get(address).content.decode()
    assert page.count('pcard__venue fit-0">甲館') == 8 and page.count('pcard__venue fit-0">乙館') == 9
    assert page.count("乙館") == 9, "a seat in the card's own venue does not name it again"
    table = Table.objects.get(number=1)
    moved = int(table.state["seats"]["E"])
    Entry.objects.filter(event=hall, number=moved).update(area="乙館")
    page = client_of(organiser).get(address, {"numbers": str(moved)}).content.decode()
    assert page.count("乙館") == 1 and "甲館, R1: table 1 East" in page


def test_a_player_reads_his_venue_before_he_has_a_seat_too(organiser):
    event = two_venues(organiser)
    Event.objects.update(status=Event.Status.RUNNING)
    token = Entry.objects.get(event=event, number=9).link_token
    for language, word in zip(LANGUAGES, ("會場", "会场", "Venue"), strict=True):
        page = client_of(language=language).get(f"/p/{token}/").content.decode()
        assert word in page and "乙館" in page


def test_how_it_was_drawn_is_said_for_each_venue(hall):
    page = client_of().get(f"{ROOT}round/1/drawn/?again=1").content.decode()
    assert "/area 甲館" in page and "/area 乙館" in page
    assert page.count("recounted by other code: the same") == 2
    assert "byte for byte" in page


def test_a_screen_shows_the_seats_of_one_venue(hall):
    Display.objects.create(event=hall, name="stage", shows="seating")
    client = client_of()
    first, second = (client.get(f"{ROOT}display/stage/?page={page}").content.decode() for page in (1, 2))
    assert ("甲館" in first, "乙館" in first) == (True, False) == ("乙館" in second, "甲館" in second)
    one = client.get(f"{ROOT}display/stage/?area=甲館").content.decode()
    assert "甲館" in one and "乙館" not in one
    assert client.get(f"{ROOT}display/stage/?area=丙館").status_code == 404


def test_the_console_draws_each_venue_and_the_wall_list_names_it(hall, organiser):
    client = client_of(organiser)
    console = client.get(f"{ROOT}manage/rounds/1/").content.decode()
    assert console.index("甲館") < console.index("乙館")
    wall = client.get(f"{ROOT}manage/print/wall/page/?round=1&parts=draw&order=table&language=en&paper=a4")
    assert "甲館" in wall.content.decode() and "乙館" in wall.content.decode()
    wall = client.get(f"{ROOT}manage/print/wall/page/?round=1&parts=draw&order=name&language=en&paper=a4&area=甲館")
    assert "甲館" in wall.content.decode() and "乙館" not in wall.content.decode()


def test_an_event_with_one_hall_says_nothing_of_venues(event, organiser):
    draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=get_round(event, 1))
    Event.objects.update(status=Event.Status.RUNNING)
    client = client_of(organiser)
    for page in ("seating/", "tables/", "round/1/drawn/", "manage/entries/1/", "manage/rounds/1/"):
        assert "Venue" not in client.get(ROOT + page).content.decode()
    assert client.get(f"{ROOT}seating/?as=csv").content.decode("utf-8-sig").splitlines()[0].startswith("Table,East")
