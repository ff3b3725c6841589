"""Bodies that cannot be read, and addresses that there are not: the same shape as every refusal, for everybody."""

from __future__ import annotations

import json

import pytest

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of, post, url
from tournament.models import TableEvent

NESTED = "[" * 3000 + "]" * 3000
DEEP = "[" * 200_000 + "]" * 200_000
HALVES = (
    r'{"expected_seq": 0, "events": [{"type": "win", "\ud800": 1}]}',
    r'{"expected_seq": 0, "events": [{"type": "win", "wins": [{"seat": "\udfff"}]}]}',
)


def send(client, address: str, body: str | bytes):
    return client.generic("POST", address, body, content_type="application/json")


@pytest.mark.django_db
@pytest.mark.parametrize("body", [NESTED, DEEP, '{"username": "\\ud800"}', b'{"username": "\xff"}', "{", "1" * 5000])
def test_a_login_that_cannot_be_read_is_refused(client, body):
    response = send(client, "/api/v1/login/", body)
    assert response.status_code == 400, response.content
    assert response.json().keys() >= {"code", "message", "path"}
    assert response.json()["code"] == "parse_error"


@pytest.mark.django_db
def test_a_body_without_end_is_refused_before_it_is_read(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    given = '{"username": "x", "password": "%s"}'
    response = send(client, "/api/v1/login/", given % ("y" * 1000))
    assert (response.status_code, response.json()["code"]) == (413, "request_large")
    assert send(client, "/api/v1/login/", given % "y").status_code == 403


@pytest.mark.parametrize("reason", [r"a\u0000b", r"a\\\u0000b"])
def test_a_character_no_text_can_have_is_refused_where_it_is_read(table, organiser, reason):
    body = f'{{"expected_seq": 0, "events": [{{"type": "finish", "reason": "{reason}"}}]}}'
    response = send(client_of(organiser), url(table, "events/"), body)
    assert (response.status_code, response.json()["code"]) == (400, "parse_error")
    assert "NUL" in response.json()["message"]


def test_a_backslash_before_letters_and_digits_is_no_such_character(client, db):
    response = send(client, "/api/v1/games/taiwan/settle/", r'{"id": "\\u0000"}')
    assert response.json()["id"] == r"\u0000"


@pytest.mark.parametrize("length", [80, 81])
def test_a_key_that_could_not_be_kept_whole_is_refused(table, organiser, length):
    body = json.dumps({"expected_seq": 0, "events": [setting.win()]})
    client, address = client_of(organiser), url(table, "events/")
    send_it = {"content_type": "application/json", "headers": {"Idempotency-Key": "k" * length}}
    response = client.generic("POST", address, body, **send_it)
    if length > 80:
        assert (response.status_code, response.json()["path"]) == (400, "key")
        assert not TableEvent.objects.exists()
    else:
        assert response.status_code in (200, 201), response.json()


@pytest.mark.django_db
def test_a_line_that_cannot_be_read_is_refused(client):
    response = send(client, "/api/v1/games/taiwan/settle/", r'{"id": "\ud800"}')
    assert (response.status_code, response.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("body", [NESTED, *HALVES])
def test_events_that_cannot_be_read_are_refused(table, organiser, body):
    response = send(client_of(organiser), url(table, "events/"), body)
    assert (response.status_code, response.json()["code"]) == (400, "parse_error")
    assert not TableEvent.objects.exists()


def test_nested_events_are_refused_or_read_but_never_fail(table, organiser):
    wide = "[" * 600 + "]" * 600
    body = f'{{"expected_seq": 0, "events": [{{"type": "ruling", "effect": {{"game": {{"x": {wide}}}}}}}]}}'
    assert send(client_of(organiser), url(table, "events/"), body).status_code == 400


def test_two_escapes_that_make_one_character_are_read(client, db):
    response = send(client, "/api/v1/games/taiwan/settle/", r'{"id": "\ud83c\udc00"}')
    assert (response.status_code, response.json()["id"]) == (200, "🀀")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/nothing/", "/api/v1/nothing", "/api/v1/events/x/nothing/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_address_answers_as_every_refusal_does(client, address, method):
    response = getattr(client, method)(address)
    assert response.status_code == 404
    assert (response.json()["code"], response.json()["path"]) == ("not_found", "")


@pytest.mark.django_db
def test_an_unknown_page_is_a_page(client):
    response = client.get("/nothing/here/")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("address", "body", "path"),
    [
        ("rounds/1/tables/1/events/", {"expected_seq": 0, "events": [{"type": "finish"}], "zzz": 1}, "zzz"),
        ("entries/", {"people": [{"name": "x"}, {"name": "y", "zz": 1}]}, "people[1].zz"),
        ("entries/", {"people": [{"name": "x"}], "nickname": "z"}, "nickname"),
        ("rounds/1/draw/", {"tables": [{"number": 1, "seats": [1, 2, 3, 4], "winds": 1}]}, "tables[0].winds"),
    ],
)
def test_a_field_nobody_reads_is_refused_by_its_path(table, organiser, address, body, path):
    response = client_of(organiser).post(f"/api/v1/events/{table.event.slug}/{address}", body, format="json")
    assert response.status_code == 400, response.json()
    assert (response.json()["code"], response.json()["path"]) == ("field_unknown", path)


def test_a_change_that_cannot_be_made_is_refused(table, organiser):
    client = client_of(organiser)
    response = client.patch(f"/api/v1/events/{table.event.slug}/stages/1/", {"rounds": 10**25}, format="json")
    assert (response.status_code, response.json()["path"]) == (400, "rounds")


@pytest.mark.parametrize("points", [10**25, -(10**25)])
def test_points_beyond_any_event_are_refused(table, organiser, points):
    response = client_of(organiser).post(
        f"/api/v1/events/{table.event.slug}/rulings/", {"entry": 1, "round": 1, "points": points}, format="json"
    )
    assert (response.status_code, response.json()["path"]) == (400, "points")


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        (setting.win() | {"hand": 10**25}, "events[0].hand"),
        (
            {"type": "ruling", "effect": {"postings": [{"from": "E", "to": "S", "points": 10**25}]}},
            "events[0].effect.postings[0].points",
        ),
    ],
)
def test_numbers_beyond_any_table_are_refused(table, organiser, sent, path):
    response = post(client_of(organiser), table, sent)
    assert (response.status_code, response.json()["path"]) == (400, path), response.json()
    assert not TableEvent.objects.exists()
