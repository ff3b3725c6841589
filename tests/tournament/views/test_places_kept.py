"""Every page whose write may change who goes on to a later stage asks the chief referee, and keeps what was typed."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as program_of
from tests.tournament.setting import through
from tests.tournament.views.browsing import LANGUAGES, client_of, field, text_of
from tournament.access import Role
from tournament.models import AuditEntry, Table, TableEvent
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table, round_tables
from tournament.services.advancing import Advance
from tournament.services.draws import delete_draw
from tournament.services.reveal import keep_back
from tournament.services.rounds import reopen_round
from tournament.services.rulings import rule_entry
from tournament.services.tables import undo
from tournament.services.undoing import acts, next_to_undo
from tournament.services.verification import verify_event

WHY = "他家的錯，晉級者保留資格"
HISTORY = "/e/evening/manage/history/"
SHEETS = "/e/evening/manage/rounds/1/results/"
WIN = {"wins.count": "1", "wins.0.seat": "E", "wins.0.by": "discard", "wins.0.from": "S", "wins.0.total": "9"}
POINTS = (30, 10, -15, -25)
KEEP = 'name="advance" value="keep"'


@pytest.fixture
def chief(event):
    return setting.member(event, Role.CHIEF_REFEREE)


@pytest.fixture
def fined(event, organiser):
    """Round 1 is over; the winner of table 1 was fined, and so it is not he who is through to the finals."""
    setting.play_round(setting.running_round(event, organiser), organiser)
    winner = get_entry(event, int(get_table(event, 1, 1).state["seats"]["E"]))
    rule_entry(actor=organiser, event=event, round_=get_round(event, 1), entry=winner, points=90)
    stage = setting.finals(event, organiser, 2)
    assert winner.number not in through(stage)
    return stage, winner


def newest(event) -> dict:
    return {"version": str(next_to_undo(acts(event)).version)}


@pytest.mark.parametrize("choice", ["keep", "change"])
def test_the_history_asks_the_chief_before_it_takes_back_what_decided_who_goes_on(
    event, organiser, fined, chief, choice
):
    (stage, winner), given = fined, newest(event)
    before = through(stage)
    page = client_of(organiser).post(HISTORY, given)
    assert page.status_code == 409 and winner.name in text_of(page)
    assert "leave this change to the chief referee" in text_of(page) and "Take this back" not in text_of(page)
    browser = client_of(chief)
    page = browser.post(HISTORY, given)
    assert page.status_code == 409 and winner.name in text_of(page) and f"{KEEP} checked" in page.content.decode()
    page = browser.post(HISTORY, given | {"advance": choice, "advance_reason": " "})
    assert page.status_code == 400 and field(page, "version") == given["version"]
    assert f'value="{choice}" checked' in page.content.decode()
    assert newest(event) == given and through(stage) == before
    page = browser.post(HISTORY, given | {"advance": choice, "advance_reason": WHY})
    assert page.status_code == 302
    assert (winner.number in through(stage)) == (choice == "change")
    line = AuditEntry.objects.get(event=event, action="stage.advance")
    assert (line.reason, line.after["choice"]) == (WHY, choice)
    assert verify_event(event) == []


def test_what_changes_nobody_s_place_is_taken_back_without_a_question(event, organiser):
    setting.play_round(setting.running_round(event, organiser), organiser)
    loser = get_entry(event, int(get_table(event, 1, 1).state["seats"]["S"]))
    rule_entry(actor=organiser, event=event, round_=get_round(event, 1), entry=loser, points=90)
    setting.finals(event, organiser, 2)
    assert client_of(organiser).post(HISTORY, newest(event)).status_code == 302
    assert not AuditEntry.objects.filter(action="stage.advance").exists()


def test_a_program_takes_it_back_with_the_decision(event, fined, chief):
    stage, winner = fined
    url, given = "/api/v1/events/evening/history/", {"version": next_to_undo(acts(event)).version}
    answer = program_of(chief).post(url, given, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "advance_undecided")
    answer = program_of(chief).post(url, given | {"advance": {"choice": "change", "reason": WHY}}, format="json")
    assert answer.status_code == 200 and winner.number in through(stage)


@pytest.fixture
def again(event, organiser):
    """Four of eight are through by the sheets of round 1, which is drawn and played once more."""
    setting.play_round(setting.running_round(event, organiser), organiser)
    stage = setting.finals(event, organiser, 4)
    delete_draw(actor=organiser, round_=get_round(event, 1), confirm_round=1)
    setting.running_round(event, organiser)
    return stage


def sheets(event, stage) -> str:
    """Lines by which all who are through lose."""
    rows = ["table,player,seat,points"]
    for table in round_tables(get_round(event, 1)):
        seats = sorted(table.state["seats"].items(), key=lambda item: int(item[1]) in through(stage))
        rows += [
            f"{table.number},{person},{place},{points}" for (place, person), points in zip(seats, POINTS, strict=True)
        ]
    return "\n".join(rows)


def test_the_sheets_of_a_file_ask_once_for_all_tables_and_keep_their_lines(event, organiser, again, chief):
    lines, before, browser = sheets(event, again), through(again), client_of(chief)
    page = browser.post(SHEETS, {"csv": "table,player", "file": SimpleUploadedFile("r.csv", lines.encode())})
    typed = page.context["form"]["csv"].value()
    assert typed.splitlines()[1:] == lines.splitlines()[1:] and KEEP not in page.content.decode()
    given = {"csv": typed, "seats_as_written": "on"}
    asked = browser.post(SHEETS, given)
    assert asked.status_code == 422 and "Would not have gone on" in text_of(asked)
    assert f"{KEEP} checked" in asked.content.decode()
    short = browser.post(SHEETS, given | {"advance": "change", "advance_reason": ""})
    for page in (asked, short):
        assert page.context["form"]["csv"].value() == typed and page.context["form"]["seats_as_written"].value()
    assert short.status_code == 422 and 'value="change" checked' in short.content.decode()
    assert not TableEvent.objects.filter(table__draw__status="released").exists()
    denied = client_of(organiser).post(SHEETS, given)
    assert "leave this change to the chief referee" in text_of(denied)
    assert browser.post(SHEETS, given | {"advance": "keep", "advance_reason": WHY}).status_code == 302
    assert all(table.status == Table.Status.FINISHED for table in round_tables(get_round(event, 1)))
    assert through(again) == before
    line = AuditEntry.objects.get(event=event, action="stage.advance")
    assert line.subject == "stage:2/round:1" and line.after["choice"] == "keep"


def test_a_program_records_sheets_with_the_decision(event, again, chief):
    url, given = "/api/v1/events/evening/rounds/1/results/", {"csv": sheets(event, again)}
    answer = program_of(chief).post(url, given, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "advance_undecided")
    answer = program_of(chief).post(url, given | {"advance": {"reason": WHY}}, format="json")
    assert answer.status_code == 201


@pytest.fixture
def reopened(event, organiser):
    """One of two equal winners is through; his round is open again. The stage and a table he won."""
    setting.play_round(setting.running_round(event, organiser), organiser)
    stage = setting.finals(event, organiser, 1)
    reopen_round(actor=organiser, round_=get_round(event, 1), reason="a sheet is missing")
    (winner,) = through(stage)
    return stage, next(table for table in round_tables(get_round(event, 1)) if str(winner) in table.state["persons"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_that_was_opened_again_asks_without_its_number(event, reopened, chief, language):
    stage, table = reopened
    url, browser = f"/e/evening/round/1/table/{table.number}", client_of(chief, language)
    page = browser.get(f"{url}/undo/")
    assert KEEP not in page.content.decode()
    given = {"seq": field(page, "seq"), "key": field(page, "key")}
    page = browser.post(f"{url}/undo/", given)
    assert page.status_code == 409 and KEEP in page.content.decode()
    assert 'name="confirm_round"' not in page.content.decode()
    before = through(stage)
    given |= {"advance": "change", "advance_reason": WHY, "key": field(page, "key")}
    assert browser.post(f"{url}/undo/", given).status_code == 302
    assert through(stage) != before
    # With his last hand again he is first once more: the page of entry asks as well, with the hand that was typed.
    page = browser.get(f"{url}/")
    hand = {"seq": field(page, "seq"), "key": field(page, "key"), "event": "win", **WIN}
    page = browser.post(f"{url}/record/", hand)
    assert page.status_code == 409 and KEEP in page.content.decode() and 'value="9"' in page.content.decode()
    hand |= {"advance": "change", "advance_reason": WHY, "key": field(page, "key")}
    assert browser.post(f"{url}/record/", hand).status_code == 302
    assert through(stage) == before


def test_who_is_not_to_know_the_standings_is_told_no_names(event, organiser, reopened, chief):
    stage, table = reopened
    name = get_entry(event, through(stage)[0]).name
    undo(actor=chief, table=table, expected_seq=table.seq, key=None, advance=Advance("change", WHY))
    scorer = setting.member(event, Role.SCORER)
    url, body = f"/api/v1/events/evening/rounds/1/tables/{table.number}/events/", {"expected_seq": table.seq}
    body |= {"events": [setting.win(total=9)]}
    told = program_of(scorer).post(url, body, format="json")
    assert (told.status_code, told.json()["code"]) == (409, "advance_chief") and name in told.content.decode()
    keep_back(actor=organiser, event=event, from_round=get_round(event, 1))
    kept = program_of(scorer).post(url, body, format="json")
    assert (kept.status_code, kept.json()["code"]) == (409, "advance_chief") and name not in kept.content.decode()
    page = client_of(scorer).get(f"/e/evening/round/1/table/{table.number}/")
    hand = {"seq": field(page, "seq"), "key": field(page, "key"), "event": "win", **WIN}
    page = client_of(scorer).post(f"/e/evening/round/1/table/{table.number}/record/", hand)
    assert page.status_code == 409 and "Would have gone on" not in text_of(page)
    assert "the chief referee has to decide it" in text_of(page)


@pytest.fixture
def out(event, reopened, chief):
    """The same, with both tables of the two still out; he who is through leads by what his table has."""
    stage, own = reopened
    other = next(table for table in round_tables(get_round(event, 1)) if table.number != own.number)
    for table in (other, other, own):
        table = get_table(event, 1, table.number)
        undo(actor=chief, table=table, expected_seq=table.seq, key=None)
    return stage, get_table(event, 1, own.number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_that_are_settled_ask_once_for_all_and_keep_what_was_chosen(event, organiser, out, chief, language):
    (stage, table), browser = out, client_of(chief, language)
    before, seq, url = through(stage), table.seq, "/e/evening/manage/rounds/1/close/"
    given = {f"act-{table.number}": "void", f"seq-{table.number}": str(seq), "minutes": "5", "reason": "no sheet"}
    given |= {f"seq-{one.number}": str(one.seq) for one in round_tables(get_round(event, 1)) if one.pk != table.pk}
    denied = client_of(organiser).post(url, given)
    assert denied.status_code == 422 and "leave this change to the chief referee" in text_of(denied)
    page = browser.post(url, given)
    assert page.status_code == 422 and f"{KEEP} checked" in page.content.decode()
    assert 'value="void" checked' in page.content.decode() and 'value="no sheet"' in page.content.decode()
    short = browser.post(url, given | {"advance": "change", "advance_reason": " "})
    assert short.status_code == 422 and 'value="change" checked' in short.content.decode()
    assert not short.context["form"].errors.get("reason"), "it is another reason that is missing"
    assert get_table(event, 1, table.number).status == "running" and through(stage) == before
    assert browser.post(url, given | {"advance": "change", "advance_reason": WHY}).status_code == 302
    assert get_table(event, 1, table.number).status == "void" and through(stage) != before
    line = AuditEntry.objects.get(event=event, action="stage.advance")
    assert (line.subject, line.reason, line.after["choice"]) == ("stage:2/round:1", WHY, "change")
    assert verify_event(event) == []


def test_a_program_settles_tables_with_the_decision(event, out, chief):
    _stage, table = out
    url = "/api/v1/events/evening/rounds/1/unfinished/"
    given = {"tables": [{"table": table.number, "act": "void", "seq": table.seq}], "reason": "no sheet"}
    answer = program_of(chief).post(url, given, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "advance_undecided")
    answer = program_of(chief).post(url, given | {"advance": {"reason": WHY}}, format="json")
    assert answer.status_code == 200
