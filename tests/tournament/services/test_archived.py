"""An event in the archive: read by everybody, changed by nobody, taken out for a reason."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.actors import PUBLIC, Actor
from tournament.errors import Refused
from tournament.models import AuditEntry, Event
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services import (
    announcements,
    check_in,
    draws,
    entries,
    events,
    messages,
    registration,
    registration_setup,
    rounds,
    staff,
    stages,
    table_status,
    timetable,
    waitlist,
    wishes,
)


@pytest.fixture
def archived(event, organiser):
    """An event with one played round, archived."""
    round_ = setting.running_round(event, organiser)
    setting.play_round(round_, organiser)
    rounds.drop_round(actor=organiser, round_=get_round(event, 2))
    note = messages.post_message(event=event, kind="call", to="", subject="x", body="y")
    for status in ("closed", "archived"):
        events.set_status(actor=organiser, event=event, status=status)
    event.note = note
    return event


def writes(event, organiser):
    """Return one write of every kind there is, by name."""
    entry, round_, table = get_entry(event, 1), get_round(event, 1), get_table(event, 1, 1)
    own = Actor(entry=entry)
    soon = timezone.now() + timedelta(hours=1)
    stage = event.stages.get()
    by = {"actor": organiser}
    return {
        "entries": lambda: entries.add_entries(**by, event=event, names=["x"]),
        "entry": lambda: entries.update_entry(**by, entry=entry, changes={"team": "x"}),
        "person": lambda: entries.rename_person(**by, entry=entry, position=0, changes={"name": "x"}),
        "link": lambda: entries.renew_link(**by, entry=entry),
        "check in": lambda: entries.check_in(**by, event=event, numbers=[1], state="absent"),
        "close check-in": lambda: check_in.close_check_in(**by, event=event),
        "until": lambda: check_in.set_check_in_until(**by, event=event, until=soon),
        "call": lambda: check_in.call_entry(**by, entry=entry),
        "promote": lambda: waitlist.promote_waitlist(**by, event=event, count=1),
        "register": lambda: registration.register(actor=PUBLIC, event=event, people=[{"name": "x"}], email="x@e.org"),
        "approve": lambda: registration.approve(**by, event=event, numbers=[1]),
        "payment": lambda: registration.set_payment(**by, event=event, numbers=[1], payment="paid"),
        "withdraw": lambda: registration.withdraw_own(actor=own, entry=entry),
        "registration": lambda: registration_setup.change_registration(**by, event=event, changes={"offered": True}),
        "question": lambda: registration_setup.save_question(**by, event=event, fields={"label": "?"}),
        "announce": lambda: announcements.announce(**by, event=event, texts={"en": "x"}),
        "settings": lambda: events.update_event(**by, event=event, changes={"name": "x"}),
        "options": lambda: events.change_options(**by, event=event, options={}),
        "timetable": lambda: timetable.set_timetable(**by, event=event, slots=[]),
        "stage": lambda: stages.update_stage(**by, stage=stage, changes={"name": "x"}),
        "rounds": lambda: stages.add_rounds(**by, stage=stage, count=1),
        "reopen": lambda: rounds.reopen_round(**by, round_=round_, reason="x"),
        "clock": lambda: rounds.set_clock(**by, round_=round_, minutes=5),
        "draw": lambda: draws.delete_draw(**by, round_=round_, confirm_round=1),
        "record": lambda: setting.record(table, organiser, {"type": "void", "seq": table.seq - 1}, confirm_round=1),
        "confirm": lambda: table_status.confirm_table(**by, table=table, seq=table.seq),
        "wish": lambda: wishes.fix_table(**by, entry=entry, table=1),
        "staff": lambda: staff.invite_staff(**by, event=event, role="referee"),
        "message": lambda: messages.hand_over(**by, event=event, message_id=event.note.pk),
    }


def test_services_refuse_every_write_of_an_archived_event(archived, organiser):
    event = Event.objects.get(pk=archived.pk)
    event.note = archived.note
    before = (event.version, AuditEntry.objects.count())
    for name, write in writes(event, organiser).items():
        with pytest.raises(Refused) as refusal:
            write()
        assert refusal.value.code in ("event_closed", "registration_closed"), name
    assert (Event.objects.get(pk=event.pk).version, AuditEntry.objects.count()) == before


@pytest.mark.parametrize("page", ["", "standings/", "seating/", "tables/", "rulings/", "projector/"])
def test_everybody_still_reads_it(archived, page):
    assert client_of().get(f"/e/{archived.slug}/{page}").status_code == 200


def test_it_leaves_the_archive_for_a_reason_that_is_kept(archived, organiser):
    with pytest.raises(Refused, match="reason_missing"):
        events.set_status(actor=organiser, event=archived, status="closed")
    client = client_of(organiser)
    manage, url = f"/e/{archived.slug}/manage/", f"/e/{archived.slug}/manage/status/closed/"
    assert "in the archive" in text_of(client.get(manage))
    assert client.get(url).status_code == 200
    assert client.post(url, {"reason": ""}).status_code == 422
    assert "is now: Closed" in text_of(client.post(url, {"reason": "a wrong name"}, follow=True))
    assert AuditEntry.objects.filter(action="event.status").first().reason == "a wrong name"
    client.post(f"/e/{archived.slug}/manage/status/running/", {"reason": "a result was wrong"})
    assert Event.objects.get(pk=archived.pk).status == "running"
