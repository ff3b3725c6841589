"""Every way of drawing through the one service: what it is made from, what it promises, and that it can be repeated."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from engine.chance import fingerprint
from engine.errors import RuleError
from tests.tournament import setting
from tournament.errors import Conflict, Refused
from tournament.models import Draw, Entry, Schedule, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.seating import rounds_before
from tournament.services.cuts import cut_stage
from tournament.services.draws import draw_round, release_draw, replay
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.rounds import close_round, start_round
from tournament.services.rulings import rule_entry
from tournament.services.stages import add_stage, update_stage
from tournament.services.table_status import confirm_table, void_table


def drawn_by(event, organiser, **drawing):
    """Let the event's only stage be drawn in a certain way."""
    return update_stage(actor=organiser, stage=event.stages.get(), changes={"drawing": drawing})


def play(event, organiser, number, **more):
    """Draw, release, start, play and close a round; the draw."""
    round_ = get_round(event, number)
    draw_round(actor=organiser, round_=round_, **more)
    draw = release_draw(actor=organiser, round_=round_)
    start_round(actor=organiser, round_=round_)
    setting.play_round(round_, organiser)
    event.refresh_from_db()
    return draw


def close_unplayed(event, organiser, number, **more):
    """Draw and release a round whose tables are all void at once."""
    round_ = get_round(event, number)
    draw_round(actor=organiser, round_=round_, **more)
    draw = release_draw(actor=organiser, round_=round_)
    start_round(actor=organiser, round_=round_)
    for table in Table.objects.filter(draw=draw).select_related("event", "round"):
        void_table(actor=organiser, table=table, reason="fire drill")
    close_round(actor=organiser, round_=round_)
    event.refresh_from_db()
    return draw


def pairs_in(draw):
    return {
        frozenset((one, other))
        for table in draw.result["tables"]
        for one in table["seats"]
        for other in table["seats"]
        if one and other and one < other
    }


def test_a_schedule_seats_all_rounds_of_the_stage_from_one_committed_seed(organiser):
    event = setting.event(organiser, players=16, rounds=5)
    drawn_by(event, organiser, method="schedule")
    committed = get_round(event, 1).seed_hash
    draws = [play(event, organiser, number) for number in range(1, 6)]
    schedule = Schedule.objects.get()
    assert fingerprint(schedule.base_seed) == committed == draws[4].seed_hash
    assert (schedule.report["repeats"], schedule.report["proven"]) == (0, True)
    assert len(set().union(*map(pairs_in, draws))) == 120
    assert all(draw.schedule_id == schedule.pk and replay(draw)[1] for draw in draws)
    assert draws[4].report["audit"]["agrees"] and draws[4].report["repeats"] == 0


def test_winds_of_a_schedule_are_even_over_eight_rounds_of_32_players(organiser):
    event = setting.event(organiser, players=32, rounds=8, length={"unit": "hands", "count": 1})
    drawn_by(event, organiser, method="schedule")
    draw_round(actor=organiser, round_=get_round(event, 1))
    schedule = Schedule.objects.get()
    assert (schedule.report["wind_spread"], schedule.report["audit"]["numbers"]["wind_spread"]) == (0, 0)
    assert schedule.report["repeats"] == 0


def test_only_rounds_not_released_are_solved_again_and_heirs_keep_the_line(organiser):
    event = setting.event(organiser, players=16, rounds=4)
    drawn_by(event, organiser, method="schedule")
    first = play(event, organiser, 1)
    old = Schedule.objects.get()
    draw_round(actor=organiser, round_=get_round(event, 2))
    update_entry(actor=organiser, entry=get_entry(event, 3), changes={"status": Entry.Status.WITHDRAWN})
    late = add_entry(actor=organiser, event=event, people=[{"name": "late"}])
    check_in(actor=organiser, event=event, numbers=[late.number], state="present")
    with pytest.raises(Conflict, match="changed"):
        release_draw(actor=organiser, round_=get_round(event, 2))
    second = play(event, organiser, 2)
    new = Schedule.objects.exclude(pk=old.pk).get()
    assert new.report["heirs"] == [[17, 3]] and new.report["moves"] == 0
    before = {row["round"]: row for row in old.result["rounds"]}
    after = {row["round"]: row for row in new.result["rounds"]}
    assert sorted(after) == [2, 3, 4]
    for number in after:
        renamed = [[17 if who == 3 else who for who in table["seats"]] for table in before[number]["tables"]]
        assert renamed == [table["seats"] for table in after[number]["tables"]]
    assert replay(first)[1] and replay(second)[1]
    assert first.result["tables"] == before[1]["tables"]


def test_more_rounds_than_can_be_free_of_repeats_have_to_be_accepted(organiser):
    event = setting.event(organiser, players=16, rounds=6)
    drawn_by(event, organiser, method="schedule")
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.code == "seating_repeats_forced"
    assert "repeats in 6 rounds is 24." in refusal.value.message
    drawn_by(event, organiser, method="schedule", accept_repeats=True)
    draw_round(actor=organiser, round_=get_round(event, 1))
    report = Schedule.objects.get().report
    assert (report["repeats"], report["repeat_lower_bound"], len(report["repeat_pairs"])) == (24, 24, 24)
    assert report["notices"][0]["code"] == "seating_repeats_forced"


def test_rounds_by_lot_repeat_no_pair_while_it_can_be_avoided(organiser):
    event = setting.event(organiser, players=20, rounds=3, length={"unit": "hands", "count": 1})
    draws = [close_unplayed(event, organiser, number) for number in (1, 2, 3)]
    assert [draw.report["new_repeats"] for draw in draws] == [0, 0, 0]
    with pytest.raises(Refused):
        draw_round(actor=organiser, round_=get_round(event, 3))


def test_a_void_table_at_which_nothing_was_played_is_no_meeting(organiser):
    event = setting.event(organiser, players=8, rounds=2)
    close_unplayed(event, organiser, 1)
    assert [round_.tables for round_ in rounds_before(get_round(event, 2))] == [()]


def test_a_ranked_round_uses_the_penalised_total_of_a_stated_version(organiser):
    event = setting.event(organiser, players=16, rounds=2)
    drawn_by(event, organiser, method="ranked")
    first = play(event, organiser, 1)
    assert first.report["notices"][0]["code"] == "seating_first_round"
    leader = first.result["tables"][0]["seats"][0]
    rule_entry(actor=organiser, event=event, round_=get_round(event, 1), entry=get_entry(event, leader), points=1000)
    event.refresh_from_db()
    version = event.version
    draw = draw_round(actor=organiser, round_=get_round(event, 2))
    standings = draw.inputs["standings"]
    assert draw.inputs["standings_version"] == version
    assert standings[-1]["entry"] == leader and standings[-1]["penalty"] == -1000
    assert draw.report["penalised"] == [leader]
    assert draw.report["closeness"]["widest_rank"] >= 3
    assert (draw.report["new_repeats"], draw.report["audit"]["agrees"]) == (0, True)
    assert replay(draw)[1]


def test_a_ranked_round_waits_for_all_results_and_is_drawn_again_when_they_change(organiser):
    event = setting.event(organiser, players=8, rounds=2)
    drawn_by(event, organiser, method="ranked")
    round_ = setting.running_round(event, organiser)
    tables = list(Table.objects.filter(round=round_).select_related("event", "round__stage", "draw"))
    for table in tables:
        for _ in range(3):
            setting.record(table, organiser, setting.win())
    confirm_table(actor=organiser, table=tables[0], seq=tables[0].seq)
    with pytest.raises(Conflict) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 2))
    assert refusal.value.code == "results_missing"
    assert refusal.value.facts == {"tables": [{"round": 1, "table": 2}]}
    confirm_table(actor=organiser, table=tables[1], seq=tables[1].seq)
    draw_round(actor=organiser, round_=get_round(event, 2))
    rule_entry(actor=organiser, event=event, round_=round_, entry=get_entry(event, 1), points=2)
    with pytest.raises(Conflict) as refusal:
        release_draw(actor=organiser, round_=get_round(event, 2))
    assert refusal.value.code == "draw_standings_changed"
    draw_round(actor=organiser, round_=get_round(event, 2))
    release_draw(actor=organiser, round_=get_round(event, 2))


def test_finals_seat_by_rank_for_all_their_rounds(organiser):
    event = setting.event(organiser, players=8, rounds=1)
    play(event, organiser, 1)
    stage = add_stage(
        actor=organiser, event=event, name="finals", seating="schedule", length={"unit": "hands", "count": 1},
        policy="points", rounds=4, drawing={"method": "finals", "turning": True},
    )  # fmt: skip
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 2))
    assert refusal.value.code == "finals_tied"
    made = cut_stage(actor=organiser, stage=stage, size=4, ties="lot")
    draws = [close_unplayed(event, organiser, number) for number in (2, 3, 4, 5)]
    fours = [[sorted(table["seats"]) for table in draw.result["tables"]] for draw in draws]
    assert fours == [[sorted(made.through)]] * 4
    seats = [draw.result["tables"][0]["seats"].index(made.through[0]) for draw in draws]
    assert sorted(seats) == [0, 1, 2, 3]
    assert all(replay(draw)[1] for draw in draws)


def test_a_league_meets_every_pair_once_and_refuses_a_field_without_one(organiser):
    event = setting.event(organiser, players=16, rounds=5)
    drawn_by(event, organiser, method="league")
    draw_round(actor=organiser, round_=get_round(event, 1))
    report = Schedule.objects.get().report
    assert (report["repeats"], report["max_meetings"]) == (0, 1)
    other = setting.event(organiser, players=18, rounds=5, slug="other")
    drawn_by(other, organiser, method="league")
    with pytest.raises(RuleError) as refusal:
        draw_round(actor=organiser, round_=get_round(other, 1))
    assert refusal.value.code in ("stage_league", "league_rounds")


def test_pairs_sit_opposite_and_whoever_has_no_partner_is_named(organiser):
    event = setting.event(organiser, players=8, rounds=3)
    drawn_by(event, organiser, method="pairs")
    with pytest.raises(Refused) as refusal:
        draw_round(actor=organiser, round_=get_round(event, 1))
    assert refusal.value.facts == {"entries": list(range(1, 9))}
    for number in range(1, 9):
        team = f"pair {(number + 1) // 2}"
        update_entry(actor=organiser, entry=get_entry(event, number), changes={"team": team})
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    for table in draw.result["tables"]:
        east, south, west, north = table["seats"]
        assert (east + 1) // 2 == (west + 1) // 2 and (south + 1) // 2 == (north + 1) // 2
    assert replay(draw)[1]


def test_dice_and_tiles_of_the_hall_are_part_of_the_seed(event, organiser):
    draw = draw_round(actor=organiser, round_=get_round(event, 1), dice=[3, 5, 6], tiles="1z 4m")
    assert draw.seed == f"{draw.base_seed}/1/dice 3 5 6/tiles 1z 4m"
    assert replay(draw)[1]
    with pytest.raises(Refused):
        draw_round(actor=organiser, round_=get_round(event, 1), dice=[7])
    with pytest.raises(RuleError):
        draw_round(actor=organiser, round_=get_round(event, 1), tiles="9x")


def test_the_command_replays_a_draw_to_the_same_bytes_and_says_so(event, organiser):
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    out, err = StringIO(), StringIO()
    call_command("replay", "evening", "1", stdout=out, stderr=err)
    assert json.loads(out.getvalue())["tables"] == draw.result["tables"]
    assert "same bytes" in err.getvalue() and "fits the seed" in err.getvalue()
    Draw.objects.update(result={**draw.result, "out": [1]})
    with pytest.raises(CommandError, match="DIFFERENT"):
        call_command("replay", "evening", "1", stdout=StringIO(), stderr=StringIO())
    with pytest.raises(CommandError):
        call_command("replay", "evening", "2")


@pytest.mark.long
def test_nobody_rests_twice_among_33_in_eight_rounds_and_no_leader_rests(organiser):
    event = setting.event(organiser, players=33, rounds=8, length={"unit": "hands", "count": 1})
    rested = []
    for number in range(1, 9):
        draw = play_fast(event, organiser, number) if number > 1 else close_unplayed(event, organiser, number)
        rested += draw.result["out"]
    assert len(set(rested)) == 8


def play_fast(event, organiser, number):
    """A ranked round without any hand."""
    return close_unplayed(event, organiser, number, method="ranked")
