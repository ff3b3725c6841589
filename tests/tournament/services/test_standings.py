"""Standings are computed once for many changes, newer only, and heal themselves."""

from __future__ import annotations

from tests.tournament import setting
from tournament.models import Entry, Event, Snapshot
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings, newest_standings, standings_data
from tournament.selectors.tables import get_table
from tournament.services import standings
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_entries, check_in
from tournament.services.publishing import standings_later
from tournament.services.rounds import start_round
from tournament.services.table_status import void_table
from tournament.services.verification import verify_event
from tournament.tasks import sweep


def test_every_write_is_followed_by_standings_of_its_version(
    table, organiser, event, django_capture_on_commit_callbacks
):
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            setting.record(table, organiser, setting.win())
        event.refresh_from_db()
        shown = newest_standings(event, event.stages.get().order)
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


def results_of(event, number):
    """What standings know of an entry: status and points of each round."""
    return [(result.status, result.points) for result in standings_data(event).results if result.entry == str(number)]


def test_who_sat_out_and_sits_down_later_has_the_result_of_the_table_alone(organiser):
    event = setting.event(organiser, players=9)
    table = setting.running_table(event, organiser)
    rests = next(iter(table.draw.result["out"]))
    assert results_of(event, rests) == [("sat_out", 0)]
    setting.record(table, organiser, setting.win("E", "S"))
    setting.record(table, organiser, {"type": "seats", "seats": {"E": str(rests)}})
    assert results_of(event, rests) == [("sat_out", 0)]  # no hand yet
    setting.record(table, organiser, setting.win("E", "S"))
    assert results_of(event, rests) == [("substitute", 3)]
    assert standings.publish(event.pk) == Event.objects.get(pk=event.pk).version


def test_who_was_absent_from_the_draw_and_comes_late_has_the_result_of_the_table_alone(organiser):
    event = setting.event(organiser, players=9)
    check_in(actor=organiser, event=event, numbers=[9], state="absent")
    round_ = get_round(event, 1)
    draw_round(actor=organiser, round_=round_, absent="exclude")
    release_draw(actor=organiser, round_=round_)
    start_round(actor=organiser, round_=round_)
    table = get_table(event, 1, 1)
    assert results_of(event, 9) == [("absent", 0)]
    setting.record(table, organiser, setting.win("E", "S"))
    setting.record(table, organiser, {"type": "seats", "seats": {"S": "9"}})
    setting.record(table, organiser, setting.win("E", "S"))
    (found,) = results_of(event, 9)
    assert found[0] == "substitute"
    assert found[1] < 0
    assert verify_event(event) == []
    assert standings.publish(event.pk) == Event.objects.get(pk=event.pk).version


def test_who_was_at_a_void_table_and_sits_down_elsewhere_has_one_result(organiser):
    event = setting.event(organiser)
    table = setting.running_table(event, organiser)
    other = get_table(event, 1, 2)
    east = table.state["seats"]["E"]
    void_table(actor=organiser, table=table, reason="broken")
    assert results_of(event, east) == [("void", 0)]
    setting.record(other, organiser, {"type": "seats", "seats": {"W": east}})
    setting.record(other, organiser, setting.win("W", "S"))
    assert results_of(event, east) == [("played", 3)]
    standings.publish(event.pk)


def test_a_substitute_in_the_middle_of_a_table_of_places_stops_nothing(organiser):
    event = setting.event(organiser, slug="blood", game="sichuan", preset="house", length={"unit": "hands", "count": 3})
    table = setting.running_table(event, organiser)
    (stand_in,) = add_entries(actor=organiser, event=event, names=["候補"])
    Entry.objects.filter(pk=stand_in.pk).update(ranked=False)
    hand = [
        {"type": "win", "wins": [{"seat": seat, "by": "discard", "from": "E", "total": 1}]} for seat in ("S", "W", "N")
    ]
    for one in hand:
        setting.record(table, organiser, one)
    setting.record(table, organiser, {"type": "seats", "seats": {"W": str(stand_in.number)}})
    setting.record(table, organiser, hand[1])
    # His first hand is not over, and his points count with those who paid them.
    assert computed_standings(event)[0].standings.sums.points == 0
    for one in (hand[0], hand[2]):
        setting.record(table, organiser, one)
    standings.publish(event.pk)
    (found,) = computed_standings(event)
    assert found.standings.sums.points == 0
    assert len([row for row in found.standings.rows if row.rank is not None]) == 4
