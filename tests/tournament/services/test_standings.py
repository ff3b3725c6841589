"""Standings are computed once for many changes, newer only, and heal themselves."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.tournament import setting
from tournament.models import Event, Snapshot
from tournament.selectors.standings import shown_standings, standings_data
from tournament.services import standings
from tournament.services.publishing import standings_later
from tournament.tasks import sweep


@pytest.fixture(autouse=True)
def _clean_cache():
    cache.clear()


def test_every_write_is_followed_by_standings_of_its_version(
    table, organiser, event, django_capture_on_commit_callbacks
):
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            setting.record(table, organiser, setting.win())
        event.refresh_from_db()
        shown = shown_standings(event, event.stages.get().order)
        assert (shown.version, shown.stale) == (event.version, False)


def test_many_writes_ask_once(table, organiser, event, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), standings_later(event):
        for _ in range(3):
            setting.record(table, organiser, setting.win())
    standings.publish(event.pk)
    assert Snapshot.objects.count() == 1


def test_an_old_run_never_replaces_newer_standings(table, organiser, event):
    event.refresh_from_db()
    old, bodies = Event.objects.get(pk=event.pk), standings.compute_bodies(event)
    setting.record(table, organiser, setting.win())
    standings.publish(event.pk)
    newest = Snapshot.objects.get().version
    standings.store(old, bodies)
    assert Snapshot.objects.order_by("-version").first().version == newest > old.version


def test_a_write_between_reading_and_storing_makes_the_run_begin_again(table, organiser, event, monkeypatch):
    real, written = standings.compute_bodies, []

    def slow(found: Event) -> dict[int, str]:
        bodies = real(found)
        if not written:
            written.append(setting.record(table, organiser, setting.win()))
        return bodies

    monkeypatch.setattr(standings, "compute_bodies", slow)
    version = standings.publish(event.pk)
    event.refresh_from_db()
    assert version == event.version == Snapshot.objects.get().version


def test_old_snapshots_are_let_go(table, organiser, event):
    event.settings = {}
    for _ in range(standings.KEPT + 5):
        Event.objects.filter(pk=event.pk).update(version=Event.objects.get(pk=event.pk).version + 1)
        standings.publish(event.pk)
    assert Snapshot.objects.count() == standings.KEPT


def test_a_page_that_finds_old_standings_asks_for_the_work_again(table, organiser, event, client):
    url = "/api/v1/events/evening/stages/1/standings/"
    assert client.get(url).json()["updating"] is True  # asked, and computed at once in tests
    fresh = client.get(url)
    version = fresh.json()["version"]
    assert "Updating" not in fresh.headers
    assert client.get(url, {"v": version}).status_code == 204
    setting.record(table, organiser, setting.win())
    stale = client.get(url, {"v": version})
    assert (stale.status_code, stale.headers["Updating"]) == (204, "1")
    assert client.get(url, {"v": version}).json()["version"] > version


def test_the_sweep_repairs_what_no_page_asked_for(table, organiser):
    setting.record(table, organiser, setting.win())
    assert sweep() == 1
    assert sweep() == 0


def test_who_was_replaced_before_the_first_hand_is_absent_and_the_other_has_played(organiser):
    event = setting.event(organiser, players=9)
    table = setting.running_table(event, organiser)
    rests = next(iter(table.draw.result["out"]))
    east = table.state["seats"]["E"]
    setting.record(table, organiser, {"type": "seats", "seats": {"E": str(rests)}})
    setting.record(table, organiser, setting.win("E", "S"))
    how = {
        result.entry: (result.status, result.points)
        for result in standings_data(event).results
        if result.points or result.entry == east
    }
    assert how[east] == ("absent", 0)
    assert how[str(rests)] == ("played", 3)


def test_tables_without_a_hand_and_drafts_are_no_results(table, event):
    assert standings_data(event).results == ()
