"""The page that says how a round was drawn, where the round follows a plan made with an earlier one."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import Draw, Event, Schedule
from tournament.selectors.rounds import get_round
from tournament.services.draw_edits import edit_draft
from tournament.services.draws import draw_round, release_draw
from tournament.views.event_tasks import most_rounds


@pytest.fixture
def planned(organiser):
    """An event of pairs whose first round, and with it the plan of all, is drawn and not released."""
    made = setting.pairs_event(organiser, pairs=6, rounds=3)
    Event.objects.update(status=Event.Status.OPEN)
    draw_round(actor=organiser, round_=get_round(made, 1), method="pairs")
    return made


def test_before_the_first_release_each_round_shows_its_own_commitment(planned):
    said = text_of(Client().get(f"/e/{planned.slug}/round/2/drawn/"))
    assert get_round(planned, 2).seed_hash in said
    assert Schedule.objects.get().seed_hash not in said


def test_a_round_to_come_names_the_plan_it_follows_and_keeps_that_promise(planned, organiser):
    release_draw(actor=organiser, round_=get_round(planned, 1))
    address, plan = f"/e/{planned.slug}/round/2/drawn/", Schedule.objects.get()
    before = text_of(Client().get(address))
    assert plan.seed_hash in before and "with round 1" in before
    draw_round(actor=organiser, round_=get_round(planned, 2), method="pairs")
    assert text_of(Client().get(address)) == before, "a draft changes nothing for the public"
    release_draw(actor=organiser, round_=get_round(planned, 2))
    after = text_of(Client().get(address))
    assert plan.seed_hash in after and plan.base_seed in after and "drawn with round 1" in after
    assert "follows the plan" not in text_of(Client().get(f"/e/{planned.slug}/round/1/drawn/"))


def test_pairs_meet_one_pair_a_round(organiser, planned):
    assert [most_rounds(pairs, pairs=True) for pairs in (0, 4, 5, 6)] == [0, 3, 5, 5]
    said = text_of(client_of(organiser).get(f"/e/{planned.slug}/manage/stages/"))
    assert "meeting twice" not in said


def test_changes_by_hand_are_told_where_the_draw_is_explained(organiser):
    event = setting.event(organiser)
    Event.objects.update(status=Event.Status.OPEN)
    round_ = get_round(event, 1)
    draw_round(actor=organiser, round_=round_)
    first, second = (table["seats"] for table in Draw.objects.get().result["tables"])
    swap = {"kind": "players", "first": first[0], "second": second[0]}
    edit_draft(actor=organiser, round_=round_, edit=swap, reason="a couple")
    edit_draft(actor=organiser, round_=round_, edit={"kind": "tables", "first": 1, "second": 2})
    edit_draft(actor=organiser, round_=round_, edit={"kind": "out_of_use", "table": 1, "replacement": 7})
    release_draw(actor=organiser, round_=round_)
    address = f"/e/{event.slug}/round/1/drawn/"
    said = text_of(Client().get(address))
    assert f"{first[0]} 選手 {first[0]:02} and {second[0]} 選手 {second[0]:02} change seats" in said
    assert "a couple" in said
    assert "The groups of tables 1 and 2 change tables" in said
    assert "The group of table 1 moves to table 7" in said
    assert "makes the changes below gets the same tables" in said
    again = Client().get(address, {"again": "1"})
    assert "with the changes made by hand: the same tables" in text_of(again)


def test_a_draw_nobody_touched_says_nothing_of_changes(organiser):
    event = setting.event(organiser)
    Event.objects.update(status=Event.Status.OPEN)
    draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=get_round(event, 1))
    assert "by hand" not in text_of(Client().get(f"/e/{event.slug}/round/1/drawn/"))
