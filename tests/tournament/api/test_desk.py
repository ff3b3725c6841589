"""Announcements, screens, the timetable, registrations, corrections and PDFs through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tournament.access import Role
from tournament.errors import Refused
from tournament.models import Announcement, Display, Entry, Event, IdempotencyRecord, Message, PrintJob, Round
from tournament.printing.pdf import missing_part
from tournament.selectors.entries import get_entry
from tournament.services.displays import add_display

ROOT = "/api/v1/events/evening/"
PDF = pytest.mark.pdf


@pytest.fixture
def opened(event):
    """The event as the public may know of it."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    return event


@pytest.fixture
def people(opened, organiser):
    """Clients of the organiser, a chief referee, a scorer, a player and the public."""
    return {
        "organiser": client_of(organiser),
        "chief": client_of(setting.chief(opened)),
        "scorer": client_of(setting.member(opened, Role.SCORER)),
        "player": client_of(entry=get_entry(opened, 1)),
        "public": client_of(),
    }


def send(client, method: str, path: str, body=None, status: int = 200, **more):
    response = getattr(client, method)(ROOT + path, body, format="json", **more)
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def refused(people, who: str, method: str, path: str, body=None) -> None:
    """Everybody but those named is refused, and nothing is written."""
    version = Event.objects.get(slug="evening").version
    for name, client in people.items():
        if name not in who.split():
            answer = getattr(client, method)(ROOT + path, body, format="json")
            assert answer.status_code in (401, 403), (name, answer.status_code)
            assert answer.json()["code"] in ("not_allowed", "not_authenticated"), answer.json()
    assert Event.objects.get(slug="evening").version == version


# ── Announcements ───────────────────────────────────────────


def test_an_announcement_is_made_once_changed_and_withdrawn(people):
    chief, public = people["chief"], people["public"]
    key = {"headers": {"Idempotency-Key": "a1"}}
    body = {"zh_hant": "午餐", "en": "Lunch", "pinned": True}
    made = send(chief, "post", "announcements/", body, 201, **key)
    assert send(chief, "post", "announcements/", body, 201, **key) == made
    assert Announcement.objects.count() == IdempotencyRecord.objects.count() == 1
    assert send(chief, "post", "announcements/", {"en": "Dinner"}, 422, **key)["code"] == "key_reused"
    assert (made["state"], made["zh_hant"], made["zh_hans"], made["pinned"]) == ("shown", "午餐", "", True)
    assert send(public, "get", "announcements/") == [made]
    one = f"announcements/{made['id']}/"
    assert send(chief, "patch", one, {"en": "Lunch at one"})["en"] == "Lunch at one"
    assert send(chief, "patch", one, {"en": "", "zh_hant": ""}, 400)["code"] == "text_missing"
    assert send(chief, "post", f"{one}withdraw/")["state"] == "withdrawn"
    assert send(chief, "post", f"{one}withdraw/", status=409)["code"] == "announcement_withdrawn"
    assert send(public, "get", "announcements/") == []
    assert [row["state"] for row in send(people["scorer"], "get", "announcements/")] == ["withdrawn"]


def test_what_is_staged_is_for_the_staff_alone(people):
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    made = send(people["chief"], "post", "announcements/", {"en": "Later", "publish_at": later}, 201)
    assert made["state"] == "staged"
    assert send(people["public"], "get", "announcements/") == send(people["player"], "get", "announcements/") == []
    assert len(send(people["scorer"], "get", "announcements/")) == 1


def test_who_may_not_announce_is_refused(people):
    made = send(people["organiser"], "post", "announcements/", {"en": "Here"}, 201)
    refused(people, "organiser chief", "post", "announcements/", {"en": "There"})
    refused(people, "organiser chief", "patch", f"announcements/{made['id']}/", {"en": "There"})
    refused(people, "organiser chief", "post", f"announcements/{made['id']}/withdraw/")
    send(people["chief"], "post", "announcements/", {}, 400)
    send(people["chief"], "post", "announcements/", {"text": "x"}, 400)
    send(people["chief"], "patch", "announcements/999999/", {"en": "x"}, 404)


# ── Screens ─────────────────────────────────────────────────


def test_a_screen_is_registered_switched_and_forgotten(people):
    chief = people["chief"]
    assert send(chief, "post", "displays/", {"name": "door"}, 201)["shows"] == "standings"
    assert send(chief, "post", "displays/", {"name": "door"}, 409)["code"] == "display_taken"
    assert send(chief, "post", "displays/", {"name": "a b"}, 400)["path"] == "name"
    assert send(chief, "put", "displays/door/", {"shows": "message"}, 400)["path"] == "message"
    switched = send(chief, "put", "displays/door/", {"shows": "message", "message": "Lunch"})
    assert send(chief, "get", "displays/") == [switched]
    assert (switched["shows"], switched["message"]) == ("message", "Lunch")
    send(chief, "delete", "displays/door/", status=204)
    assert not Display.objects.exists()
    send(chief, "put", "displays/door/", {"shows": "clock"}, 404)


def test_who_may_not_run_the_event_has_no_screens(people, opened, organiser):
    add_display(actor=organiser, event=opened, name="stage")
    refused(people, "organiser chief", "get", "displays/")
    refused(people, "organiser chief", "post", "displays/", {"name": "door"})
    refused(people, "organiser chief", "put", "displays/stage/", {"shows": "clock"})
    refused(people, "organiser chief", "delete", "displays/stage/")


# ── The timetable ───────────────────────────────────────────


def test_a_timetable_is_planned_written_and_read_by_everybody(people, opened):
    boss = people["organiser"]
    send(boss, "patch", "", {"starts_on": "2030-05-01"})
    planned = send(boss, "post", "timetable/", {"starts": "10:00", "minutes": 60, "pause": 15})
    assert [(slot["kind"], slot["at"]) for slot in planned["slots"]] == [
        ("round", "10:00"), ("pause", "11:00"), ("round", "11:15"), ("end", "12:15"),
    ]  # fmt: skip
    assert planned["slots"][0]["starts"] == "2030-05-01T10:00:00+08:00"
    assert send(people["public"], "get", "timetable/") == planned
    slots = [{"at": "09:30", "kind": "doors"}, {"at": "10:30", "kind": "round", "round": 2}]
    written = send(boss, "put", "timetable/", {"slots": slots})
    assert [slot["starts"] for slot in written["slots"]] == ["2030-05-01T09:30:00+08:00", "2030-05-01T10:30:00+08:00"]
    assert Round.objects.get(event=opened, number=2).starts_at.isoformat() == "2030-05-01T02:30:00+00:00"
    assert send(boss, "put", "timetable/", {"slots": []})["slots"] == []


@pytest.mark.parametrize(
    ("slots", "path"),
    [
        ([{"at": "25:00"}], "slots[0].at"),
        ([{"at": "10:00", "kind": "tea"}], "slots[0].kind"),
        ([{"at": "10:00", "what": 1}], "slots[0].what"),
        ([{"at": "10:00", "kind": "round", "round": 9}], "round"),
        ([{"at": "10:00", "kind": "round"}], "round"),
    ],
)
def test_a_timetable_that_cannot_be_is_refused_by_its_path(people, slots, path):
    assert send(people["organiser"], "put", "timetable/", {"slots": slots}, 400)["path"] == path


def test_who_does_not_manage_the_event_writes_no_timetable(people):
    refused(people, "organiser", "put", "timetable/", {"slots": []})
    refused(people, "organiser", "post", "timetable/", {"starts": "10:00", "minutes": 60})


# ── Registrations ───────────────────────────────────────────


@pytest.fixture
def pending(opened):
    """Three of the entries wait to be approved; there is room for six."""
    Entry.objects.filter(event=opened, number__gte=6).update(status=Entry.Status.PENDING)
    Event.objects.filter(pk=opened.pk).update(settings={"capacity": 6})
    return opened


def test_registrations_are_approved_up_to_the_capacity_declined_and_paid(people, pending):
    boss = people["organiser"]
    outcome = send(boss, "post", "registrations/approve/", {"numbers": [6, 7, 1, 99]})
    assert (outcome["done"], outcome["waiting"]) == ([6], [7])
    assert [row["number"] for row in outcome["skipped"]] == [1, 99] and all(row["reason"] for row in outcome["skipped"])
    again = send(boss, "post", "registrations/approve/", {"numbers": [6, 7]})
    assert (again["done"], again["waiting"], len(again["skipped"])) == ([], [], 2), "a retry changes nothing"
    assert send(boss, "post", "registrations/decline/", {"numbers": [8], "reason": "Full"})["done"] == [8]
    assert "Full" in Message.objects.filter(entry__number=8).latest("pk").body
    paid = {"numbers": [6, 7], "payment": "paid", "note": "NT$500"}
    assert send(boss, "post", "registrations/payment/", paid)["done"] == [6, 7]
    listed = send(people["scorer"], "get", "registrations/?payment=paid")
    assert [(row["number"], row["payment_note"]) for row in listed] == [(6, "NT$500"), (7, "NT$500")]
    assert [row["number"] for row in send(boss, "get", "registrations/?status=declined")] == [8]
    send(boss, "get", "registrations/?status=lost", status=400)
    send(boss, "get", "registrations/?state=declined", status=400)


def test_the_waiting_list_is_read_by_everybody_and_promoted_once_a_key(people, opened):
    Entry.objects.filter(event=opened, number__in=(3, 5, 7)).update(status=Entry.Status.WAITLIST)
    assert [row["number"] for row in send(people["public"], "get", "waitlist/")] == [3, 5, 7]
    boss, key = people["organiser"], {"headers": {"Idempotency-Key": "w1"}}
    assert [row["number"] for row in send(boss, "post", "waitlist/", {"count": 1}, **key)] == [3]
    assert [row["number"] for row in send(boss, "post", "waitlist/", {"count": 1}, **key)] == [3]
    assert [row["number"] for row in send(boss, "get", "waitlist/")] == [5, 7]
    assert send(boss, "post", "waitlist/", {"count": 2}, 422, **key)["code"] == "key_reused"
    refused(people, "organiser", "post", "waitlist/", {"count": 1})


def test_who_does_not_enter_decides_nothing_about_registrations(people, pending):
    refused(people, "organiser", "post", "registrations/approve/", {"numbers": [6]})
    refused(people, "organiser", "post", "registrations/decline/", {"numbers": [6]})
    refused(people, "organiser", "post", "registrations/payment/", {"numbers": [6], "payment": "paid"})
    refused(people, "organiser chief scorer", "get", "registrations/")
    send(people["organiser"], "post", "registrations/payment/", {"numbers": [6], "payment": "gold"}, 400)
    send(people["organiser"], "post", "registrations/approve/", {"numbers": []}, 400)


# ── Check-in ────────────────────────────────────────────────


def test_check_in_is_closed_at_an_hour_opened_again_and_who_is_missing_is_called(people, opened):
    boss, scorer = people["organiser"], people["scorer"]
    Entry.objects.filter(event=opened, number__in=(2, 4)).update(check_in=Entry.CheckIn.EXPECTED)
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    assert send(boss, "put", "check-in/until/", {"until": later})["until"]
    send(boss, "put", "check-in/until/", {"until": (timezone.now() - timedelta(hours=1)).isoformat()}, 409)
    send(boss, "post", "entries/2/call/", status=204)
    found = send(scorer, "get", "check-in/missing/")
    assert [(row["number"], bool(row["called_at"])) for row in found["missing"]] == [(2, True), (4, False)]
    assert found["until"] and found["closed_at"] is None
    assert send(boss, "post", "check-in/end/")["absent"] == [2, 4]
    assert send(scorer, "get", "check-in/missing/")["closed_at"]
    assert send(boss, "post", "check-in/reopen/") == {"expected": [2, 4]}
    assert send(boss, "post", "check-in/reopen/", status=409)["code"] == "check_in_open"
    assert send(boss, "put", "check-in/until/", {"until": None}) == {"until": None, "closed_at": None}
    assert send(boss, "post", "entries/2/put-back/")["status"] == "waitlist"
    assert send(boss, "post", "entries/2/put-back/", status=409)["code"] == "not_promoted"


def test_who_does_not_enter_neither_closes_check_in_nor_calls(people):
    refused(people, "organiser", "put", "check-in/until/", {"until": None})
    refused(people, "organiser", "post", "check-in/reopen/")
    refused(people, "organiser", "post", "entries/2/call/")
    refused(people, "organiser", "post", "entries/2/put-back/")
    refused(people, "organiser chief scorer", "get", "check-in/missing/")


# ── Who may correct what ────────────────────────────────────


def test_the_staff_reads_who_may_correct_what(people):
    found = send(people["scorer"], "get", "corrections/")
    rows = {row["code"]: row for row in found["tables"]}
    assert list(rows) == ["running", "confirmed", "previous", "older"]
    assert "scorer" in rows["running"]["hands"] and "scorer" not in rows["running"]["rulings"]
    assert "scorer" not in rows["older"]["hands"] and "chief_referee" in rows["older"]["hands"]
    assert {act["code"] for act in found["acts"]} >= {"confirm", "run", "draw", "manage"}
    assert found["players_enter"] is False
    refused(people, "organiser chief scorer", "get", "corrections/")


# ── PDFs ────────────────────────────────────────────────────


def test_documents_are_listed_with_their_options(people):
    found = {row["kind"]: row for row in send(people["organiser"], "get", "documents/")}
    assert found["slips"]["options"][0] == "round" and found["slips"]["title"]
    assert "cards" not in {row["kind"] for row in send(people["scorer"], "get", "documents/")}, "personal links"
    refused(people, "organiser chief scorer", "get", "documents/")


@PDF
def test_a_pdf_is_asked_for_watched_and_fetched(people, opened, organiser, django_capture_on_commit_callbacks):
    boss = people["organiser"]
    wish = {"kind": "cards", "options": {"numbers": [1, 2]}, "language": "zh-hant", "paper": "a5"}
    with django_capture_on_commit_callbacks(execute=True):
        job = send(boss, "post", "prints/", wish, 202)
    one = f"prints/{job['id']}/"
    done = send(boss, "get", one)
    assert (done["status"], done["done"], done["total"], done["file"]) == ("done", 2, 2, True)
    assert (done["options"], done["language"], done["paper"]) == ({"numbers": [1, 2]}, "zh-hant", "a5")
    assert [row["id"] for row in send(boss, "get", "prints/")] == [job["id"]]
    for accept in ("application/json", "application/pdf", "*/*"):
        answer = boss.get(f"{ROOT}{one}file/", headers={"Accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert b"".join(answer.streaming_content).startswith(b"%PDF") and "no-store" in answer["Cache-Control"]
    refused(people, "organiser chief", "get", one)
    refused(people, "organiser chief", "get", f"{one}file/")
    refused(people, "organiser chief", "post", one)
    assert send(people["scorer"], "get", "prints/") == []
    with django_capture_on_commit_callbacks(execute=True):
        assert send(boss, "post", one, status=202)["status"] == "waiting"
    assert send(boss, "get", one)["status"] == "done"
    PrintJob.objects.update(file="gone.pdf")
    assert send(boss, "get", f"{one}file/", status=404)["code"] == "not_found"


@PDF
def test_the_same_pdf_in_the_making_is_one_job(people):
    boss = people["organiser"]
    first = send(boss, "post", "prints/", {"kind": "cards"}, 202)
    assert first["status"] == "waiting" and send(boss, "post", "prints/", {"kind": "cards"}, 202)["id"] == first["id"]
    send(boss, "get", f"prints/{first['id']}/file/", status=404)


@pytest.mark.parametrize(
    ("wish", "status", "path"),
    [
        ({"kind": "poster"}, 404, ""),
        ({"kind": "slips", "options": {"round": 9}}, 400, "options.round"),
        ({"kind": "slips", "options": {"colour": "red"}}, 400, "options.colour"),
        ({"kind": "slips", "paper": "a0"}, 400, "paper"),
    ],
)
def test_a_print_that_cannot_be_is_refused(people, wish, status, path):
    assert send(people["organiser"], "post", "prints/", wish, status)["path"] == path


def test_a_machine_that_makes_no_pdf_says_what_is_missing(people, monkeypatch):
    if missing_part() is None:
        monkeypatch.setattr("tournament.api.printing.missing_part", lambda: Refused("pdf_missing", "Pango is missing."))
    answer = send(people["organiser"], "post", "prints/", {"kind": "slips"}, 400)
    assert answer["message"] and not PrintJob.objects.exists()


def test_who_may_not_print_a_kind_does_not_have_it_made(people):
    refused(people, "organiser chief", "post", "prints/", {"kind": "cards"})
    refused(people, "organiser chief scorer", "post", "prints/", {"kind": "slips"})
    refused(people, "organiser chief scorer", "get", "prints/")
    assert not PrintJob.objects.exists()
