"""Finished tables are confirmed all at once, as they were seen; the console stays short however many there are."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, field, queries, text_of
from tournament.models import Event, Table
from tournament.selectors.tables import get_table
from tournament.services.sheet_lines import Line
from tournament.services.sheets import enter_results
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.views.round_parts import SHOWN

TABLES = SHOWN + 3


@pytest.fixture
def hall(organiser):
    """A round of more tables than a list shows, all finished by their score sheets but the last."""
    event = setting.event(organiser, players=4 * TABLES)
    round_ = setting.running_round(event, organiser)
    sheets = [
        Line(table.number, table.state["seats"][place], points)
        for table in Table.objects.filter(round=round_, number__lt=TABLES)
        for place, points in zip("ESWN", (3, 1, -1, -3), strict=True)
    ]
    enter_results(actor=organiser, round_=round_, lines=sheets)
    return event


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_question_names_how_many_and_confirms_them_in_one_write(hall, organiser, language):
    client = client_of(setting.member(hall, "referee"), language)
    console, url = reverse("round", args=[hall.slug, 1]), reverse("confirm_all", args=[hall.slug, 1])
    assert f'href="{url}"' in client.get(console).content.decode()
    page = client.get(url)
    assert str(TABLES - 1) in text_of(page)
    version = Event.objects.get(pk=hall.pk).version
    assert client.post(url, {"seen": field(page, "seen")}).status_code == 302
    assert Event.objects.get(pk=hall.pk).version == version + 1
    status = list(Table.objects.filter(event=hall).order_by("number").values_list("status", flat=True))
    assert status == ["confirmed"] * (TABLES - 1) + ["waiting"]
    assert f'href="{url}"' not in client.get(console).content.decode()
    undo_act(actor=organiser, event=hall, version=next_to_undo(acts(hall)).version)
    assert not Table.objects.filter(event=hall, status="confirmed").exists()


def test_a_table_that_moved_on_is_named_and_nothing_is_confirmed(hall, organiser):
    client, url = client_of(organiser), reverse("confirm_all", args=[hall.slug, 1])
    seen = field(client.get(url), "seen")
    setting.record(get_table(hall, 1, 4), organiser, {"type": "void", "seq": 1, "later": "as_played"})
    answer = client.post(url, {"seen": seen})
    assert answer.status_code == 409
    assert "Something changed at table 4 meanwhile" in text_of(answer)
    assert not Table.objects.filter(event=hall, status="confirmed").exists()
    assert client.post(url, {"seen": field(answer, "seen")}).status_code == 302


def test_the_api_confirms_them_too_and_scorers_do_not(hall, organiser):
    url = f"/api/v1/events/{hall.slug}/rounds/1/confirm/"
    body = json.dumps({"tables": [{"table": 1, "seq": 2}, {"table": 2, "seq": 2}]})
    scorer = client_of(setting.member(hall, "scorer"))
    assert scorer.post(url, body, content_type="application/json").status_code == 403
    answer = client_of(organiser).post(url, body, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"confirmed": [1, 2]})


def test_the_console_folds_long_lists_and_puts_the_draw_first_before_the_start(hall, organiser):
    client, url = client_of(organiser), reverse("round", args=[hall.slug, 1])
    html = client.get(url).content.decode()
    for key, count in (("stops-rest", TABLES - 1), ("out-rest", TABLES)):
        _before, _, folded = html.partition(f'id="{key}"')
        assert folded.partition("</details>")[0].count("<li>" if key == "stops-rest" else "<tr><td>") == count - SHOWN
    second = client.get(reverse("round", args=[hall.slug, 2])).content.decode()
    assert second.index("console__draw") < second.index('id="stops"')
    assert queries(client, url) < 45


def test_the_draw_stands_before_the_tables_of_a_released_round(organiser):
    event = setting.event(organiser)
    round_ = setting.get_round(event, 1)
    setting.draw_round(actor=organiser, round_=round_)
    setting.release_draw(actor=organiser, round_=round_)
    html = client_of(organiser).get(reverse("round", args=[event.slug, 1])).content.decode()
    assert html.index("console__draw") < html.index('id="stops"') < html.index('id="hall"')
