"""Several venues for programs: named, given to entries, seen in tables and in what a draw says of itself."""

from __future__ import annotations

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.services.test_areas import TWO
from tournament.models import Event
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw

ROOT = "/api/v1/events/evening/"


def sent(client, method, path, data):
    return getattr(client, method)(ROOT + path, data, content_type="application/json")


def test_a_program_names_venues_and_says_who_plays_where(organiser):
    event = setting.event(organiser, players=8)
    Event.objects.update(status=Event.Status.OPEN)
    client, public = client_of(organiser), client_of()
    assert public.get(f"{ROOT}areas/").json() == {"areas": []}
    assert sent(public, "put", "areas/", {"areas": list(TWO)}).status_code in (401, 403)
    assert sent(client, "put", "areas/", {"areas": list(TWO)}).json() == {"areas": list(TWO)}
    overlapping = [TWO[0], {"name": "乙館", "first": 10, "last": 12}]
    refused = sent(client, "put", "areas/", {"areas": overlapping})
    assert (refused.status_code, refused.json()["code"]) == (400, "areas_overlap")
    given = sent(client, "post", "areas/entries/", {"numbers": [1, 2, 3, 4], "area": "甲館"}).json()
    assert {row["area"] for row in given} == {"甲館"}
    sent(client, "post", "areas/entries/", {"numbers": [5, 6, 7], "area": "乙館"})
    refused = sent(client, "post", "rounds/1/draw/", {})
    assert (refused.status_code, refused.json()["code"]) == (400, "area_missing")
    assert sent(client, "patch", "entries/8/", {"area": "乙館"}).json()["area"] == "乙館"
    assert sent(client, "patch", "entries/8/", {"area": "丙館"}).json()["code"] == "area_unknown"
    assert [row["number"] for row in public.get(f"{ROOT}entries/", {"area": "乙館"}).json()] == [5, 6, 7, 8]
    refused = sent(client, "post", "rounds/1/draw/", {"method": "league"})
    assert (refused.status_code, refused.json()["code"]) == (400, "method_areas")
    draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=get_round(event, 1))
    tables = public.get(f"{ROOT}rounds/1/").json()["tables"]
    assert [(row["table"], row["area"]) for row in tables] == [(1, "甲館"), (21, "乙館")]
    told = public.get(f"{ROOT}rounds/1/draw/explained/").json()
    assert [(area["name"], area["entries"], area["agrees"]) for area in told["areas"]] == [
        ("甲館", 4, True), ("乙館", 4, True),
    ]  # fmt: skip
    assert [area["seed"] for area in told["areas"]] == [
        f"{told['seed']['used']}/area {name}" for name in ("甲館", "乙館")
    ]
    assert public.get(f"{ROOT}rounds/1/draw/replay/").json()["same"] is True


def test_a_program_is_told_which_ways_of_drawing_draw_venues_apart(db):
    found = {method["code"]: method["per_area"] for method in client_of().get("/api/v1/draw-methods/").json()}
    assert [code for code, apart in found.items() if not apart] == ["league", "pairs", "finals"]
