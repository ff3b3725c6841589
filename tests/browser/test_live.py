"""Open pages: true to the server's clock, honest about a lost line, calm under the reader, switched from afar."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.adjudication.steps import ruled
from tests.browser.checks import check
from tests.tournament import setting
from tournament.models import Round
from tournament.selectors.clock import clock_of
from tournament.services.displays import add_display, switch_display
from tournament.services.rounds import set_clock
from tournament.services.standings import publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A device whose clock is off: every way of asking what time it is.
WRONG_CLOCK = """
(() => {
  const Real = Date;
  const off = %d;
  window.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + off); }
    static now() { return Real.now() + off; }
  };
})()
"""


def seconds_of(text: str) -> int:
    minutes, seconds = text.split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.parametrize("off", [-90_000, 90_000])
def test_a_clock_shows_the_servers_time_whatever_the_device_thinks(play, open_as, off):
    set_clock(actor=play.organiser, round_=play.table.round, minutes=40, running=True)
    page = open_as()
    page.add_init_script(WRONG_CLOCK % off)
    page.goto("/e/evening/tables/")
    clock = page.locator(".clock__time")
    page.wait_for_timeout(2500)
    round_ = Round.objects.get(pk=play.table.round_id)
    shown, left = seconds_of(clock.inner_text()), clock_of(round_, timezone.now()).left
    assert abs(shown - left) <= 1
    row = seconds_of(page.locator("#table-1 [data-ends]").inner_text())
    assert abs(row - left) <= 1


def test_a_lost_line_is_said_with_the_servers_time_and_is_over_in_five_seconds(play, open_as):
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as()
    page.add_init_script(WRONG_CLOCK % 3_600_000)
    page.goto("/e/evening/standings/")
    expect(page.locator(".fresh--stale")).to_have_count(0)
    page.wait_for_timeout(5500)
    page.context.set_offline(True)
    expect(page.locator(".fresh--stale")).to_be_visible(timeout=20_000)
    told = page.locator(".fresh--stale [data-time]").inner_text()
    own = page.evaluate("new Date().toLocaleTimeString('en', {hour: '2-digit', minute: '2-digit'})")
    assert told
    assert told != own
    check(page)
    page.context.set_offline(False)
    expect(page.locator(".fresh--stale")).to_have_count(0, timeout=7_000)


def test_the_page_of_a_table_says_that_the_line_is_lost(play, open_as):
    page = open_as()
    page.goto("/e/evening/round/1/table/1/")
    expect(page.locator(".fresh")).to_be_visible()
    expect(page.locator(".fresh--stale")).to_have_count(0)
    page.context.set_offline(True)
    expect(page.locator(".fresh--stale")).to_be_visible(timeout=20_000)
    check(page)
    page.context.set_offline(False)
    expect(page.locator(".fresh--stale")).to_have_count(0, timeout=7_000)


def test_an_open_list_of_rulings_shows_a_new_one_and_says_that_the_line_is_lost(play, open_as):
    page = open_as()
    page.goto("/e/evening/rulings/")
    expect(page.get_by_text("No rulings", exact=True)).to_be_visible()
    case = ruled(play.chief, play.table)
    link = page.locator(f"#rulings a[href='/e/evening/cases/{case.number}/']")
    expect(link).to_be_visible(timeout=15_000)
    link.focus()
    other = ruled(play.chief, play.table, "W", incident=None)
    expect(page.locator(f"#rulings a[href='/e/evening/cases/{other.number}/']")).to_be_visible(timeout=15_000)
    expect(link).to_be_focused()
    page.context.set_offline(True)
    expect(page.locator(".fresh--stale")).to_be_visible(timeout=20_000)
    check(page)
    page.context.set_offline(False)
    expect(page.locator(".fresh--stale")).to_have_count(0, timeout=15_000)


def test_rows_that_changed_fade_and_what_is_read_stays_in_its_place(play, open_as):
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as()
    page.set_viewport_size({"width": 360, "height": 420})
    page.goto("/e/evening/standings/")
    row = page.locator(f"#rank-{play.player('S').number}")
    row.locator("summary").click()
    page.wait_for_timeout(200)
    top = row.bounding_box()["y"]
    play.record(setting.win("S", "W", total=9))
    publish(play.event.pk)
    expect(row.locator("> summary.changed")).to_have_count(1, timeout=15_000)
    assert abs(row.bounding_box()["y"] - top) <= 2
    assert row.get_attribute("open") is not None


def test_a_screen_is_switched_from_afar_and_comes_back_after_a_lost_line(play, open_as):
    screen = add_display(actor=play.organiser, event=play.event, name="stage")
    page = open_as(size="desk")
    page.goto("/e/evening/display/stage/")
    expect(page.locator(".wall__page--standings")).to_be_visible()
    switch_display(actor=play.organiser, display=screen, shows="message", message="Lunch until two")
    expect(page.get_by_text("Lunch until two")).to_be_visible(timeout=7_000)
    page.context.set_offline(True)
    expect(page.locator(".fresh--stale")).to_be_visible(timeout=20_000)
    switch_display(actor=play.organiser, display=screen, shows="seating")
    page.context.set_offline(False)
    expect(page.locator(".wall__tables")).to_be_visible(timeout=7_000)
    # What came is true at once, not only when a later poll has brought nothing new.
    expect(page.locator(".fresh--stale")).to_have_count(0, timeout=1_000)
    check(page)


def test_nothing_on_a_wall_is_smaller_than_24_pixels(play, open_as):
    play.record(setting.win())
    publish(play.event.pk)
    screen = add_display(actor=play.organiser, event=play.event, name="stage")
    page = open_as(size="desk")
    for shows in ("standings", "seating", "clock", "message"):
        switch_display(actor=play.organiser, display=screen, shows=shows, message="Lunch")
        page.goto("/e/evening/display/stage/")
        small = page.evaluate(
            """() => [...document.querySelectorAll('#wall *')].filter((one) =>
                [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) &&
                !one.closest('.hidden, [hidden], .seal') && parseFloat(getComputedStyle(one).fontSize) < 24
            ).map((one) => one.outerHTML.slice(0, 80))"""
        )
        assert small == [], (shows, small)
        assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight"), shows


def test_a_player_hands_the_own_page_to_another_phone(play, open_as):
    page = open_as()
    page.goto(f"/p/{play.player('E').link_token}/")
    page.locator("#mycard summary").click()
    expect(page.locator("#mycard .qr")).to_be_visible()
    check(page)
