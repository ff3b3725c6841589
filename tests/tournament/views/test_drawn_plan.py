"""The page that says how a round was drawn, where the round follows a plan made with an earlier one."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import Event, Schedule
from tournament.selectors.rounds import get_round
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
