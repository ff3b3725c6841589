"""Acts are taken back one after the other, and each time the event stands as it did before."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.views.browsing import client_of as browser_of
from tests.tournament.views.browsing import text_of
from tournament.errors import Conflict, NotAllowed
from tournament.models import AuditEntry, Draw, Entry, Event, Round, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.selectors.tables import get_table, round_tables
from tournament.services.draw_edits import edit_draft
from tournament.services.draws import delete_draw, draw_round, release_draw, renumber_table, restore_draw
from tournament.services.entries import check_in, update_entry
from tournament.services.rounds import close_round, reopen_round, set_clock, start_round
from tournament.services.rulings import rule_entry
from tournament.services.table_status import confirm_table, void_table
from tournament.services.table_time import add_hands, add_minutes
from tournament.services.tables import correct, undo
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.services.verification import verify_event
from tournament.services.waiting import report_missing, seat_arrived
from tournament.services.wishes import keep_apart, set_hall


def standing(event):
    """All that an undo has to bring back: rounds, draws, tables with their totals, entries."""
    rounds = Round.objects.filter(event=event).values_list(
        "number", "status", "clock_minutes", "clock_used_seconds", "closed_at", "clock_started_at"
    )
    drawn = Draw.objects.filter(round__event=event).exclude(status="deleted").order_by("round__number")
    tables = Table.objects.filter(event=event, draw__status="released").order_by("round__number", "number")
    return {
        "rounds": list(rounds),
        "draws": [(draw.round_id, draw.status, draw.result["tables"], len(draw.edits)) for draw in drawn],
        "tables": [
            (
                table.round_id, table.number, table.status, table.state["persons"], table.state["seats"],
                [(hand["number"], hand["deal"]) for hand in table.state["hands"]], table.extra_minutes,
                table.extra_hands, table.waiting, table.held_at is None,
            )
            for table in tables
        ],
        "entries": list(Entry.objects.filter(event=event).values_list("number", "status", "check_in", "fixed_table")),
        "hall": Event.objects.get(pk=event.pk).settings.get("tables_out", []),
        "points": sorted(
            {row.id: row.penalty for row in computed_standings(event)[0].standings.rows}.items()
        ),
    }  # fmt: skip


def script(event, organiser):
    """Thirty-odd acts of an afternoon, one write each."""
    me = {"actor": organiser}
    one, two = get_round(event, 1), get_round(event, 2)

    def table(number=1, round_=1):
        return get_table(event, round_, number)

    yield lambda: update_entry(**me, entry=get_entry(event, 9), changes={"status": "withdrawn"})
    yield lambda: check_in(**me, event=event, numbers=[8], state="absent")
    yield lambda: check_in(**me, event=event, numbers=[8], state="present")
    yield lambda: set_hall(**me, event=event, tables=None, out=[2])
    yield lambda: draw_round(**me, round_=one)
    yield lambda: draw_round(**me, round_=one)
    yield lambda: edit_draft(**me, round_=one, edit={"kind": "players", "first": 1, "second": 2})
    yield lambda: keep_apart(
        **me, event=event, first=get_entry(event, 1), second=get_entry(event, together(one)), reason=""
    )
    yield lambda: draw_round(**me, round_=one)
    yield lambda: release_draw(**me, round_=one)
    yield lambda: set_clock(**me, round_=one, minutes=60)
    yield lambda: start_round(**me, round_=one)
    yield lambda: report_missing(**me, table=table(), places=["S"])
    yield lambda: seat_arrived(**me, table=table(), place="S")
    yield lambda: setting.record(table(), organiser, setting.win("E", "S"))
    yield lambda: setting.record(table(), organiser, setting.win("S", "E"))
    yield lambda: setting.record(table(), organiser, {"type": "swap", "places": ["E", "S"], "since": 1})
    yield lambda: correct(
        **me, table=table(), expected_seq=table().seq, key=None, seq=0, replacement=setting.win("W", "N"),
        later="as_played",
    )  # fmt: skip
    yield lambda: undo(**me, table=table(), expected_seq=table().seq, key=None)
    yield lambda: correct(
        **me, table=table(), expected_seq=table().seq, key=None, seq=0, replacement=None, later="as_played"
    )
    yield lambda: add_minutes(**me, table=table(3), minutes=5)
    yield lambda: renumber_table(**me, table=table(3), number=19)
    for _ in range(3):
        yield lambda: setting.record(table(19), organiser, setting.win())
    yield lambda: add_hands(**me, table=table(19), hands=1)
    yield lambda: setting.record(table(19), organiser, setting.win())
    yield lambda: confirm_table(**me, table=table(19), seq=table(19).seq)
    yield lambda: void_table(**me, table=table(), reason="a wall fell")
    yield lambda: rule_entry(**me, event=event, round_=one, entry=get_entry(event, 3), points=4)
    yield lambda: close_round(**me, round_=one)
    yield lambda: reopen_round(**me, round_=one, reason="a hand is missing")
    yield lambda: close_round(**me, round_=one)
    yield lambda: draw_round(**me, round_=two)
    yield lambda: release_draw(**me, round_=two)
    yield lambda: start_round(**me, round_=two)
    yield lambda: setting.record(table(1, 2), organiser, setting.win())
    yield lambda: delete_draw(**me, round_=get_round(event, 2), confirm_round=2)
    yield lambda: restore_draw(**me, round_=get_round(event, 2), attempt=1)


def together(round_):
    """Somebody who does not sit with 1 in the draft, so that a pair kept apart is no contradiction."""
    seats = Draw.objects.get(round=round_, status="draft").result["tables"]
    return next(who for table in seats if 1 not in table["seats"] for who in table["seats"] if who)


def test_more_than_thirty_acts_are_taken_back_one_by_one_to_where_the_event_stood(organiser):
    event = setting.event(organiser, players=9, rounds=2)
    states = [standing(event)]
    for act in script(event, organiser):
        act()
        states.append(standing(event))
    assert len(states) > 31
    found = acts(event)
    done = [line for act in found[: len(states) - 1] for line in act.lines]
    assert all(line.actor == organiser.user and line.at and line.action for line in done)
    for before in reversed(states[:-1]):
        undo_act(actor=organiser, event=event, version=next_to_undo(acts(event)).version)
        now = standing(event)
        for part in now:
            for got, was in zip(now[part], before[part], strict=True):
                assert got == was, part
    event.refresh_from_db()
    assert verify_event(event) == []
    assert AuditEntry.objects.filter(action="act.undone").count() == len(states) - 1


def test_only_the_newest_act_is_taken_back_and_only_by_those_who_lead(organiser, table, event):
    setting.record(table, organiser, setting.win())
    seen = next_to_undo(acts(event)).version
    setting.record(table, organiser, setting.win())
    with pytest.raises(Conflict) as refusal:
        undo_act(actor=organiser, event=event, version=seen)
    assert refusal.value.facts == {"version": seen + 1}
    with pytest.raises(NotAllowed):
        undo_act(actor=setting.member(event, "scorer"), event=event, version=seen + 1)


def test_the_page_and_the_api_show_who_did_what_and_take_it_back(organiser, table, event):
    setting.record(table, organiser, setting.win())
    browser = browser_of(organiser)
    page = browser.get("/e/evening/manage/history/")
    assert "founder recorded at a table: round 1, table 1" in text_of(page)
    version = next_to_undo(acts(event)).version
    assert browser.post("/e/evening/manage/history/", {"version": version}).status_code == 302
    assert Table.objects.get(pk=table.pk).state["hands"] == []
    assert "taken back" in text_of(browser.get("/e/evening/manage/history/"))
    client = client_of(organiser)
    rows = client.get("/api/v1/events/evening/history/").json()
    assert [row["undone"] for row in rows[:2]] == [True, False]
    assert rows[1]["what"][0]["action"] == "round.started" and rows[1]["next"]
    assert client.post("/api/v1/events/evening/history/", {"version": rows[1]["version"]}).status_code == 200
    assert get_round(event, 1).status == "released"
    assert len(round_tables(get_round(event, 1))) == 2
