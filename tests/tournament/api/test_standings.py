"""Standings for programs: policies checked and confirmed, teams and pairs, neighbours explained, 1 2 2 4."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.services.test_methods import play
from tournament.models import Event
from tournament.selectors.entries import get_entry
from tournament.services.entries import update_entry
from tournament.services.standings import publish

ROOT = "/api/v1/events/evening/"
TEAMS = {"tie_breaks": ["total"], "groups": [{"by": "team", "tie_breaks": ["total"], "members": 2}]}


@pytest.fixture
def played(organiser):
    """Eight players after one round: two winners, two who paid, four level."""
    event = setting.event(organiser, players=8, rounds=2)
    for number in range(1, 9):
        update_entry(actor=organiser, entry=get_entry(event, number), changes={"team": f"t{number % 4}"})
    play(event, organiser, 1)
    publish(event.pk)
    return event


def rows(client, query=""):
    return client.get(f"{ROOT}stages/1/standings/{query}").json()["standings"]["rows"]


def test_equal_entries_share_a_rank_and_the_next_one_is_skipped(played):
    found = rows(client_of())
    ranks = [row["rank"] for row in found]
    assert ranks == [1, 1, 3, 3, 3, 3, 7, 7]


def test_neighbours_are_explained_by_the_first_criterion_that_differs_with_both_numbers(played):
    found = rows(client_of())
    told = client_of().get(f"{ROOT}stages/1/standings/{found[2]['id']}/").json()
    assert (told["rank"], told["tied"]) == (3, True)
    criterion = told["above"]["criteria"][-1]
    assert criterion["key"] == "total" and criterion["decides"]
    assert set(criterion["name"]) == {"zh-hant", "zh-hans", "en"}
    assert (criterion["upper"], criterion["lower"]) == ("9", "0")
    assert told["below"]["tied"] and "shared" in told["below"]["text"]["en"]
    assert client_of().get(f"{ROOT}stages/1/standings/99/").status_code == 404
    assert client_of().get(f"{ROOT}stages/1/standings/{found[0]['id']}/").json()["above"] is None


def test_a_policy_that_would_change_ranks_after_the_start_is_confirmed_by_the_stage(played, organiser):
    client = client_of(organiser)
    url = f"{ROOT}stages/1/"
    body = {"policy": {"tie_breaks": ["worst_round"]}}
    assert client.patch(url, {"policy": {"tie_breaks": []}}).json()["code"] == "tie_breaks_empty"
    assert client.patch(url, {"policy": {"tie_breaks": ["beauty"]}}).json()["path"] == "policy.tie_breaks[0]"
    asked = client.patch(url, {"policy": TEAMS})
    assert (asked.status_code, asked.json()["code"], asked.json()["ranks"]) == (409, "confirm_policy", [])
    asked = client.patch(url, {"policy": {"tie_breaks": ["total"], "place_points": [4, 2, 1, 0],
                                          "formula": "place_points"}})  # fmt: skip
    assert asked.json()["code"] == "confirm_policy"
    assert client.patch(url, body | {"confirm_stage": 2}).status_code == 409
    assert client.patch(url, body | {"confirm_stage": 1}).status_code == 200
    assert client.patch(url, {"policy": "points", "confirm_stage": 1}).json()["policy"] == {"tie_breaks": ["total"]}


def test_teams_are_ranked_where_the_policy_says_how(played, organiser):
    client = client_of(organiser)
    assert client.get(f"{ROOT}stages/1/standings/?by=team").json()["code"] == "groups_unknown"
    client.patch(f"{ROOT}stages/1/", {"policy": TEAMS, "confirm_stage": 1})
    publish(Event.objects.get().pk)
    found = client.get(f"{ROOT}stages/1/standings/?by=team").json()
    assert found["standings"]["by"] == "team"
    assert sorted(row["id"] for row in found["standings"]["rows"]) == ["t0", "t1", "t2", "t3"]
    assert sum(row["total"] for row in found["standings"]["rows"]) == 0
    first = found["standings"]["rows"][0]["id"]
    told = client.get(f"{ROOT}stages/1/standings/{first}/?by=team").json()
    assert told["rank"] == 1


def test_a_stage_offers_the_presets_of_its_game_and_refuses_others(played, organiser):
    client = client_of(organiser)
    refused = client.patch(f"{ROOT}stages/1/", {"policy": "riichi"})
    assert (refused.status_code, refused.json()["code"]) == (400, "standings_unknown")
    drawing = client.patch(f"{ROOT}stages/1/", {"drawing": {"method": "ranked", "apart_by": ["team"]}})
    assert drawing.json()["drawing"] == {"method": "ranked", "apart_by": ["team"]}
    refused = client.patch(f"{ROOT}stages/1/", {"drawing": {"method": "swiss"}})
    assert (refused.json()["code"], refused.json()["path"]) == ("method_unknown", "drawing.method")
    assert client.patch(f"{ROOT}stages/1/", {"drawing": {"colour": 1}}).json()["path"] == "drawing.colour"
