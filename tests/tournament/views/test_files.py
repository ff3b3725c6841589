"""Files of public lists: exactly the page, without a login, in the language and order of the page."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament import setting
from tests.tournament.views.browsing import client_of, queries, text_of
from tournament.models import Event, Stage
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.rulings import rule_entry
from tournament.services.standings import publish


@pytest.fixture
def played(event, organiser):
    """An event after its first round, its second running, with a penalty."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    setting.play_round(setting.running_round(event, organiser), organiser)
    rule_entry(actor=organiser, event=event, entry=get_entry(event, 1), round_=get_round(event, 1), points=10)
    setting.running_round(event, organiser, 2)
    publish(event.pk)
    return event


def lines(response) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_standings_as_a_file_have_the_rows_ranks_and_numbers_of_the_page(played):
    client, url = client_of(), reverse("standings", args=[played.slug])
    page = client.get(url).content.decode()
    file = client.get(url, {"as": "csv"})
    assert file["Content-Disposition"] == 'attachment; filename="evening-standings-1.csv"'
    head, *rest = lines(file)
    rows = rest[: rest.index([])]
    assert [row[2] for row in rows] == re.findall(r'id="rank-(\d+)"', page)
    assert [row[0] for row in rows] == re.findall(r'<span class="rank__no">([^<]+)</span>', page)
    points = [value.replace("−", "-").lstrip("+") for value in re.findall(r'rank__pts">([^<]+)<', page)]
    assert [row[head.index("Points")] for row in rows] == points
    assert len({row[0] for row in rows}) < len(rows)  # shared ranks are shared in the file too
    assert ["Sum of table points", "0"] in rest
    assert ["Sum with penalties", "-10"] in rest
    assert "Sum with penalties −10" in text_of(client.get(url))


def test_a_search_and_the_language_hold_for_the_file_as_well(played):
    url = reverse("stage_standings", args=[played.slug, 1])
    found = lines(client_of().get(url, {"as": "csv", "q": "03"}))
    assert [row[3] for row in found[1 : found.index([])]] == ["選手 03"]
    chinese = client_of(language="zh-hant").get(url, {"as": "csv"})
    assert chinese.content.startswith(b"\xef\xbb\xbf")
    assert lines(chinese)[0][3] == "選手"
    assert not client_of(language="zh-hant").get(url, {"as": "csv", "bom": "0"}).content.startswith(b"\xef\xbb\xbf")
    assert client_of().get(url, {"as": "csv", "bom": "1"}).content.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("name", ["standings", "seating", "tables", "standings_report"])
def test_every_list_is_to_be_had_in_three_formats_with_the_same_rows(played, name):
    client = client_of()
    url = reverse(name, args=[played.slug, 1] if name == "standings_report" else [played.slug])
    for kind in ("csv", "xlsx", "json"):
        assert f"?as={kind}" in client.get(url).content.decode()
    data = json.loads(client.get(url, {"as": "json"}).content)
    plain = lines(client.get(url, {"as": "csv"}))
    sheet = load_workbook(io.BytesIO(client.get(url, {"as": "xlsx"}).content)).active
    assert plain[0] == [column["label"] for column in data["columns"]] == [cell.value for cell in sheet[1]]
    count = len(data["rows"])
    assert count in (2, 8)
    key = data["columns"][0]["key"]
    first = [row[key] for row in data["rows"]]
    assert [str(value) for value in first] == [row[0] for row in plain[1 : count + 1]]
    assert first == [sheet.cell(row=at, column=1).value for at in range(2, count + 2)]


def test_an_unknown_format_is_not_found(played):
    assert client_of().get(reverse("standings", args=[played.slug]), {"as": "exe"}).status_code == 404


def test_the_report_tells_points_penalties_and_substitutes_apart(played):
    client, url = client_of(), reverse("standings_report", args=[played.slug, 1])
    data = json.loads(client.get(url, {"as": "json"}).content)
    assert sum(row["points"] for row in data["rows"]) == 0
    assert sum(row["event_penalties"] for row in data["rows"]) == -10
    assert {row["substitute"] for row in data["rows"]} == {""}
    assert {note["label"]: note["value"] for note in data["notes"]}["Sum with penalties"] == -10
    assert "Sum of table points 0" in text_of(client.get(url))


def test_ranks_move_against_the_round_before(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    setting.play_round(setting.running_round(event, organiser), organiser)
    publish(event.pk)
    url = reverse("standings", args=[event.slug])
    assert "move--up" not in client_of().get(url).content.decode()
    setting.play_round(setting.running_round(event, organiser, 2), organiser)
    publish(event.pk)
    moved = json.loads(client_of().get(url, {"as": "json"}).content)["rows"]
    assert any(row["change"] for row in moved)
    html = client_of().get(url).content.decode()
    assert '<span class="hidden">up </span>' in html and '<span class="hidden">down </span>' in html


def test_what_is_carried_over_stands_on_its_own_line(event, organiser):
    first = event.stages.get()
    round_ = setting.running_round(event, organiser)
    setting.play_round(round_, organiser)
    second = Stage.objects.create(
        event=event, order=2, name="Final", seating=first.seating, length=first.length,
        policy={**first.policy, "carry": {"numerator": 1, "denominator": 2, "rounding": "down"}},
    )  # fmt: skip
    event.rounds.filter(number=2).update(stage=second)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    setting.play_round(setting.running_round(event, organiser, 2), organiser)
    publish(event.pk)
    url = reverse("stage_standings", args=[event.slug, 2])
    data = json.loads(client_of().get(url, {"as": "json"}).content)
    assert any(row["carried"] for row in data["rows"])
    assert "Carried over" in text_of(client_of().get(url))
    assert reverse("stage_standings", args=[event.slug, 1]) in client_of().get(url).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("name", ["standings", "seating", "tables", "standings_report"])
def test_files_take_the_same_queries_for_one_table_and_for_three(organiser, name):
    counts = []
    for players in (4, 12):
        made = setting.event(organiser, players=players, slug=f"evening-{players}")
        Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
        setting.play_round(setting.running_round(made, organiser), organiser)
        publish(made.pk)
        url = reverse(name, args=[made.slug, 1] if name == "standings_report" else [made.slug])
        counts.append(queries(client_of(), f"{url}?as=csv"))
        assert queries(client_of(), url) <= 12
    assert len(set(counts)) == 1, counts


def test_a_file_has_no_column_for_what_the_page_says_of_nobody(event, organiser):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    event.refresh_from_db()
    event.entries.filter(number=1).update(club="Dragons")
    setting.play_round(setting.running_round(event, organiser), organiser)
    publish(event.pk)
    head = lines(client_of().get(reverse("standings", args=[event.slug]), {"as": "csv"}))[0]
    assert "Club" in head
    assert not {"Team", "Remark", "Penalties"} & set(head)
