"""A correction of an older round counts, or is for the record only: standings, ledger, files and undo agree."""

from __future__ import annotations

import json

import pytest

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Event, PostingRow, Round, Table, TableEvent
from tournament.selectors.entries import get_entry
from tournament.selectors.standings import computed_standings, record_points
from tournament.selectors.tables import get_table, shown_table
from tournament.services.cuts import cut_stage
from tournament.services.draws import delete_draw
from tournament.services.stages import add_stage
from tournament.services.standings import publish
from tournament.services.table_status import let_count, restore_table, void_table
from tournament.services.tables import correct
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.services.verification import verify_event


@pytest.fixture
def older(organiser):
    """Rounds 1 and 2 are closed, round 3 runs: round 1 is older than the previous one."""
    event = setting.event(organiser, rounds=3)
    for number in (1, 2):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    setting.running_round(event, organiser, 3)
    return event


@pytest.fixture
def chief(older):
    return setting.chief(older)


def changed(event, actor, *, counts=False, seq=2, reason="the sheet says so", **more):
    """Let South win the last hand of round 1, table 1, instead of East."""
    table = get_table(event, 1, 1)
    asked = {"later": "as_played", "confirm_round": 1, "counts": counts, "reason": reason} | more
    correct(
        actor=actor, table=table, expected_seq=table.seq, key=None, seq=seq, replacement=setting.win("S", "E"), **asked
    )
    return get_table(event, 1, 1)


def totals(event):
    return {row.id: row.total for row in computed_standings(event)[0].standings.rows}


def ledger(event):
    return list(
        PostingRow.objects.filter(event=event).order_by("table_id", "line").values_list("seq", "points", "from_place")
    )


def test_an_older_round_asks_what_the_correction_is_for_and_why(older, chief):
    before = totals(older)
    with pytest.raises(Conflict) as refusal:
        changed(older, chief, counts=None, confirm_round=None)
    assert (refusal.value.code, refusal.value.facts["choices"]) == ("confirm_round", ["counts", "record"])
    with pytest.raises(Conflict) as refusal:
        changed(older, chief, counts=None)
    assert (refusal.value.code, refusal.value.facts["choices"]) == ("counts_missing", ["counts", "record"])
    with pytest.raises(Refused, match="reason_missing"):
        changed(older, chief, reason=" ")
    assert totals(older) == before


def test_only_the_chief_referee_chooses(older, organiser):
    with pytest.raises(NotAllowed):
        changed(older, organiser)


def test_the_previous_round_asks_nothing_of_the_kind(older, organiser):
    table = get_table(older, 2, 1)
    correct(
        actor=organiser, table=table, expected_seq=3, key=None, seq=2, replacement=setting.win("S", "E"),
        later="as_played", confirm_round=2,
    )  # fmt: skip
    assert TableEvent.objects.get(table=table, seq=3).correction is None


def test_what_counts_changes_the_standings(older, chief):
    before = totals(older)
    table = changed(older, chief, counts=True)
    assert (table.counted_seq, table.record) == (None, None)
    assert totals(older) != before
    assert TableEvent.objects.get(table=table, seq=3).correction == {"counts": True, "reason": "the sheet says so"}
    assert verify_event(older) == []


def test_what_is_for_the_record_leaves_standings_ledger_and_draws_and_keeps_the_corrected_result(older, chief):
    before, lines, persons = totals(older), ledger(older), get_table(older, 1, 1).state["persons"]
    seats = [table.state["seats"] for table in Table.objects.filter(round__number=3)]
    table = changed(older, chief)
    assert (totals(older), ledger(older), table.state["persons"]) == (before, lines, persons)
    assert [table.state["seats"] for table in Table.objects.filter(round__number=3)] == seats
    assert table.counted_seq == 3
    assert table.record["persons"] != persons
    assert sum(table.record["persons"].values()) == 0
    assert table.status == Table.Status.CONFIRMED
    entry = AuditEntry.objects.filter(action="table.recorded").first()
    assert (entry.after["counts"], entry.reason, entry.before["counted_seq"]) == (False, "the sheet says so", None)
    assert verify_event(older) == []


def test_a_second_correction_for_the_record_builds_on_the_first(older, chief):
    before = totals(older)
    first = changed(older, chief).record["persons"]
    second = changed(older, chief, seq=1, reason="and the hand before")
    assert second.counted_seq == 3
    assert second.record["persons"] != first
    assert totals(older) == before
    assert verify_event(older) == []


def test_a_correction_that_counts_takes_what_was_for_the_record_with_it(older, chief):
    record = changed(older, chief).record["persons"]
    table = changed(older, chief, seq=1, counts=True)
    assert (table.counted_seq, table.record) == (None, None)
    assert table.state["persons"] != record
    assert verify_event(older) == []


def test_the_chief_referee_lets_it_count_later(older, organiser, chief):
    before = totals(older)
    table = changed(older, chief)
    record = table.record["persons"]
    with pytest.raises(NotAllowed):
        let_count(actor=organiser, table=table, reason="appeal")
    with pytest.raises(Refused, match="reason_missing"):
        let_count(actor=chief, table=table, reason="")
    let_count(actor=chief, table=table, reason="appeal")
    assert table.state["persons"] == record
    assert totals(older) != before
    assert verify_event(older) == []
    with pytest.raises(Conflict, match="counts_already"):
        let_count(actor=chief, table=table, reason="appeal")


def test_every_step_is_undone_to_what_stood_before(older, chief):
    steps, stood = (
        (
            lambda: changed(older, chief),
            lambda: changed(older, chief, seq=1),
            lambda: let_count(actor=chief, table=get_table(older, 1, 1), reason="appeal"),
            lambda: changed(older, chief, seq=0, reason="once more"),
            lambda: changed(older, chief, seq=1, counts=True),
        ),
        [],
    )
    for step in steps:
        stood.append(standing(older))
        step()
        assert verify_event(older) == []
    for expected in reversed(stood):
        act = next_to_undo(acts(older))
        undo_act(actor=chief, event=Event.objects.get(pk=older.pk), version=act.version)
        assert standing(older) == expected
        assert verify_event(older) == []


def standing(event):
    """What an undo brings back. How many events count grows where all counted before: the undo itself is written."""
    table = get_table(event, 1, 1)
    record = table.record and table.record["persons"]
    return totals(event), table.state["persons"], record, table.status


def test_a_ruling_counts_and_waits_where_something_is_for_the_record(older, chief):
    ruling = {
        "type": "ruling",
        "hand": 3,
        "effect": {"postings": [{"from": "E", "to": "S", "points": 2, "article": "T9"}]},
    }
    setting.record(get_table(older, 1, 2), chief, ruling, confirm_round=1)
    changed(older, chief)
    with pytest.raises(Conflict, match="record_only"):
        setting.record(get_table(older, 1, 1), chief, ruling, confirm_round=1)
    assert verify_event(older) == []


def test_a_table_voided_and_restored_keeps_what_is_for_the_record(older, organiser, chief):
    before = totals(older)
    table = changed(older, chief)
    void_table(actor=organiser, table=table, reason="wall", confirm_round=1)
    assert verify_event(older) == []
    restore_table(actor=organiser, table=get_table(older, 1, 1), reason="mistake", confirm_round=1)
    assert (totals(older), get_table(older, 1, 1).counted_seq) == (before, 3)
    assert verify_event(older) == []


def test_where_later_rounds_go_away_the_table_still_asks(older, organiser, chief):
    changed(older, chief)
    for number in (3, 2):
        round_ = Round.objects.select_related("event", "stage").get(event=older, number=number)
        delete_draw(actor=organiser, round_=round_, confirm_round=number)
    with pytest.raises(Conflict, match="counts_missing"):
        changed(older, chief, counts=None)


def test_a_tampered_record_is_found(older, chief):
    table = changed(older, chief)
    Table.objects.filter(pk=table.pk).update(record={**table.record, "persons": {}})
    assert "for the record" in str(verify_event(older)[0])
    Table.objects.filter(pk=table.pk).update(record=None, counted_seq=None)
    assert verify_event(older)


def test_files_and_answers_carry_both_results(older, organiser, chief):
    table = changed(older, chief)
    publish(older.pk)
    points = {row["entry"]: row for row in record_points(older)}
    assert {entry: row["record"] for entry, row in points.items()} == table.record["persons"]
    assert {entry: row["points"] for entry, row in points.items()} == table.state["persons"]
    browser = client_of(organiser, "en")
    body = browser.get(f"/api/v1/events/{older.slug}/stages/1/standings/").json()
    assert [row["record"] for row in body["records"]] == [row["record"] for row in record_points(older)]
    report = json.loads(browser.get(f"/e/{older.slug}/standings/1/report/?as=json").content)
    differs = {row["number"]: row["record_points"] - row["points"] for row in report["rows"]}
    expected = dict.fromkeys(differs, 0) | {int(e): row["record"] - row["points"] for e, row in points.items()}
    assert differs == expected
    number, row = next((int(entry), row) for entry, row in points.items() if row["record"] != row["points"])
    card = browser.get(f"/e/{older.slug}/player/{number}/?as=csv").content.decode()
    assert "For the record" in card
    assert str(row["record"]) in card
    shown = shown_table(organiser, table)
    assert shown["record"]["persons"] == table.record["persons"]
    assert shown["events"][3]["correction"]["reason"] == "the sheet says so"
    assert [event["counted"] for event in shown["events"]] == [True, True, True, False]


def test_pages_mark_it(older, organiser, chief):
    table = changed(older, chief)
    url = f"/e/{older.slug}/round/1/table/1/"
    page = text_of(client_of(chief, "en").get(url))
    assert "Corrected for the record only" in page
    assert "the sheet says so" in page
    assert "Let the correction count" in page
    assert "Let the correction count" not in text_of(client_of(organiser, "en").get(url))
    east = get_entry(older, int(table.state["seats"]["E"]))
    assert "for the record" in text_of(client_of(organiser, "en").get(f"/e/{older.slug}/player/{east.number}/"))


def test_the_form_asks_round_choice_and_reason_and_keeps_what_was_typed(older, chief):
    browser = client_of(chief, "en")
    url = f"/e/{older.slug}/round/1/table/1/correct/2/"
    form = {"event": "exhausted", "seq": 3, "key": "k", "step": "save", "later": "as_played"}
    asked = browser.post(url, form)
    assert asked.status_code == 409
    assert "What is this correction for?" in text_of(asked)
    form |= {"confirm_round": 1, "counts_asked": 1}
    assert "Say whether this counts" in text_of(browser.post(url, form))
    missing = browser.post(url, form | {"counts": "record"})
    assert (missing.status_code, "Give a reason" in text_of(missing)) == (400, True)
    assert browser.post(url, form | {"counts": "record", "reason": "the sheet"}).status_code == 302
    assert get_table(older, 1, 1).counted_seq == 3
    count = f"/e/{older.slug}/round/1/table/1/count/"
    assert browser.get(count).status_code == 200
    assert browser.post(count, {"reason": ""}).status_code == 400
    assert browser.post(count, {"reason": "appeal"}).status_code == 302
    assert get_table(older, 1, 1).counted_seq is None
    assert browser.post(count, {"reason": "appeal"}).status_code == 409


def test_letting_it_count_asks_who_keeps_a_place_apart_from_the_reason(organiser):
    event = setting.event(organiser, rounds=3)
    chief = setting.chief(event)
    for number in (1, 2, 3):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    stage = add_stage(
        actor=organiser, event=event, name="Finals", seating="table", length={"unit": "hands", "count": 1},
        policy="points", rounds=1,
    )  # fmt: skip
    cut_stage(actor=organiser, stage=stage, size=1, ties="lot")
    table = get_table(event, 1, 1)
    place, giver = [seat for seat, who in table.state["seats"].items() if int(who) not in setting.through(stage)][:2]
    correct(
        actor=chief, table=table, expected_seq=table.seq, key=None, seq=2, later="as_played", confirm_round=1,
        replacement=setting.win(place, giver, total=90), counts=False, reason="the sheet says so",
    )  # fmt: skip
    browser, url = client_of(chief, "en"), f"/e/{event.slug}/round/1/table/1/count/"
    asked = browser.post(url, {"reason": "appeal"})
    assert asked.status_code == 409 and 'name="advance" value="keep" checked' in asked.content.decode()
    assert "reason-error" not in asked.content.decode() and "decide who keeps the place" in text_of(asked)
    given = {"advance": "change", "advance_reason": "he won it"}
    assert "reason-error" in browser.post(url, given | {"reason": ""}).content.decode()
    assert browser.post(url, given | {"reason": "appeal"}).status_code == 302
    assert setting.through(stage) == [int(table.state["seats"][place])]
