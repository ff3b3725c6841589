"""One table on two devices; and an official result that its players can only dispute."""

from __future__ import annotations

import pytest

from adjudication.models import Call
from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as api_of
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.actors import Actor
from tournament.models import AuditEntry, TableEvent
from tournament.selectors.entries import get_entry
from tournament.selectors.tables import get_table
from tournament.services.table_status import confirm_table

PAGE = "/e/evening/round/1/table/1/"


def test_a_second_device_hears_on_whose_device_the_table_is_open_and_since_when(table, event, organiser):
    first, second = client_of(organiser), client_of(setting.member(event, "scorer", "judge"))
    assert "Open on the device" not in text_of(first.get(PAGE))
    assert "Open on the device of founder since" in text_of(second.get(PAGE))
    told = first.get(f"{PAGE}open/?v=")
    assert "Open on the device of judge since" in text_of(told)
    again = first.get(told.content.decode().split('hx-get="')[1].split('"')[0])
    assert again.status_code == 204
    assert "Open on the device" not in text_of(client_of().get(PAGE))


def test_both_devices_submit_and_the_second_is_shown_both_entries(table, event, organiser):
    first, second = client_of(organiser), client_of(setting.member(event, "scorer"))
    pages = [browser.get(f"{PAGE}?kind=win") for browser in (first, second)]
    answers = []
    for browser, page, seat in zip((first, second), pages, "EW", strict=True):
        sent = {
            "step": "save", "event": "win", "seq": field(page, "seq"), "key": field(page, "key"), "wins.count": "1",
            "wins.0.seat": seat, "wins.0.by": "self", "wins.0.value": "total", "wins.0.total": "2",
        }  # fmt: skip
        answers.append(browser.post(f"{PAGE}record/", sent))
    assert TableEvent.objects.filter(table=table).count() <= 1
    assert answers[1].status_code == 409 and "Somebody else was first" in text_of(answers[1])


def test_after_the_official_entry_a_player_reads_and_disputes(table, event, organiser):
    setting.chief(event)
    event.settings = {**event.settings, "players_enter": True}
    event.save()
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    confirm_table(actor=organiser, table=table, seq=table.seq)
    east = get_entry(event, int(table.state["seats"]["E"]))
    browser = client_of(Actor(entry=east))
    page = text_of(browser.get(PAGE))
    assert "Dispute this result" in page and "Record it" not in page and "Take back" not in page
    assert browser.post(f"{PAGE}undo/", {"seq": "3", "key": "u"}).status_code in (403, 409)
    assert browser.post(f"{PAGE}call/", {"text": "hand 2 was 5 points", "key": "d"}).status_code == 302
    call = Call.objects.get()
    assert call.dispute and call.caller_entry == east
    assert "Disputes the result" in text_of(client_of(organiser).get("/e/evening/calls/"))
    assert get_table(event, 1, 1).seq == 3


def test_a_table_gets_a_hand_more_on_its_page_and_slips_are_printed_of_what_changed(table, event, organiser):
    browser, admin = client_of(organiser), "/e/evening/manage/rounds/1/tables/"
    assert browser.post(f"{admin}1/", {"act": "hands", "hands-hands": "1"}).status_code == 302
    assert get_table(event, 1, 1).extra_hands == 1
    assert AuditEntry.objects.filter(action="table.hands").count() == 1
    seats = get_table(event, 1, 1).state["seats"]
    moved = browser.post(f"{admin}1/", {"act": "number", "number-number": "19"})
    assert moved.url == "/e/evening/manage/print/slips/?round=1&tables=1%2C19"
    assert get_table(event, 1, 19).state["seats"] == seats
    assert 'value="1,19"' in browser.get(moved.url).content.decode()
    slips = text_of(browser.get("/e/evening/manage/print/slips/page/?round=1&tables=1,19"))
    assert "Table 19" in slips and "Table 2" not in slips


@pytest.mark.parametrize(
    "address",
    ["events/", "events/evening/", "events/evening/entries/", "events/evening/rounds/1/", "games/", "draw-methods/"],
)
def test_a_parameter_that_no_endpoint_knows_is_refused_by_name(table, organiser, address):
    client = api_of(organiser)
    assert client.get(f"/api/v1/{address}").status_code == 200
    refused = client.get(f"/api/v1/{address}?limt=5")
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (400, "parameter_unknown", "limt")
