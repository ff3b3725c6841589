"""The console and the health page say what stands still in the background, since when, and nothing when all is well."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.access import Role
from tournament.actors import Actor
from tournament.models import AuditEntry, DrawJob, Event, Heartbeat, Message, PrintJob
from tournament.selectors.rounds import get_round
from tournament.selectors.standstill import Standstill, standstills
from tournament.services.draw_jobs import start_job
from tournament.services.entries import update_entry
from tournament.services.heartbeat import beat
from tournament.services.messages import hand_over, post_message
from tournament.services.printing import start_print
from tournament.services.standings import publish
from tournament.tasks import close_check_ins, send_message, sweep

SAID = "Some work has stood still since"
TASKS = [entry["task"] for entry in configured.CELERY_BEAT_SCHEDULE.values()]


@pytest.fixture
def well(event):
    """An event whose background work is done, ten minutes later."""
    publish(event.pk)
    event.refresh_from_db()
    Event.objects.filter(pk=event.pk).update(created_at=timezone.now() - timedelta(hours=1))
    beat(TASKS, later())
    return Event.objects.get(pk=event.pk)


def later(minutes: int = 10):
    return timezone.now() + timedelta(minutes=minutes)


def kinds(event=None, minutes: int = 10) -> list[str]:
    return [one.kind for one in standstills(later(minutes), event)]


def test_nothing_stands_still_when_all_is_well(well, organiser):
    assert standstills(later(), well) == standstills(later()) == ()
    for url in (reverse("manage", args=[well.slug]), reverse("round", args=[well.slug, 1])):
        assert "stood still" not in text_of(client_of(organiser).get(url))


def test_standings_wait_since_the_first_change_they_do_not_know(well, organiser):
    entries = list(well.entries.order_by("number")[:2])
    for entry in entries:
        update_entry(actor=organiser, entry=entry, changes={"club": "C"})
    first = AuditEntry.objects.filter(event=well, subject="entry:1").latest("id").at
    assert standstills(later(), well) == (Standstill("standings", first, 1),)
    assert kinds(well, minutes=2) == [], "three minutes are given"
    assert kinds(setting.event(organiser, slug="other", players=4), minutes=0) == []
    sweep()
    beat(TASKS, later())
    assert kinds(well) == []


def test_an_archived_event_waits_for_nothing(well):
    Event.objects.filter(pk=well.pk).update(version=well.version + 1, status=Event.Status.ARCHIVED)
    assert kinds(well) == []


def test_mail_waits_where_there_is_a_server_until_it_is_sent_or_handed_over(well, organiser, settings):
    def post(to: str) -> Message:
        return post_message(event=well, kind="call", to=to, subject="S", body="B")

    assert not settings.EMAIL_CONFIGURED
    handed_out = post("before@example.org")
    assert kinds(well) == []
    settings.EMAIL_CONFIGURED = True
    handed_out.delete()
    sent, handed = post("a@example.org"), post("b@example.org")
    post("")
    assert standstills(later(), well) == (Standstill("messages", sent.created_at, 2),)
    send_message(sent.pk)
    hand_over(actor=organiser, event=well, message_id=handed.pk)
    assert kinds(well) == []
    post("c@example.org")
    assert kinds(well, minutes=60 * 25) == ["periodic"], "what nobody missed for a day is not called waiting"


def test_the_sweep_sends_what_a_lost_task_left(well, settings, mailoutbox):
    settings.EMAIL_CONFIGURED = True
    lost = post_message(event=well, kind="call", to="a@example.org", subject="S", body="B")
    sweep()
    assert mailoutbox == [], "its own task may still be on the way"
    Message.objects.update(created_at=timezone.now() - timedelta(minutes=4))
    assert sweep() == sweep() == 0
    assert [mail.to for mail in mailoutbox] == [["a@example.org"]]
    lost.refresh_from_db()
    assert lost.sent_at is not None


def test_a_draw_and_a_document_wait(well, organiser):
    job = start_job(actor=organiser, round_=get_round(well, 1), wish={})
    wish = {"kind": "cards", "options": {"numbers": []}, "language": "en", "paper": "a4", "site": ""}
    paper = start_print(actor=organiser, event=well, **wish)
    publish(well.pk)
    assert standstills(later(), well) == (
        Standstill("draws", job.seen_at, 1),
        Standstill("prints", paper.created_at, 1),
    )
    PrintJob.objects.update(seen_at=later(9))
    assert kinds(well) == ["draws", "prints"], "queued anew by the sweep, but begun by nobody"
    PrintJob.objects.update(status="running")
    DrawJob.objects.update(status="running", seen_at=later(9))
    assert kinds(well) == [], "both go on"


def test_periodic_work_waits_since_it_was_last_done(well, organiser):
    done = timezone.now() - timedelta(minutes=4)
    Heartbeat.objects.filter(task=TASKS[0]).update(at=done)
    assert standstills(timezone.now(), well) == (Standstill("periodic", done, 1),)
    Heartbeat.objects.all().delete()
    assert standstills(timezone.now(), well) == (Standstill("periodic", well.created_at, 2),)
    assert standstills(timezone.now()) == (Standstill("periodic", None, 2),)
    assert kinds(setting.event(organiser, slug="new", players=4), minutes=1) == [], "a new event gives it its time"
    sweep()
    close_check_ins()
    assert set(Heartbeat.objects.values_list("task", flat=True)) == set(TASKS)
    assert standstills(timezone.now(), well) == ()


def test_the_console_says_it_and_renews_it(well, organiser):
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=4))
    client = client_of(organiser)
    for url in (reverse("manage", args=[well.slug]), reverse("round", args=[well.slug, 1])):
        assert SAID in text_of(client.get(url))
    part = reverse("standstill", args=[well.slug])
    assert client.get(part).status_code == 302, "it is no page by itself"
    shown = client.get(part, HTTP_HX_REQUEST="true")
    assert SAID in text_of(shown)
    mark = {"v": shown.context["still_mark"]}
    assert client.get(part, mark, HTTP_HX_REQUEST="true").status_code == 204
    beat(TASKS, timezone.now())
    calm = client.get(part, mark, HTTP_HX_REQUEST="true")
    assert calm.status_code == 200 and "stood still" not in text_of(calm)


def test_the_answer_takes_five_queries_however_much_waits(well, organiser, settings):
    settings.EMAIL_CONFIGURED = True
    for number in range(3):
        post_message(event=well, kind="call", to=f"{number}@example.org", subject="S", body="B")
    for event in (well, None):
        with CaptureQueriesContext(connection) as caught:
            standstills(later(), event)
        assert len(caught) == 5


def test_all_of_the_staff_are_told_and_nobody_else(well):
    part = reverse("standstill", args=[well.slug])
    scorer = client_of(setting.member(well, Role.SCORER))
    assert scorer.get(part, HTTP_HX_REQUEST="true").status_code == 200
    Event.objects.filter(pk=well.pk).update(status=Event.Status.OPEN)
    for who in (None, Actor(entry=well.entries.first())):
        assert client_of(who).get(part, HTTP_HX_REQUEST="true").status_code in (302, 403)
