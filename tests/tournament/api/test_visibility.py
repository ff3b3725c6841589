"""What the API shows to whom, and how it refuses."""

from __future__ import annotations

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.views.browsing import client_of as page_of
from tournament.access import Role
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.draw_edits import edit_draft
from tournament.services.draws import draw_round, release_draw
from tournament.services.events import set_status

ROOT = "/api/v1/events/evening/"


@pytest.fixture
def opened(event, organiser):
    return set_status(actor=organiser, event=event, status="open")


def everything(client) -> str:
    """All that can be read about the event."""
    paths = ["", "entries/", "entries/1/", "rounds/", "rounds/1/", "rounds/1/draw/", "rounds/1/tables/1/", "draws/"]
    paths += ["stages/", "stages/1/standings/", "rulings/", "staff/", "audit/", "open/", "messages/", "invitations/"]
    return "\n".join(client.get(ROOT + path).content.decode() for path in paths)


def test_an_event_in_preparation_is_nothing_to_the_public(event, organiser):
    assert client_of().get(ROOT).status_code == 404
    assert client_of().get("/api/v1/events/").json() == []
    assert client_of(organiser).get(ROOT).status_code == 200


def test_nothing_of_an_unreleased_draw_leaks(opened, organiser):
    round_ = get_round(opened, 1)
    draw = draw_round(actor=organiser, round_=round_)
    player = client_of(entry=get_entry(opened, 1))
    for client in (client_of(), player, client_of(setting.member(opened, Role.FLOOR_REFEREE))):
        assert client.get(f"{ROOT}rounds/1/").json()["status"] == "planned"
        assert client.get(f"{ROOT}rounds/1/draw/").status_code == 404
        assert client.get(f"{ROOT}rounds/1/tables/1/").status_code == 404
        assert client.get(f"{ROOT}draws/").json() == []
        assert draw.seed not in everything(client)
        assert draw.base_seed not in everything(client)
        assert '"out"' not in everything(client)
    assert client_of(organiser).get(f"{ROOT}rounds/1/draw/").json()["seed"] == draw.seed


def test_how_a_draft_was_changed_is_told_with_its_release(opened, organiser):
    round_ = get_round(opened, 1)
    draw = draw_round(actor=organiser, round_=round_)
    first, second = (table["seats"][0] for table in draw.result["tables"])
    edit = {"kind": "players", "first": first, "second": second}
    edit_draft(actor=organiser, round_=round_, edit=edit, reason="TheyCameTogether")
    doors = (f"{ROOT}audit/", "/e/evening/manage/audit/")
    staff = [page_of(setting.member(opened, role)) for role in (Role.FLOOR_REFEREE, Role.SCORER, Role.REFEREE)]
    for door in doors:
        for browser in staff:
            told = browser.get(door)
            assert told.status_code == 200
            assert "TheyCameTogether" not in told.content.decode(), door
        assert "TheyCameTogether" in page_of(organiser).get(door).content.decode()
    release_draw(actor=organiser, round_=get_round(opened, 1))
    for door in doors:
        for browser in staff:
            assert "TheyCameTogether" in browser.get(door).content.decode(), door


def test_personal_data_and_links_are_for_the_staff(opened, organiser):
    entry = get_entry(opened, 1)
    entry.email = "private@example.org"
    entry.save()
    for client in (client_of(), client_of(entry=get_entry(opened, 2))):
        assert "private@example.org" not in everything(client)
        assert entry.link_token not in everything(client)
        assert client.get(f"{ROOT}entries/1/link/").status_code == 403
        assert client.get(f"{ROOT}audit/").status_code == 403
    assert client_of(organiser).get(f"{ROOT}entries/1/link/").json() == {"token": entry.link_token}
    assert client_of(setting.member(opened, Role.SCORER)).get(f"{ROOT}entries/1/link/").status_code == 403


def test_refusals_speak_the_language_of_the_request(opened, organiser):
    sentences = {}
    for language in ("en", "zh-hans", "zh-hant"):
        response = client_of(language=language).post(
            f"{ROOT}check-in/", {"numbers": [1], "state": "absent"}, format="json"
        )
        assert (response.status_code, response.json()["code"]) == (403, "not_allowed")
        sentences[language] = response.json()["message"]
    assert sentences["en"] == "You may not do this."
    assert len(set(sentences.values())) == 3


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("entries/", {"people": [{}]}, "people[0].name"),
        ("entries/", {"people": []}, "people"),
        ("entries/", [], ""),
        ("check-in/", {"numbers": ["x"], "state": "present"}, "numbers[0]"),
        ("rounds/1/draw/", {"method": "magic"}, "method"),
        ("rounds/1/draw/", {"method": "manual", "tables": [{"seats": [1, 2]}]}, "tables[0].seats"),
    ],
)
def test_what_cannot_be_read_names_its_path(opened, organiser, path, body, where):
    response = client_of(organiser).post(ROOT + path, body, format="json")
    assert response.status_code == 400
    assert response.json()["path"] == where
    assert response.json()["message"]


def test_a_body_that_is_no_json_is_refused(opened, organiser):
    response = client_of(organiser).post(f"{ROOT}check-in/", "{", content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "parse_error")


def test_a_wrong_personal_link_is_refused(opened):
    response = client_of().get(ROOT, headers={"Authorization": "Entry nonsense"})
    assert response.status_code == 401
