"""Screens of the hall: registered by name, switched from afar, quiet while nothing changed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, queries, text_of
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Display, Entry, Event, Stage
from tournament.selectors.rounds import get_round
from tournament.services.displays import add_display, remove_display, switch_display
from tournament.services.draws import draw_round
from tournament.services.rounds import set_clock
from tournament.services.standings import publish

HTMX = {"HX-Request": "true"}


TEAMS = {"groups": [{"by": by, "tie_breaks": ["total"]} for by in ("team", "pair")]}


def rank_teams(event):
    """Have teams and pairs of two ranked as well."""
    for entry in Entry.objects.filter(event=event):
        Entry.objects.filter(pk=entry.pk).update(team=f"Team {entry.number % 4}")
    for stage in event.stages.all():
        Stage.objects.filter(pk=stage.pk).update(policy=stage.policy | TEAMS)


@pytest.fixture
def screen(event, organiser):
    rank_teams(event)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    return add_display(actor=organiser, event=event, name="stage-left")


def test_a_screen_is_switched_from_afar_and_the_audit_says_so(event, organiser, screen):
    client, url = client_of(), reverse("display", args=[event.slug, "stage-left"])
    page = client.get(url)
    mark = page.context["mark"]
    assert client.get(url, {"page": 1, "v": mark}).status_code == 204
    switch_display(actor=organiser, display=screen, shows="message", message="Lunch until half past one")
    answer = client.get(url, {"page": 1, "v": mark}, headers=HTMX)
    assert answer.status_code == 200
    assert "Lunch until half past one" in text_of(answer)
    actions = list(
        AuditEntry.objects.filter(event=event, action__startswith="display").values_list("action", flat=True)
    )
    assert sorted(actions) == ["display.added", "display.switched"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shows", Display.Shows.values)
def test_every_view_renders_before_and_after_the_first_round(event, organiser, screen, shows, language):
    switch_display(actor=organiser, display=screen, shows=shows, message="休息")
    client, url = client_of(language=language), reverse("display", args=[event.slug, "stage-left"])
    assert client.get(url).status_code == 200
    round_ = setting.running_round(event, organiser)
    set_clock(actor=organiser, round_=round_, minutes=40, running=True)
    setting.play_round(round_, organiser)
    publish(event.pk)
    words = text_of(client.get(url))
    teams = {"teams": "Team 1", "pairs": "Team 1"}
    assert (teams | {"standings": "選手 01", "seating": "選手 01", "clock": ":", "message": "休息"})[shows] in words


def test_nothing_of_a_draft_hangs_on_a_wall(event, organiser, screen):
    switch_display(actor=organiser, display=screen, shows="seating")
    draw_round(actor=organiser, round_=get_round(event, 1))
    assert "選手 0" not in text_of(client_of().get(reverse("display", args=[event.slug, "stage-left"])))


def test_a_wall_follows_the_clock_at_once_and_standings_when_it_turns(event, organiser, screen):
    round_ = setting.running_round(event, organiser)
    client, url = client_of(), reverse("display", args=[event.slug, "stage-left"])
    page = client.get(url)
    mark = page.context["mark"]
    assert f'data-next="{url}?page=1"' in page.content.decode()
    setting.record(round_.tables.select_related("event", "round__stage", "draw").first(), organiser, setting.win())
    publish(event.pk)
    assert client.get(url, {"page": 1, "v": mark}).status_code == 204
    assert "+3" in text_of(client.get(url, {"page": 1}, headers=HTMX))
    set_clock(actor=organiser, round_=round_, minutes=30, running=True)
    assert client.get(url, {"page": 1, "v": mark}).status_code == 200


def test_names_are_unique_and_readable_and_messages_have_words(event, organiser, screen):
    with pytest.raises(Conflict):
        add_display(actor=organiser, event=event, name="stage-left")
    with pytest.raises(Refused):
        add_display(actor=organiser, event=event, name="stage left")
    with pytest.raises(Refused):
        switch_display(actor=organiser, display=screen, shows="message", message=" ")
    with pytest.raises(Refused):
        switch_display(actor=organiser, display=screen, shows="anything")


def test_teams_and_pairs_are_offered_where_a_stage_ranks_them(event, organiser, screen):
    switch_display(actor=organiser, display=screen, shows="teams")
    page = client_of(organiser).get(reverse("displays", args=[event.slug]))
    assert 'value="teams"' in page.content.decode() and 'value="pairs"' in page.content.decode()
    for stage in event.stages.all():
        Stage.objects.filter(pk=stage.pk).update(policy={**stage.policy, "groups": []})
    with pytest.raises(Refused, match="groups_unranked"):
        switch_display(actor=organiser, display=screen, shows="pairs")
    with pytest.raises(Refused, match="groups_unranked"):
        add_display(actor=organiser, event=event, name="door", shows="teams")
    page = client_of(organiser).get(reverse("displays", args=[event.slug]))
    assert 'value="teams"' not in page.content.decode()
    assert "no standings yet" in text_of(client_of().get(reverse("display", args=[event.slug, "stage-left"])))
    assert client_of().get(reverse("team_projector", args=[event.slug])).status_code == 404


def test_teams_turn_page_by_page_with_their_movement(organiser):
    event = setting.event(organiser, players=28)
    for entry in Entry.objects.filter(event=event):
        Entry.objects.filter(pk=entry.pk).update(team=f"Team {entry.number:02}")
    for stage in event.stages.all():
        Stage.objects.filter(pk=stage.pk).update(policy=stage.policy | TEAMS)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)
    setting.play_round(setting.running_round(event, organiser), organiser)
    round_ = setting.running_round(event, organiser, 2)
    table = round_.tables.select_related("event", "round__stage", "draw").first()
    setting.record(table, organiser, setting.win("S", "E", total=900))
    publish(event.pk)
    client, url = client_of(), reverse("team_projector", args=[event.slug])
    pages = [client.get(url, {"page": number}, headers=HTMX) for number in (1, 2)]
    shown = [[row["name"] for column in page.context["columns"] for row in column] for page in pages]
    assert [len(rows) for rows in shown] == [24, 4]
    assert len({name for rows in shown for name in rows}) == 28
    assert f'data-next="{url}?page=2"' in pages[0].content.decode()
    assert f'data-next="{url}?page=1"' in pages[1].content.decode()
    assert 'class="move' in pages[0].content.decode()
    assert "during round 2" in text_of(pages[0])
    mark = pages[0].context["mark"]
    assert client.get(url, {"page": 1, "v": mark}).status_code == 204


def test_only_those_who_run_rounds_switch_screens(event, screen):
    scorer = setting.member(event, Role.SCORER)
    for act in (
        lambda: add_display(actor=scorer, event=event, name="other"),
        lambda: switch_display(actor=scorer, display=screen, shows="clock"),
        lambda: remove_display(actor=scorer, display=screen),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert client_of(scorer).get(reverse("displays", args=[event.slug])).status_code == 403


def test_the_page_registers_switches_and_forgets(event, organiser, screen):
    client, url = client_of(organiser), reverse("displays", args=[event.slug])
    assert "not opened yet" in text_of(client.get(url))
    client_of().get(reverse("display", args=[event.slug, "stage-left"]))
    assert "connected" in text_of(client.get(url))
    assert client.post(url, {"name": "door"}).status_code == 302
    assert client.post(url, {"name": "door"}).status_code == 422
    switch = reverse("switch_display", args=[event.slug, "door"])
    assert client.post(switch, {"door-shows": "message", "door-message": ""}).status_code == 422
    assert client.post(switch, {"door-shows": "clock", "door-message": ""}).status_code == 302
    assert Display.objects.get(event=event, name="door").shows == "clock"
    assert client.get(switch).status_code == 302
    remove = reverse("remove_display", args=[event.slug, "door"])
    assert "Forget the screen" in text_of(client.get(remove))
    assert client.post(remove).status_code == 302
    assert client_of().get(reverse("display", args=[event.slug, "door"])).status_code == 404


def test_a_screen_that_nobody_registered_is_not_found(event, screen):
    assert client_of().get(reverse("display", args=[event.slug, "nowhere"])).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("shows", Display.Shows.values)
def test_walls_take_the_same_queries_for_one_table_and_for_three(organiser, shows):
    counts = []
    for players in (4, 12):
        made = setting.event(organiser, players=players, slug=f"evening-{players}")
        rank_teams(made)
        Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
        setting.play_round(setting.running_round(made, organiser), organiser)
        made.refresh_from_db()
        screen = add_display(actor=organiser, event=made, name="stage")
        switch_display(actor=organiser, display=screen, shows=shows, message="x")
        publish(made.pk)
        counts.append(queries(client_of(), reverse("display", args=[made.slug, "stage"])))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 8
