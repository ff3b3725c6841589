"""Standings of teams and pairs on a page of their own, and who substituted in a pair, as files have it."""

from __future__ import annotations

import html
import json

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.services.test_pairs import hand
from tests.tournament.views.browsing import client_of, queries, text_of
from tests.tournament.views.test_files import lines
from tournament.models import Event, Snapshot
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.entries import add_substitute, update_entry
from tournament.services.reveal import keep_back, tell_next
from tournament.services.stages import update_stage
from tournament.services.standings import publish

TEAMS = {
    "tie_breaks": ["total"],
    "groups": [
        {"by": "team", "tie_breaks": ["total"], "members": 2},
        {"by": "pair", "tie_breaks": ["total"], "divide": 2},
    ],
}
NAMES = ["龍門", "7", '<b>Cats</b> & "Co"', "Owls"]


def ranked(event, organiser, policy=TEAMS):
    """Put four teams into an event, rank them, and play a round."""
    for entry in event.entries.all():
        update_entry(actor=organiser, entry=entry, changes={"team": NAMES[entry.number % 4]})
    stage = event.stages.get()
    update_stage(actor=organiser, stage=stage, changes={"policy": policy}, confirm_stage=1)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    # However they were drawn: two who paid make less than one who was paid, so that not all are level.
    drawn = {"type": "win", "wins": [{"seat": "E", "by": "self", "total": 2}]}
    setting.play_round(setting.running_round(event, organiser), organiser, hand=drawn)
    publish(event.pk)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def played(event, organiser):
    return ranked(event, organiser)


def address(event, by: str = "team") -> str:
    return reverse(f"{by}_standings", args=[event.slug, 1])


def test_teams_stand_on_a_page_with_their_entries_and_the_reason_of_each_rank(played):
    client = client_of()
    page = client.get(address(played))
    words, source = text_of(page), page.content.decode()
    assert "Standings of teams" in words and "Team" in words
    assert all(name in words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&quot;", '"')
               for name in NAMES)  # fmt: skip
    assert "<b>Cats" not in source, "a name is no markup"
    assert "4 選手 04" in words and "8 選手 08" in words, "its members are named"
    assert "First by" in words and "Why behind" in words
    assert "move--" not in source and "選手 07 " in words, "a team called 7 is not entry 7"
    link = client.get(reverse("standings", args=[played.slug])).content.decode()
    assert address(played) in link and address(played, "pair") in link
    assert "Standings of pairs" in text_of(client.get(address(played, "pair")))


@pytest.mark.parametrize(("language", "said"), [("en", "Owls, Harbour"), ("zh-hant", "Owls、Harbour")])
def test_team_and_club_beneath_a_name_stand_apart_by_the_sign_of_the_language(played, organiser, language, said):
    entry = next(one for one in played.entries.all() if one.team == "Owls")
    update_entry(actor=organiser, entry=entry, changes={"club": "Harbour"})
    publish(played.pk)
    page = client_of(None, language).get(reverse("standings", args=[played.slug]))
    assert said in text_of(page)


def test_the_numbers_of_the_file_are_those_of_the_snapshot(played):
    client = client_of()
    snapshot = json.loads(Snapshot.objects.filter(event=played).order_by("-version").first().body)
    rows = {row["id"]: row for row in snapshot["groups"]["team"]["rows"]}
    data = json.loads(client.get(address(played), {"as": "json"}).content)
    assert {row["team"]: row["total"] for row in data["rows"]} == {key: row["total"] for key, row in rows.items()}
    assert [row["rank"] for row in data["rows"]] == [row["rank"] for row in snapshot["groups"]["team"]["rows"]]
    plain = lines(client.get(address(played), {"as": "csv"}))
    assert plain[0][:4] == ["Rank", "Change", "Team", "Members"]
    assert "Remark" not in plain[0] and "Penalties" not in plain[0], "what is said of none has no column"
    assert {row[2] for row in plain[1:5]} == set(NAMES)
    assert client.get(address(played), {"as": "xlsx"}).status_code == 200
    assert client.get(address(played), {"as": "exe"}).status_code == 404


@pytest.mark.parametrize("by", ["team", "pair"])
def test_movement_is_against_the_ranks_after_the_round_before(played, organiser, by):
    client = client_of()
    rows = json.loads(client.get(address(played, by), {"as": "json"}).content)["rows"]
    before = {row[by]: row["rank"] for row in rows}
    round_ = setting.running_round(played, organiser, 2)
    last = rows[-1][by]
    own = {str(entry.number) for entry in played.entries.filter(team=last)}
    table = next(
        table
        for table in round_.tables.select_related("event", "round__stage", "draw")
        if own & set(table.state["seats"].values())
    )
    seat = next(place for place, number in table.state["seats"].items() if number in own)
    giver = next(place for place, number in table.state["seats"].items() if number not in own)
    setting.record(table, organiser, setting.win(seat, giver, total=900))
    publish(played.pk)
    rows = json.loads(client.get(address(played, by), {"as": "json"}).content)["rows"]
    moves = {row[by]: row["change"] for row in rows}
    assert moves == {row[by]: before[row[by]] - row["rank"] for row in rows}
    assert (rows[0][by], moves[last]) == (last, before[last] - 1) and moves[last] > 0, "the last is the first now"
    shown = client.get(address(played, by)).content.decode()
    assert "move--up" in shown
    told = client.get(f"/api/v1/events/{played.slug}/stages/1/standings/?by={by}").json()
    assert told["trail"] == [before] and not told["group_trails"]
    snapshot = json.loads(Snapshot.objects.filter(event=played).order_by("-version").first().body)
    assert snapshot["group_trails"][by] == [before], "beside that of the players, which stays as it was"


@pytest.mark.parametrize("by", ["team", "pair"])
def test_the_staff_prints_them_and_everybody_has_them_on_a_wall(played, organiser, by):
    own, wall = client_of(organiser).get(address(played, by)), reverse(f"{by}_projector", args=[played.slug])
    printed = reverse("print_document", args=[played.slug, "standings"])
    assert f'{printed}?stage=1&amp;by={by}"' in own.content.decode()
    assert printed not in client_of().get(address(played, by)).content.decode()
    assert wall in client_of().get(address(played, by)).content.decode()
    sheet = client_of(organiser).get(reverse("print_page", args=[played.slug, "standings"]), {"stage": 1, "by": by})
    assert all(html.escape(name) in sheet.content.decode() for name in NAMES)
    assert "4 選手 04" in text_of(sheet), "with its entries"
    assert f"Standings of {by}s" in text_of(sheet)


def test_an_open_page_hears_nothing_until_something_changed(played, organiser):
    client = client_of()
    mark = client.get(address(played)).context["mark"]
    assert client.get(address(played), {"v": mark}, HTTP_HX_REQUEST="true").status_code == 204
    update_entry(actor=organiser, entry=get_entry(played, 1), changes={"team": "Owls"})
    publish(played.pk)
    part = client.get(address(played), {"v": mark}, HTTP_HX_REQUEST="true")
    assert part.status_code == 200 and b"<html" not in part.content
    assert f"{address(played)}?v=" in part.content.decode()
    assert "1 選手 01" in text_of(part)


def test_the_page_costs_the_same_however_many_teams_there_are(organiser):
    costs = []
    for players, slug in ((8, "small"), (16, "large")):
        event = ranked(setting.event(organiser, players=players, slug=slug), organiser)
        costs.append((queries(client_of(), address(event)), queries(client_of(), f"{address(event)}?as=csv")))
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 8


def test_a_stage_that_ranks_no_teams_has_no_such_page(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    publish(event.pk)
    assert client_of().get(address(event)).status_code == 404
    assert address(event) not in client_of().get(reverse("standings", args=[event.slug])).content.decode()


def test_what_is_kept_back_is_kept_back_of_teams_as_well(played, organiser):
    before = json.loads(client_of().get(address(played), {"as": "json"}).content)["rows"]
    keep_back(actor=organiser, event=played, from_round=get_round(played, 2))
    setting.play_round(setting.running_round(played, organiser, 2), organiser)
    publish(played.pk)
    public = json.loads(client_of().get(address(played), {"as": "json"}).content)["rows"]
    assert [(row["team"], row["total"]) for row in public] == [(row["team"], row["total"]) for row in before]
    newest = ("Round 1", "Round 2")
    for who, shown, hidden in ((client_of(), *newest), (client_of(organiser), *reversed(newest))):
        labels = [column["label"] for column in json.loads(who.get(address(played), {"as": "json"}).content)["columns"]]
        assert shown in labels and hidden not in labels
    walls = [client_of(actor).get(reverse("team_projector", args=[played.slug])) for actor in (None, organiser)]
    assert ["after round 1" in text_of(wall) for wall in walls] == [True, True], "a wall is the same for whoever reads"
    tell_next(actor=organiser, event=played)
    assert "rank-" not in client_of().get(reverse("team_projector", args=[played.slug])).content.decode()
    assert "rank-" not in client_of().get(address(played)).content.decode(), "only ranks of players are told by steps"
    assert client_of().get(address(played), {"as": "csv"}).status_code == 404


def test_the_organiser_has_teams_ranked_by_the_form(event, organiser):
    client, url = client_of(organiser), reverse("policy", args=[event.slug, 1])
    form = client.get(url).context["form"]
    given = {name: form.initial.get(name) for name in form.fields}
    given = {name: value for name, value in given.items() if value not in (None, "", False)}
    assert "teams" not in given
    wish = given | {"teams": "on", "team_members": "2"}
    assert client.post(url, wish).status_code == 302
    stage = event.stages.get()
    assert [(item["by"], item["members"]) for item in stage.policy["groups"]] == [("team", 2)]
    again = client.get(url).context["form"].initial
    assert (again["teams"], again["team_members"], again["pairs"]) == (True, 2, False)
    setting.running_round(event, organiser)
    asked = text_of(client.post(url, given | {"pairs": "on"}))
    assert "Ranked as well" in asked and "Standings of teams (2)" in asked and "Standings of pairs" in asked
    assert client.post(url, given | {"sure": "1"}).status_code == 302
    assert event.stages.get().policy["groups"] == []


def test_substitutes_of_a_pair_stand_in_the_files_with_their_rounds(pairs, organiser):
    Event.objects.filter(pk=pairs.pk).update(status=Event.Status.OPEN)
    table = setting.running_table(pairs, organiser)
    number = int(table.state["seats"]["W"][:-1])
    letter = table.state["seats"]["W"]
    client = client_of()
    publish(pairs.pk)
    files = [reverse("stage_standings", args=[pairs.slug, 1]), reverse("standings_report", args=[pairs.slug, 1])]
    add_substitute(actor=organiser, entry=get_entry(pairs, number), person={"name": "替補"})
    table.refresh_from_db()
    setting.record(table, organiser, hand(40))
    publish(pairs.pk)
    for url in files:
        data = json.loads(client.get(url, {"as": "json"}).content)
        assert "substitutes" not in data["rows"][0], "nobody substituted yet"
    setting.record(table, organiser, {"type": "seats", "seats": {"W": f"{number}c"}}, hand(40))
    publish(pairs.pk)
    assert letter != f"{number}c"
    for url in files:
        data = json.loads(client.get(url, {"as": "json"}).content)
        assert {row["number"]: row["substitutes"] for row in data["rows"] if row["substitutes"]} == {number: "替補 (1)"}
