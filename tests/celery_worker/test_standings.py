"""Standings computed by a real worker, also when it is killed in the middle."""

from __future__ import annotations

import time

import pytest

from tests.tournament import setting
from tests.toy.finding import toy_found
from tournament.models import Event, Snapshot
from tournament.tasks import publish_standings

pytestmark = [pytest.mark.celery, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _toy():
    with toy_found():
        yield


def wait_for_version(event: Event, seconds: float = 30) -> None:
    """Return when standings of the event's version are stored."""
    deadline = time.monotonic() + seconds
    while not Snapshot.objects.filter(event=event, version=event.version).exists():
        assert time.monotonic() < deadline, "no standings came"
        time.sleep(0.05)


def test_writes_are_followed_by_standings_from_the_worker(worker, broker):
    actor = setting.organiser()
    event = setting.event(actor)
    table = setting.running_table(event, actor)
    for _ in range(3):
        setting.record(table, actor, setting.win())
    event.refresh_from_db()
    wait_for_version(event)


def test_a_worker_killed_in_the_middle_of_a_run_is_repaired_by_the_next(worker, broker):
    actor = setting.organiser()
    event = setting.event(actor)
    table = setting.running_table(event, actor)
    broker.set("die_in_standings", 1)
    setting.record(table, actor, setting.win())
    event.refresh_from_db()
    # The task is delivered again after its process died; where even that is lost, the next run does the work.
    publish_standings.delay(event.pk)
    wait_for_version(event)
    assert broker.get("die_in_standings") is None
