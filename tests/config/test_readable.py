"""A character that no database text can hold is refused at the door, in an address, a query and a form."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/login/?next=%00", "/e/a%00b/", "/api/v1/events/?name=a%00"])
def test_an_address_with_it_is_refused(client, address):
    answer = client.get(address)
    assert answer.status_code in (400, 404)
    assert answer["Content-Type"].startswith("application/json" if "/api/" in address else "text/html")


@pytest.mark.parametrize("sent", [{"username": "a\0b", "password": "x"}, {"username": ["a", "\0"]}])
def test_a_form_with_it_is_refused_in_words(client, sent):
    answer = client.post("/login/", sent)
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()
    assert client.post("/login/", {"username": "ab", "password": "x"}).status_code == 200
