"""The design system in a browser: both themes, three languages, a phone and a desk, with and without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check, findings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LANGUAGES = ("zh-hant", "zh-hans", "en")
SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1440, "height": 900}}


@pytest.fixture(autouse=True)
def _debug(settings):
    """Show the page of parts to everybody."""
    settings.DEBUG = True


@pytest.fixture
def look(page, live_server):
    """Open the page of parts in a language; the console stays empty."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))

    def open_in(language: str, size: str = "phone"):
        page.set_viewport_size(SIZES[size])
        page.goto(f"{live_server.url}/language/{language}?next=/look/")
        return page

    yield open_in
    assert said == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_part_is_accessible_in_both_themes(look, language, size):
    check(look(language, size))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_frame_follows_the_theme_of_the_system(look, page, theme):
    page.emulate_media(color_scheme=theme)
    look("en")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == theme
    assert findings(page) == []


def test_a_chosen_theme_stays(look, page):
    look("en")
    page.locator("[data-menu] summary").click()
    check(page)
    page.get_by_role("button", name="Dark", exact=True).click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("[data-menu] summary").click()
    expect(page.locator("[data-theme-choice=dark]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    assert not page.locator("[data-menu]").evaluate("menu => menu.open")


def test_choosing_a_language_keeps_the_page(look, page, live_server):
    look("en")
    page.goto(f"{live_server.url}/look/?page=3")
    page.locator("[data-menu] summary").click()
    page.get_by_role("link", name="繁體中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page).to_have_url(f"{live_server.url}/look/?page=3")


def test_a_question_opens_as_a_dialog_and_can_be_left(look, page):
    look("en")
    page.locator("[data-dialog=undo]").click()
    dialog = page.locator("dialog#undo")
    assert dialog.evaluate("dialog => dialog.open")
    assert findings(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    assert not dialog.evaluate("dialog => dialog.open")


def test_a_stepper_counts_within_its_bounds(look, page):
    look("en")
    field = page.locator("input[name=light-count]")
    more = page.locator("[data-count]", has=field).locator("[data-step='1']")
    for _ in range(6):
        more.click()
    expect(field).to_have_value("8")


def test_the_keyboard_shows_one_suit_on_a_phone_and_all_on_a_desk(look, page):
    look("en", "phone")
    keys = page.locator("[data-keys]").first
    shown = keys.locator(".key:visible")
    assert {key[-1] for key in shown.evaluate_all("keys => keys.map(k => k.value)") if key != "erase"} == {"s"}
    keys.locator(".k-z").check(force=True)
    expect(shown).to_have_count(8)
    page.set_viewport_size(SIZES["desk"])
    expect(shown).to_have_count(43)


def test_the_skip_link_is_the_first_stop_and_leads_to_the_content(look, page):
    look("en")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_reasons_open_without_a_script(browser, live_server):
    with browser.new_context(java_script_enabled=False, viewport=SIZES["phone"]) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/language/en?next=/look/")
        reason = page.locator("#rank-light-1")
        reason.locator("summary").click()
        expect(reason.get_by_text("Highest points.")).to_be_visible()


def test_a_lost_line_is_said_and_turns_acts_off_until_it_is_back(page, live_server):
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{live_server.url}/language/en?next=/look/")
    line, act = page.locator("[data-fresh]").first, page.locator("[data-online]").first
    height = line.bounding_box()["height"]
    page.context.set_offline(True)
    line.get_by_text("Connection lost").wait_for(timeout=15_000)
    expect(act).to_have_attribute("aria-disabled", "true")
    assert line.bounding_box()["height"] == height
    assert findings(page) == []
    page.context.set_offline(False)
    line.get_by_text("Version 42").wait_for(timeout=15_000)
    expect(act).not_to_have_attribute("aria-disabled", "true")


def test_error_pages_are_accessible(page, live_server, settings):
    settings.DEBUG = False
    page.set_viewport_size(SIZES["phone"])
    for language in LANGUAGES:
        page.goto(f"{live_server.url}/language/{language}?next=/nowhere/")
        check(page)
