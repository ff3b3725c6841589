"""A small event played in a browser by everybody: organiser, scorer, referee, players and a spectator."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from adjudication.models import Case
from tests.browser.checks import check
from tests.browser.every_page import played, walk
from tests.browser.play import PLAYED, pick
from tournament.models import Entry, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "a quiet evening of tiles"
PLAYERS = 8
EVENT = "/e/evening/"


def press(page, where: str = "main") -> None:
    """Press the main act of a part of the page."""
    page.locator(f"{where} .btn--go:visible").first.click()


def confirmed(page, key: str) -> None:
    """Press an act that asks once more, and say yes."""
    page.locator(f'[data-dialog="{key}"]').first.click()
    page.locator(f'dialog[id="{key}"] button:not([formmethod])').click()


def at(page, address: str) -> None:
    """Wait until the page that follows a press is there."""
    page.wait_for_url(f"**{address}")


class Organiser:
    """Sets the event up, checks the players in, draws, and closes."""

    def __init__(self, page) -> None:
        self.page = page

    def set_up(self) -> None:
        """The first account, and an event from a preset whose tables all four players confirm."""
        page = self.page
        page.goto("/")
        page.locator("[name=username]").fill("founder")
        page.locator("[name=password]").fill(PASSWORD)
        press(page)
        page.locator("a[href='/events/new/taiwan/club_day/']").click()
        page.locator("[name=name]").fill("Evening of tiles")
        page.locator("[name=slug]").fill("evening")
        page.locator("[name=rounds]").fill("2")
        page.locator("[name=length_unit]").select_option("hands")
        page.locator("[name=length_count]").fill("3")
        press(page)
        at(page, f"{EVENT}manage/")
        page.goto(f"{EVENT}manage/settings/")
        pick(page, "confirmation", "seats")
        page.locator("[name=players_enter]").check()
        press(page)
        page.wait_for_load_state()

    def open(self) -> None:
        """The players are entered and the event is shown to everybody."""
        page = self.page
        page.goto(f"{EVENT}manage/entries/")
        names = "\n".join(f"{number}. 選手 {number:02}" for number in range(1, PLAYERS + 1))
        page.locator("textarea").first.fill(names)
        press(page, "main form.sheet--act")
        expect(page.locator(".people > li")).to_have_count(PLAYERS)
        page.goto(f"{EVENT}manage/")
        confirmed(page, "status-open")
        expect(page.locator('[data-dialog="status-open"]')).to_have_count(0)

    def invite(self, role: str) -> str:
        """Return a link that makes somebody a member of the staff."""
        page = self.page
        page.goto(f"{EVENT}manage/staff/")
        page.locator("[name=role]").select_option(role)
        press(page, "form")
        return page.locator("p.code").inner_text()

    def check_in(self) -> None:
        """Everybody is here."""
        page = self.page
        page.goto(f"{EVENT}manage/check-in/")
        for number in range(1, PLAYERS + 1):
            row = page.locator(f"#n{number}")
            row.locator("button[value=present]").click()
            expect(row.locator("button[value=expected]")).to_be_visible()

    def draw(self, number: int) -> None:
        """Draw a round."""
        page = self.page
        page.goto(f"{EVENT}manage/rounds/{number}/")
        press(page, ".console__draw")
        expect(page.locator("#draft .drawn > li")).to_have_count(PLAYERS // 4)

    def start(self) -> None:
        """Draw, release and start the first round."""
        page = self.page
        self.draw(1)
        confirmed(page, "release")
        expect(page.locator(".hall .mini")).to_have_count(PLAYERS // 4)
        confirmed(page, "start")
        expect(page.locator('[data-dialog="start"]')).to_have_count(0)

    def close(self) -> None:
        """The console offers to close the round by itself, once every table is over; then the event is closed."""
        page = self.page
        page.goto(f"{EVENT}manage/rounds/1/")
        confirmed(page, "close")
        expect(page.locator('[data-dialog="close"]')).to_have_count(0)
        page.goto(f"{EVENT}manage/rounds/2/delete/")
        page.locator("main [name=confirm_round]").fill("2")
        page.locator("main form .btn--stop[type=submit]").click()
        page.goto(f"{EVENT}manage/rounds/2/drop/")
        page.locator("main form .btn--stop").click()
        page.goto(f"{EVENT}manage/")
        confirmed(page, "status-closed")
        expect(page.locator('[data-dialog="status-closed"]')).to_have_count(0)


def join(page, link: str, name: str) -> None:
    """Accept an invitation with a new account."""
    page.goto(link)
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    press(page)
    page.wait_for_url(re.compile(f"{EVENT}|/$"))


def enter(page, table: int, winner: str, giver: str | None) -> None:
    """Enter a hand by its total."""
    page.goto(f"{EVENT}round/1/table/{table}/")
    pick(page, "wins.0.seat", winner)
    pick(page, "wins.0.by", "discard" if giver else "self")
    if giver:
        pick(page, "wins.0.from", giver)
    pick(page, "wins.0.way", "total")
    page.locator('input[name="wins.0.total"]').fill("3")
    expect(page.locator("#preview .pay, #preview table").first).to_be_visible()
    page.locator(".dock .btn--go").click()
    expect(page.locator(".messages .note")).to_be_visible()


def tap_in(page, table: int) -> None:
    """Enter a self-drawn hand on the keyboard of tiles."""
    page.goto(f"{EVENT}round/1/table/{table}/")
    pick(page, "wins.0.seat", "S")
    pick(page, "wins.0.by", "self")
    pick(page, "wins.0.way", "tiles")
    pick(page, "door", "E")
    for tile in ["8m", "8m", "8m", "9m", "9m", "3s", "4s", "5s", "6s", "7s", "4z", "4z", "4z", "1p", "2p", "3p", "2s"]:
        suit = page.locator(f".k-{tile[1]}")
        if page.viewport_size["width"] < 768 and not suit.is_checked():
            page.locator("label", has=suit).click()
        page.locator(f'[data-tile="{tile}"]:visible').first.click()
    expect(page.locator("[data-rack] svg")).to_have_count(17)
    expect(page.locator("#dock-sum")).not_to_be_empty()
    page.locator(".dock .btn--go").click()
    expect(page.locator(".messages .note")).to_be_visible()


def rule(page, offender: str) -> None:
    """The referee takes the call and finds, asks, shows and issues a ruling on a false win."""
    page.goto(f"{EVENT}calls/")
    page.locator("#calls .btn--go").first.click()
    page.locator("#calls .btn:disabled").wait_for()
    page.locator('#calls a[href$="/rule/"], #calls a[href*="/rule/?"]').first.click()
    page.locator('[name=infraction][value="A15"]').click()
    page.locator(f'label:has(input[name="offender"][value="{offender}"])').click()
    press(page)
    page.locator('input[name="fact.tai"]').fill("2")
    press(page)
    page.locator('button[name="act"][value="issue"]').wait_for()
    assert not Case.objects.exclude(status="proposed").exists()
    page.locator('button[name="act"][value="issue"]').click()
    page.wait_for_url("**/cases/*/")


def links() -> dict[int, str]:
    """Return the personal links, as they stand on the players' cards."""
    return {entry.number: f"/p/{entry.link_token}/" for entry in Entry.objects.all()}


@pytest.mark.parametrize(("size", "language"), PLAYED)
def test_an_event_is_played_by_everybody(open_as, size, language):
    organiser = Organiser(open_as(None, language, size))
    organiser.set_up()
    organiser.open()
    scorer, referee = open_as(None, language, size), open_as(None, language, size)
    join(scorer, organiser.invite("scorer"), "scorer")
    join(referee, organiser.invite("chief_referee"), "referee")
    spectator = open_as(None, language, size)
    organiser.check_in()
    organiser.start()

    spectator.goto(f"{EVENT}seating/")
    expect(spectator.locator(".seats__table")).to_have_count(2)
    spectator.goto(f"{EVENT}standings/")
    check(spectator)

    seats = Table.objects.get(number=1).state["seats"]
    phones = {place: open_as(None, language, "phone") for place in "ESWN"}
    for place, phone in phones.items():
        phone.goto(links()[int(seats[place])])
        expect(phone.locator(".next__table")).to_have_text("1")
    enter(phones["E"], 1, "E", "S")
    tap_in(scorer, 2)
    expect(spectator.locator(".rank__pts").first).to_contain_text("+", timeout=20_000)

    phones["W"].goto(f"{EVENT}round/1/table/1/call/")
    phones["W"].locator("[name=text]").fill("…")
    press(phones["W"])
    expect(phones["W"].locator("#waiting")).to_be_visible()
    rule(referee, "W")
    phones["W"].goto(links()[int(seats["W"])])
    phones["W"].locator('a[href*="/cases/"]').first.click()
    press(phones["W"])
    phones["W"].locator("[name=text]").fill("…")
    phones["W"].locator('form:has([value="appeal"]) button').click()
    expect(phones["W"].locator("h2#appeal")).to_be_visible()
    referee.reload()
    pick(referee, "outcome", "upheld")
    referee.locator("#reason").fill("…")
    press(referee, 'form:has([value="decide"])')
    expect(referee.locator('form:has([value="decide"])')).to_have_count(0)

    organiser.draw(2)
    organiser.invite("floor_referee")
    assert walk(played("evening"), open_as, PLAYED[size, language]) == []

    enter(phones["S"], 1, "S", None)
    for place, phone in phones.items():
        phone.goto(links()[int(seats[place])])
        phone.locator('form[action$="/confirm/"] .btn--go').click()
        expect(phone.locator(".messages .note--go")).to_be_visible()
    enter(scorer, 2, "N", "E")
    enter(scorer, 2, "W", "N")
    scorer.locator('form[action$="/confirm/"] .btn--go').click()
    expect(scorer.locator('form[action$="/confirm/"]')).to_have_count(0)
    organiser.close()

    spectator.goto(f"{EVENT}standings/")
    expect(spectator.locator(".rank")).to_have_count(PLAYERS)
    total = [
        int(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))
        for text in spectator.locator(".rank__pts").all_inner_texts()
    ]
    assert total == sorted(total, reverse=True)
    spectator.goto(f"{EVENT}rulings/")
    expect(spectator.locator('a[href*="/cases/"]')).to_have_count(1)
