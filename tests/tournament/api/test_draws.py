"""Draws for programs: methods, bounds, jobs, edits, replay, explanation, wishes, hall, cuts."""

from __future__ import annotations

import json

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.services.test_methods import drawn_by, play
from tournament.models import Draw, Event, Stage
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw
from tournament.services.stages import add_stage

ROOT = "/api/v1/events/evening/"
LANGUAGES = {"zh-hant", "zh-hans", "en"}


def test_the_ways_of_drawing_explain_themselves_in_three_languages(db):
    found = client_of().get("/api/v1/draw-methods/").json()
    codes = {method["code"] for method in found}
    assert {"random", "schedule", "ranked", "finals", "league", "pairs", "manual"} <= codes
    for method in found:
        assert set(method["name"]) == LANGUAGES and method["rules"]
        assert all(set(rule) == LANGUAGES and all(rule.values()) for rule in method["rules"])


@pytest.mark.parametrize(("players", "rounds", "bound", "forced"), [(16, 6, 5, 24), (20, 6, 6, 0), (6, 6, 1, 21)])
def test_what_an_event_forces_is_known_before_it(db, players, rounds, bound, forced):
    found = client_of().get(f"/api/v1/bounds/?players={players}&rounds={rounds}").json()
    assert (found["counting_rounds"], found["forced_repeats"] >= forced) == (bound, True)
    assert client_of().get("/api/v1/bounds/?players=x&rounds=1").status_code == 400


def test_a_draw_is_explained_and_replayed_for_everybody_once_it_is_released(event, organiser):
    Event.objects.update(status=Event.Status.OPEN)
    client, public = client_of(organiser), client_of()
    draw_round(actor=organiser, round_=get_round(event, 1))
    for part in ("", "replay/", "explained/"):
        assert public.get(f"{ROOT}rounds/1/draw/{part}").status_code == 404
        assert client.get(f"{ROOT}rounds/1/draw/{part}").status_code == 200
    release_draw(actor=organiser, round_=get_round(event, 1))
    replayed = public.get(f"{ROOT}rounds/1/draw/replay/").json()
    assert replayed["same"] is True
    assert json.loads(replayed["bytes"])["tables"] == Draw.objects.get().result["tables"]
    told = public.get(f"{ROOT}rounds/1/draw/explained/").json()
    assert told["method"]["code"] == "random" and told["recount"]["agrees"]
    assert [number["code"] for number in told["numbers"]][:2] == ["repeats", "max_meetings"]
    assert all(set(number["name"]) == LANGUAGES for number in told["numbers"])
    assert len(told["winds"]) == 8 and all(sum(row["counts"]) == 1 for row in told["winds"])
    assert told["replay"] == "python manage.py replay evening 1"


def test_repeats_are_named_with_the_bound_and_what_forces_them(organiser):
    event = setting.event(organiser, players=8, rounds=2)
    play(event, organiser, 1)
    play(event, organiser, 2)
    told = client_of().get(f"{ROOT}rounds/2/draw/explained/").json()
    repeats = next(number for number in told["numbers"] if number["code"] == "repeats")
    assert repeats["value"] == len(told["repeats"]) == repeats["recounted"] >= repeats["bound"]
    assert all(pair["first"]["name"] and pair["meetings"] == 2 for pair in told["repeats"])


def test_a_job_is_asked_for_watched_and_found_again(event, organiser, django_capture_on_commit_callbacks):
    Event.objects.update(status=Event.Status.OPEN)
    client = client_of(organiser)
    url = f"{ROOT}rounds/1/draw/job/"
    assert client.get(url).status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        asked = client.post(url, {"method": "random"})
    assert asked.status_code == 202
    assert client.get(url).json()["status"] == "done"
    assert client.delete(url).status_code == 404
    assert client_of().get(url).status_code in (401, 403)


def test_drafts_are_changed_and_wishes_kept_through_the_api(event, organiser):
    Event.objects.update(status=Event.Status.OPEN)
    client = client_of(organiser)
    drawn = client.post(f"{ROOT}rounds/1/draw/", {"method": "random", "dice": [1, 2]})
    assert drawn.status_code == 201
    body = {"edit": {"kind": "tables", "first": 1, "second": 2}, "preview": True}
    shown = client.post(f"{ROOT}rounds/1/draw/edit/", body)
    assert shown.status_code == 200 and shown.json()["affected"] == [1, 2]
    assert Draw.objects.get().edits == []
    assert client.post(f"{ROOT}rounds/1/draw/edit/", body | {"preview": False}).status_code == 200
    assert client.put(f"{ROOT}entries/3/table/", {"table": 2}).json() == {"number": 3, "table": 2}
    assert client.put(f"{ROOT}hall/", {"tables": 9, "out": [1]}).json() == {"tables": 9, "out": [1]}
    assert client.put(f"{ROOT}hall/", {"tables": 9, "out": [2]}).status_code == 409
    assert client.post(f"{ROOT}apart/", {"first": 2, "second": 1}).json()["met"] == []
    assert client.get(f"{ROOT}apart/").json() == [{"first": 1, "second": 2, "reason": ""}]
    assert client.get(f"{ROOT}apart/?first=1&second=2").json() == {"met": []}
    assert client_of().get(f"{ROOT}apart/").status_code in (401, 403)
    assert client.delete(f"{ROOT}apart/", {"first": 1, "second": 2}).status_code == 204
    assert client.post(f"{ROOT}rounds/1/draw/", {"method": "riichi"}).status_code == 400


def test_those_not_checked_in_are_listed_called_and_dropped(event, organiser):
    client = client_of(organiser)
    client.post(f"{ROOT}check-in/", {"numbers": [7, 8], "state": "expected"})
    refused = client.post(f"{ROOT}rounds/1/draw/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_checked_in")
    assert [entry["number"] for entry in client.get(f"{ROOT}rounds/1/draw/absent/").json()] == [7, 8]
    assert client.post(f"{ROOT}rounds/1/draw/absent/").json() == {"called": [7, 8]}
    drawn = client.post(f"{ROOT}rounds/1/draw/", {"absent": "drop"})
    assert drawn.status_code == 201
    assert event.entries.get(number=7).status == "withdrawn"
    assert client.post(f"{ROOT}rounds/1/draw/", {}).status_code == 201


def test_a_stage_is_cut_and_the_cut_compared_with_today(organiser):
    event = setting.event(organiser, players=8, rounds=1)
    drawn_by(event, organiser, method="random")
    play(event, organiser, 1)
    add_stage(
        actor=organiser, event=event, name="final", seating="schedule", length={"unit": "hands", "count": 1},
        policy={"tie_breaks": ["total"], "carry": {"numerator": 1, "denominator": 2}}, rounds=1,
    )  # fmt: skip
    client = client_of(organiser)
    url = f"{ROOT}stages/2/cut/"
    tied = client.post(url, {"size": 4})
    assert (tied.status_code, tied.json()["code"]) == (400, "stage_tie")
    assert client.post(url, {"size": 2}).status_code == 201
    made = client.post(url, {"size": 4, "ties": "lot"}).json()
    assert len(made["through"]) == 4 and len(made["tied"]) == 4
    winner = made["through"][0]
    late = {"entry": winner, "round": 1, "points": 100}
    assert client.post(f"{ROOT}rulings/", late).status_code == 409
    late["advance"] = {"choice": "keep", "reason": "decided already"}
    assert client_of(setting.chief(event)).post(f"{ROOT}rulings/", late).status_code == 201
    today = client.get(url).json()
    assert today["cut"]["through"] == made["through"]
    assert today["today"]["would_leave"] == [winner] and len(today["today"]["would_enter"]) == 1
    draw = draw_round(actor=organiser, round_=get_round(event, 2))
    assert sorted(draw.inputs["entries"]) == sorted(made["through"])
    release_draw(actor=organiser, round_=get_round(event, 2))
    assert client.delete(url).status_code == 409
    assert Stage.objects.get(order=2).cut["through"] == made["through"]
