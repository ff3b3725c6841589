"""Those who are late, leave, rest or never come: what a round does with them, and what standings say."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.services.test_methods import close_unplayed, drawn_by, play
from tournament.actors import PUBLIC
from tournament.models import AuditEntry, Entry, Event, Message, Table
from tournament.selectors.entries import get_entry, standbys
from tournament.selectors.players import player_card
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.selectors.tables import get_table
from tournament.services.check_in import close_check_in
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.rounds import close_round, start_round
from tournament.services.rulings import rule_entry
from tournament.services.stages import update_stage
from tournament.services.table_status import confirm_table, void_table
from tournament.services.tables import finish_table


def words(event, number):
    """The status word of each round on a player's card."""
    return [card["status"] for card in player_card(PUBLIC, get_entry(event, number))["rounds"]]


def rows(event):
    return {row.id: row for row in computed_standings(event)[0].standings.rows}


def test_a_sit_out_scores_at_once_what_the_policy_says(organiser):
    event = setting.event(organiser, players=9, rounds=2)
    policy = {"tie_breaks": ["total"], "sit_out": {"kind": "fixed", "value": 7}}
    update_stage(actor=organiser, stage=event.stages.get(), changes={"policy": policy})
    round_ = setting.running_round(event, organiser)
    resting = round_.draws.get(status="released").result["out"]
    assert len(resting) == 1
    assert rows(event)[str(resting[0])].total == 7
    assert words(event, resting[0]) == ["sat_out", "planned"]


def test_a_leader_never_rests_in_a_ranked_round(organiser):
    event = setting.event(organiser, players=9, rounds=4)
    drawn_by(event, organiser, method="ranked")
    play(event, organiser, 1)
    for number in (2, 3, 4):
        leader = max(rows(event).values(), key=lambda row: row.total)
        resting = close_unplayed(event, organiser, number).result["out"]
        assert int(leader.id) not in resting


@pytest.mark.parametrize("method", ["random", "schedule", "ranked", "league", "finals"])
def test_when_everybody_has_left_no_round_is_drawn_and_a_sentence_says_why(organiser, method):
    event = setting.event(organiser, players=8, rounds=2)
    drawn_by(event, organiser, method=method)
    for number in range(4, 9):
        update_entry(actor=organiser, entry=get_entry(event, number), changes={"status": Entry.Status.WITHDRAWN})
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "seating_too_few"
    assert "3 cannot fill a table" in refusal.value.message
    check_in(actor=organiser, event=event, numbers=[1, 2, 3], state="absent")
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "seating_no_players"


def test_who_leaves_during_a_round_is_replaced_from_those_who_stand_by_and_the_round_closes(organiser):
    event = setting.event(organiser, players=9, rounds=2)
    stand_in = add_entry(actor=organiser, event=event, people=[{"name": "stand-in"}], ranked=False)
    round_ = setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    setting.record(table, organiser, setting.win())
    gone = int(table.state["seats"]["N"])
    update_entry(actor=organiser, entry=get_entry(event, gone), changes={"status": Entry.Status.WITHDRAWN})
    resting = round_.draws.get(status="released").result["out"]
    assert [entry.number for entry in standbys(round_)] == [stand_in.number, *resting]
    setting.record(table, organiser, {"type": "seats", "seats": {"N": str(stand_in.number)}})
    for table in Table.objects.filter(round=round_).select_related("event", "round__stage", "draw"):
        while not table.state["finished"]:
            setting.record(table, organiser, setting.win())
        confirm_table(actor=organiser, table=table, seq=table.seq)
    close_round(actor=organiser, round_=round_)
    assert rows(event)[str(gone)].withdrawn
    assert words(event, stand_in.number)[0] == "substitute"
    assert gone not in draw_round(actor=organiser, round_=get_round(event, 2)).inputs["entries"]


@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_any_number_of_absent_people_at_a_table_can_be_recorded_and_the_round_closed(organiser, missing):
    event = setting.event(organiser, players=8, rounds=2)
    round_ = setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    absent = dict(zip("ESWN"[:missing], table.state["seats"].values(), strict=False))
    setting.record(table, organiser, {"type": "seats", "seats": dict.fromkeys(absent)})
    if missing == 4:
        void_table(actor=organiser, table=table, reason="nobody came")
    else:
        finish_table(actor=organiser, table=table, expected_seq=table.seq, key=None)
        confirm_table(actor=organiser, table=table, seq=table.seq)
    other = get_table(event, 1, 2)
    for _ in range(3):
        setting.record(other, organiser, setting.win())
    confirm_table(actor=organiser, table=other, seq=other.seq)
    close_round(actor=organiser, round_=round_)
    event.refresh_from_db()
    assert close_unplayed(event, organiser, 2).report["audit"]["agrees"]


def test_no_shows_are_replaced_by_the_first_of_the_waiting_list_in_order(organiser):
    event = setting.event(organiser, players=8, settings={"capacity": 8})
    for number in range(9, 14):
        add_entry(actor=organiser, event=event, people=[{"name": f"waiting {number}"}])
    check_in(actor=organiser, event=event, numbers=[2, 4, 6], state="expected")
    closed = close_check_in(actor=organiser, event=event)
    assert (closed.absent, closed.promoted) == ((2, 4, 6), (9, 10, 11))
    assert Message.objects.filter(kind="promoted").count() == 3
    assert AuditEntry.objects.filter(action="entry.promoted").count() == 3
    update_entry(actor=organiser, entry=get_entry(event, 11), changes={"status": Entry.Status.WAITLIST})
    check_in(actor=organiser, event=event, numbers=[6], state="present")
    statuses = dict(Entry.objects.filter(number__gte=9).values_list("number", "status"))
    assert statuses == {9: "registered", 10: "registered", 11: "waitlist", 12: "waitlist", 13: "waitlist"}


def test_eight_players_of_whom_four_are_left_out_have_one_table_everywhere(organiser):
    event = setting.event(organiser, players=8)
    check_in(actor=organiser, event=event, numbers=[1, 3, 5, 7], state="absent")
    setting.running_round(event, organiser)
    Event.objects.update(status=Event.Status.RUNNING)
    client, root = client_of(), "/api/v1/events/evening/"
    assert Table.objects.count() == 1
    assert len(client.get(f"{root}rounds/1/").json()["tables"]) == 1
    assert len(client.get(f"{root}rounds/1/clock/").json()["tables"]) == 1
    assert len(client.get(f"{root}rounds/1/draw/").json()["result"]["tables"]) == 1
    for page in ("tables", "seating"):
        assert client.get(f"/e/evening/{page}/").content.decode().count("選手 02") >= 1
    assert [words(event, number)[0] for number in (1, 2)] == ["absent", "seated"]


def test_a_penalty_of_an_earlier_round_moves_standings_but_no_released_draw(organiser):
    event = setting.event(organiser, players=8, rounds=2)
    drawn_by(event, organiser, method="ranked")
    play(event, organiser, 1)
    draw_round(actor=organiser, round_=get_round(event, 2))
    draw = release_draw(actor=organiser, round_=get_round(event, 2))
    ruling = rule_entry(actor=organiser, event=event, round_=get_round(event, 1), entry=get_entry(event, 1), points=5)
    before = draw.result
    draw.refresh_from_db()
    assert ruling.round.number == 1 and rows(event)["1"].penalty == -5
    assert draw.result == before and draw.status == "released"
    start_round(actor=organiser, round_=get_round(event, 2))


def test_a_changed_team_makes_a_draft_out_of_date_where_teams_are_kept_apart(organiser):
    event = setting.event(organiser, players=8)
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    update_entry(actor=organiser, entry=get_entry(event, 1), changes={"team": "one"})
    draw.refresh_from_db()
    assert draw.status == "draft"
    drawn_by(event, organiser, apart_by=["team"])
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    update_entry(actor=organiser, entry=get_entry(event, 2), changes={"team": "one"})
    draw.refresh_from_db()
    assert draw.status == "stale"
