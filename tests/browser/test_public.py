"""Public pages and a player's own page in a browser: live standings, confirmation by players, every page accessible."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import check, sideways
from tests.browser.play import LANGUAGES, PLAYED
from tests.tournament import setting
from tests.tournament.walk.world import rank_teams
from tournament.models import Entry, Table
from tournament.services.events import update_event
from tournament.services.rounds import set_clock
from tournament.services.standings import publish
from tournament.services.tables import finish_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AREAS = [{"name": "East hall", "first": 1, "last": 1}, {"name": "West hall", "first": 2, "last": 2}]
PAGES = (
    "/", "/rules/", "/rules/toy/", "/e/evening/", "/e/evening/rules/", "/e/evening/seating/", "/e/evening/standings/",
    "/e/evening/tables/", "/e/evening/projector/", "/e/evening/round/1/drawn/", "/e/evening/round/2/drawn/",
    "/e/evening/player/1/", "/e/evening/round/1/table/1/", "/e/evening/rulings/", "/e/evening/seating/?q=nobody",
)  # fmt: skip


@pytest.mark.parametrize(("size", "language"), PLAYED)
def test_public_pages_are_accessible(play, open_as, language, size):
    play.record(setting.win())
    publish(play.event.pk)
    set_clock(actor=play.organiser, round_=play.table.round, minutes=40, running=True)
    page = open_as(None, language, size)
    for path in (*PAGES, f"/p/{play.player('E').link_token}/"):
        page.goto(path)
        check(page)


def test_open_standings_follow_the_play_and_keep_an_open_reason(play, open_as):
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as()
    page.goto("/e/evening/standings/")
    name = play.player("E").name
    expect(page.locator(".rank").first.get_by_text(name)).to_be_visible()
    reason = page.locator(f"#rank-{play.player('W').number}")
    reason.locator("summary").click()
    play.record(setting.win("W", "E", total=5))
    page.locator(".rank").first.get_by_text(play.player("W").name).wait_for(timeout=15_000)
    expect(page.locator(".rank").first.locator(".rank__pts")).to_have_text("+6")
    assert reason.get_attribute("open") is not None
    assert page.evaluate("document.activeElement.parentElement.id") == f"rank-{play.player('W').number}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_teams_of_long_names_have_room_on_a_phone(play, open_as, language):
    long = "Wolfeschlegelsteinhausenbergerdorffvoralternwaren"
    rank_teams(play.organiser, play.event)
    for entry, name in zip(Entry.objects.filter(event=play.event).order_by("number"), ("歐陽小慧", long), strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name)
    Entry.objects.filter(event=play.event, number__in=(3, 4)).update(team="Rolling Thunder Society of the North")
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as(None, language, "phone")
    for path in ("/e/evening/standings/", "/e/evening/standings/1/teams/", "/e/evening/standings/1/pairs/"):
        page.goto(path)
        check(page)
        broken = page.locator(".rank__name, .rank__members > span").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"
        )
        assert not broken, path
    high = page.locator(".rank__members > span").evaluate_all(
        "all => all.map(one => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"
    )
    assert sorted(high)[-2] == 1 < max(high), "only a name longer than the line is broken"


def test_no_name_however_long_makes_a_phone_scroll_sideways(play, open_as):
    names = ("Wolfeschlegelsteinhausen" * 5, "歐陽瑪莉亞亞歷山德拉康斯坦丁諾維奇")
    for place, name in zip("ES", names, strict=True):
        Entry.objects.filter(pk=play.player(place).pk).update(name=name)
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as(None, "zh-hant", "phone")
    own = play.player("E")
    for path in ("tables/", "seating/", "standings/", f"player/{own.number}/", "round/1/table/1/"):
        page.goto(f"/e/evening/{path}")
        assert sideways(page) == [], path
    page.goto(f"/p/{own.link_token}/")
    assert sideways(page) == []


# Where text is cut, or stands in what is beside it.
CUT = """() => [
  ...[...document.querySelectorAll(".place, .hands .num")].filter((one) =>
    one.getClientRects().length && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)),
  ...[...document.querySelectorAll(".square__mid, .place")].filter((one) =>
    [...one.parentElement.querySelectorAll(".place__who, .place__score, .place__note")].some((other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return !one.contains(other) && a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    })),
  ...[...document.querySelectorAll(".next__wind")].filter((one) =>
    one.getBoundingClientRect().right > one.closest("dd").getBoundingClientRect().right + 1),
].map((one) => `${one.className}: ${one.textContent.trim()}`)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_twice_the_size_are_not_cut_on_a_phone(play, open_as, language):
    play.record(setting.win(total=1234))
    publish(play.event.pk)
    page = open_as(None, language, "phone")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for path in (f"/p/{play.player('E').link_token}/", "/e/evening/round/1/table/1/"):
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate(CUT) == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pair_finds_both_its_seats_on_a_phone(play, open_as, language):
    event = setting.pairs_event(play.organiser)
    setting.running_round(event, play.organiser)
    page = open_as(None, language, "phone")
    for number in (1, 2):
        page.goto(f"/p/{Entry.objects.get(event=event, number=number).link_token}/")
        expect(page.locator(".next__wind")).to_have_count(2)
        assert sideways(page) == []


def test_no_name_however_long_makes_a_page_of_the_staff_scroll_sideways(play, open_as):
    Entry.objects.filter(pk=play.player("E").pk).update(name="Maximilian-Alexander Schwarzenberg-Hohenstein" * 2)
    play.record(setting.win())
    table = Table.objects.get(pk=play.table.pk)
    finish_table(actor=play.organiser, table=table, expected_seq=table.seq, key=None)
    update_event(actor=play.organiser, event=play.event, changes={"settings": {"areas": AREAS}})
    page = open_as(play.organiser, "en", "phone")
    for path in ("venues/", "rounds/1/confirm/", "rounds/1/", "registrations/", "entries/", "check-in/"):
        page.goto(f"/e/evening/manage/{path}")
        assert sideways(page) == [], path


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_long_points_stand_clear_of_what_opens_the_reason(play, open_as, size):
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as(None, "en", size)
    page.goto("/e/evening/standings/")
    overlapping = page.locator(".ranks").evaluate(
        """(list) => {
          list.classList.add("ranks--long", "ranks--longest");
          for (const cell of list.querySelectorAll("summary > .num:not(.rank__pts)")) cell.classList.add("wide");
          return [...list.querySelectorAll("summary")].filter((row) => {
            const points = row.querySelector(".rank__pts");
            points.textContent = "−127.874719";
            const text = document.createRange();
            text.selectNodeContents(points);
            return text.getBoundingClientRect().right > row.querySelector(".rank__more").getBoundingClientRect().left
              || text.getBoundingClientRect().left < row.querySelector(".rank__name").getBoundingClientRect().right;
          }).length;
        }"""
    )
    assert overlapping == 0


def test_reasons_open_without_a_script(play, open_as):
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as(java_script_enabled=False)
    page.goto("/e/evening/standings/")
    page.locator(".rank").nth(1).locator("summary").click()
    expect(page.locator(".rank").nth(1).get_by_text("Why behind")).to_be_visible()


def test_four_players_confirm_their_table_on_their_own_phones(play, open_as):
    play.record(setting.win())
    table = Table.objects.select_related("event", "round__stage", "draw").get(pk=play.table.pk)
    table.event.settings = {"confirmation": "seats"}
    table.event.save()
    finish_table(actor=play.organiser, table=table, expected_seq=table.seq, key=None)
    for place in "ESWN":
        phone = open_as(language="zh-hant")
        phone.goto(f"/p/{play.player(place).link_token}/")
        check(phone)
        phone.get_by_role("button", name="我同意這些紀錄").click()
        phone.get_by_text("你已確認這些紀錄。").wait_for()
    assert Table.objects.get(pk=table.pk).status == Table.Status.CONFIRMED


def test_a_player_finds_the_own_table_by_name(play, open_as):
    page = open_as()
    page.goto("/e/evening/seating/")
    page.get_by_label("Name or number").fill(play.player("N").name)
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".seats__table")).to_have_count(1)
    page.get_by_role("link", name="Open 1").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()


def test_a_projector_turns_its_pages_by_itself(play, open_as, monkeypatch):
    monkeypatch.setattr("tournament.walls.WALL_ROWS", 2)
    play.record(setting.win())
    publish(play.event.pk)
    page = open_as(size="desk")
    page.goto("/e/evening/projector/")
    first = page.locator(".rank--flat").first.inner_text()
    page.wait_for_function(
        "before => document.querySelector('.rank--flat').innerText !== before", arg=first, timeout=30_000
    )
