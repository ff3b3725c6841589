"""What each document shows, to whom, and as of when."""

from __future__ import annotations

import re
import unicodedata

import pytest
from django.template.loader import render_to_string

from tests.tournament import setting
from tests.tournament.printing.conftest import LONG_NAME, LONG_TEAM
from tests.tournament.views.browsing import LANGUAGES
from tournament.errors import NotAllowed
from tournament.models import Draw, Entry, Table
from tournament.printing.documents import Order, documents, find_document
from tournament.printing.reading import read_contents, spoken
from tournament.printing.tables import slips_to_reprint
from tournament.selectors.console import console_tables
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.draws import draw_round, renumber_table
from tournament.services.entries import rename_person
from tournament.services.reveal import keep_back
from tournament.services.standings import publish
from tournament.templatetags.paper import fit

SITE = "https://cup.example.org"
OPTIONS = {"round": 2, "stage": 1, "ranks": [1, 2, 3], "order": "name", "parts": ["draw", "standings", "results"]}


def contents_of(event, actor, kind, language="en", paper="a4", **more):
    with spoken(event, language):
        return read_contents(find_document(kind), Order(actor, event, OPTIONS | more, paper, SITE))


def html_of(contents, language, event):
    with spoken(event, language):
        return "".join(
            render_to_string(one.template, {"given": one.given(0, len(one.items)), "contents": contents})
            for one in contents.sections
        )


def test_there_are_the_documents_an_event_needs():
    assert [one.kind for one in documents()] == ["wall", "slips", "cards", "standings", "certificates", "rulings"]


def test_cards_carry_the_personal_link_and_released_seats_only(people, organiser):
    draw_round(actor=organiser, round_=get_round(people, 3))
    [section] = contents_of(people, organiser, "cards").sections
    assert len(section.items) == 8
    for card in section.items:
        entry = Entry.objects.get(event=people, number=card["number"])
        assert card["link"] == f"{SITE}/p/{entry.link_token}/"
        assert [seat["round"] for seat in card["seats"]] == [1, 2]
    [section] = contents_of(people, organiser, "cards", numbers=[3, 5]).sections
    assert [card["number"] for card in section.items] == [3, 5]


def test_slips_have_table_round_winds_numbers_a_code_and_reminders(people, organiser):
    contents = contents_of(people, organiser, "slips")
    [section] = contents.sections
    assert [slip["table"] for slip in section.items] == [1, 2]
    slip = section.items[0]
    assert slip["link"] == f"{SITE}/e/autumn/round/2/table/1/"
    assert [place for place, _, _ in slip["seats"]] == list("ESWN")
    html = html_of(contents, "en", people)
    assert "Table 1" in html and "Round 2" in html and "A round lasts: 3 hands" in html
    assert html.count('class="tick"') == 2 * 2 * 4 and html.count('class="digit"') == 2 * 4
    assert f"version {people.version}" in html


def test_slips_of_a_draft_are_not_there(people, organiser):
    draw_round(actor=organiser, round_=get_round(people, 3))
    assert contents_of(people, organiser, "slips", round=3).total == 0
    assert "seats" not in str([s.template for s in contents_of(people, organiser, "wall", round=3).sections])


def test_only_slips_of_tables_that_changed_are_to_be_printed_again(people, organiser):
    round_ = get_round(people, 2)
    assert slips_to_reprint(round_, console_tables(round_)) == []
    printed = contents_of(people, organiser, "slips").shows
    people.print_jobs.create(
        kind="slips", options={"round": 2}, language="en", paper="a4", status="done", shows=printed
    )
    assert slips_to_reprint(round_, console_tables(round_)) == []
    renumber_table(actor=organiser, table=Table.objects.get(round=round_, number=2), number=19)
    assert slips_to_reprint(round_, console_tables(round_)) == [19]
    [section] = contents_of(people, organiser, "slips", tables=[19]).sections
    assert [slip["table"] for slip in section.items] == [19]


def test_the_wall_has_seats_standings_and_the_results_before_with_their_time(people, organiser):
    contents = contents_of(people, organiser, "wall")
    seats, standings, results = contents.sections
    assert len(seats.items) == 8 and len(results.items) == 2
    assert sorted(row["rank"] for row in standings.items) == [1, 1, 3, 3, 3, 3, 7, 7]
    html = html_of(contents, "en", people)
    assert "Seats of round 2" in html and "Results of round 1" in html
    assert f"version {people.version}" in html and "as of 20" in html
    assert len(contents_of(people, organiser, "wall", parts=["draw"]).sections) == 1


@pytest.mark.parametrize(("order", "key"), [("number", "number"), ("table", "table")])
def test_seats_are_listed_in_the_order_asked_for(people, organiser, order, key):
    [seats] = contents_of(people, organiser, "wall", parts=["draw"], order=order).sections
    assert [row[key] for row in seats.items] == sorted(row[key] for row in seats.items)


def test_by_name_each_person_of_a_pair_stands_where_the_own_name_does(organiser):
    event = setting.pairs_event(organiser, pairs=4)
    for number, names in enumerate((("王一", "陳二"), ("Zoe", "Ann"), ("李三", "曾四"), ("張五", "Ödön")), 1):
        for position, name in enumerate(names):
            rename_person(actor=organiser, entry=get_entry(event, number), position=position, changes={"name": name})
    setting.running_round(event, organiser)
    [seats] = contents_of(event, organiser, "wall", round=1, parts=["draw"], order="name").sections
    assert [row["name"] for row in seats.items] == ["Ann", "陳二", "李三", "Ödön", "王一", "曾四", "張五", "Zoe"]
    assert [row["person"] for row in seats.items][:2] == ["2b", "1b"] and all(row["table"] for row in seats.items)


def test_who_sits_out_is_on_the_wall(people, organiser):
    draw = Draw.objects.get(round=get_round(people, 2), status="released")
    draw.result["out"] = [8]
    draw.save()
    [seats] = contents_of(people, organiser, "wall", parts=["draw"], order="number").sections
    assert "sits out" in html_of(contents_of(people, organiser, "wall", parts=["draw"]), "en", people)
    assert [row["table"] for row in seats.items if row["number"] == 8][-1] is None


def test_certificates_are_for_the_places_chosen_and_shared_places_share_them(people, organiser):
    [section] = contents_of(people, organiser, "certificates", ranks=[1]).sections
    assert [row["rank"] for row in section.items] == [1, 1]
    assert contents_of(people, organiser, "certificates", ranks=[2]).total == 0


@pytest.mark.parametrize("kind", ["wall", "slips", "cards", "standings", "certificates", "rulings"])
def test_documents_are_for_those_who_may_print_them(people, organiser, kind):
    scorer = setting.member(people, "scorer")
    may = kind not in ("cards", "certificates")
    if may:
        contents_of(people, scorer, kind)
    else:
        with pytest.raises(NotAllowed):
            contents_of(people, scorer, kind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["wall", "slips", "cards", "standings", "certificates"])
def test_every_document_speaks_its_language(people, organiser, kind, language):
    html = html_of(contents_of(people, organiser, kind, language), language, people)
    words = re.sub(r"<[^>]+>", " ", html)
    for name in (*Entry.objects.values_list("name", "team"),):
        for part in name:
            words = words.replace(part, " ") if part else words
    words = words.replace(people.name, " ").replace("QR", "").replace("Toy", "")
    latin = re.findall(r"[A-Za-z]{3,}", words)
    if language == "en":
        assert latin
    else:
        assert not latin, latin


def test_type_steps_down_for_long_words():
    assert [fit(text) for text in ("王伟", "歐陽諸葛長名", LONG_NAME, LONG_TEAM)] == [
        "fit-0",
        "fit-0",
        "fit-5",
        "fit-5",
    ]
    steps = [fit("長" * length) for length in range(1, 101)]
    assert steps == sorted(steps)
    assert unicodedata.east_asian_width("長") == "W"


def test_what_is_kept_back_for_the_end_is_not_on_the_wall_whoever_prints_it(people, organiser):
    keep_back(actor=organiser, event=people, from_round=get_round(people, 1))
    people.refresh_from_db()
    publish(people.pk)
    parts = [section.template for section in contents_of(people, organiser, "wall").sections]
    assert parts == ["print/seats.html"]
    shown = contents_of(people, organiser, "standings")
    assert shown.total == 8 and shown.confidential and "Not public" in html_of(shown, "en", people)
    assert contents_of(people, organiser, "certificates").confidential
    scorer = setting.member(people, "scorer")
    assert not contents_of(people, scorer, "standings").confidential
    assert contents_of(people, scorer, "standings").total == 0


@pytest.fixture
def resting(organiser):
    """Five pairs in a released round: one sits out."""
    event = setting.pairs_event(organiser, pairs=5, slug="papers")
    setting.running_round(event, organiser)
    return event


def test_a_slip_has_a_column_for_what_the_game_writes_down(resting, people, organiser):
    html = html_of(contents_of(resting, organiser, "slips", round=1), "en", resting)
    columns = re.findall(r'class="pslip__own">([^<]+)</th>', html)
    assert [column.replace("&#x27;", "'") for column in columns[:6]] == [
        "Level of the hand",
        "Trump",
        "Attackers' card points",
        "Last trick",
        "Withdrawals",
        "Fouls",
    ]
    assert re.findall(r"<b>(East|North|West|South)</b>", html)[:4] == ["East", "North", "West", "South"]
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    # Those six, four places, the sum and whether it was entered.
    assert rows[1].count("<td>") == 12
    assert "Cards in the kitty" not in html
    assert "pslip__own" not in html_of(contents_of(people, organiser, "slips"), "en", people)


def test_a_pairs_card_says_who_sits_where_and_which_round_it_sits_out(resting, organiser):
    contents = contents_of(resting, organiser, "cards")
    [section] = contents.sections
    for card in section.items:
        first, second = card["name"].split(" / ")
        seats = [seat for seat in card["seats"] if seat["table"] is not None]
        assert {seat["who"] for seat in seats} in (set(), {first, second})
    html = html_of(contents, "en", resting)
    assert html.count("R1: sits out") == 1
    assert re.search(r"R1: table \d (East|North|West|South) [甲乙] \d\d", html)
