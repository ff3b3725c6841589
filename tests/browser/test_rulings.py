"""A ruling in a browser: call, finder, questions, payments, appeal; on a phone, by keyboard, without a script."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from adjudication.models import Case
from tests.browser.checks import check
from tests.browser.play import PLAYED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = "/e/evening/round/1/table/1/"


def eventually(page, happened) -> None:
    """Let the browser go on until something has happened."""
    for _ in range(100):
        if happened():
            return
        page.wait_for_timeout(50)
    raise AssertionError("never happened")


def let_go(page, held: list) -> None:
    """Let every request that was held back go on; one that the browser has given up cannot."""
    page.unroute_all(behavior="ignoreErrors")
    for route in held:
        with suppress(Error):
            route.continue_()


def press(page, held: list, first, *others) -> None:
    """Press a button whose request is held back, then others at once, by hand: the browser's own clicks would wait."""
    page.set_viewport_size({"width": 1440, "height": 2400})  # all stand in view, and nothing scrolls between
    boxes = [one.bounding_box() for one in others]
    first.click(no_wait_after=True)
    eventually(page, lambda: held)
    for box in boxes:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def find(page, words: str) -> None:
    """Open the finder from the table and choose the infraction."""
    page.goto(TABLE)
    page.get_by_role("link", name="Make a ruling").click()
    page.get_by_label("Name, article or a word for it").fill(words)
    page.locator("[data-found] button:visible").click()


def answer(page, offender: str, stage: str) -> None:
    """Say who did it, and when it was noticed."""
    page.locator(f'label:has(input[name="offender"][value="{offender}"])').click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text(stage, exact=True).click()
    page.get_by_role("button", name="Next").click()


@pytest.mark.parametrize("script", [True, False])
def test_a_ruling_is_found_asked_shown_and_issued(play, open_as, script):
    page = open_as(play.chief, java_script_enabled=script)
    find(page, "slip" if script else "")
    check(page) if script else None
    answer(page, "S", "Completed")
    page.get_by_label("Tai").fill("2")
    page.get_by_role("button", name="Next").click()
    page.get_by_text("pays the three").wait_for()
    if script:
        check(page)
    assert not Case.objects.exists()
    assert play.scores()["S"] == 0
    page.get_by_role("button", name="Confirm and issue the ruling").click()
    page.get_by_text("The ruling has been issued.").wait_for()
    assert play.scores()["S"] == -9
    if script:
        check(page)


def test_an_answer_can_be_changed_without_losing_the_others(play, open_as):
    page = open_as(play.chief)
    find(page, "slip")
    answer(page, "S", "Completed")
    page.get_by_label("Tai").fill("2")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Change When").click()
    page.get_by_text("Attempt", exact=True).click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Restore.").wait_for()
    expect(page).to_have_url(re.compile("fact.stage=attempt"))


def to_the_payments(page) -> None:
    """Answer everything about a slip; the payments are before the eyes."""
    find(page, "slip")
    answer(page, "S", "Completed")
    page.get_by_label("Tai").fill("2")
    page.get_by_role("button", name="Next").click()
    page.get_by_text("pays the three").wait_for()


@pytest.mark.parametrize("slow", ["the line is tried", "the page is fetched"])
def test_who_goes_back_while_a_slow_line_is_waited_for_stays_where_he_went(play, open_as, slow):
    page = open_as(play.chief)
    find(page, "slip")
    answer(page, "S", "Completed")
    page.get_by_label("Tai").fill("2")
    held = []
    wanted = "**/healthz" if slow == "the line is tried" else re.compile("fact.tai=2")
    page.route(wanted, lambda route: held.append(route))
    press(page, held, page.get_by_role("button", name="Next"), page.get_by_role("link", name="Change When"))
    let_go(page, held)
    page.wait_for_timeout(1_000)
    page.get_by_text("Attempt", exact=True).click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Restore.").wait_for()


def test_a_ruling_that_still_waits_for_the_line_is_not_issued_behind_who_goes_back(play, open_as):
    page = open_as(play.chief, size="desk")
    to_the_payments(page)
    held = []
    page.route("**/healthz", lambda route: held.append(route))
    issue = page.get_by_role("button", name="Confirm and issue the ruling")
    press(page, held, issue, page.get_by_role("link", name="Change When"))
    page.get_by_text("Attempt", exact=True).wait_for()
    let_go(page, held)
    page.wait_for_timeout(1_000)
    expect(page.get_by_text("Attempt", exact=True)).to_be_visible()
    assert not Case.objects.exists()


def test_what_has_been_sent_is_not_left_before_its_answer_nor_sent_again(play, open_as):
    page = open_as(play.chief, size="desk")
    to_the_payments(page)
    held = []
    page.route("**/rule/**", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    issue = page.get_by_role("button", name="Confirm and issue the ruling")
    press(page, held, issue, issue, page.get_by_role("link", name="Change When"))
    page.wait_for_timeout(1_000)
    assert len(held) == 1 and not Case.objects.exists()
    let_go(page, held)
    page.get_by_text("The ruling has been issued.").wait_for()
    assert Case.objects.count() == 1


def test_the_finder_hides_what_does_not_fit_while_one_types(play, open_as):
    page = open_as(play.chief)
    page.goto(TABLE + "rule/")
    page.get_by_label("Name, article or a word for it").fill("nothing like it")
    expect(page.locator("[data-found] button:visible")).to_have_count(0)
    expect(page.get_by_text("Nothing of that kind in these rules")).to_be_visible()
    page.get_by_label("Name, article or a word for it").fill("失手")
    expect(page.locator("[data-found] button:visible")).to_have_count(1)


def test_a_ruling_is_made_with_the_keyboard_alone(play, open_as):
    page = open_as(play.chief, size="desk")
    page.goto(TABLE + "rule/")
    keyboard = page.keyboard

    def reach(name: str) -> None:
        for _ in range(60):
            keyboard.press("Tab")
            if page.evaluate("document.activeElement.name || document.activeElement.value") == name:
                return
        raise AssertionError(name)

    def go_on() -> None:
        with page.expect_navigation():
            keyboard.press("Enter")

    reach("infraction")
    go_on()
    reach("offender")
    keyboard.press("ArrowDown")
    go_on()
    reach("fact.stage")
    keyboard.press("Space")
    go_on()
    page.get_by_text("Restore.").wait_for()
    expect(page.locator("#verdict")).to_be_focused()
    reach("act")
    go_on()
    page.get_by_text("The ruling has been issued.").wait_for()


@pytest.mark.parametrize(("size", "language"), PLAYED)
def test_pages_of_referees_are_accessible(play, open_as, language, size):
    page = open_as(play.chief, language, size)
    rule = TABLE + "rule/?infraction=T9"
    answered = f"{rule}&offender=S&fact.stage=completed"
    for path in (
        TABLE + "rule/", rule, f"{rule}&offender=S", answered, f"{answered}&fact.tai=3", TABLE + "call/",
        "/e/evening/calls/", "/e/evening/rulings/", "/e/evening/rulings/report/", "/e/evening/rulings/new/",
        "/e/evening/rulings/new/?entry=1&round=1",
    ):  # fmt: skip
        page.goto(path)
        check(page)


def test_a_player_calls_a_referee_who_comes_and_the_player_appeals(play, open_as):
    entry = play.player("W")
    player, referee = open_as(), open_as(play.chief)
    player.goto(f"/p/{entry.link_token}/")
    player.get_by_role("link", name="Call a referee").click()
    player.get_by_label("What is it about?").fill("He looked at my tiles.")
    player.get_by_role("button", name="Call a referee").click()
    player.get_by_text("Called; waiting for a referee").wait_for()
    check(player)
    referee.goto("/e/evening/calls/")
    referee.get_by_text("He looked at my tiles.").wait_for()
    check(referee)
    referee.get_by_role("button", name="I am coming").click()
    expect(referee.get_by_role("button", name="I am coming")).to_have_count(0)
    expect(player.get_by_text("A referee is coming")).to_be_visible(timeout=10_000)  # the page tells it by itself
    referee.get_by_role("link", name="Make a ruling").click()
    referee.locator("[data-found] button:visible").click()
    answer(referee, "W", "Completed")
    referee.get_by_label("Tai").fill("1")
    referee.get_by_role("button", name="Next").click()
    referee.get_by_role("button", name="Confirm and issue the ruling").click()
    referee.get_by_text("The ruling has been issued.").wait_for()
    player.goto(f"/p/{entry.link_token}/")
    player.get_by_role("link", name="Slip").click()
    check(player)
    player.get_by_role("button", name="I have taken note").click()
    player.get_by_text("Noted.").wait_for()
    player.get_by_label("Why the ruling is wrong").fill("I looked at the wall.")
    player.get_by_role("button", name="Lodge the appeal").click()
    player.get_by_text("The appeal has been lodged").wait_for()
    referee.reload()
    check(referee)
    referee.get_by_text("Overturn: its lines").click()
    referee.locator("#reason").fill("The wall it was.")
    referee.get_by_role("button", name="Decide", exact=True).click()
    referee.get_by_text("The appeal has been decided.").wait_for()
    assert play.scores()["W"] == 0
