"""The JSON side: a referee calls, proposes, previews, issues; players appeal; the public sees what is issued."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.adjudication.steps import COMPLETED


@pytest.fixture
def client_of():
    def made(actor):
        client = APIClient()
        client.force_authenticate(user=actor.user)
        return client

    return made


@pytest.fixture
def at(event):
    return f"/api/v1/events/{event.slug}"


def test_a_case_from_call_to_appeal(client_of, at, referee, chief, table):
    staff = client_of(referee)
    call = staff.post(f"{at}/rounds/1/tables/1/call/", {"text": "錯碰"}, format="json")
    assert call.status_code == 201
    assert staff.post(f"{at}/calls/1/take/").json()["status"] == "taken"
    body = {"infraction": "T9", "offender": ["S"], "table_round": 1, "table": 1, "call": 1}
    asked = staff.post(f"{at}/cases/", body, format="json")
    assert [question["code"] for question in asked.json()["questions"]] == ["stage"]
    made = staff.post(f"{at}/cases/", body | {"facts": COMPLETED}, format="json", headers={"Idempotency-Key": "a"})
    again = staff.post(f"{at}/cases/", body | {"facts": COMPLETED}, format="json", headers={"Idempotency-Key": "a"})
    assert made.json()["case"] == again.json()["case"] == 1
    preview = staff.get(f"{at}/cases/1/preview/").json()
    assert staff.get(f"{at}/calls/1/close/").json() == {"minutes": 0}
    confirmed = {"expected_seq": preview["seq"], "mark": preview["mark"], "minutes": 3}
    assert staff.post(f"{at}/cases/1/issue/", confirmed, format="json").status_code == 201
    assert staff.get(f"{at}/calls/").json() == []
    assert staff.post(f"{at}/calls/1/close/", {"minutes": 3}, format="json").status_code == 409
    stale = staff.post(f"{at}/cases/1/issue/", {"expected_seq": 0, "mark": preview["mark"]}, format="json")
    assert stale.status_code == 409
    assert staff.post(f"{at}/cases/1/appeal/", {"text": "請再看"}, format="json").json()["status"] == "appealed"
    word = {"outcome": "overturned", "reason": "有照片"}
    assert staff.post(f"{at}/cases/1/decide/", word, format="json").status_code == 403
    assert client_of(chief).post(f"{at}/cases/1/decide/", word, format="json").json()["status"] == "overturned"
    assert [row["case"] for row in APIClient().get(f"{at}/report/").json()] == [1]


def test_the_public_sees_no_proposal_and_no_note(client_of, at, referee, table):
    staff = client_of(referee)
    body = {"infraction": "T9", "offender": ["S"], "table_round": 1, "table": 1, "facts": COMPLETED}
    staff.post(f"{at}/cases/", body | {"private_notes": "秘"}, format="json")
    assert APIClient().get(f"{at}/cases/").json() == []
    assert APIClient().get(f"{at}/cases/1/").status_code == 404
    assert APIClient().get(f"{at}/calls/").status_code in (401, 403)


def test_refusals_name_the_path(client_of, at, referee, table):
    staff = client_of(referee)
    body = {"infraction": "T9", "offender": ["S"], "table_round": 1, "table": 1}
    wrong = staff.post(f"{at}/cases/", body | {"facts": {"stage": "later"}}, format="json")
    assert (wrong.status_code, wrong.json()["path"]) == (400, "facts.stage")
    nowhere = staff.post(f"{at}/cases/", {"infraction": "T9", "offender": ["3"]}, format="json")
    assert (nowhere.status_code, nowhere.json()["path"]) == (400, "round")
    assert [item["code"] for item in staff.get(f"{at}/infractions/").json()] == ["T9"]
