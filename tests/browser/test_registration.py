"""Registration in a browser: a player fills in the form on a phone, the organiser approves at a desk."""

from __future__ import annotations

import re
from datetime import date, time, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.checks import check
from tests.tournament import setting
from tests.tournament.services.test_areas import TWO
from tournament.models import Entry, Event
from tournament.services.announcements import announce
from tournament.services.areas import set_areas
from tournament.services.check_in import set_check_in_until
from tournament.services.entries import check_in
from tournament.services.registration_setup import change_registration, save_question
from tournament.services.timetable import set_timetable
from tournament.timetable import plan

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def offer(organiser, event) -> None:
    """Open the event for registration by hand, with a question of each kind."""
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    set_areas(actor=organiser, event=event, areas=TWO)
    changes = {
        "offered": True,
        "approval": "hand",
        "fee": "NT$500",
        "text": "帶學生證。\n12 點供餐。",
        "choose_area": True,
    }
    change_registration(actor=organiser, event=event, changes=changes)
    for fields in (
        {"label": "便當", "kind": "choice", "choices": ["葷", "素"], "required": True},
        {"label": "開車來嗎？", "kind": "yes_no"},
        {"label": "備註"},
    ):
        save_question(actor=organiser, event=event, fields=fields)


@pytest.mark.parametrize(("language", "size"), [("zh-hant", "phone"), ("en", "desk")])
def test_a_player_registers_and_the_organiser_approves(play, open_as, language, size):
    event = setting.event(play.organiser, slug="autumn", players=3)
    offer(play.organiser, event)
    page = open_as(language=language, size=size)
    page.goto("/e/autumn/register/")
    check(page)
    page.locator("[name=name]").fill("陳小美")
    page.locator("[name=email]").fill("mei@example.org")
    page.get_by_label("素").check()
    page.get_by_label("乙館").check()
    page.locator("form.sheet button[type=submit]").click()
    expect(page.locator(".qr")).to_be_visible()
    check(page)
    token = Entry.objects.get(event=event, number=4).link_token
    page.goto(f"/p/{token}/")
    check(page)
    staff = open_as(play.organiser, language=language, size=size)
    for path in ("registration/", "registration/questions/", "entries/4/"):
        staff.goto(f"/e/autumn/manage/{path}")
        check(staff)
    staff.goto("/e/autumn/manage/registrations/?show=pending")
    check(staff)
    staff.locator("[name=number]").check()
    staff.locator("button[value=approve]").click()
    expect(staff.locator(".messages")).to_contain_text("4 陳小美")
    assert Entry.objects.get(event=event, number=4).status == "registered"
    check(staff)


def test_a_scanned_card_checks_in_with_one_tap_and_an_announcement_reaches_an_open_page(play, open_as):
    event = setting.event(play.organiser, slug="autumn", players=4, starts_on=date(2027, 3, 27))
    Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
    check_in(actor=play.organiser, event=event, numbers=[2], state="expected")
    set_check_in_until(actor=play.organiser, event=event, until=timezone.now() + timedelta(minutes=20))
    set_timetable(actor=play.organiser, event=event, slots=plan(rounds=2, starts=time(10, 0), minutes=90))
    reader = open_as(size="phone", timezone_id="America/New_York")
    reader.goto("/e/autumn/")
    expect(reader.locator(".plan time[data-own] + small").first).to_contain_text("22:00")
    check(reader)
    desk = open_as(play.organiser, language="zh-hant", size="phone")
    desk.goto(f"/p/{Entry.objects.get(event=event, number=2).link_token}/")
    expect(desk.get_by_role("timer")).to_have_text(re.compile(r"^1\d:\d\d$"))
    check(desk)
    desk.locator("button[value=present]").click()
    expect(desk.locator(".note--go")).to_be_visible()
    for path in ("check-in/missing/", "announcements/", "corrections/", "timetable/"):
        desk.goto(f"/e/autumn/manage/{path}")
        check(desk)
    announce(actor=play.organiser, event=event, texts={"en": "Lunch at noon"}, pinned=True)
    expect(reader.get_by_text("Lunch at noon")).to_be_visible(timeout=25_000)
    check(reader)
