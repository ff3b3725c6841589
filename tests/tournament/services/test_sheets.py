"""Results of a round from score sheets: what is wrong has its own message, and nothing is written by halves."""

from __future__ import annotations

import itertools

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from engine.registry import find_game
from tests.tournament import setting
from tests.tournament.api.test_tables import client_of
from tests.tournament.views.browsing import client_of as browser_of
from tests.tournament.views.browsing import field, text_of
from tournament.errors import Conflict, NotAllowed, Refused, sentence
from tournament.models import Table, TableEvent
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.selectors.tables import get_table
from tournament.services.rounds import close_round
from tournament.services.sheet_lines import MOST_TOLD, Line, read_lines
from tournament.services.sheets import correct_sheet, enter_results, payments
from tournament.services.table_status import confirm_table
from tournament.services.tables import undo
from tournament.services.verification import verify_event

POINTS = (30, 10, -15, -25)


@pytest.fixture
def round_(event, organiser):
    return setting.running_round(event, organiser)


def lines(table, points=POINTS, **more):
    """One line a player, in the order of the seats."""
    seats = table.state["seats"]
    extra = [{name: values[index] for name, values in more.items()} for index in range(4)]
    return [
        Line(table.number, seats[place], value, **one) for place, value, one in zip("ESWN", points, extra, strict=True)
    ]


def test_the_sheets_of_a_round_are_recorded_in_one_write(round_, event, organiser):
    sheets = [line for number in (1, 2) for line in lines(get_table(event, 1, number))]
    event.refresh_from_db()
    version = event.version
    enter_results(actor=organiser, round_=round_, lines=sheets)
    event.refresh_from_db()
    assert event.version == version + 1
    for number in (1, 2):
        table = get_table(event, 1, number)
        assert [table.state["scores"][place] for place in "ESWN"] == list(POINTS)
        assert table.status == Table.Status.FINISHED
        confirm_table(actor=organiser, table=table, seq=table.seq)
    assert sorted(row.total for row in computed_standings(event)[0].standings.rows) == sorted(POINTS * 2)
    assert verify_event(event) == []


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (lambda own: [own[0], *own[:3]], "player_twice", "stands there twice"),
        (lambda own: [Line(1, "somebody else", 30), *own[1:]], "player_unknown", "somebody else does not sit there"),
        (lambda own: own[:3], "players_missing", "no line for"),
        (lambda own: [Line(1, own[0].player, 31), *own[1:]], "sum_wrong", "the points come to +1 instead of 0"),
        (lambda own: [Line(1, own[0].player, 30, place=2), *own[1:]], "placing_wrong", "cannot be placed 2"),
        (lambda own: [Line(7, own[0].player, 30)], "table_unknown", "no table 7"),
    ],
)
def test_each_mistake_has_its_own_message_and_nothing_is_written(round_, event, organiser, change, code, words):
    own = lines(get_table(event, 1, 1))
    with pytest.raises(Refused) as refusal:
        enter_results(actor=organiser, round_=round_, lines=[*lines(get_table(event, 1, 2)), *change(own)])
    assert refusal.value.code == code and words in sentence(refusal.value)
    assert not TableEvent.objects.exists()


@pytest.mark.parametrize("off", [-1000, -1, 1, 7, 500])
def test_a_total_that_is_off_is_refused_with_the_difference(round_, event, organiser, off):
    own = lines(get_table(event, 1, 1), (30 + off, 10, -15, -25))
    with pytest.raises(Refused) as refusal:
        enter_results(actor=organiser, round_=round_, lines=own)
    assert refusal.value.facts == {"difference": off}


def placings(points):
    """Every placing that does not contradict the points, ties shared or put in any order, and all that do."""
    above = [sum(other > one for other in points) for one in points]
    equal = [points.count(one) for one in points]
    right = {
        placing
        for placing in itertools.product(range(1, 5), repeat=4)
        if all(a + 1 <= p <= a + e for p, a, e in zip(placing, above, equal, strict=True))
    }
    return right, set(itertools.product(range(1, 5), repeat=4)) - right


TIES = [(30, 10, -15, -25), (20, 20, -15, -25), (30, 0, 0, -30), (30, 0, -15, -15), (10, 10, 10, -30),
        (30, -10, -10, -10), (20, 20, -20, -20), (0, 0, 0, 0)]  # fmt: skip


@pytest.mark.parametrize("points", TIES)
def test_a_declared_placing_that_the_totals_allow_is_taken_for_every_pattern_of_ties(round_, event, organiser, points):
    table = get_table(event, 1, 1)
    right, wrong = placings(points)
    shared = tuple(sum(other > one for other in points) + 1 for one in points)
    assert shared in right
    for placing in right:
        with transaction.atomic():
            enter_results(actor=organiser, round_=round_, lines=lines(table, points, place=placing))
            assert get_table(event, 1, 1).seq
            transaction.set_rollback(True)
    for placing in sorted(wrong)[::17]:
        with pytest.raises(Refused, match="placing_wrong"):
            enter_results(actor=organiser, round_=round_, lines=lines(table, points, place=placing))


def test_what_was_left_on_the_table_goes_to_the_first_after_placing(round_, event, organiser):
    table = get_table(event, 1, 1)
    own = lines(table, (20, 15, -15, -25), place=(1, 2, 3, 4), leftover=(5, 0, 0, 0))
    enter_results(actor=organiser, round_=round_, lines=own)
    scores = get_table(event, 1, 1).state["scores"]
    assert [scores[place] for place in "ESWN"] == [25, 15, -15, -25]
    assert sum(scores.values()) == 0
    tied = lines(get_table(event, 1, 2), (15, 15, -10, -25), leftover=(5, 0, 0, 0))
    with pytest.raises(Refused, match="leftover_tied"):
        enter_results(actor=organiser, round_=round_, lines=tied)


def test_seats_that_differ_from_the_draw_are_asked_about_and_taken_over(round_, event, organiser):
    table = get_table(event, 1, 1)
    own = lines(table, seat=("S", "E", "W", "N"))
    with pytest.raises(Conflict) as refusal:
        enter_results(actor=organiser, round_=round_, lines=own)
    assert refusal.value.code == "seats_differ"
    assert refusal.value.facts["written"][table.state["seats"]["E"]] == "S"
    enter_results(actor=organiser, round_=round_, lines=own, seats_as_written=True)
    after = get_table(event, 1, 1)
    assert (after.state["seats"]["S"], after.state["scores"]["S"]) == (table.state["seats"]["E"], 30)
    assert after.state["persons"][table.state["seats"]["E"]] == 30
    assert verify_event(event) == []


def test_of_two_uploads_the_second_is_refused_with_the_name_of_the_first(round_, event, organiser):
    own = lines(get_table(event, 1, 1))
    enter_results(actor=organiser, round_=round_, lines=own)
    with pytest.raises(Conflict) as refusal:
        enter_results(actor=setting.chief(event), round_=round_, lines=[*lines(get_table(event, 1, 2)), *own])
    assert sentence(refusal.value) == "founder has already recorded something at table 1."
    assert get_table(event, 1, 2).seq == 0
    undo(actor=organiser, table=get_table(event, 1, 1), expected_seq=2, key=None)
    assert get_table(event, 1, 1).state["persons"] == dict.fromkeys(get_table(event, 1, 1).state["persons"], 0)


def test_scorers_do_not_upload(round_, event):
    with pytest.raises(NotAllowed):
        enter_results(actor=setting.member(event, "scorer"), round_=round_, lines=lines(get_table(event, 1, 1)))


@pytest.mark.parametrize("points", TIES)
def test_payments_make_the_totals(points):
    totals = dict(zip("ESWN", points, strict=True))
    made = dict.fromkeys("ESWN", 0)
    for line in payments(totals):
        made[line["from"]] -= line["points"]
        made[line["to"]] += line["points"]
    assert made == totals


def test_lines_are_read_from_csv_with_any_true_minus():
    found = read_lines("\ufefftable,player,seat,points\n1, 王偉 ,e,\u221215\n")
    assert found.filled == (Line(1, "王偉", -15, "E"),)
    with pytest.raises(Refused, match="number_needed"):
        read_lines("table,player,points\n1,2,many")
    with pytest.raises(Refused, match="sheet_columns"):
        read_lines("table,name\n1,2")


@pytest.mark.parametrize("game", ["taiwan", "zungjung", "sichuan", "dinghai"])
def test_a_sheet_fits_every_game(organiser, game):
    preset = find_game(game).ruleset.event_presets[0].code
    event = setting.event(organiser, game=game, preset=preset)
    round_ = setting.running_round(event, organiser)
    enter_results(actor=organiser, round_=round_, lines=lines(get_table(event, 1, 1)))
    assert get_table(event, 1, 1).state["finished"]
    assert verify_event(event) == []


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "gb18030", "big5"])
def test_the_lines_of_a_file_are_shown_before_they_are_recorded(round_, event, organiser, codec, sign):
    browser, page = browser_of(organiser), "/e/evening/manage/rounds/1/results/"
    table = get_table(event, 1, 1)
    rows = [("Table", "player", "seat", "points")]
    names = {str(entry.number): entry.name for entry in event.entries.all()}
    rows += [
        (1, names[table.state["seats"][place]], place, points) for place, points in zip("ESWN", POINTS, strict=True)
    ]
    data = "\n".join(sign.join(map(str, row)) for row in rows).encode(codec)
    looked = browser.post(page, {"file": SimpleUploadedFile("sheet.csv", data), "csv": "…"})
    assert looked.status_code == 200 and not TableEvent.objects.exists()
    lines = looked.context["form"].initial["csv"]
    assert lines.splitlines()[1] == ",".join(map(str, rows[1]))
    assert browser.post(page, {"csv": lines}).status_code == 302
    assert get_table(event, 1, 1).state["finished"]


def test_a_file_that_is_no_table_is_refused_and_what_was_typed_stays(round_, organiser):
    browser, page = browser_of(organiser), "/e/evening/manage/rounds/1/results/"
    for data in (b"PK\x03\x04 no workbook", b"\x00\xff\xfe\x81\x00", b""):
        answer = browser.post(page, {"file": SimpleUploadedFile("sheet.csv", data), "csv": "typed by hand"})
        assert answer.status_code == 422 and "typed by hand" in text_of(answer)


def test_the_page_and_the_api_take_the_lines(round_, event, organiser):
    browser, page = browser_of(organiser), "/e/evening/manage/rounds/1/results/"
    shown = browser.get(page)
    text = shown.context["form"].initial["csv"]
    assert len(text.splitlines()) == 9
    filled = [text.splitlines()[0]]
    for line, points in zip(text.splitlines()[1:], POINTS * 2, strict=True):
        filled.append(f"{line}{points}")
    wrong = browser.post(page, {"csv": "\n".join(filled).replace("-25", "-24", 1)})
    assert wrong.status_code == 422 and "+1 instead of 0" in text_of(wrong)
    assert browser.post(page, {"csv": "\n".join(filled[:5])}).status_code == 302
    answer = client_of(organiser).post(
        "/api/v1/events/evening/rounds/1/results/",
        {"csv": "\n".join([filled[0], *filled[5:]])},
        format="json",
    )
    assert answer.status_code == 201 and answer.json()[0]["table"] == 2
    again = client_of(organiser).post(
        "/api/v1/events/evening/rounds/1/results/", {"csv": "\n".join(filled)}, format="json"
    )
    assert (again.status_code, again.json()["code"]) == (409, "results_entered")
    assert get_round(event, 1).status == "running"


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_tabs_semicolons_fullwidth_digits_and_seats_in_chinese_are_read(sign):
    rows = [
        "Ｔａｂｌｅ,player,seat,points",
        "１,甲,東,－２５",
        "1,乙,东,＋３０",
        "1,丙,南,\u22125",
        "1,丁,Ｗ,0",
        "1,戊,北, ",
    ]
    found = read_lines("\n".join(rows).replace(",", sign))
    assert [(line.table, line.seat, line.points) for line in found.filled] == [
        (1, "E", -25), (1, "E", 30), (1, "S", -5), (1, "W", 0),
    ]  # fmt: skip
    assert found.empty == 1


def test_every_mistake_is_told_at_once_with_line_table_and_player(round_, event, organiser):
    with pytest.raises(Refused) as refusal:
        read_lines("table,player,points\n1,甲,x\n\n2,乙,1000000000000\n?,丙,5")
    told = [item["message"] for item in refusal.value.facts["mistakes"]]
    assert told == [
        "Line 2: Table 1, 甲: “x” is no whole number.",
        "Line 4: Table 2, 乙: “1000000000000” is too large.",
        "Line 5: Table ?, 丙: “?” is no whole number.",
    ]
    first, second = (lines(get_table(event, 1, number)) for number in (1, 2))
    wrong = [*first[:3], Line(1, "nobody", 3, number=5), Line(2, second[0].player, 31), *second[1:], Line(9, "1", 0)]
    with pytest.raises(Refused) as refusal:
        enter_results(actor=organiser, round_=round_, lines=wrong)
    assert [item["code"] for item in refusal.value.facts["mistakes"]] == [
        "player_unknown",
        "sum_wrong",
        "table_unknown",
    ]
    assert refusal.value.facts["mistakes"][0]["message"] == "Line 5: Table 1: nobody does not sit there."


def test_the_page_tells_all_mistakes_bounded_and_leaves_out_lines_without_points(round_, event, organiser):
    browser, page = browser_of(organiser), "/e/evening/manage/rounds/1/results/"
    text = browser.get(page).context["form"].initial["csv"].splitlines()
    many = "\n".join([text[0], *(f"{index},甲,E,x" for index in range(MOST_TOLD + 3))])
    answer = browser.post(page, {"csv": many})
    words = text_of(answer)
    assert answer.status_code == 422
    assert "23 mistakes; nothing was recorded." in words
    assert "Line 21: Table 19, 甲" in words and "Line 22" not in words and "and 3 more" in words
    filled = [f"{line}{points}" for line, points in zip(text[1:5], POINTS, strict=True)]
    answer = browser.post(page, {"csv": "\n".join([text[0], *filled, *text[5:]])}, follow=True)
    assert "4 lines without points were left out." in text_of(answer)
    assert (get_table(event, 1, 1).status, get_table(event, 1, 2).seq) == (Table.Status.FINISHED, 0)
    api = client_of(organiser).post(
        "/api/v1/events/evening/rounds/1/results/", {"csv": "table,player,points\n2,甲,x\n2,乙,y"}, format="json"
    )
    assert (api.status_code, len(api.json()["mistakes"])) == (400, 2)


def test_a_sheet_taken_down_wrongly_is_corrected_in_place(round_, event, organiser):
    sheets = [line for number in (1, 2) for line in lines(get_table(event, 1, number))]
    enter_results(actor=organiser, round_=round_, lines=sheets)
    for number in (1, 2):
        table = get_table(event, 1, number)
        confirm_table(actor=organiser, table=table, seq=table.seq)
    close_round(actor=organiser, round_=round_)
    browser, url = browser_of(organiser), reverse("table", args=[event.slug, 1, 1])
    assert "recorded at every table already" in text_of(browser.get(reverse("results", args=[event.slug, 1])))
    correction = reverse("table_correct", args=[event.slug, 1, 1, 0])
    assert correction in browser.get(url).content.decode()
    page = browser.get(correction)
    assert [page.context["form"][place].value() for place in "ESWN"] == list(POINTS)
    sent = {name: field(page, name) for name in ("seq", "key")} | dict(zip("ESWN", (30, 15, -20, -25), strict=True))
    off = browser.post(correction, sent | {"N": "-26", "confirm_round": "1"})
    assert off.status_code == 400
    assert "the points come to -1 instead of 0" in text_of(off)
    assert browser.post(correction, sent | {"N": ""}).status_code == 422
    unnamed = browser.post(correction, sent)
    assert unnamed.status_code == 409
    assert get_table(event, 1, 1).state["scores"]["S"] == POINTS[1]
    assert browser.post(correction, sent | {"confirm_round": "1"}).status_code == 302
    assert [get_table(event, 1, 1).state["scores"][place] for place in "ESWN"] == [30, 15, -20, -25]
    assert "15" in browser.get(correction).content.decode()
    assert verify_event(event) == []


def test_only_who_may_rule_corrects_a_sheet(round_, event, organiser):
    enter_results(actor=organiser, round_=round_, lines=lines(get_table(event, 1, 1)))
    scorer = browser_of(setting.member(event, "scorer"))
    correction = reverse("table_correct", args=[event.slug, 1, 1, 0])
    assert correction not in scorer.get(reverse("table", args=[event.slug, 1, 1])).content.decode()
    assert scorer.get(correction).status_code == 403
    with pytest.raises(NotAllowed):
        correct_sheet(
            actor=setting.member(event, "scorer", "other"),
            table=get_table(event, 1, 1),
            expected_seq=2,
            key=None,
            seq=0,
            totals={},
        )
