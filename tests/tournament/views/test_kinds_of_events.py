"""Every kind of event of every game is recorded by its page; no field of a game is called like one of the form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse

from engine.fields import fields_of
from engine.registry import games
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.hand_form import DEAL
from tournament.models import TableEvent

# The parts of the two pages on which an event is written; what they ask besides is theirs, not the game's.
PARTS = ("tables/entry", "tables/form", "tables/correct", "tables/closed", "components/advance")
KONGS = (
    {"seat": "W", "kind": "fed", "from": "E"},
    {"seat": "W", "kind": "added_now"},
    {"seat": "W", "kind": "added_late"},
    {"seat": "W", "kind": "concealed"},
    {"seat": "W", "kind": "added_now", "robbed_by": "S"},
)


def own_names(settings) -> set[str]:
    """The names of fields that the form itself has, from its templates."""
    folder = Path(settings.BASE_DIR) / "templates"
    found = {"csrfmiddlewaretoken", "deal", "was"}
    for part in PARTS:
        found |= set(re.findall(r' name="([a-z_]+)"', (folder / f"{part}.html").read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("code", sorted(games()))
def test_no_field_of_a_game_is_called_like_a_field_of_the_form_itself(settings, code):
    own = own_names(settings)
    assert {"event", "seq", "key", "step", "later", "unusual", "confirm_round", "counts", "reason"} <= own
    for kind, event in games()[code].events.items():
        assert not {item.code for item in fields_of(event)} & (own - set(DEAL)), kind


def sent(page, kind: str, facts: dict[str, str]) -> dict[str, str]:
    """What a browser sends of the page of a kind of event with its fields filled in."""
    html = page.content.decode()
    form = html[html.index('id="entry"') :] if 'id="entry"' in html else html
    hidden = dict(re.findall(r'<input type="hidden" name="([a-z_.]+)" value="([^"]*)"', form))
    assert hidden["event"] == kind
    assert not set(hidden) & set(facts)
    return {**hidden, "seq": field(page, "seq"), "key": field(page, "key"), **facts}


@pytest.mark.parametrize("preset", [one.code for one in games()["sichuan"].ruleset.event_presets])
def test_every_kind_of_kong_is_recorded_by_the_page_and_corrected(organiser, preset):
    event = setting.event(organiser, slug="kongs", game="sichuan", preset=preset)
    table = setting.running_table(event, organiser)
    client, url = client_of(organiser), reverse("table", args=["kongs", 1, 1])
    for facts in KONGS:
        form = sent(client.get(url, {"kind": "kong"}), "kong", facts)
        assert client.post(f"{url}preview/", form).status_code == 200
        done = client.post(f"{url}record/", form)
        assert done.status_code == 302, text_of(done)
        newest = TableEvent.objects.filter(table=table).latest("seq")
        assert newest.body.items() >= {"type": "kong", **facts}.items()
        correction = reverse("table_correct", args=["kongs", 1, 1, newest.seq])
        other = sent(client.get(correction), "kong", {"seat": "N", "kind": "concealed"})
        assert client.post(correction, {**other, "step": "save"}).status_code == 302
        replaced = TableEvent.objects.filter(table=table).latest("seq").body
        assert replaced["with"]["seat"] == "N"
        assert replaced["with"]["kind"] == "concealed"


def test_a_form_of_no_kind_of_event_comes_back_with_the_page(organiser):
    event = setting.event(organiser, slug="kongs", game="sichuan", preset="house")
    table = setting.running_table(event, organiser)
    client, url = client_of(organiser), reverse("table", args=["kongs", 1, 1])
    page = client.post(f"{url}record/", {"event": "nothing", "seq": "0", "key": "k"})
    assert page.status_code == 400
    assert "There is no kind of event “nothing” in this game." in text_of(page)
    assert 'name="event" value="win"' in page.content.decode()
    assert "There is no kind of event" in text_of(client.post(f"{url}preview/", {"event": "nothing"}))
    setting.record(table, organiser, {"type": "kong", "seat": "W", "kind": "concealed"})
    correction = reverse("table_correct", args=["kongs", 1, 1, 0])
    page = client.post(correction, {"event": "nothing", "step": "save"})
    assert page.status_code == 400
    assert 'name="event" value="kong"' in page.content.decode()
    assert "There is no kind of event" in text_of(page)
