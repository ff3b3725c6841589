"""A ruling on a round that is over, after people advanced: who keeps the place, and a penalty that waits."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.tournament import setting
from tournament.selectors.rounds import get_round
from tournament.services.cuts import cut_stage
from tournament.services.stages import add_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FACTS = "infraction=T9&offender=E&fact.stage=completed&fact.tai=9"


@pytest.fixture
def finals(play):
    """Round 1 is over, and four of eight are through to the finals."""
    setting.play_round(get_round(play.event, 1), play.organiser)
    get_round(play.event, 2).delete()
    stage = add_stage(
        actor=play.organiser, event=play.event, name="Finals", seating="table", length={"unit": "hands", "count": 2},
        policy="points", rounds=1,
    )  # fmt: skip
    cut_stage(actor=play.organiser, stage=stage, size=4, ties="lot")
    return stage


@pytest.mark.parametrize(("size", "language"), [("phone", "zh-hant"), ("desk", "en")])
def test_the_chief_decides_on_places_and_the_penalty_is_applied_in_the_next_round(
    play, finals, open_as, size, language
):
    page = open_as(play.chief, size=size, language=language)
    page.goto(f"/e/evening/round/1/table/1/rule/?{FACTS}")
    check(page)
    page.locator('label:has(input[name="carry"])').click()
    page.locator('details form button[type="submit"]').first.click()
    expect(page.locator('input[name="carry"][type="checkbox"]')).to_be_checked()
    expect(page.locator('input[name="advance"][value="keep"]')).to_be_checked()
    page.locator('textarea[name="advance_reason"]').fill("他家失誤，不影響已晉級者")
    page.locator('button[value="issue"]').click()
    expect(page.locator("#carried-" + str(play.player("E").number))).to_be_visible()
    check(page)
    setting.running_round(play.event, play.organiser, 2)
    number = str(play.player("E").number)
    table = next(one for one in get_round(play.event, 2).tables.all() if number in one.state["seats"].values())
    page.goto(f"/e/evening/round/2/table/{table.number}/")
    check(page)
    page.locator('section.sheet--stop a[href*="/cases/"]').click()
    page.locator('form:has(input[value="apply_carried"]) button').click()
    expect(page.locator('form:has(input[value="apply_carried"])')).to_have_count(0)
    page.goto("/e/evening/rulings/report/")
    expect(page.get_by_text("他家失誤，不影響已晉級者")).to_be_visible()
    check(page)
