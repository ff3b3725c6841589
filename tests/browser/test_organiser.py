"""A small event run by its organiser in a browser, from the first account to the standings."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.browser.play import Browser
from tests.tournament import setting
from tournament.actors import SYSTEM
from tournament.models import Entry, Event, Table
from tournament.selectors.clock import clock_of
from tournament.selectors.rounds import get_round
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.rounds import set_clock
from tournament.services.table_status import confirm_table
from tournament.services.tables import finish_table, record_events

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1440, "height": 900}}
NAMES = "\n".join(f"{number}. 選手 {number:02}" for number in range(1, 17))
PASSWORD = "a quiet evening of tiles"
WIN = {"type": "win", "wins": [{"seat": "E", "by": "discard", "from": "S", "total": 7}]}


@pytest.fixture
def said(page):
    """What the console of the browser complains of; a refused form answers 422, which it logs."""
    lines: list[str] = []
    page.on("console", lambda message: lines.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: lines.append(str(error)))
    yield lines
    assert [line for line in lines if "status of 422" not in line] == []


def found(page, url: str) -> None:
    """First run: the organiser's account."""
    page.goto(url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Create the organiser account")
    check(page)
    page.get_by_label("User name").fill("founder")
    page.get_by_label("Password").fill("1234")
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator(".field__error")).to_contain_text("Choose another password")
    expect(page.get_by_label("User name")).to_have_value("founder")
    check(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def create(page) -> None:
    """An event from a preset."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Create an event")
    check(page)
    page.locator("a[href='/events/new/taiwan/club_day/']").click()
    check(page)
    page.get_by_label("Name of the event").fill("秋季公開賽")
    page.get_by_label("Time zone").select_option("Asia/Taipei")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("A round lasts").select_option("hands")
    page.get_by_label("How many of them").fill("2")
    page.get_by_label("Address").fill("autumn")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("秋季公開賽")
    check(page)


def enter(page, url: str) -> None:
    """Sixteen players, checked in one by one and together."""
    page.goto(f"{url}/e/autumn/manage/entries/")
    check(page)
    page.get_by_label("Names, one on each line").fill(NAMES)
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator(".people > li")).to_have_count(16)
    page.get_by_label("Names, one on each line").fill("選手 03\n新人")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The same person?")
    check(page)
    page.get_by_label("Leave this line out").check()
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator(".people > li")).to_have_count(17)
    page.goto(f"{url}/e/autumn/manage/check-in/")
    check(page)
    page.get_by_label("Name or number").type("新", delay=5)
    expect(page.locator(".people > li")).to_have_count(1)
    page.get_by_label("Name or number").fill("")
    page.get_by_label("Name or number").press("Enter")
    page.wait_for_url("**/check-in/?q=")
    expect(page.locator(".people > li")).to_have_count(17)
    for number in range(1, 17):
        page.get_by_role("button", name=f"Here {number} 選手 {number:02}").click()
        expect(page.locator("#counts")).to_contain_text(f"{number} of 17 are here")
    page.get_by_role("link", name="Close check-in").click()
    check(page)
    page.get_by_role("button", name="Close check-in", exact=True).click()
    expect(page.get_by_text("1 is absent.")).to_be_visible()


def draw_and_start(page, url: str) -> None:
    """Draw, draw again after a change of the field, release, start."""
    page.goto(f"{url}/e/autumn/manage/rounds/1/")
    expect(page.get_by_text("committed, shown at the release")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_text("The draft: 4 tables")).to_be_visible()
    check(page)
    page.goto(f"{url}/e/autumn/manage/check-in/")
    page.get_by_role("button", name="Number 16 is here: take back").click()
    page.get_by_role("button", name="Here 16 選手 16").click()
    expect(page.get_by_role("button", name="Number 16 is here: take back")).to_be_visible()
    page.goto(f"{url}/e/autumn/manage/rounds/1/")
    expect(page.get_by_text("The field changed after this draw")).to_be_visible()
    expect(page.get_by_role("link", name="Release round 1")).to_have_count(0)
    check(page)
    page.get_by_role("link", name="Draw again").click()
    page.get_by_role("dialog").get_by_role("button", name="Draw again").click()
    page.get_by_role("link", name="Release round 1").click()
    check(page)
    page.get_by_role("dialog").get_by_role("button", name="Release round 1").click()
    expect(page.locator(".hall .mini")).to_have_count(4)
    page.get_by_text("Set the clock").first.click()
    page.get_by_label("Minutes of the round").fill("60")
    page.get_by_role("button", name="Set the clock").click()
    page.get_by_role("link", name="Start round 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Start round 1").click()
    expect(page.get_by_role("timer")).to_contain_text(":")
    check(page)


def play(page) -> None:
    """Tables record and confirm elsewhere; the open console follows by itself."""
    event = Event.objects.get()
    tables = list(Table.objects.filter(event=event).select_related("event", "round__stage", "draw").order_by("number"))
    for table in tables:
        record_events(actor=SYSTEM, table=table, expected_seq=table.seq, key=None, events=[WIN])
    expect(page.locator("#hall .mini", has_text="hand 2")).to_have_count(4, timeout=15_000)
    for table in tables:
        record_events(actor=SYSTEM, table=table, expected_seq=table.seq, key=None, events=[WIN])
        if table.status != Table.Status.FINISHED:
            finish_table(actor=SYSTEM, table=table, expected_seq=table.seq, key=None)
    expect(page.get_by_role("heading", name="4 things hold up the round")).to_be_visible(timeout=15_000)
    check(page)
    for table in tables:
        confirm_table(actor=SYSTEM, table=table, seq=table.seq)
    expect(page.get_by_text("All tables are over: the round can be closed.")).to_be_visible(timeout=15_000)


def finish(page, url: str) -> None:
    """Close the round, drop the other one, close the event, look at the standings."""
    page.goto(f"{url}/e/autumn/manage/rounds/1/")
    page.get_by_role("link", name="Close round 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Close round 1").click()
    expect(page.get_by_text("Round 1 is closed.")).to_be_visible()
    page.goto(f"{url}/e/autumn/manage/")
    page.get_by_role("link", name="Close the event").first.click()
    page.goto(f"{url}/e/autumn/manage/status/closed/")
    expect(page.get_by_text("Round 2 is not closed")).to_be_visible()
    check(page)
    page.goto(f"{url}/e/autumn/manage/rounds/2/drop/")
    page.get_by_role("button", name="Drop the round").click()
    page.goto(f"{url}/e/autumn/manage/status/closed/")
    page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_text("The event is now: Closed.")).to_be_visible()
    page.goto(f"{url}/e/autumn/standings/")
    expect(page.locator(".rank")).to_have_count(17)
    expect(page.locator(".rank").first).to_contain_text("選手")


@pytest.mark.parametrize("size", SIZES)
def test_an_event_from_the_first_account_to_the_standings(page, live_server, said, size):
    page.set_viewport_size(SIZES[size])
    page.goto(f"{live_server.url}/language/en?next=/")
    found(page, live_server.url)
    create(page)
    enter(page, live_server.url)
    draw_and_start(page, live_server.url)
    play(page)
    finish(page, live_server.url)


PAGES = (
    "manage/", "manage/settings/", "manage/rules/", "manage/staff/", "manage/audit/", "manage/messages/",
    "manage/entries/", "manage/entries/add/", "manage/entries/1/", "manage/entries/cards/", "manage/check-in/",
    "manage/stages/", "manage/stages/1/", "manage/stages/1/standings/", "manage/rounds/1/", "manage/rounds/1/wall/",
    "manage/rounds/1/slips/", "manage/rounds/1/by-hand/", "manage/rounds/1/delete/", "manage/rounds/1/reopen/",
    "manage/print/", "manage/print/slips/", "manage/print/certificates/page/", "manage/print/standings/page/",
    "manage/print/rulings/page/",
    "manage/rounds/1/tables/1/", "manage/rounds/1/edit/", "manage/wishes/", "manage/entries/1/table/",
)  # fmt: skip


def log_in(page, url: str, language: str) -> None:
    """Log in by the keyboard in a language."""
    page.goto(f"{url}/language/{language}?next=/login/")
    page.locator("[name=username]").focus()
    page.keyboard.type("founder")
    page.keyboard.press("Tab")
    page.keyboard.type("secret-of-tests")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{url}/")


@pytest.fixture
def running(db):
    """An event with a long name, long names of people and tables that play."""
    organiser = setting.organiser()
    event = create_event(
        actor=organiser,
        name="第三十屆亞洲城市友誼麻將公開賽暨團體邀請賽",
        slug="autumn",
        zone="Asia/Taipei",
        game="taiwan",
        preset="club_day",
        rounds=2,
    )
    names = ["Wolfeschlegelsteinhausenbergerdorff Maximiliana", "歐陽司馬諸葛長名字的選手", "𠮷野家 骉", "Ёлка"]
    add_entries(actor=organiser, event=event, names=[*names, *(f"選手 {number:02}" for number in range(5, 9))])
    check_in(actor=organiser, event=event, numbers=range(1, 9), state="present")
    setting.running_round(event, organiser)
    return organiser


@pytest.mark.parametrize(("language", "size"), [("zh-hant", "phone"), ("en", "desk")])
def test_every_page_is_accessible_and_fits(page, live_server, running, said, language, size):
    page.set_viewport_size(SIZES[size])
    log_in(page, live_server.url, language)
    for address in ("/", "/account/", "/account/password/", "/accounts/", "/events/new/", "/account/reset/"):
        page.goto(live_server.url + address)
        check(page)
    for address in PAGES:
        page.goto(f"{live_server.url}/e/autumn/{address}")
        expect(page.locator("h1"), address).to_have_count(1)
        check(page)


def test_a_round_is_drawn_with_the_keyboard_alone(page, live_server, running):
    log_in(page, live_server.url, "en")
    page.goto(f"{live_server.url}/e/autumn/manage/rounds/2/")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Draw round 2":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_text("The draft: 2 tables")).to_be_visible()


def test_questions_are_pages_without_a_script(browser, live_server, running):
    with browser.new_context(java_script_enabled=False, viewport=SIZES["phone"]) as context:
        page = context.new_page()
        log_in(page, live_server.url, "en")
        page.goto(f"{live_server.url}/e/autumn/manage/check-in/")
        page.get_by_role("button", name="Number 1 is here: take back").click()
        expect(page.get_by_role("button", name="Number 1 is here: take back")).to_have_count(0)
        assert Entry.objects.get(number=1).check_in == "expected"
        page.goto(f"{live_server.url}/e/autumn/manage/rounds/2/")
        page.get_by_role("button", name="Draw round 2").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("1 is not checked in")
        page.get_by_role("button", name="Leave them out of this round, and draw").click()
        page.get_by_role("link", name="Release round 2").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Release round 2?")
        page.get_by_role("button", name="Release round 2").click()
        expect(page.get_by_text(re.compile("Round 2 is released"))).to_be_visible()


@pytest.mark.parametrize("off", [-90, 90])
def test_the_clock_is_right_on_a_device_whose_own_clock_is_not(page, live_server, running, off):
    round_ = get_round(Event.objects.get(), 1)
    set_clock(actor=SYSTEM, round_=round_, minutes=60, running=True)
    page.clock.install(time=timezone.now() + timedelta(seconds=off))
    log_in(page, live_server.url, "en")
    page.goto(f"{live_server.url}/e/autumn/manage/rounds/1/")
    page.wait_for_timeout(2500)
    round_.refresh_from_db()
    left = clock_of(round_, timezone.now()).left
    minutes, seconds = map(int, page.get_by_role("timer").text_content().split(":"))
    assert abs(minutes * 60 + seconds - left) <= 1


@pytest.mark.parametrize(("zone", "chosen"), [("Asia/Tokyo", "Asia/Tokyo"), ("Etc/Unknown", "")])
def test_a_new_event_is_where_its_organiser_sits_until_he_says_otherwise(play, open_as, zone, chosen):
    Event.objects.update(zone="")
    page = open_as(play.organiser, "en", "desk")
    page.add_init_script(f"Intl.DateTimeFormat = () => ({{ resolvedOptions: () => ({{ timeZone: '{zone}' }}) }})")
    page.goto("/events/new/taiwan/club_day/")
    expect(page.get_by_label("Time zone")).to_have_value(chosen)


def test_after_logging_out_the_back_button_shows_nothing_of_the_staff(
    play, live_server, browser_type, browser_type_launch_args
):
    """Browsers keep pages whole for their Back button; the tests' browser does so where it is not told otherwise."""
    options = {**browser_type_launch_args, "ignore_default_args": ["--disable-back-forward-cache"]}
    browser = browser_type.launch(**options)
    opened = Browser(browser, live_server.url)
    page = opened.page(play.organiser)
    page.goto("/e/evening/manage/entries/1/")
    page.evaluate("window.kept = true")
    page.get_by_role("link", name="My account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My account")
    page.go_back(wait_until="commit")
    expect(page).to_have_url(re.compile("/manage/entries/1/$"))
    assert page.evaluate("window.kept") is True
    page.get_by_role("link", name="My account").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    for _page in range(2):
        page.go_back(wait_until="commit")
        expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    opened.close()
    browser.close()
    assert opened.said == []
