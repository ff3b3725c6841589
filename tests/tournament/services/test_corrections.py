"""Who may change what, when; undo, corrections with their breaks, confirmation."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import IntegrityError, transaction

from tests.tournament import setting
from tournament.access import Role
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Entry, Table, TableEvent
from tournament.selectors.tables import get_table
from tournament.services.rounds import close_round, reopen_round
from tournament.services.table_status import confirm_table, restore_table, void_table
from tournament.services.table_time import add_minutes
from tournament.services.tables import correct, finish_table, record_events, undo
from tournament.services.verification import verify_event


def test_undo_takes_back_the_last_write_and_then_the_one_before(table, organiser, event):
    setting.record(table, organiser, setting.win("E", "S"))
    setting.record(table, organiser, setting.win("S", "E"))
    undo(actor=organiser, table=table, expected_seq=2, key="u1")
    assert [hand["number"] for hand in table.state["hands"]] == [1]
    again = undo(actor=organiser, table=table, expected_seq=3, key="u2")
    assert set(again["after"].values()) == {0}
    with pytest.raises(Refused, match="nothing_to_undo"):
        undo(actor=organiser, table=table, expected_seq=4, key="u3")
    assert verify_event(event) == []


def test_an_undo_sent_twice_with_its_key_undoes_once(table, organiser):
    setting.record(table, organiser, setting.win())
    setting.record(table, organiser, setting.win())
    first = undo(actor=organiser, table=table, expected_seq=2, key="u")
    assert undo(actor=organiser, table=table, expected_seq=2, key="u") == first
    assert TableEvent.objects.filter(kind="void").count() == 1


def test_a_batch_is_undone_as_a_whole(table, organiser):
    liability = {"id": "L1", "payer": "N", "windows": [["any", "hand"]]}
    setting.record(table, organiser, {"type": "ruling", "effect": {"liabilities": [liability]}}, setting.win())
    answer = undo(actor=organiser, table=table, expected_seq=2, key=None)
    assert [event["seq"] for event in answer["events"]] == [2, 3]
    assert answer["liabilities"] == []
    assert table.state["hands"] == []


def test_a_correction_that_changes_who_should_have_dealt_asks_once(table, organiser, event):
    setting.record(table, organiser, setting.win("E", "S"))
    setting.record(table, organiser, setting.win("E", "S"))
    change = {"actor": organiser, "table": table, "expected_seq": 2, "key": None, "seq": 0}
    replacement = setting.win("S", "E")
    with pytest.raises(Conflict) as refusal:
        correct(**change, replacement=replacement)
    assert refusal.value.code == "later_missing"
    assert {item["field"] for item in refusal.value.facts["breaks"]} == {"dealer", "streak"}
    kept = correct(**change, replacement=replacement, later="as_played")
    assert {item["field"] for item in kept["breaks"]} == {"dealer", "streak"}
    undo(actor=organiser, table=table, expected_seq=3, key=None)
    taken = correct(**change | {"expected_seq": 4}, replacement=replacement, later="expected")
    assert taken["breaks"] == []
    assert verify_event(event) == []


def test_a_swap_of_wrongly_taken_seats_attributes_the_hands_anew(table, organiser, event):
    east, south = table.state["seats"]["E"], table.state["seats"]["S"]
    setting.record(table, organiser, setting.win("E", "W"))
    before = dict(table.state["persons"])
    answer = setting.record(table, organiser, {"type": "swap", "places": ["E", "S"], "since": 1})
    assert (answer["after"][south], answer["after"][east]) == (before[east], before[south])
    undone = undo(actor=organiser, table=table, expected_seq=2, key=None)
    assert undone["after"] == before
    assert verify_event(event) == []


def test_a_substitute_takes_a_place_from_a_hand_on(organiser):
    event = setting.event(organiser, players=9)
    table = setting.running_table(event, organiser)
    resting = str(set(range(1, 10)).difference(map(int, _seated(event))).pop())
    east = table.state["seats"]["E"]
    setting.record(table, organiser, setting.win("E", "S"))
    setting.record(table, organiser, {"type": "seats", "seats": {"E": resting}})
    setting.record(table, organiser, setting.win("E", "S"))
    assert (table.state["persons"][east], table.state["persons"][resting]) == (3, 3)
    assert verify_event(event) == []


def _seated(event) -> list[str]:
    return [number for table in Table.objects.filter(event=event) for number in table.state["seats"].values()]


def seated_by_the_staff(organiser, *, then=()):
    """A table whose West has gone: the organiser seats another, and South, who may enter hands, sits there too."""
    event = setting.event(organiser, players=9)
    event.settings = {"players_enter": True}
    event.save()
    table = setting.running_table(event, organiser)
    out = str(table.draw.result["out"][0])
    setting.record(table, organiser, {"type": "seats", "seats": {"W": out}}, *then)
    south = Entry.objects.get(event=event, number=int(table.state["seats"]["S"]))
    return table, Actor(entry=south), out


@pytest.mark.parametrize(
    "take",
    [undo, partial(correct, seq=0, replacement=None), partial(correct, seq=0, replacement=setting.win())],
    ids=["undone", "taken out", "corrected"],
)
def test_a_player_does_not_take_back_where_the_staff_seated_people(organiser, take):
    table, player, out = seated_by_the_staff(organiser)
    with pytest.raises(NotAllowed, match="staff_only"):
        take(actor=player, table=table, expected_seq=1, key=None)
    assert table.state["seats"]["W"] == out
    assert TableEvent.objects.count() == 1
    undo(actor=organiser, table=table, expected_seq=1, key=None)
    assert table.state["seats"]["W"] != out


def test_a_player_does_not_take_back_what_was_written_together_with_seats(organiser):
    table, player, out = seated_by_the_staff(organiser, then=[setting.win()])
    with pytest.raises(NotAllowed, match="staff_only"):
        undo(actor=player, table=table, expected_seq=2, key=None)
    correct(actor=player, table=table, expected_seq=2, key=None, seq=1, replacement=None)
    assert table.state["seats"]["W"] == out


def test_a_player_does_not_take_back_a_correction_of_the_seats(organiser):
    table, player, out = seated_by_the_staff(organiser)
    empty = {"type": "seats", "seats": {"W": None}}
    correct(actor=organiser, table=table, expected_seq=1, key=None, seq=0, replacement=empty)
    with pytest.raises(NotAllowed, match="staff_only"):
        undo(actor=player, table=table, expected_seq=2, key=None)
    assert table.state["seats"]["W"] is None
    undo(actor=organiser, table=table, expected_seq=2, key=None)
    assert table.state["seats"]["W"] == out


@pytest.mark.parametrize(
    ("instead", "code"),
    [({"type": "seats", "seats": {"W": None}}, "staff_only"), ({"type": "ruling", "effect": {}}, "ruling_right")],
)
def test_a_correction_puts_nothing_down_that_its_writer_may_not_record(organiser, instead, code):
    table, player, _out = seated_by_the_staff(organiser)
    setting.record(table, player, setting.win())
    with pytest.raises(NotAllowed, match=code):
        correct(actor=player, table=table, expected_seq=2, key=None, seq=1, replacement=instead)
    undo(actor=player, table=table, expected_seq=2, key=None)


def test_nobody_sits_at_two_tables_even_if_both_were_checked_at_once(organiser, monkeypatch):
    event = setting.event(organiser, players=9)
    setting.running_round(event, organiser)
    first, second = (get_table(event, 1, number) for number in (1, 2))
    resting = str(first.draw.result["out"][0])
    monkeypatch.setattr("tournament.services.table_cache.sitting_elsewhere", lambda table, persons: None)
    setting.record(first, organiser, {"type": "seats", "seats": {"E": resting}})
    with pytest.raises(IntegrityError), transaction.atomic():
        setting.record(second, organiser, {"type": "seats", "seats": {"E": resting}})
    void_table(actor=organiser, table=first, reason="wall")
    setting.record(second, organiser, {"type": "seats", "seats": {"E": resting}})


ROLES = (Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE, Role.SCORER, Role.FLOOR_REFEREE)
MATRIX = {
    # round: who may write a hand there, of ROLES
    "running": (True, True, True, True, False),
    "previous": (True, True, True, False, False),
    "older": (False, True, False, False, False),
}


@pytest.mark.parametrize("when", MATRIX)
@pytest.mark.parametrize("role", ROLES)
def test_which_role_may_change_which_round(organiser, when, role):
    event = setting.event(organiser, rounds=4)
    for number in range(1, {"running": 1, "previous": 2, "older": 3}[when]):
        setting.play_round(setting.running_round(event, organiser, number), organiser)
    setting.running_round(event, organiser, {"running": 1, "previous": 2, "older": 3}[when])
    table = get_table(event, 1, 1)
    actor = setting.member(event, role)
    write = {"actor": actor, "table": table, "expected_seq": table.seq, "key": None}
    if when == "running":
        write |= {"events": [setting.win()]}
    else:
        write |= {"events": [{"type": "void", "seq": 2, "later": "as_played"}], "confirm_round": 1}
    if when == "older":
        write |= {"counts": True, "reason": "the sheet says so"}
    if MATRIX[when][ROLES.index(role)]:
        record_events(**write)
    else:
        with pytest.raises(NotAllowed):
            record_events(**write)


def test_a_closed_round_is_changed_only_by_naming_it(table, event, organiser):
    for other in Table.objects.filter(round=table.round).select_related("event", "round__stage", "draw"):
        for _ in range(3):
            setting.record(other, organiser, setting.win())
        confirm_table(actor=organiser, table=other, seq=3)
    close_round(actor=organiser, round_=table.round)
    table = get_table(event, 1, 1)
    change = {"actor": setting.chief(event), "table": table, "expected_seq": 3, "key": None, "seq": 2}
    with pytest.raises(Conflict) as refusal:
        correct(**change, replacement=setting.win("S", "E"))
    assert refusal.value.facts == {"round": 1}
    correct(**change, replacement=setting.win("S", "E"), confirm_round=1)
    assert table.status == Table.Status.CONFIRMED
    reopen_round(actor=organiser, round_=table.round, reason="two hands are missing")
    assert AuditEntry.objects.filter(action="round.reopened").exists()


def test_a_table_is_official_once_every_seat_has_confirmed_where_the_event_wants_it(table, event, organiser):
    event.settings = {"confirmation": "seats"}
    event.save()
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    for place, number in table.state["seats"].items():
        assert table.status == Table.Status.FINISHED
        confirm_table(actor=Actor(entry=Entry.objects.get(event=event, number=number)), table=table, seq=3)
        assert table.confirmations.filter(place=place, seq=3).exists()
    assert table.status == Table.Status.CONFIRMED


def test_a_player_confirms_his_own_seat_only(table, event, organiser):
    for _ in range(3):
        setting.record(table, organiser, setting.win())
    east = Entry.objects.get(event=event, number=table.state["seats"]["E"])
    with pytest.raises(NotAllowed):
        confirm_table(actor=Actor(entry=east), table=table, seq=3, place="S")
    stranger = Entry.objects.exclude(number__in=list(table.state["seats"].values())).first()
    with pytest.raises(NotAllowed):
        confirm_table(actor=Actor(entry=stranger), table=table, seq=3)


def test_a_running_table_is_not_confirmed_nor_one_the_confirmer_has_not_seen(table, organiser):
    with pytest.raises(Conflict, match="table_not_finished"):
        confirm_table(actor=organiser, table=table, seq=0)
    finish_table(actor=organiser, table=table, expected_seq=0, key=None)
    with pytest.raises(Conflict, match="stale"):
        confirm_table(actor=organiser, table=table, seq=0)


def test_a_round_with_tables_still_out_does_not_close(table, organiser):
    with pytest.raises(Conflict) as refusal:
        close_round(actor=organiser, round_=table.round)
    assert [item["number"] for item in refusal.value.facts["tables"]] == [1, 2]


def test_a_void_table_does_not_count_and_can_be_restored(table, event, organiser):
    setting.record(table, organiser, setting.win())
    with pytest.raises(Refused, match="reason_missing"):
        void_table(actor=organiser, table=table, reason=" ")
    void_table(actor=organiser, table=table, reason="wall fell")
    assert not table.postings.exists()
    with pytest.raises(Conflict, match="table_void"):
        setting.record(table, organiser, setting.win())
    assert verify_event(event) == []
    restore_table(actor=organiser, table=table, reason="mistake")
    assert table.status == Table.Status.RUNNING
    assert table.postings.count() == 1
    assert verify_event(event) == []


def test_a_table_gets_minutes_of_its_own(table, organiser, event):
    add_minutes(actor=organiser, table=table, minutes=5)
    assert [t.extra_minutes for t in Table.objects.order_by("number")] == [5, 0]
    with pytest.raises(NotAllowed):
        add_minutes(actor=setting.member(event, Role.SCORER), table=table, minutes=5)


def test_an_area_referee_works_in_his_area_only(table, event):
    Table.objects.filter(pk=table.pk).update(area="A")
    table.refresh_from_db()
    elsewhere = setting.member(event, Role.REFEREE, area="B")
    with pytest.raises(NotAllowed):
        setting.record(table, elsewhere, setting.win())
    setting.record(table, setting.member(event, Role.REFEREE, area="A"), setting.win())
