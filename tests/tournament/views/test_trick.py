"""The page that checks a disputed trick: by the rules as they ship and by those of an event."""

from __future__ import annotations

import pytest
from django.utils.http import urlencode

from tests.tournament import setting

pytestmark = pytest.mark.django_db
PAGE = "/rules/shengji/trick/"
FOLLOW = {
    "level": "T", "trump": "H", "leader": "E", "who": "1",
    "play0": "SA SA SK SK", "play1": "S3 S4 S7 S9", "hand": "S3 S3 S4 S4 S7 S9",
}  # fmt: skip


def text(client, query: dict[str, str], url: str = PAGE, **headers: str) -> str:
    answer = client.get(f"{url}?{urlencode(query)}", HTTP_ACCEPT_LANGUAGE="en", **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_illegal_follow_names_its_rule_and_shows_a_legal_play(client):
    shown = text(client, FOLLOW)
    assert "was not legal: it breaks rule" in shown
    assert "A legal play" in shown
    assert "Who won? That takes all four plays." in shown
    legal = text(client, FOLLOW | {"play1": "s3,S3 S4 S4"})
    assert "The play of North was legal." in legal


def test_the_winner_and_the_points_are_told_once_all_have_played(client):
    query = FOLLOW | {"play1": "S6 S6 S6 S6", "play2": "H5 H5 H6 H6", "play3": "S3 S4 S7 S8"}
    shown = text(client, query)
    assert "North wins the trick" in shown
    assert "30 points in it" in shown
    turned = text(client, query | {"leader": "S"})
    assert "East wins the trick" in turned


def test_what_cannot_be_is_refused_beside_its_question(client):
    shown = text(client, FOLLOW | {"play1": "S3 S3 D3"})
    assert "note--stop" in shown
    assert "was legal" not in shown
    assert "“XX” is no card." in text(client, FOLLOW | {"play1": "XX"})
    assert "“XX” is no card." in text(client, FOLLOW | {"play1": "XX", "play2": "S5", "play3": "S6"})


def test_without_a_script_a_press_adds_a_card_to_the_chosen_line(client):
    answer = client.get(PAGE, {"at": "play0", "play0": "SA", "card": "SA"})
    assert answer.status_code == 302
    assert "play0=SA+SA" in answer.url
    answer = client.get(PAGE, {"at": "play0", "play0": "SA SA", "card": "erase"})
    assert "play0=SA&" in answer.url or answer.url.endswith("play0=SA#cards")
    assert "nonsense" not in client.get(PAGE, {"card": "nonsense"}).url
    assert client.get(PAGE, {"level": "2", "trump": "X", "leader": "Q", "who": "7", "at": "x"}).status_code == 200


def test_an_event_is_asked_by_its_own_rules(client):
    organiser = setting.organiser()
    event = setting.pairs_event(organiser, options={"kind_before_trump": False})
    query = FOLLOW | {"play1": "S6 S6 S6 S6", "play2": "H5 H5 H6 H6", "play3": "S3 S4 S7 S8"}
    client.force_login(organiser.user, backend="django.contrib.auth.backends.ModelBackend")
    assert "West wins the trick" in text(client, query, f"/e/{event.slug}/trick/")
    setting.running_round(event, organiser)
    ruling = client.get(f"/e/{event.slug}/round/1/table/1/rule/")
    assert f"/e/{event.slug}/trick/" in ruling.content.decode()
    part = text(client, query, f"/e/{event.slug}/trick/", HTTP_HX_REQUEST="true")
    assert part.strip().startswith("<section") and "West wins" in part


def test_a_game_without_tricks_has_no_such_page(client):
    assert client.get("/rules/taiwan/trick/").status_code == 404
    assert "/rules/taiwan/trick/" not in client.get("/rules/taiwan/").content.decode()
    assert PAGE in client.get("/rules/shengji/").content.decode()
