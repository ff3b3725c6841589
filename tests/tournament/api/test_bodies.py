"""Bodies that cannot be read, and addresses that there are not: the same shape as every refusal, for everybody."""

from __future__ import annotations

import pytest

from tests.tournament.api.test_tables import client_of, url
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
