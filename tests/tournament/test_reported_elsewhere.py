"""Things that went wrong with other programs and are tried here from end to end."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as api_of
from tests.tournament.services.test_absences import rows
from tests.tournament.services.test_methods import drawn_by, play
from tests.tournament.views.browsing import client_of, text_of
from tournament.errors import Conflict, Refused
from tournament.models import AuditEntry, Draw, Event, Message, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.players import player_card
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.draws import delete_draw, draw_round, release_draw
from tournament.services.entries import update_entry
from tournament.services.rounds import close_round, set_clock, start_round
from tournament.services.table_status import void_table
from tournament.services.tables import finish_table, undo
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.services.waiting import report_missing, seat_arrived


def test_a_template_of_20_seats_for_24_players_names_the_four_it_lacks(organiser):
    event = setting.event(organiser, players=24)
    tables = [{"number": n + 1, "seats": list(range(4 * n + 1, 4 * n + 5))} for n in range(5)]
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1), method="manual", tables=tables)
    assert "21, 22, 23, 24" in refusal.value.message
    assert get_round(event, 1).status == "planned" and not Draw.objects.exists()


def test_whoever_creates_an_event_is_warned_of_rounds_that_cannot_be_free_of_repeats(organiser):
    given = {"name": "Six", "zone": "UTC", "rounds": "6", "players": "6", "length_unit": "hands", "length_count": "3"}
    made = client_of(organiser).post("/events/new/toy/evening/", given, follow=True)
    assert "With 6 players, some will meet twice after round 1." in text_of(made)


@pytest.mark.parametrize(("players", "bound"), [(16, 5), (20, 6), (6, 1), (4, 1)])
def test_the_counting_bound_is_known_before_the_event(organiser, players, bound):
    found = api_of(organiser).get("/api/v1/bounds/", {"players": players, "rounds": 9}).json()
    assert found["counting_rounds"] == bound


def test_a_swap_of_seats_is_one_line_of_the_audit_and_one_undo(table, event, organiser):
    setting.record(table, organiser, setting.win("E", "W"))
    before = dict(get_table(event, 1, 1).state["persons"])
    lines = AuditEntry.objects.filter(event=event).count()
    setting.record(table, organiser, {"type": "swap", "places": ["E", "S"], "since": 1})
    assert AuditEntry.objects.filter(event=event).count() == lines + 1
    assert get_table(event, 1, 1).state["persons"] != before
    undo_act(actor=organiser, event=event, version=next_to_undo(acts(event)).version)
    assert get_table(event, 1, 1).state["persons"] == before


def test_players_are_told_that_their_recorded_hands_do_not_count_when_a_draw_is_deleted(table, event, organiser):
    setting.record(table, organiser, setting.win())
    with pytest.raises(Conflict, match="hands_recorded"):
        draw_round(actor=organiser, round_=get_round(event, 1))
    delete_draw(actor=organiser, round_=get_round(event, 1), confirm_round=1)
    told = Message.objects.filter(kind="result_void")
    assert sorted(message.entry.number for message in told) == sorted(map(int, table.state["persons"]))
    assert "table 1 of round 1" in told[0].body


def test_somebody_who_rests_again_is_warned_of_with_the_rule_and_the_override_is_kept(organiser):
    event = setting.event(organiser, players=9, rounds=3)
    drawn_by(event, organiser, method="random")
    resting = play(event, organiser, 1).result["out"][0]
    rest = [number for number in range(1, 10) if number != resting]
    tables = [{"number": 1, "seats": rest[:4]}, {"number": 2, "seats": rest[4:]}]
    wish = {"actor": organiser, "round_": get_round(event, 2), "method": "manual", "tables": tables, "out": [resting]}
    with pytest.raises(Conflict) as refusal:
        draw_round(**wish)
    assert refusal.value.facts == {"entries": [resting], "rule": 3}
    draw_round(**wish, override="a doctor's appointment")
    assert AuditEntry.objects.filter(action="draw.made")[0].reason == "a doctor's appointment"


def test_each_status_of_a_round_has_its_own_word_on_the_players_card(organiser, monkeypatch):
    event = setting.event(organiser, players=10, rounds=2)
    update_entry(actor=organiser, entry=get_entry(event, 10), changes={"status": "withdrawn"})
    round_ = setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    report_missing(actor=organiser, table=table, places=["S"])
    later = table.round.event.created_at.__class__.now(tz=table.round.event.created_at.tzinfo)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later.replace(year=later.year + 1))
    seat_arrived(actor=organiser, table=get_table(event, 1, 1), place="S")
    late = get_entry(event, int(table.state["seats"]["S"]))
    assert player_card(organiser, late)["rounds"][0]["late_minutes"] > 0
    assert "minutes late" in text_of(client_of(organiser).get(f"/e/evening/player/{late.number}/"))
    resting = round_.draws.get(status="released").result["out"][0]
    assert player_card(organiser, get_entry(event, resting))["rounds"][0]["status"] == "sat_out"


def test_the_entry_form_repeats_names_winds_and_running_totals(table, event, organiser):
    setting.record(table, organiser, setting.win("E", "S", total=7))
    page = client_of(organiser).get("/e/evening/round/1/table/1/?kind=win").content.decode()
    names = {entry.name for entry in (get_entry(event, int(n)) for n in table.state["persons"])}
    assert all(name in page for name in names)
    words = text_of(client_of(organiser).get("/e/evening/round/1/table/1/?kind=win"))
    assert all(wind in words for wind in ("East", "South", "West", "North"))
    totals = get_table(event, 1, 1).state["scores"]
    assert totals["E"] > 0 and f"+{totals['E']}" in words and f"\u2212{totals['E']}" in words


def test_every_version_of_a_table_can_be_brought_back(table, event, organiser):
    setting.record(table, organiser, setting.win("E", "S"))
    first = dict(get_table(event, 1, 1).state["persons"])
    setting.record(table, organiser, {"type": "replace", "seq": 0, "with": setting.win("W", "N"), "later": "expected"})
    assert get_table(event, 1, 1).state["persons"] != first
    undo(actor=organiser, table=get_table(event, 1, 1), expected_seq=2, key=None)
    assert get_table(event, 1, 1).state["persons"] == first


def test_an_event_that_crosses_midnight_stays_one_day(organiser):
    event = setting.event(organiser)
    assert event.zone == "Asia/Taipei"
    from datetime import datetime
    from zoneinfo import ZoneInfo

    zone = ZoneInfo("Asia/Taipei")
    set_clock(actor=organiser, round_=get_round(event, 1), starts_at=datetime(2026, 5, 2, 23, 30, tzinfo=zone))
    event.starts_on = event.ends_on = datetime(2026, 5, 2, tzinfo=zone).date()
    event.save()
    event.refresh_from_db()
    assert event.starts_on == event.ends_on
    page = text_of(client_of(organiser).get("/e/evening/manage/rounds/1/"))
    assert "2026-05-02 23:30 (Asia/Taipei)" in page


def test_a_round_that_is_released_shows_its_seats_with_a_clock_that_stands_still(organiser):
    event = setting.event(organiser)
    round_ = get_round(event, 1)
    draw_round(actor=organiser, round_=round_)
    set_clock(actor=organiser, round_=round_, minutes=60)
    release_draw(actor=organiser, round_=round_)
    Event.objects.update(status="running")
    clock = api_of().get("/api/v1/events/evening/rounds/1/clock/").json()
    assert (clock["running"], clock["left_seconds"]) == (False, 3600)
    assert "選手 01" in text_of(client_of().get("/e/evening/seating/"))


def test_a_closed_round_leaves_nothing_lingering(organiser):
    event = setting.event(organiser)
    round_ = setting.running_round(event, organiser)
    finish_table(actor=organiser, table=get_table(event, 1, 1), expected_seq=0, key=None)
    with pytest.raises(Conflict, match="tables_out"):
        close_round(actor=organiser, round_=round_)
    for table in Table.objects.filter(event=event).select_related("event", "round", "draw"):
        void_table(actor=organiser, table=table, reason="nobody played")
    close_round(actor=organiser, round_=round_)
    assert all(row.total == 0 for row in rows(event).values())
    start_round_two = get_round(event, 2)
    draw_round(actor=organiser, round_=start_round_two)
    release_draw(actor=organiser, round_=start_round_two)
    assert start_round(actor=organiser, round_=start_round_two).status == "running"
