"""A kept call over HTTP: the API and the page's own address file it alike, once for its key."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from adjudication.models import Case
from tests.adjudication.steps import COMPLETED
from tests.tournament.views.browsing import client_of

BODY = {"infraction": "T9", "offender": ["S"], "facts": COMPLETED, "hand": 1, "seen_seq": 0}
FIELDS = {"infraction": "T9", "offender": "S", "fact.stage": "completed", "fact.tai": "2", "hand": "1", "seen_seq": "0"}


@pytest.fixture
def api(event, referee):
    client = APIClient()
    client.force_authenticate(user=referee.user)
    address = f"/api/v1/events/{event.slug}/rounds/1/tables/1/kept-call/"
    return lambda body, key="a": client.post(address, body, format="json", headers={"Idempotency-Key": key})


@pytest.fixture
def address(event, table):
    return reverse("send_kept", args=[event.slug, 1, 1])


def test_the_api_files_it_once(api, table, referee):
    made, again = api(BODY), api(BODY | {"age": 60})
    assert (made.status_code, made.json()) == (201, {"call": 1, "case": 1, "questions": []})
    assert again.json() == made.json()
    assert api(BODY | {"offender": ["W"]}).status_code == 422
    asked = api(BODY | {"facts": {}}, "b").json()
    assert (asked["call"], asked["case"], asked["questions"][0]["code"]) == (2, None, "stage")
    assert api(BODY, "").status_code == 400
    assert api(BODY | {"sender": "somebody"}, "c").status_code == 403
    assert api(BODY | {"sender": referee.user.username, "call": 1, "round": 1}, "d").status_code == 201
    assert api({"infraction": "T9"}, "e").status_code == 400
    assert Case.objects.count() == 2


def test_the_page_files_the_fields_of_its_steps(address, event, referee):
    client = client_of(referee)
    form = FIELDS | {"key": "k", "sender": referee.user.username}
    made, again = client.post(address, form), client.post(address, form)
    assert (made.status_code, made.json()) == (201, again.json())
    assert made.json()["url"] == reverse("case", args=[event.slug, 1])
    assert client.post(address, form | {"fact.tai": "3"}).status_code == 422
    assert Case.objects.get().facts == COMPLETED


def test_a_question_left_open_leads_to_it_with_the_answers_given(address, referee):
    client = client_of(referee)
    given = {name: value for name, value in FIELDS.items() if name != "fact.tai"}
    told = client.post(address, given | {"key": "k"}).json()
    page = client.get(told["url"])
    assert page.context["question"].name == "fact.tai"
    assert ("fact.stage", "completed") in page.context["inquiry"].fields()
    assert ("call", "1") in page.context["inquiry"].fields()


def test_refusals_are_data_the_page_can_keep_the_call_by(address, event, referee, chief):
    assert client_of().post(address, FIELDS | {"key": "k"}).status_code == 401
    client = client_of(referee)
    for wrong, status in (
        ({"fact.tai": "many"}, 400),
        ({"infraction": ""}, 400),
        ({"infraction": "T8"}, 400),
        ({"sender": chief.user.username}, 403),
    ):
        refused = client.post(address, FIELDS | {"key": "k"} | wrong)
        assert refused.status_code == status
        assert refused.json()["message"]
    assert client.post(address.replace("/table/1/", "/table/9/"), FIELDS | {"key": "k"}).status_code == 404
    assert client.get(address).status_code == 302
    assert not Case.objects.exists()
