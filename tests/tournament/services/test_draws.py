"""Draws: verifiable, whole or not at all, hidden until released, out of date when the field changes."""

from __future__ import annotations

import pytest

from engine.chance import fingerprint
from engine.errors import RuleError
from tests.tournament import setting
from tournament.access import Role
from tournament.actors import PUBLIC
from tournament.errors import Conflict, NotAllowed
from tournament.models import Draw, Entry, PostingRow, Round, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.visibility import shown_status, visible_draw, visible_draws
from tournament.services.draws import (
    delete_draw,
    draw_round,
    release_draw,
    renumber_table,
    replay,
    restore_draw,
    what_is_lost,
)
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.verification import verify_event


def test_a_draw_can_be_repeated_from_what_it_stores_and_its_seed_was_committed_before(event, organiser):
    round_ = get_round(event, 1)
    committed = round_.seed_hash
    assert len(bytes.fromhex(round_.seed)) == 16
    draw = draw_round(actor=organiser, round_=round_)
    assert fingerprint(draw.base_seed) == committed == draw.seed_hash
    assert draw.seed.startswith(draw.base_seed)
    assert replay(draw)[1]
    seated = [number for table in draw.result["tables"] for number in table["seats"]]
    assert sorted(seated) == list(range(1, 9))


def test_a_released_draw_shows_its_seed_and_a_later_one_gets_a_fresh_commitment(event, organiser):
    round_ = get_round(event, 1)
    draw = draw_round(actor=organiser, round_=round_)
    release_draw(actor=organiser, round_=round_)
    assert get_round(event, 1).seed_hash != draw.seed_hash
    assert Table.objects.filter(round=round_).count() == 2


def test_nobody_but_those_who_draw_sees_an_unreleased_draw(event, organiser):
    round_ = get_round(event, 1)
    draw = draw_round(actor=organiser, round_=round_)
    scorer = setting.member(event, Role.SCORER)
    for actor in (PUBLIC, scorer):
        assert visible_draw(actor, round_) is None
        assert not visible_draws(actor, event).exists()
        assert shown_status(actor, round_) == Round.Status.PLANNED
    assert visible_draw(organiser, round_) == draw
    release_draw(actor=organiser, round_=round_)
    assert visible_draw(PUBLIC, round_) == draw


@pytest.mark.parametrize("change", ["arrives", "withdraws", "leaves"])
def test_a_draw_is_out_of_date_when_the_field_changes_and_drawn_again(event, organiser, change):
    round_ = get_round(event, 1)
    draw_round(actor=organiser, round_=round_)
    if change == "arrives":
        entry = add_entry(actor=organiser, event=event, people=[{"name": "late"}])
        check_in(actor=organiser, event=event, numbers=[entry.number], state="present")
    elif change == "withdraws":
        update_entry(actor=organiser, entry=get_entry(event, 3), changes={"status": Entry.Status.WITHDRAWN})
    else:
        check_in(actor=organiser, event=event, numbers=[3], state="absent")
    with pytest.raises(Conflict) as refusal:
        release_draw(actor=organiser, round_=round_)
    assert refusal.value.code == "draw_stale"
    assert not Table.objects.exists()
    again = draw_round(actor=organiser, round_=round_)
    assert again.attempt == 2
    release_draw(actor=organiser, round_=round_)
    assert [draw.status for draw in Draw.objects.order_by("attempt")] == ["deleted", "released"]


def test_who_rested_rests_last_again(organiser):
    event = setting.event(organiser, players=9, rounds=3)
    rested = []
    for number in (1, 2, 3):
        round_ = setting.running_round(event, organiser, number)
        rested += Draw.objects.get(round=round_).result["out"]
        setting.play_round(round_, organiser)
    assert len(set(rested)) == 3


def test_a_draw_reports_its_quality_beside_the_bound(event, organiser):
    setting.play_round(setting.running_round(event, organiser), organiser)
    quality = draw_round(actor=organiser, round_=get_round(event, 2)).report
    assert quality["repeats"] >= 4  # of eight players at two tables at least two of each table meet again
    assert quality["repeats"] >= quality["repeat_lower_bound"]
    assert quality["max_meetings"] == 2


def test_those_not_checked_in_are_not_drawn_but_named(event, organiser):
    check_in(actor=organiser, event=event, numbers=[5, 6, 7], state="expected")
    with pytest.raises(Conflict) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "not_checked_in"
    assert [entry["number"] for entry in refusal.value.facts["entries"]] == [5, 6, 7]
    draw = draw_round(actor=organiser, round_=get_round(event, 1), absent="exclude")
    assert draw.result["absent"] == [5, 6, 7]
    assert (len(draw.result["tables"]), len(draw.result["out"])) == (1, 1)


def test_a_draw_over_nobody_is_refused(event, organiser):
    check_in(actor=organiser, event=event, numbers=list(range(1, 9)), state="absent")
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "seating_no_players"
    assert not Draw.objects.exists()


@pytest.mark.parametrize(
    ("tables", "code", "facts"),
    [
        ([{"seats": [1, 2, 3, 4]}], "entries_missing", {"missing": [5, 6, 7, 8]}),
        ([{"seats": [1, 2, 3, 4]}, {"seats": [5, 6, 7, 7]}], "entry_twice", {}),
        ([{"seats": [1, 2, 3, 4]}, {"seats": [5, 6, 7, 99]}], "entry_not_eligible", {}),
        ([{"seats": [1, 2, 3]}], "seats_four", {}),
        ([], "tables_missing", {}),
        ([{"number": 1, "seats": [1, 2, 3, 4]}, {"number": 1, "seats": [5, 6, 7, 8]}], "seating_tables", {}),
    ],
)
def test_a_seating_by_hand_that_is_not_whole_is_refused_before_anything_is_written(
    event, organiser, tables, code, facts
):
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1), method="manual", tables=tables)
    assert refusal.value.code == code
    assert getattr(refusal.value, "facts", {}) == facts
    assert not Draw.objects.exists()
    assert get_round(event, 1).status == Round.Status.PLANNED


def test_a_seating_by_hand_may_leave_places_empty(event, organiser):
    check_in(actor=organiser, event=event, numbers=[8], state="absent")
    tables = [{"number": 4, "seats": [1, 2, 3, 4]}, {"number": 9, "seats": [5, None, 6, 7]}]
    round_ = get_round(event, 1)
    draw_round(actor=organiser, round_=round_, method="manual", tables=tables)
    release_draw(actor=organiser, round_=round_)
    table = Table.objects.get(number=9)
    assert table.state["seats"] == {"E": "5", "S": None, "W": "6", "N": "7"}


def test_a_round_with_recorded_hands_is_not_drawn_again_but_deleted_by_name_and_restored(table, event, organiser):
    setting.record(table, organiser, setting.win())
    round_ = get_round(event, 1)
    with pytest.raises(Conflict) as refusal:
        draw_round(actor=organiser, round_=round_)
    assert refusal.value.code == "hands_recorded"
    with pytest.raises(Conflict) as refusal:
        delete_draw(actor=organiser, round_=round_, confirm_round=None)
    assert refusal.value.facts == {"round": 1, "lost": {"tables": 2, "hands": 1}}
    lines = list(PostingRow.objects.order_by("line").values_list("points", "from_entry", "to_entry"))
    deleted = delete_draw(actor=organiser, round_=round_, confirm_round=1, reason="wrong list")
    assert not PostingRow.objects.exists()
    assert what_is_lost(round_) == {"tables": 0, "hands": 0}
    assert verify_event(event) == []
    restore_draw(actor=organiser, round_=round_, attempt=deleted.attempt)
    assert list(PostingRow.objects.order_by("line").values_list("points", "from_entry", "to_entry")) == lines
    assert verify_event(event) == []


def test_tables_change_numbers_without_changing_who_plays_whom(table, event, organiser):
    other = Table.objects.exclude(pk=table.pk).get()
    seats = dict(table.state["seats"])
    renumber_table(actor=organiser, table=table, number=other.number)
    assert Table.objects.get(pk=table.pk).number == 2
    assert Table.objects.get(pk=other.pk).number == 1
    assert Table.objects.get(pk=table.pk).state["seats"] == seats


@pytest.mark.parametrize("role", [Role.REFEREE, Role.SCORER, Role.FLOOR_REFEREE])
def test_only_organisers_and_chief_referees_draw(event, role):
    with pytest.raises(NotAllowed):
        draw_round(actor=setting.member(event, role), round_=get_round(event, 1))
