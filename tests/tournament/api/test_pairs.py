"""A whole event of pairs through the API alone: registration, draw, hands, a substitute, standings, clean books."""

from __future__ import annotations

import pytest

from engine.standings import show
from tests.tournament import setting
from tests.tournament.api.test_event import Site
from tournament.models import Event, StaffRole
from tournament.services.standings import publish
from tournament.services.verification import verify_event

HAND = {
    "type": "hand",
    "trump": "H",
    "level": "3",
    "score": 60,
    "last_trick": {"cards": 2, "points": 20, "winner": "N"},
}


@pytest.fixture
def boss(db):
    actor = setting.organiser("boss")
    site = Site(Site()("post", "login/", {"username": "boss", "password": "secret-of-tests"})["token"])
    made = {"name": "Pairs", "slug": "pairs", "zone": "Asia/Shanghai", "game": "shengji", "preset": "pairs_hands"}
    site("post", "events/", made | {"rounds": 2, "length": {"unit": "hands", "count": 1}}, 201)
    StaffRole.objects.create(event=Event.objects.get(), user=actor.user, role="chief_referee")
    return site


def test_a_pairs_event_from_registration_to_pair_standings(boss):
    boss("post", "events/pairs/entries/", {"people": [{"name": "獨"}]}, 400)
    boss("post", "events/pairs/entries/", {"people": [{"name": "甲"}, {"name": "乙"}]}, 201)
    boss("post", "events/pairs/entries/bulk/", {"names": ["丙 / 丁", "戊/己", "庚 / 辛"]}, 201)
    boss("post", "events/pairs/check-in/", {"numbers": [1, 2, 3, 4], "state": "present"})
    added = boss("post", "events/pairs/entries/1/members/", {"name": "替"}, 201)
    assert [member["name"] for member in added["members"]] == ["甲", "乙", "替"]
    assert added["name"] == "甲 / 乙"
    opponents = []
    for number in (1, 2):
        opponents += play(boss, f"events/pairs/rounds/{number}/")
    assert len({tuple(sorted(pair)) for pair in opponents}) == 4
    event = Event.objects.get()
    publish(event.pk)
    body = boss("get", "events/pairs/stages/1/standings/")
    assert body["entries"]["1"]["name"] == "甲 / 乙"
    scale = body["standings"]["scale"]
    # 60 + 20 x 2 = 100: the dealer's side goes up one level, whoever that is, at every table.
    assert sum(row["total"] for row in body["standings"]["rows"]) == 4 * scale
    assert {show(row["total"], scale) for row in body["standings"]["rows"]} <= {"0", "1", "2"}
    assert sorted(int(row["id"]) for row in body["standings"]["rows"]) == [1, 2, 3, 4]
    assert not verify_event(event)


def play(boss: Site, round_: str) -> list[list[int]]:
    """Draw, play and close a round; pair 1 plays it with its substitute."""
    boss("post", f"{round_}draw/", {}, 201)
    boss("post", f"{round_}release/")
    boss("post", f"{round_}start/")
    pairs = []
    for number in (1, 2):
        table = f"{round_}tables/{number}/"
        seats = boss("get", table)["seats"]
        pairs.append([seats["E"]["number"], seats["N"]["number"]])
        assert (seats["E"]["number"], seats["N"]["number"]) == (seats["W"]["number"], seats["S"]["number"])
        events = [HAND]
        place = next((place for place, who in seats.items() if who["person"] == "1b"), None)
        if place is not None:
            events.insert(0, {"type": "seats", "seats": {place: "1c"}})
        answer = boss("post", f"{table}events/", {"expected_seq": 0, "events": events}, 201)
        assert answer["finished"]
        boss("post", f"{table}confirm/", {"expected_seq": len(events)})
        if place is not None:
            assert boss("get", table)["seats"][place] == {"person": "1c", "number": 1, "name": "替"}
    boss("post", f"{round_}close/")
    return pairs
