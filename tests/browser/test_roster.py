"""A roster imported in a browser: an ambiguous file, a question about a namesake, the diff, the confirmation."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.browser.play import pick
from tests.tournament import setting
from tests.toy.finding import toy_found
from tournament.models import Entry, RosterImport
from tournament.selectors.entries import get_entry
from tournament.selectors.roster import preview_of
from tournament.services.entries import update_entry
from tournament.services.roster import answer_import, confirm_import, start_import

pytestmark = pytest.mark.browser


@pytest.fixture
def event(db):
    with toy_found():
        yield setting.event(setting.organiser())


def test_a_file_of_gb18030_is_chosen_asked_about_and_imported(open_as, event):
    page = open_as(setting.member(event, "organiser"), "en", "phone")
    page.goto("/e/evening/manage/entries/")
    page.get_by_role("link", name="Import a roster").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Import a roster")
    check(page)
    rows = "張偉,龍會\n選手 01,虎會\n".encode("gb18030")
    page.get_by_label("CSV or XLSX file").set_input_files(
        {"name": "roster.csv", "mimeType": "text/csv", "buffer": rows.splitlines(keepends=True)[0][:4] + b"\n"}
    )
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="The same bytes can be read in more than one way")).to_be_visible()
    expect(page.get_by_text("処ぇ")).to_be_visible()
    check(page)
    pick(page, "codec", "gb18030")
    page.get_by_role("button", name="Read it this way").click()
    expect(page.locator(".people")).to_contain_text("張偉")
    page.get_by_role("link", name="Another file").click()
    page.get_by_label("Or the table, pasted").fill("Name\tClub\n張偉\t龍會\n選手 01\t虎會\n")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="The same person?")).to_be_visible()
    check(page)
    assert Entry.objects.filter(event=event).count() == 8
    pick(page, "who-3", "e1")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("heading", name="Changed")).to_be_visible()
    page.get_by_text("Withdraw some who are missing").click()
    check(page)
    page.get_by_role("button", name="Import the roster").click()
    expect(page.get_by_text("The roster is imported: 1 entered, 1 changed.")).to_be_visible()
    assert get_entry(event, 9).name == "張偉"
    assert (get_entry(event, 1).club, get_entry(event, 8).status) == ("虎會", "registered")


@pytest.mark.parametrize(("language", "size"), [("zh-hant", "phone"), ("en", "desk")])
def test_a_full_preview_is_accessible_and_fits(open_as, event, language, size):
    organiser = setting.member(event, "organiser", "second")
    first = start_import(
        actor=organiser, event=event, filename="", content="number,name,club\n1,選手 01,龍會\n".encode()
    )
    confirm_import(actor=organiser, roster=first, expected=preview_of(first).mark)
    update_entry(actor=organiser, entry=get_entry(event, 1), changes={"club": "鳳會"})
    rows = ("1,選手 01,虎會,1980,x", "2,選手 02,獅會,", ",單曉樂,象會,1985", f",{'Wolfeschlegelstein' * 5},,", ",壞,,x")
    text = "\n".join(("number,name,club,birth year,圈子", *rows, ",選手 03,象會,", ""))
    roster = start_import(actor=organiser, event=event, filename="a-roster-of-a-long-name.csv", content=text.encode())
    page = open_as(organiser, language, size)
    page.goto(f"/e/evening/manage/roster/{roster.pk}/")
    expect(page.locator(".note:not(.note--stop)")).to_contain_text("圈子")
    check(page)
    answer_import(actor=organiser, roster=roster, who={"7": "new"})
    page.reload()
    for part in page.locator("details.sheet:not([open]) > summary, form details > summary").all():
        part.click()
    check(page)
    page.goto("/e/evening/manage/roster/export/")
    check(page)
    assert RosterImport.objects.get(pk=roster.pk).status == "open"
