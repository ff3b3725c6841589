"""Pages for everybody: shown in three languages, quiet while nothing changed, silent about what is not released."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.registry import games
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, queries, text_of
from tournament.models import Draw, Entry, Event, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, release_draw
from tournament.services.entries import add_entries, check_in, rename_person, update_entry
from tournament.services.rounds import close_round, set_clock
from tournament.services.standings import publish
from tournament.services.table_status import confirm_table


@pytest.fixture(autouse=True)
def _open(event):
    """The public may know of the event."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()


def public_pages(event) -> dict[str, str]:
    """Every public page of an event by name."""
    names = ("event", "event_rules", "seating", "standings", "tables", "projector", "rulings")
    found = {name: reverse(name, args=[event.slug]) for name in names}
    found["stage_standings"] = reverse("stage_standings", args=[event.slug, 1])
    found["drawn"] = reverse("drawn", args=[event.slug, 1])
    found["player_card"] = reverse("player_card", args=[event.slug, 1])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_renders_empty_and_with_play(event, organiser, language):
    client = client_of(language=language)
    for name, url in public_pages(event).items():
        assert client.get(url).status_code == 200, name
    round_ = setting.running_round(event, organiser)
    setting.play_round(round_, organiser)
    publish(event.pk)
    for name, url in {**public_pages(event), "table": reverse("table", args=[event.slug, 1, 1])}.items():
        response = client.get(url)
        assert response.status_code == 200, name
        assert "選手 0" in text_of(response) or name in ("event", "event_rules", "tables", "rulings")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_render_with_an_anchor_for_each_article(db, language):
    client = client_of(language=language)
    assert client.get(reverse("rules")).status_code == 200
    for code, game in games().items():
        html = client.get(reverse("game_rules", args=[code])).content.decode()
        for article in game.ruleset.articles:
            assert f'id="a-{article}"' in html, article
        for spec in game.ruleset.patterns:
            assert spec.article not in game.ruleset.articles or f'href="#a-{spec.article}"' in html, spec.code


def test_unknown_events_rounds_games_and_players_are_not_found(event):
    client = client_of()
    for url in (
        "/e/nowhere/",
        "/rules/nothing/",
        reverse("seating", args=[event.slug]) + "?round=9",
        reverse("stage_standings", args=[event.slug, 9]),
        reverse("drawn", args=[event.slug, 9]),
        reverse("player_card", args=[event.slug, 99]),
        reverse("table", args=[event.slug, 1, 1]),
        "/p/nobody/",
    ):
        response = client.get(url)
        assert response.status_code in (400, 404), url
        assert "refused" not in text_of(response)


def test_a_draw_that_is_not_released_is_shown_to_nobody_but_those_who_draw(event, organiser):
    round_ = get_round(event, 1)
    draw_round(actor=organiser, round_=round_)
    pages = public_pages(event)
    for name in ("seating", "tables", "drawn", "projector"):
        assert "選手 0" not in text_of(client_of().get(pages[name])), name
    hidden = client_of().get(pages["drawn"]).content.decode()
    assert round_.seed_hash in hidden
    assert round_.seed not in hidden
    draw = release_draw(actor=organiser, round_=round_)
    opened = client_of().get(pages["drawn"]).content.decode()
    assert draw.base_seed in opened
    assert draw.seed_hash in opened


def test_a_released_draw_is_drawn_again_at_the_press_of_a_button(event, organiser):
    round_ = get_round(event, 1)
    draw = draw_round(actor=organiser, round_=round_)
    url = public_pages(event)["drawn"]
    release_draw(actor=organiser, round_=round_)
    assert 'name="again"' in client_of().get(url).content.decode()
    again = client_of().get(url, {"again": "1"})
    assert again.context["again"]["same"] is True
    assert again.context["again"]["sha256"] in again.content.decode()
    cache.clear()
    first, *rest = draw.result["tables"]
    turned = first | {"seats": first["seats"][1:] + first["seats"][:1]}
    Draw.objects.filter(pk=draw.pk).update(result=draw.result | {"tables": [turned, *rest]})
    assert client_of().get(url, {"again": "1"}).context["again"]["same"] is False


def test_a_draw_of_another_version_is_not_called_wrong(event, organiser):
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    release_draw(actor=organiser, round_=draw.round)
    Draw.objects.filter(pk=draw.pk).update(algorithm="lots/of-before")
    answer = client_of().get(public_pages(event)["drawn"], {"again": "1"})
    assert answer.status_code == 409
    assert "drawn by lots/of-before" in text_of(answer)


def test_an_open_page_of_standings_is_answered_with_nothing_while_nothing_changed(event, organiser):
    table = setting.running_table(event, organiser)
    setting.record(table, organiser, setting.win())
    publish(event.pk)
    event.refresh_from_db()
    client, url = client_of(), reverse("stage_standings", args=[event.slug, 1])
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url, {"v": event.version}).status_code == 204
    assert len(caught) == 1  # a thousand open pages ask this every few seconds
    setting.record(table, organiser, setting.win())
    answer = client.get(url, {"v": event.version}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith("<div")


def test_standings_say_which_round_is_still_being_played(event, organiser):
    url = reverse("standings", args=[event.slug])
    round_ = setting.running_round(event, organiser)
    tables = Table.objects.filter(round=round_).select_related("event", "round__stage", "draw")
    for table in tables:
        setting.record(table, organiser, *[setting.win()] * 3)
        confirm_table(actor=organiser, table=table, seq=table.seq)
    publish(event.pk)
    assert "Round 1 is being played, 0 of 2 rounds are over" in text_of(client_of().get(url))
    close_round(actor=organiser, round_=round_)
    publish(event.pk)
    assert "After 1 of 2 rounds" in text_of(client_of().get(url))


def test_only_a_stand_in_is_said_to_take_no_rank(event, organiser):
    setting.play_round(setting.running_round(event, organiser), organiser)
    late, stand_in = add_entries(actor=organiser, event=event, names=["選手 09", "選手 10"])
    update_entry(actor=organiser, entry=stand_in, changes={"ranked": False})
    publish(event.pk)
    page = client_of().get(reverse("standings", args=[event.slug])).content.decode()
    rows = {number: page.split(f'id="rank-{number}"')[1].split("</details>")[0] for number in (9, 10)}
    assert "no result yet" in rows[late.number] and "takes no rank" not in rows[late.number]
    assert "the first result brings a rank" in rows[late.number]
    assert "takes no rank" in rows[stand_in.number] and "no result yet" not in rows[stand_in.number]
    mine = text_of(client_of().get(reverse("player_card", args=[event.slug, late.number])))
    assert "takes no rank" not in mine


def test_who_withdrew_before_the_first_draw_is_not_in_the_standings(event, organiser):
    gone, stays = add_entries(actor=organiser, event=event, names=["選手 09", "選手 10"])
    update_entry(actor=organiser, entry=gone, changes={"status": Entry.Status.WITHDRAWN})
    update_entry(actor=organiser, entry=stays, changes={"ranked": False})
    setting.play_round(setting.running_round(event, organiser), organiser)
    update_entry(actor=organiser, entry=get_entry(event, 1), changes={"status": Entry.Status.WITHDRAWN})
    publish(event.pk)
    url = reverse("standings", args=[event.slug])
    page = client_of().get(url).content.decode()
    assert 'id="rank-9"' not in page and 'id="rank-10"' in page
    assert 'id="rank-1"' in page  # he played before he withdrew
    assert "選手 09" not in client_of().get(url, {"as": "csv"}).content.decode()


def test_standings_say_that_they_are_behind_the_event(event, organiser):
    table = setting.running_table(event, organiser)
    setting.record(table, organiser, setting.win())
    publish(event.pk)
    Event.objects.filter(pk=event.pk).update(version=event.version + 50)
    html = client_of().get(reverse("standings", args=[event.slug])).content.decode()
    assert "fresh--updating" in html


def test_tables_poll_quietly_and_show_the_clock(event, organiser):
    round_ = setting.running_round(event, organiser)
    set_clock(actor=organiser, round_=round_, minutes=40, running=True)
    client, url = client_of(), reverse("tables", args=[event.slug])
    page = client.get(url)
    assert "data-ends" in page.content.decode()
    mark = page.context["mark"]
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url, {"round": 1, "v": mark}).status_code == 204
    assert len(caught) == 1
    assert client.get(url, {"round": 1, "v": "0"}, headers={"HX-Request": "true"}).status_code == 200


def test_a_search_of_the_standings_keeps_the_ranks_and_asks_as_many_queries(event, organiser):
    rename_person(actor=organiser, entry=get_entry(event, 8), position=0, changes={"name": "單曉樂"})
    round_ = setting.running_round(event, organiser)
    setting.play_round(round_, organiser)
    publish(event.pk)
    client, url = client_of(), reverse("standings", args=[event.slug])
    everybody = client.get(url).content.decode()
    found = client.get(url, {"q": "shan"}).content.decode()
    assert "單曉樂" in found and 'id="rank-8"' in found and 'id="rank-1"' not in found
    assert f"{reverse('stage_standings', args=[event.slug, 1])}?v=" in found and "&amp;q=shan" in found
    assert 'id="rank-1"' in everybody and 'id="rank-1"' in client.get(url).content.decode()
    assert "Nobody matches" in text_of(client.get(url, {"q": "nobody"}))
    assert queries(client, f"{url}?q=shan") == queries(client, f"{url}?q=xuanshou")


def test_a_search_finds_the_table_of_a_player_and_says_when_it_finds_nothing(event, organiser):
    setting.running_round(event, organiser)
    client, url = client_of(), reverse("seating", args=[event.slug])
    found = client.get(url, {"q": "選手 03"})
    assert found.content.decode().count('class="sheet seats__table"') == 1
    assert "Nobody of that name" in text_of(client.get(url, {"q": "nobody at all"}))


def test_a_draft_is_unknown_to_the_public(event):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.DRAFT)
    for name, url in public_pages(event).items():
        assert client_of().get(url).status_code == 404, name


def test_a_search_finds_whoever_sits_out(event, organiser):
    add_entries(actor=organiser, event=event, names=["輪空者"])
    check_in(actor=organiser, event=event, numbers=[9], state="present")
    round_ = setting.running_round(event, organiser)
    out = round_.draws.get(status="released").result["out"]
    name = Entry.objects.get(event=event, number=out[0]).name
    url = reverse("seating", args=[event.slug])
    for query in (str(out[0]), name):
        words = text_of(client_of().get(url, {"q": query}))
        assert "Sits out round 1" in words and name in words and "Nobody of that name" not in words
    other = next(number for number in range(1, 10) if number not in out)
    assert "Sits out" not in text_of(client_of().get(url, {"q": Entry.objects.get(event=event, number=other).name}))
    assert "Nobody of that name sits in this round" in text_of(client_of().get(url, {"q": "nobody"}))


@pytest.mark.long
@pytest.mark.parametrize("name", ["seating", "standings", "tables", "projector", "drawn"])
def test_lists_take_the_same_queries_for_one_table_and_for_three(organiser, name):
    counts = []
    for players in (4, 12):
        made = setting.event(organiser, players=players, slug=f"evening-{players}")
        Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
        round_ = setting.running_round(made, organiser)
        setting.play_round(round_, organiser)
        publish(made.pk)
        url = reverse(name, args=[made.slug, 1] if name == "drawn" else [made.slug])
        counts.append(queries(client_of(), url))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 12


def test_a_player_is_named_by_number_where_names_are_alike(event, organiser):
    for number in (1, 2):
        rename_person(actor=organiser, entry=get_entry(event, number), position=0, changes={"name": "王偉"})
    setting.running_round(event, organiser)
    words = text_of(client_of().get(reverse("seating", args=[event.slug]), {"q": "王偉"}))
    assert "1 王偉" in words
    assert "2 王偉" in words


def test_the_projector_says_so_while_nobody_is_ranked(event, table, client):
    publish(event.pk)
    assert "There are no standings yet" in client.get("/e/evening/projector/").content.decode()


def test_match_points_stand_with_one_decimal_and_lots_nobody_has_drawn_have_no_column(organiser):
    event = setting.event(organiser, players=4, slug="roots", game="zungjung", preset="session", rounds=1)
    table = setting.running_table(event, organiser)
    setting.record(table, organiser, setting.win("E", "S", total=30))
    publish(event.pk)
    url, won = reverse("standings", args=[event.slug]), table.state["scores"]["E"]
    # A win by 30 takes 30 from each of three: the root of 90 is 9.486832….
    assert won == 90
    page, found = client_of().get(url), client_of().get(url, {"as": "json"}).json()
    assert "+9.5" in text_of(page) and "has 9.486832" in text_of(page)
    assert (found["rows"][0]["total"], found["rows"][0]["round"]) == ("9.486832", "9.486832")
    assert [column["key"] for column in found["columns"]][-3:] == ["points", "round", "total"]
