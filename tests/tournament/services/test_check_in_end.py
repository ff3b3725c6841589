"""The end of check-in: at its hour, by hand, opened again; calls, and every step taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed
from tournament.models import AuditEntry, Event, Message
from tournament.selectors.check_in import countdown, last_closing, missing
from tournament.selectors.entries import get_entry
from tournament.services.check_in import (
    call_entry,
    close_check_in,
    close_due,
    put_back,
    reopen_check_in,
    set_check_in_until,
)
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.tasks import close_check_ins


@pytest.fixture
def full(organiser):
    """Eight places; five wait; 2, 4 and 6 have not come."""
    event = setting.event(organiser, players=8, settings={"capacity": 8})
    for number in range(9, 14):
        add_entry(actor=organiser, event=event, people=[{"name": f"waiting {number}"}], email="w@example.org")
    check_in(actor=organiser, event=event, numbers=[2, 4, 6], state="expected")
    return event


def test_at_its_hour_check_in_closes_and_the_first_three_of_five_waiting_are_in(full, organiser):
    now = timezone.now()
    set_check_in_until(actor=organiser, event=full, until=now + timedelta(minutes=10))
    assert [entry.number for entry in missing(full)] == [2, 4, 6]
    assert countdown(full, now).left in (599, 600)
    assert close_due(now + timedelta(minutes=9)) == []
    assert close_due(now + timedelta(minutes=10)) == [full.slug]
    assert close_due(now + timedelta(minutes=11)) == []
    full.refresh_from_db()
    closing = last_closing(full)
    assert [entry.number for entry in closing.absent] == [2, 4, 6]
    assert [entry.number for entry in closing.promoted] == [9, 10, 11]
    assert [message.entry.number for message in Message.objects.filter(kind="promoted").order_by("pk")] == [9, 10, 11]
    assert countdown(full, now) is None
    line = AuditEntry.objects.get(action="check_in.closed")
    assert line.actor is None and line.after == {"absent": [2, 4, 6], "promoted": [9, 10, 11]}


def test_each_step_of_the_closing_is_taken_back_by_itself(full, organiser):
    close_check_in(actor=organiser, event=full)
    put_back(actor=organiser, entry=get_entry(full, 11))
    check_in(actor=organiser, event=full, numbers=[6], state="present")
    closing = last_closing(full)
    assert [entry.number for entry in closing.absent] == [2, 4]
    assert [entry.number for entry in closing.promoted] == [9, 10]
    assert Message.objects.filter(kind="put_back", entry__number=11).exists()
    with pytest.raises(Conflict, match="not_promoted"):
        put_back(actor=organiser, entry=get_entry(full, 11))


def test_closing_twice_makes_nobody_absent_who_was_just_let_in(full, organiser):
    close_check_in(actor=organiser, event=full)
    with pytest.raises(Conflict, match="check_in_closed"):
        close_check_in(actor=organiser, event=full)
    assert [(get_entry(full, number).status, get_entry(full, number).check_in) for number in (9, 12)] == [
        ("registered", "expected"),
        ("waitlist", "expected"),
    ]


def test_the_history_opens_it_again_and_closes_it_again(full, organiser):
    soon = timezone.now() + timedelta(minutes=10)
    set_check_in_until(actor=organiser, event=full, until=soon)
    close_due(soon)
    undo_act(actor=organiser, event=full, version=next_to_undo(acts(full)).version)
    full.refresh_from_db()
    assert full.check_in_closed_at is None and full.check_in_until is None, "it does not close at once once more"
    assert [entry.number for entry in missing(full)] == [2, 4, 6] and get_entry(full, 9).status == "waitlist"
    close_check_in(actor=organiser, event=full)
    full.refresh_from_db()
    closed_at = full.check_in_closed_at
    reopen_check_in(actor=organiser, event=full)
    undo_act(actor=organiser, event=full, version=next_to_undo(acts(full)).version)
    full.refresh_from_db()
    assert full.check_in_closed_at == closed_at and missing(full)[0].number == 9


def test_check_in_opens_again_and_whoever_was_let_in_stays(full, organiser):
    close_check_in(actor=organiser, event=full)
    assert reopen_check_in(actor=organiser, event=full) == [2, 4, 6]
    assert [entry.number for entry in missing(full)] == [2, 4, 6, 9, 10, 11]
    assert last_closing(full) is None
    with pytest.raises(Conflict, match="check_in_open"):
        reopen_check_in(actor=organiser, event=full)


def test_a_new_hour_opens_check_in_again_and_a_past_one_is_refused(full, organiser):
    close_check_in(actor=organiser, event=full)
    with pytest.raises(Conflict, match="until_past"):
        set_check_in_until(actor=organiser, event=full, until=timezone.now() - timedelta(minutes=1))
    set_check_in_until(actor=organiser, event=full, until=timezone.now() + timedelta(minutes=1))
    full.refresh_from_db()
    assert full.check_in_closed_at is None


def test_a_place_dropped_after_the_closing_is_not_given_twice(full, organiser):
    full.refresh_from_db()
    full.settings = full.settings | {"registration": {"promotion": "automatic"}}
    full.save()
    close_check_in(actor=organiser, event=full)
    update_entry(actor=organiser, entry=get_entry(full, 2), changes={"status": "withdrawn"})
    assert get_entry(full, 12).status == "waitlist"
    update_entry(actor=organiser, entry=get_entry(full, 1), changes={"status": "withdrawn"})
    assert [get_entry(full, number).status for number in (12, 13)] == ["registered", "waitlist"]


def test_whoever_is_made_absent_after_the_closing_leaves_the_place_to_who_waits(full, organiser):
    close_check_in(actor=organiser, event=full)
    check_in(actor=organiser, event=full, numbers=[1], state="absent")
    assert [get_entry(full, number).status for number in (12, 13)] == ["registered", "waitlist"]
    undo_act(actor=organiser, event=full, version=next_to_undo(acts(full)).version)
    assert get_entry(full, 12).status == "waitlist" and get_entry(full, 1).check_in == "present"


def test_before_the_closing_nobody_is_let_in_by_an_absence(full, organiser):
    check_in(actor=organiser, event=full, numbers=[1], state="absent")
    assert get_entry(full, 9).status == "waitlist"


def test_whoever_is_entered_gets_a_place_that_an_absence_left(organiser):
    event = setting.event(organiser, players=4, settings={"capacity": 4})
    close_check_in(actor=organiser, event=event)
    check_in(actor=organiser, event=event, numbers=[3], state="absent")
    assert add_entry(actor=organiser, event=event, people=[{"name": "late"}]).status == "registered"
    assert add_entry(actor=organiser, event=event, people=[{"name": "too late"}]).status == "waitlist"


def test_the_list_of_the_missing_says_who_was_let_in(full, organiser):
    close_check_in(actor=organiser, event=full)
    url = reverse("missing", args=[full.slug])
    page = client_of(organiser).post(url, {"act": "exclude", "number": "1"}, follow=True)
    assert "Let in: 12 waiting 12. Tell them" in text_of(page)
    dropped = client_of(organiser).post(url, {"act": "drop", "number": "1"}, follow=True)
    assert "Tell them" not in text_of(dropped), "the place was given away already"
    again = client_of(organiser).post(url, {"act": "here", "number": "1"}, follow=True)
    assert "is withdrawn or on the waiting list" in text_of(again) and "Tell them" not in text_of(again)


def test_an_act_that_lets_nobody_in_does_not_read_the_waiting_list(full, organiser):
    client, url = client_of(organiser), reverse("missing", args=[full.slug])
    for act in ("here", "expect", "call"):
        with CaptureQueriesContext(connection) as caught:
            assert client.post(url, {"act": act, "number": "2"}).status_code == 302
        assert not [query["sql"] for query in caught if "'waitlist'" in query["sql"]], act


def test_the_task_closes_what_is_due_and_leaves_closed_events_alone(full, organiser):
    past = timezone.now() - timedelta(minutes=1)
    Event.objects.filter(pk=full.pk).update(check_in_until=past, status=Event.Status.CLOSED)
    assert close_check_ins() == 0
    Event.objects.filter(pk=full.pk).update(status=Event.Status.OPEN)
    assert close_check_ins() == 1


def test_whoever_is_missing_is_called(full, organiser):
    call_entry(actor=organiser, entry=get_entry(full, 2))
    assert "not checked in" in Message.objects.get(kind="call").body
    assert AuditEntry.objects.filter(action="entry.called").exists()
    with pytest.raises(NotAllowed):
        call_entry(actor=setting.member(full, Role.SCORER), entry=get_entry(full, 2))
