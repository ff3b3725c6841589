"""A whole event through the API alone, from the first account to the closed event."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.tournament import setting

GOOD = "correct-horse-battery"


class Site:
    """Sends requests and insists on the status that is expected."""

    def __init__(self, token: str = "") -> None:
        self.client = APIClient(HTTP_ACCEPT_LANGUAGE="en")
        if token:
            self.client.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    def __call__(self, method: str, path: str, body: object = None, status: int = 200):
        response = getattr(self.client, method)(f"/api/v1/{path}", body, format="json")
        assert response.status_code == status, response.content
        return response.json() if response.content else None


@pytest.mark.django_db
def test_everything_the_pages_do_is_an_endpoint():
    public = Site()
    assert public("get", "installation/") == {"first_run": True}
    token = public("post", "installation/", {"username": "boss", "password": GOOD}, 201)["token"]
    public("post", "installation/", {"username": "boss2", "password": GOOD}, 409)
    assert public("post", "login/", {"username": "boss", "password": GOOD})["token"] == token
    public("post", "login/", {"username": "boss", "password": "wrong"}, 403)
    boss = Site(token)
    assert "toy" in [game["code"] for game in boss("get", "games/")]
    assert "win" in boss("get", "games/toy/")["events"]
    boss("get", "games/none/", status=400)
    made = {"name": "Cup", "slug": "cup", "zone": "Asia/Taipei", "game": "toy", "preset": "evening"}
    public("post", "events/", made, 403)
    boss("post", "events/", made | {"zone": "Mars"}, 400)
    boss("post", "events/", made | {"options": {"nothing": 1}}, 400)
    boss("post", "events/", made, 201)
    boss("post", "events/", made, 409)
    boss("patch", "events/cup/", {"place": "Hall 1", "settings": {"appeal_minutes": 20}})
    boss("patch", "events/cup/", {"settings": {"unknown": 1}}, 400)
    assert boss("get", "events/cup/")["settings"] == {"appeal_minutes": 20}
    boss("patch", "events/cup/options/", {"options": {"base": 10}})
    boss("post", "events/cup/status/", {"status": "open"})
    invitation = boss("post", "events/cup/invitations/", {"role": "chief_referee"}, 201)
    assert len(boss("get", "events/cup/invitations/")) == 1
    joined = public(
        "post", "invitations/accept/", {"token": invitation["token"], "username": "chief", "password": GOOD}, 201
    )
    chief = Site(joined["token"])
    assert chief("get", "me/")["roles"] == [{"event": "cup", "role": "chief_referee", "area": ""}]
    extra = boss("post", "events/cup/invitations/", {"role": "scorer"}, 201)
    boss("delete", f"events/cup/invitations/{extra['id']}/", status=204)
    assert boss("post", "events/cup/staff/", {"username": "chief", "role": "scorer"}, 201)["role"] == "scorer"
    boss("post", "events/cup/staff/", {"username": "nobody", "role": "scorer"}, 404)
    boss("post", "events/cup/entries/bulk/", {"names": list("ABCDEFG")}, 201)
    boss("post", "events/cup/entries/", {"people": [{"name": "H"}], "team": "T"}, 201)
    boss("patch", "events/cup/entries/8/", {"club": "C"})
    boss("patch", "events/cup/entries/8/members/0/", {"romanised": "Aitch"})
    boss("post", "events/cup/entries/8/link/")
    boss("post", "events/cup/waitlist/", {"count": 1})
    boss("post", "events/cup/check-in/", {"numbers": list(range(1, 9)), "state": "present"})
    boss("post", "events/cup/stages/", {"seating": "table", "length": {}, "policy": "points", "rounds": 1}, 201)
    boss("patch", "events/cup/stages/2/", {"name": "Final"})
    boss("post", "events/cup/stages/2/rounds/", {"count": 1}, 201)
    boss("delete", "events/cup/rounds/4/", status=204)
    for number in (1, 2, 3):
        play(boss, chief, number)
    assert chief("post", "events/cup/rulings/", {"entry": 1, "round": 1, "points": 5}, 201)["number"] == 1
    chief("post", "events/cup/rulings/1/undo/", {"note": "wrong person"}, 201)
    assert len(public("get", "events/cup/rulings/")) == 2
    assert public("get", "events/cup/stages/1/standings/")["updating"] is True
    assert len(public("get", "events/cup/stages/1/standings/")["standings"]["rows"]) == 8
    boss("post", "events/cup/status/", {"status": "closed"})
    boss("post", "events/cup/rounds/3/reopen/", {"reason": "late"}, 400)
    assert boss("get", "events/cup/audit/")
    message = boss("get", "events/cup/messages/")[0]
    boss("post", f"events/cup/messages/{message['id']}/handed-over/", status=204)
    boss("post", "events/cup/messages/999999/handed-over/", status=404)
    assert chief("patch", "me/", {"name": "The Chief", "email": "c@example.org"})["name"] == "The Chief"
    chief("post", "me/password/", {"old": "wrong", "password": GOOD}, 400)
    chief("post", "me/password/", {"old": GOOD, "password": GOOD + "2"})
    chief("post", "accounts/chief/reset-link/", status=403)
    assert boss("post", "accounts/chief/reset-link/", status=201)["path"].startswith("/")
    boss("post", "accounts/nobody/reset-link/", status=404)
    boss("post", "password-reset/", {"email": "nobody@example.org"}, 202)
    boss("post", "password-reset/confirm/", {"uid": "x", "token": "y", "password": GOOD}, 400)
    boss("post", "logout/")
    boss("get", "me/", status=401)


def play(boss: Site, chief: Site, number: int) -> None:
    """Play a round of two tables, with everything that may happen to a table."""
    round_ = f"events/cup/rounds/{number}/"
    assert len(boss("get", f"{round_}field/")["eligible"]) == 8
    boss("post", f"{round_}draw/", {}, 201)
    boss("delete", f"{round_}draw/", {"confirm_round": number})
    boss("post", f"{round_}restore/", {"attempt": 1})
    boss("post", f"{round_}release/")
    boss("post", f"{round_}clock/", {"minutes": 60})
    boss("post", f"{round_}start/")
    boss("post", f"{round_}start/", status=409)
    boss("post", f"{round_}close/", status=409)
    first, second = f"{round_}tables/1/", f"{round_}tables/2/"
    boss("post", f"{first}winds/", {"expected_seq": 0}, 201)
    assert boss("post", f"{first}wall/", {"expected_seq": 1, "dice": [1, 1, 3]}, 400)["code"] == "door_unused"
    boss("post", f"{first}undo/", {"expected_seq": 1}, 201)
    boss("post", f"{first}preview/", {"events": [setting.win()]})
    boss("post", f"{first}events/", {"expected_seq": 2, "events": [setting.win()]}, 201)
    boss("post", f"{first}correct/", {"expected_seq": 3, "seq": 2, "with": setting.win("E", "N")}, 201)
    boss("post", f"{first}undo/", {"expected_seq": 4}, 201)
    boss("post", f"{first}minutes/", {"minutes": 5})
    boss("post", f"{first}finish/", {"expected_seq": 5}, 201)
    boss("post", f"{first}confirm/", {"expected_seq": 6})
    boss("post", f"{second}void/", {"reason": "wall"})
    boss("put", f"{second}void/", {"reason": "no"})
    boss("post", f"{second}number/", {"number": 7})
    boss("post", f"{round_}tables/7/void/", {"reason": "wall"})
    boss("post", f"{round_}close/")
    boss("post", f"{round_}reopen/", {"reason": "look again"})
    boss("post", f"{round_}close/")
