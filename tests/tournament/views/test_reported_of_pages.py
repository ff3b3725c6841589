"""Things that went wrong with other programs, tried on the pages that people read."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, date, datetime

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import override

from tests.tournament import setting
from tests.tournament.printing.test_documents import contents_of
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import Draw, Entry, Event, Table
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.displays import add_display, switch_display
from tournament.services.draws import draw_round
from tournament.services.entries import add_entry, check_in, update_entry
from tournament.services.events import update_event
from tournament.services.rounds import close_round, set_clock
from tournament.services.standings import publish
from tournament.services.tables import finish_table
from tournament.services.timetable import set_timetable
from tournament.services.wishes import fix_table
from tournament.timetable import Slot

TABLES, CONSOLE = "/e/evening/tables/", "/e/evening/manage/rounds/1/"

# Codes of the ledger; where a page tells an account, it has its own words.
SHOWN_TO_NOBODY = {"PostingRow.account"}


def rows_of(response) -> list[str]:
    """Return the rows of a list as words, one a table."""
    found = re.findall(r"<tr id=\"table-\d+\".*?</tr>", response.content.decode(), flags=re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)).strip() for row in found]


def test_everybody_reads_how_far_each_table_is_and_when_it_began_and_ended(event, organiser):
    round_ = setting.running_round(event, organiser)
    set_clock(actor=organiser, round_=round_, minutes=40, running=True)
    setting.record(get_table(event, 1, 1), organiser, setting.win())
    setting.play_table(get_table(event, 1, 2), organiser)
    began, ended = datetime(2026, 5, 2, 10, 5, tzinfo=UTC), datetime(2026, 5, 2, 10, 50, tzinfo=UTC)
    Table.objects.update(started_at=began)
    Table.objects.filter(number=2).update(finished_at=ended)
    first, second = rows_of(client_of().get(TABLES))
    # One hand of three is played, two are left; times are those of the hall, in Taipei.
    assert " 1 2 left Running " in first and first.endswith("18:05–") and "Time left" in first
    assert " 3 " in second and "left" not in second and second.endswith("18:05–18:50")
    head, *rows = csv.reader(io.StringIO(client_of().get(TABLES, {"as": "csv"}).content.decode("utf-8-sig")))
    told = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(row["Hands"], row["Hands left"]) for row in told] == [("1", "2"), ("3", "")]
    assert told[0]["Minutes left"] in ("39", "40") and told[1]["Minutes left"] == ""
    assert "18:05" in told[0]["Began"] and told[0]["Ended"] == "" and "18:50" in told[1]["Ended"]


def test_tables_still_out_stand_by_how_long_nothing_was_heard_of_them(organiser):
    event = setting.event(organiser, players=16)
    setting.running_round(event, organiser)
    for number in (2, 4, 1):
        setting.record(get_table(event, 1, number), organiser, setting.win())
    out = client_of(organiser).get(CONSOLE).content.decode().partition('id="out"')[2].partition("</section>")[0]
    assert re.findall(r"/round/1/table/(\d+)/", out)[:1] == ["3"]
    assert list(dict.fromkeys(re.findall(r"/round/1/table/(\d+)/", out))) == ["3", "2", "4", "1"]


def test_who_is_left_out_of_a_draw_is_at_no_table_of_screen_wall_or_paper(event, organiser):
    check_in(actor=organiser, event=event, numbers=[1, 3, 5, 7], state="absent")
    round_ = setting.running_round(event, organiser)
    set_clock(actor=organiser, round_=round_, minutes=40, running=True)
    screen = add_display(actor=organiser, event=event, name="stage")
    switch_display(actor=organiser, display=screen, shows="seating")
    public, absent = client_of(), [f"選手 {number:02}" for number in (1, 3, 5, 7)]
    shown = {
        TABLES: '<tr id="table-',
        "/e/evening/seating/": '<section class="sheet seats__table"',
        "/e/evening/display/stage/": "<li><b>",
    }
    for address, table in shown.items():
        html = public.get(address).content.decode()
        seats = html[html.index(table) :]
        assert html.count(table) == 1, address
        assert all(f"選手 {number:02}" in seats for number in (2, 4, 6, 8)), address
        assert not [name for name in absent if name in seats], address
    [slips] = contents_of(event, organiser, "slips", round=1).sections
    assert [slip["table"] for slip in slips.items] == [1]
    [seats] = contents_of(event, organiser, "wall", round=1, parts=["draw"]).sections
    assert not [name for name in absent if name in str(seats.items)]
    assert len(seats.items) == 4
    hall = client_of(organiser).get(CONSOLE).content.decode().partition('id="out"')[2].partition("</section>")[0]
    assert set(re.findall(r"/round/1/table/(\d+)/", hall)) == {"1"}


def test_a_draw_over_nobody_is_refused_in_words_by_page_and_program(event, organiser):
    check_in(actor=organiser, event=event, numbers=list(range(1, 9)), state="absent")
    client = client_of(organiser)
    answer = client.post("/api/v1/events/evening/rounds/1/draw/", {}, content_type="application/json")
    assert 400 <= answer.status_code < 500 and answer.json()["code"] == "seating_no_players"
    page = client.post(reverse("draw", args=[event.slug, 1]), follow=True)
    assert page.status_code < 500 and "There are no eligible players." in text_of(page)
    assert not Draw.objects.exists()


def test_a_draft_that_is_out_of_date_says_so_and_offers_to_draw_again(event, organiser):
    client = client_of(organiser)
    draw_round(actor=organiser, round_=get_round(event, 1))
    update_entry(actor=organiser, entry=get_entry(event, 3), changes={"status": Entry.Status.WITHDRAWN})
    again = reverse("draw", args=[event.slug, 1])
    release = reverse("release", args=[event.slug, 1])
    page = client.get(CONSOLE)
    assert page.status_code == 200 and "The field changed after this draw" in text_of(page)
    assert f'action="{again}"' in page.content.decode() or f'href="{again}"' in page.content.decode()
    refused = client.post(release, follow=True)
    assert refused.status_code < 500 and not Table.objects.exists()
    assert again in refused.content.decode()
    client.post(again, follow=True)
    client.post(release, follow=True)
    assert Table.objects.count() == 1


def test_whatever_stands_in_the_way_of_closing_a_round_leads_to_where_it_is_mended(event, organiser):
    round_ = setting.running_round(event, organiser)
    finish_table(actor=organiser, table=get_table(event, 1, 2), expected_seq=0, key=None)
    page = client_of(organiser).get(CONSOLE).content.decode()
    stops = page.partition('id="stops"')[2].partition("</section>")[0]
    names = [get_entry(event, int(n)).name for n in get_table(event, 1, 2).state["persons"]]
    assert all(name in stops for name in names)
    assert f'href="{reverse("table", args=[event.slug, 1, 2])}' in stops
    with pytest.raises(Exception, match="tables_out"):
        close_round(actor=organiser, round_=round_)


@pytest.mark.parametrize("app", ["tournament", "adjudication"])
def test_every_choice_of_the_server_is_a_word_of_the_language_of_the_page(app):
    english_only = set()
    for model in apps.get_app_config(app).get_models():
        for field in model._meta.get_fields():
            for _value, label in getattr(field, "choices", None) or ():
                said = []
                for language in LANGUAGES:
                    with override(language):
                        said.append(str(label))
                if not isinstance(label, Promise) or said[2] in said[:2]:
                    english_only.add(f"{model.__name__}.{field.name}")
    assert english_only - SHOWN_TO_NOBODY == set()


def test_pages_and_their_renewals_speak_the_language_that_was_chosen_last(event, organiser):
    setting.running_round(event, organiser)
    Event.objects.update(status=Event.Status.RUNNING)
    client = client_of()
    for language in (*LANGUAGES, *reversed(LANGUAGES)):
        assert client.get(f"/language/{language}").status_code == 302
        with override(language):
            words = [str(Table.Status.RUNNING.label), str(Event.Status.RUNNING.label)]
        for asked in ({}, {"headers": {"HX-Request": "true"}}):
            assert words[0] in text_of(client.get(TABLES, **asked)), language
        assert words[1] in text_of(client.get("/e/evening/")), language


def test_the_page_of_an_event_says_how_many_rounds_there_are_when_the_breaks_are_and_when_it_ends(event, organiser):
    update_event(actor=organiser, event=event, changes={"starts_on": date(2027, 5, 1)})
    Event.objects.update(status=Event.Status.OPEN)
    day = [
        ("10:00", "round", "1"),
        ("11:00", "pause", ""),
        ("11:15", "meal", ""),
        ("12:15", "round", "2"),
        ("13:15", "end", ""),
    ]
    data = {"line-TOTAL_FORMS": str(len(day)), "line-INITIAL_FORMS": "0"}
    for number, (at, kind, round_) in enumerate(day):
        data |= {f"line-{number}-{k}": v for k, v in {"day": "1", "at": at, "kind": kind, "round": round_}.items()}
    assert client_of(organiser).post(reverse("timetable", args=[event.slug]), data).status_code == 302
    page = client_of().get("/e/evening/").content.decode()
    plan = re.findall(r"<li>(.*?)</li>", page.partition('class="plan"')[2].partition("</ol>")[0])
    told = [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", line)).strip() for line in plan]
    assert [line.split()[0] for line in told] == [at for at, _kind, _round in day]
    assert "Round 1" in told[0] and "Round 2" in told[3]
    assert len({line.partition(" ")[2] for line in told}) == 5
    calendar = client_of().get(reverse("event_calendar", args=[event.slug])).content.decode()
    assert "DTSTART;TZID=Asia/Taipei:20270501T100000" in calendar
    assert "DTSTART;TZID=Asia/Taipei:20270501T121500" in calendar


def test_somebody_who_walks_in_is_seated_from_the_next_round(organiser):
    event = setting.event(organiser, players=7, rounds=2)
    client = client_of(organiser)
    setting.play_round(setting.running_round(event, organiser), organiser)
    walked_in = add_entry(actor=organiser, event=event, people=[{"name": "walk-in"}])
    client.post(reverse("check_in", args=[event.slug]), {"number": walked_in.number, "state": "present"})
    setting.running_round(event, organiser, 2)
    assert Table.objects.filter(round__number=2).count() == 2
    assert f"{walked_in.number} walk-in" in text_of(client_of().get("/e/evening/seating/"))


def test_a_draft_marks_the_tables_that_are_kept_for_somebody(organiser):
    event = setting.event(organiser, players=16)
    fix_table(actor=organiser, entry=get_entry(event, 5), table=3)
    draw = draw_round(actor=organiser, round_=get_round(event, 1))
    assert 5 in next(table["seats"] for table in draw.result["tables"] if table["number"] == 3)
    draft = text_of(client_of(organiser).get(CONSOLE)).partition("Seats of the draft")[2]
    assert re.findall(r"Table (\d+) Fixed table: (\d+ 選手 \d+)", draft) == [("3", "5 選手 05")]


def test_who_has_withdrawn_is_marked_in_the_standings_and_nobody_else(event, organiser):
    setting.play_round(setting.running_round(event, organiser), organiser)
    update_entry(actor=organiser, entry=get_entry(event, 3), changes={"status": Entry.Status.WITHDRAWN})
    publish(event.pk)
    html = client_of().get("/e/evening/standings/").content.decode()
    marked = [part for part in html.split('id="rank-')[1:] if "withdrawn" in part]
    assert [part.partition('"')[0] for part in marked] == ["3"]


def test_an_event_over_midnight_is_told_with_one_date(event, organiser):
    update_event(actor=organiser, event=event, changes={"starts_on": date(2026, 5, 2), "ends_on": date(2026, 5, 2)})
    slots = [Slot(at="23:30", kind="round", round=1), Slot(at="00:45", kind="round", round=2)]
    set_timetable(actor=organiser, event=event, slots=slots)
    Event.objects.update(status=Event.Status.OPEN)
    assert get_round(event, 2).starts_at == datetime(2026, 5, 2, 16, 45, tzinfo=UTC)
    page = client_of().get("/e/evening/").content.decode()
    when = page.partition("<dt>When</dt><dd>")[2].partition("</dd>")[0]
    assert when and "\u2013" not in when and page.count('class="plan"') == 1
    told = client_of().get("/api/v1/events/evening/").json()
    assert (told["starts_on"], told["ends_on"]) == ("2026-05-02", "2026-05-02")
