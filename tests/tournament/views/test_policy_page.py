"""A standings policy that cannot be computed comes back with the reason beside its field and everything typed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.errors import Refused
from tournament.models import Stage
from tournament.services.stages import policy_of

FORM = {
    "formula": "place_points", "place_points": "4,3,2", "penalties": "before", "tie_0": "total", "tie_1": "points",
    "best": "2", "sit_out": "none", "absent": "fixed", "absent_value": "-7", "substitute": "played", "void": "none",
}  # fmt: skip


@pytest.mark.parametrize("played", [False, True])
def test_too_few_worths_are_said_beside_the_field_before_and_after_the_start(event, organiser, played):
    if played:
        setting.play_round(setting.running_round(event, organiser), organiser)
    url = reverse("policy", args=[event.slug, 1])
    before = Stage.objects.get(event=event).policy
    answer = client_of(organiser).post(url, FORM)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "a worth for each of the 4 places" in text_of(answer)
    assert 'value="4,3,2"' in html and 'value="-7"' in html
    assert 'id="id_place_points_error"' in html
    assert "change the ranking?" not in text_of(answer)
    assert Stage.objects.get(event=event).policy == before


def test_pairs_need_two(organiser):
    event = setting.pairs_event(organiser)
    policy = {"formula": "place_points", "tie_breaks": ["total"]}
    assert policy_of(event, policy | {"place_points": [1, 0]})["share"] == 2
    with pytest.raises(Refused, match="place_points_few"):
        policy_of(event, policy | {"place_points": [1]})
