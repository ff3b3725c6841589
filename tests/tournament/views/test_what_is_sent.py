"""What a form or somebody's program may send to a table: nothing is answered with an error of the server."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tests.tournament.views.test_hand_entry import on, sent, table_at
from tournament.access import Role
from tournament.models import Round, TableEvent
from tournament.numbers import FAR_TOO_LARGE, whole

ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("12", 12),
        ("٣", 3),
        ("", -1),
        ("-1", -1),
        ("²", -1),
        ("1.5", -1),
        ("1" * 10, FAR_TOO_LARGE),
        (ENDLESS, FAR_TOO_LARGE),
    ],
)
def test_a_number_that_is_sent_is_read_or_is_none(text, read):
    assert whole(text, -1) == read


@pytest.fixture
def taiwan(organiser):
    return table_at(organiser, "taiwan")


@pytest.fixture
def url(taiwan):
    return reverse("table", args=["taiwan", 1, 1])


@pytest.mark.parametrize("name", ["seq", "wins.count"])
@pytest.mark.parametrize("way", ["record", "preview"])
def test_an_endless_number_is_no_error_of_the_server(organiser, taiwan, url, name, way):
    client = client_of(organiser)
    form = sent(client.get(url), **on("S", "E"), door="E") | {name: ENDLESS}
    assert client.post(f"{url}{way}/", form).status_code in {200, 302, 400, 409}


def test_a_form_that_saw_a_number_no_table_comes_to_is_stale(organiser, taiwan, url):
    client = client_of(organiser)
    form = sent(client.get(url), **on("S", "E"), door="E") | {"seq": ENDLESS}
    assert client.post(f"{url}record/", form).status_code == 409
    assert not TableEvent.objects.filter(table=taiwan).exists()


@pytest.mark.parametrize(
    ("game", "half"),
    [
        ("taiwan", {"wins.0.by": "self", "wins.0.total": "7"}),
        ("sichuan", {"event": "kong", "kind": "concealed"}),
    ],
)
def test_what_is_half_filled_in_and_overtaken_comes_back_as_it_was(organiser, game, half):
    table = table_at(organiser, game)
    client, url = client_of(organiser), reverse("table", args=[game, 1, 1])
    opened = client.get(url)
    door = {"door": "E"} if game == "taiwan" else {}
    assert client.post(f"{url}record/", sent(opened, **on("S", "E"), **door)).status_code == 302
    assert client.post(f"{url}record/", sent(opened, **{"key": "second", **half})).status_code == 409
    answer = client.post(f"{url}record/", sent(opened, **{"key": "third", **half}))
    assert "Something was recorded at this table meanwhile" in text_of(answer)
    for name, value in half.items():
        assert f'value="{value}"' in answer.content.decode(), name
    assert TableEvent.objects.filter(table=table).count() == 1


@pytest.mark.parametrize("name", ["wins.0.seat", "wins.0.from", "door", "deal.dealer", "deal.round_wind"])
def test_a_place_that_no_table_has_is_refused_in_words(organiser, taiwan, url, name):
    client = client_of(organiser)
    tiles = {f"wins.0.tiles.{part}": text for part, text in (("concealed", "123m456p789s11222z44s"), ("win", "4s"))}
    form = sent(client.get(url), **on("S", "E", way="tiles")) | tiles | {"door": "E", name: "Z"}
    shown = client.post(f"{url}preview/", form)
    assert shown.status_code == 200
    assert shown.context["preview"]["refused"]
    assert client.post(f"{url}record/", form).status_code == 400
    assert not TableEvent.objects.filter(table=taiwan).exists()


@pytest.mark.parametrize("role", [None, Role.SCORER])
def test_a_hand_sent_after_its_round_was_closed_is_told_as_not_recorded(organiser, taiwan, url, role):
    client = client_of(organiser if role is None else setting.member(taiwan.event, role))
    form = sent(client.get(url), **on("S", "E"), door="E")
    Round.objects.filter(pk=taiwan.round_id).update(status=Round.Status.CLOSED)
    answer = client.post(f"{url}record/", form)
    said = text_of(answer)
    assert answer.status_code in {403, 409}
    assert "This cannot be recorded now" in said
    assert "South off East" in said
    assert "The round is closed: no hand is recorded here any more." in said
    assert "naming the round" not in said
    assert not TableEvent.objects.filter(table=taiwan).exists()
