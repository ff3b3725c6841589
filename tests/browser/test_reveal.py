"""The end of an event in a browser: ranks are revealed by the keyboard alone, and the projector follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.tournament import setting
from tournament.selectors.rounds import get_round
from tournament.services.reveal import keep_back
from tournament.services.standings import publish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEXT = {"zh-hant": "揭曉下一個", "en": "Reveal the next"}
NOTHING = {"zh-hant": "成績將於最後揭曉。", "en": "The results are told at the end."}


@pytest.mark.parametrize(("language", "size"), [("zh-hant", "phone"), ("en", "desk")])
def test_ranks_are_revealed_by_the_keyboard_and_the_wall_follows(play, open_as, language, size):
    play.record(setting.win("E", "S", 5), setting.win("W", "N", 3))
    keep_back(actor=play.organiser, event=play.event, from_round=get_round(play.event, 1))
    publish(play.event.pk)
    wall = open_as(language=language, size="desk")
    wall.goto("/e/evening/projector/")
    expect(wall.locator("#wall")).to_contain_text(NOTHING[language])
    page = open_as(play.organiser, language=language, size=size)
    page.goto("/e/evening/manage/reveal/")
    check(page)
    button = page.get_by_role("button", name=NEXT[language])
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    steps = page.locator("section[aria-labelledby=told] input[name=seen]")
    expect(steps).to_have_value("1")
    expect(page.get_by_role("button", name=NEXT[language])).to_be_focused()
    page.keyboard.press("Enter")
    expect(steps).to_have_value("2")
    check(page)
    expect(wall.locator("#wall ol li, #wall .flat li, #wall [class*=rank]").first).to_be_visible(timeout=15_000)
    public = open_as(language=language, size=size)
    public.goto("/e/evening/standings/")
    check(public)
    public.goto("/e/evening/round/1/table/1/")
    check(public)
