"""Checking a trick in a browser: cards picked by thumb and by keyboard, the answer at once, on a phone and a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.browser.play import LANGUAGES, SIZES, Browser, pick

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/rules/shengji/trick/"


@pytest.fixture
def open_in(browser, live_server):
    """Open pages; in the end nobody's console has said anything."""
    made = Browser(browser, live_server.url)
    yield lambda *args, **more: made.page(None, *args, **more)
    made.close()
    assert made.said == []


def press(page, row: str, *cards: str) -> None:
    """Choose a line and press cards, whose suit is opened first where suits are shown one at a time."""
    page.locator(f'label:has(input[name="at"][value="{row}"])').click()
    for card in cards:
        suit = page.locator(f".keys--cards .k-{card[0]}")
        if page.locator(f'.keys--cards button[value="{card}"]').is_hidden():
            suit.check(force=True)
        page.locator(f'.keys--cards button[value="{card}"]').click()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_accessible_empty_and_answered(open_in, language, size):
    page = open_in(language, size)
    page.goto(PAGE)
    check(page)
    pick(page, "trump", "H")
    press(page, "play0", "SA", "SA")
    press(page, "play1", "S5", "S6")
    press(page, "hand", "S5", "S5", "S6")
    page.locator("#answer .card").nth(1).wait_for()
    check(page)


@pytest.mark.parametrize("script", [True, False])
def test_a_trick_is_picked_by_thumb_and_answered(open_in, script):
    page = open_in("en", java_script_enabled=script)
    page.goto(PAGE)
    page.get_by_label("Level").select_option("T")
    pick(page, "trump", "H")
    pick(page, "leader", "N")
    press(page, "play0", "SA")
    press(page, "play1", "SK")
    press(
        page,
        "play2",
        "H3",
        "S3",
    )
    page.locator(".keys__set:visible button[value=erase]").first.click()
    press(page, "play3", "DT")
    if not script:
        page.get_by_role("button", name="Check").click()
    page.get_by_text("East wins the trick").wait_for()
    expect(page.locator("[data-cards=play2] .card")).to_have_count(1)


def test_cards_are_typed_and_reached_by_keyboard(open_in):
    page = open_in("en")
    page.goto(f"{PAGE}?trump=H&level=T")
    page.get_by_role("textbox", name="East leads").fill("SA SA")
    page.get_by_role("textbox", name="North plays").fill("S4 S4")
    page.get_by_role("textbox", name="Hand of North before the play").fill("S4 S4")
    page.keyboard.press("Tab")
    page.get_by_text("The play of North was legal.").wait_for()
    page.get_by_role("textbox", name="West plays").focus()
    expect(page.locator("[name=at][value=play2]")).to_be_checked()
    page.locator('button[value="SK"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=play2]")).to_have_value("SK")
    pick(page, "leader", "S")
    page.get_by_role("textbox", name="South leads").wait_for()
