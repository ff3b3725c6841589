"""A roster imported through the API: preview, answers, confirmation. All names are invented."""

from __future__ import annotations

import base64
import json

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tournament.access import Role
from tournament.models import Entry
from tournament.selectors.entries import get_entry

ROOT = "/api/v1/events/evening/roster/"


def upload(client, data: bytes, **more):
    return client.post(ROOT, {"file": base64.b64encode(data).decode(), **more}, format="json")


def test_a_file_is_previewed_answered_and_confirmed_once(event, organiser):
    client = client_of(organiser)
    data = "張偉\n選手 01\n".encode("gb18030")[:4] + b"\n"
    made = upload(client, data)
    assert made.status_code == 201
    body = made.json()
    assert len(body["candidates"]) >= 2 and body["lines"] == [] and not body["ready"]
    url = f"{ROOT}{body['id']}/"
    body = client.patch(url, {"codec": "gb18030"}, format="json").json()
    assert [line["name"] for line in body["lines"]] == ["張偉"] and body["ready"]
    assert client.get(url).json() == body
    answer = client.post(f"{url}confirm/", {"expected": body["mark"]}, format="json")
    assert (answer.status_code, answer.json()["added"]) == (200, [9])
    assert client.post(f"{url}confirm/", {"expected": body["mark"]}, format="json").json() == answer.json()
    assert Entry.objects.filter(event=event).count() == 9


def test_questions_are_answered_by_their_keys(event, organiser):
    client = client_of(organiser)
    body = client.post(ROOT, {"text": "name,club\n選手 01,x\n"}, format="json").json()
    [question] = body["questions"]
    assert [choice["value"] for choice in question["choices"]] == ["e1", "new", "skip"]
    url = f"{ROOT}{body['id']}/"
    refused = client.post(f"{url}confirm/", {"expected": body["mark"]}, format="json")
    assert (refused.status_code, refused.json()["path"]) == (400, "who.2")
    body = client.patch(url, {"who": {"2": "e1"}}, format="json").json()
    client.post(f"{url}confirm/", {"expected": body["mark"]}, format="json")
    assert get_entry(event, 1).club == "x"


def test_what_moved_on_is_a_conflict_with_the_new_mark(event, organiser):
    client = client_of(organiser)
    body = client.post(ROOT, {"text": "name\nA\n"}, format="json").json()
    url = f"{ROOT}{body['id']}/confirm/"
    answer = client.post(url, {"expected": "0" * 64}, format="json")
    assert (answer.status_code, answer.json()["code"], answer.json()["mark"]) == (409, "roster_moved", body["mark"])


def test_what_is_no_roster_is_refused(event, organiser):
    client = client_of(organiser)
    for sent, code in (
        ({}, "roster_both"),
        ({"text": "a", "file": "YQ=="}, "roster_both"),
        ({"file": "§"}, "base64_unreadable"),
        ({"text": ""}, "blank"),
    ):
        answer = client.post(ROOT, sent, format="json")
        assert (answer.status_code, answer.json()["code"]) == (400, code), sent


def test_only_organisers_may(event, organiser):
    made = json.loads(client_of(organiser).post(ROOT, {"text": "name\nA\n"}, format="json").content)
    other = client_of(setting.member(event, Role.SCORER))
    url = f"{ROOT}{made['id']}/"
    assert other.post(ROOT, {"text": "name\nA\n"}, format="json").status_code == 403
    assert other.get(url).status_code == other.delete(url).status_code == 403
    assert other.patch(url, {"header": True}, format="json").status_code == 403
    assert other.post(f"{url}confirm/", {"expected": "x"}, format="json").status_code == 403
    assert client_of(organiser).delete(url).status_code == 204
