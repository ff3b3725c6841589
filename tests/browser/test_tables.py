"""A table in a browser: entering a hand by total, items and tiles, conflict, undo, correction, news, keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from engine.registry import games
from tests.browser.checks import check, sideways
from tests.browser.play import LANGUAGES, PLAYED, SIZES, pick
from tests.tournament import setting
from tournament.models import Entry, Table, TableEvent
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event
from tournament.services.table_time import add_hands

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = "/e/evening/round/1/table/1/"


def win(page, seat: str, giver: str, total: str) -> None:
    """Fill in a win on a discard."""
    pick(page, "wins.0.seat", seat)
    pick(page, "wins.0.by", "discard")
    pick(page, "wins.0.from", giver)
    page.locator('input[name="wins.0.total"]').fill(total)


@pytest.mark.parametrize(("size", "language"), PLAYED)
def test_pages_of_a_table_are_accessible(play, open_as, language, size):
    play.record(setting.win())
    play.record(setting.win())
    page = open_as(play.chief, language, size)
    page.goto(TABLE)
    page.locator("#hand-1 summary").click()
    check(page)
    for part in ("undo/", "correct/0/", "seats/", "finish/"):
        page.goto(TABLE + part)
        check(page)


# What of the drawing of a table is not whole: text that leaves the table, stands behind the middle or in another wedge.
_CUT = """
() => {
  const square = document.querySelector('.square');
  const frame = square.getBoundingClientRect();
  const middle = square.querySelector('.square__mid').getBoundingClientRect();
  const cut = [];
  const boxes = [];
  for (const place of square.querySelectorAll('.place')) {
    for (const part of place.querySelectorAll('.place__who, .place__score, .dealer, .place__note')) {
      const range = document.createRange();
      range.selectNodeContents(part);
      const own = part.matches('.place__who') ? part.getBoundingClientRect() : range.getBoundingClientRect();
      const named = `${place.className} ${part.className}: ${part.innerText}`;
      if (own.top < frame.top + 1 || own.bottom > frame.bottom - 1) cut.push(`${named} leaves the table`);
      if (own.left < frame.left + 1 || own.right > frame.right - 1) cut.push(`${named} leaves the table sideways`);
      if (meets(own, middle)) cut.push(`${named} is behind the middle`);
      for (const [place_, other, named_] of boxes) {
        if (place_ !== place && meets(own, other)) cut.push(`${named} meets ${named_}`);
      }
      boxes.push([place, own, named]);
      if (part.matches('.place__note') && range.getClientRects().length > 2) cut.push(`${named} has three lines`);
    }
  }
  return cut;
  function meets(one, other) {
    return one.left < other.right - 1 && other.left < one.right - 1
      && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  }
}
"""


def test_the_drawing_of_a_table_is_whole_with_long_names_and_numbers_of_six_digits(play, open_as):
    pages = [open_as(None, language, "phone") for language in LANGUAGES]
    for place, name in zip(
        "ESWN", ("Wolfeschlegelsteinhausen", "歐陽瑪莉亞亞歷山德拉", "Konstantin", "陳"), strict=True
    ):
        Entry.objects.filter(pk=play.player(place).pk).update(name=name)
    add_hands(actor=play.organiser, table=play.table, hands=2)
    lines = [{"from": payer, "to": receiver, "points": 234_567} for payer, receiver in (("E", "S"), ("N", "W"))]
    for dealer, winner, loser in (("E", "E", "S"), ("S", "S", "E"), ("W", "W", "N"), ("N", "N", "W")):
        play.record({"type": "ruling", "effect": {"postings": lines}}, setting.win(winner, loser))
        for page in pages:
            page.goto(TABLE)
            expect(page.locator(".place--bottom .place__note").last).to_contain_text("234,5")
            assert page.evaluate(_CUT) == [], (dealer, page.locator(".square").inner_text())


def test_a_hand_is_entered_with_its_payments_before_the_eyes(play, open_as):
    page = open_as(play.scorer)
    page.goto(TABLE)
    # Whose discard it was is asked once it is known to be a discard.
    assert page.locator('[name="wins.0.from"]').first.is_hidden()
    win(page, "E", "S", "4")
    preview = page.locator("#preview")
    preview.get_by_text("+5").first.wait_for()
    assert not TableEvent.objects.exists()
    check(page)
    page.get_by_role("button", name="Record it").click()
    page.get_by_text("Recorded: East off South").wait_for()
    assert play.scores()["E"] == 5
    expect(page.locator("#hand-1 summary").get_by_text("+5")).to_be_visible()


def test_after_going_back_the_next_hand_is_entered_with_the_deal_expected_now(play, open_as):
    page = open_as(play.scorer)
    page.goto(TABLE)
    for hand in (1, 2):
        win(page, "E", "S", "4")
        page.get_by_role("button", name="Record it").click()
        expect(page.locator(f"#hand-{hand}")).to_have_count(1)
        page.go_back()
        expect(page.locator('input[name="deal.streak"]')).to_have_value(str(hand))
    assert Table.objects.get(number=1).state["breaks"] == []


def test_everything_works_without_a_script(play, open_as):
    page = open_as(play.scorer, java_script_enabled=False)
    page.goto(TABLE)
    win(page, "E", "S", "4")
    page.get_by_role("button", name="See the payments first").click()
    expect(page.locator("#preview").get_by_text("+5").first).to_be_visible()
    page.get_by_role("button", name="Record it").click()
    page.get_by_text("Recorded:").wait_for()
    assert play.scores()["E"] == 5
    page.get_by_role("link", name="Take back the last entry").click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#hand-1")).to_have_count(0)
    assert play.scores()["E"] == 0


def test_a_hand_is_entered_with_the_keyboard_alone(play, open_as):
    page = open_as(play.scorer)
    page.goto(TABLE)
    keyboard = page.keyboard

    def reach(name: str) -> None:
        for _ in range(80):
            keyboard.press("Tab")
            if page.evaluate("document.activeElement.name") == name:
                return
        raise AssertionError(name)

    reach("wins.0.seat")
    keyboard.press("Space")
    reach("wins.0.by")
    keyboard.press("Space")
    reach("wins.0.from")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    reach("wins.0.total")
    keyboard.type("3")
    keyboard.press("Enter")
    page.get_by_text("Recorded:").wait_for()
    assert play.scores()["E"] == 4


def apart(upper, lower) -> float:
    """Return how many pixels lie between two parts of a page, one below the other."""
    above, below = upper.bounding_box(), lower.bounding_box()
    return below["y"] - (above["y"] + above["height"])


def test_who_comes_second_sees_both_entries_and_loses_nothing(play, open_as):
    first, second = open_as(play.scorer), open_as(play.chief, size="desk")
    for page, total in ((first, "1"), (second, "6")):
        page.goto(TABLE)
        win(page, "E", "S", total)
    notice = second.locator("#others .note").last
    expect(notice).to_contain_text(play.scorer.user.username)
    assert apart(notice, second.locator(".square")) >= 16
    first.get_by_role("button", name="Record it").click()
    first.get_by_text("Recorded:").wait_for()
    second.get_by_role("button", name="Record it").click()
    conflict = second.locator(".conflict")
    expect(conflict.get_by_text(play.scorer.user.username)).to_be_visible()
    expect(second.locator('input[name="wins.0.total"]')).to_have_value("6")
    assert apart(notice, conflict) >= 16
    check(second)
    second.get_by_role("link", name="Throw mine away").click()
    expect(second.locator(".conflict")).to_have_count(0)
    assert play.scores()["E"] == 2


def test_a_correction_shows_its_breaks_and_asks_once(play, open_as):
    play.record(setting.win())
    play.record(setting.win())
    page = open_as(play.chief)
    page.goto(TABLE)
    page.locator("#hand-1 summary").click()
    page.locator("#hand-1").get_by_role("link", name="Correct").click()
    pick(page, "wins.0.seat", "N")
    page.get_by_role("button", name="Save the correction").click()
    page.get_by_text("as played East, expected South").wait_for()
    check(page)
    page.get_by_role("button", name="Save the correction").click()
    page.get_by_text("Corrected.").wait_for()
    assert play.scores()["N"] == 3


def test_news_reach_an_open_page_without_taking_what_was_typed(play, open_as):
    writing, looking = open_as(play.scorer), open_as()
    for page in (writing, looking):
        page.goto(TABLE)
    writing.locator('input[name="wins.0.total"]').fill("9")
    play.record(setting.win())
    writing.get_by_text("Something was recorded at this table meanwhile").wait_for(timeout=15_000)
    expect(writing.locator('input[name="wins.0.total"]')).to_have_value("9")
    looking.locator("#hand-1").wait_for(timeout=15_000)


def test_a_new_hand_comes_to_who_looks_without_moving_what_is_read(play, open_as):
    play.record(setting.win())
    play.record(setting.win())
    page = open_as()
    page.set_viewport_size({"width": 360, "height": 420})
    page.goto(TABLE)
    read = page.locator("#hand-1")
    read.locator("summary").click()
    read.scroll_into_view_if_needed()
    page.evaluate("window.stayed = true")
    top = read.bounding_box()["y"]
    assert page.evaluate("scrollY") > 0
    play.record(setting.win("S", "W", total=9))
    expect(page.locator("#hand-3")).to_have_count(1, timeout=15_000)
    assert page.evaluate("window.stayed"), "the page was not loaded whole again"
    assert read.get_attribute("open") is not None
    assert abs(read.bounding_box()["y"] - top) <= 2
    check(page)


def test_with_nothing_open_what_is_in_view_stays_and_so_does_the_focus(play, open_as):
    play.record(setting.win())
    play.record(setting.win())
    looking, playing = open_as(), open_as()
    looking.set_viewport_size({"width": 360, "height": 200})
    looking.goto(TABLE)
    looking.evaluate("scrollTo(0, document.getElementById('hand-1').getBoundingClientRect().top)")
    playing.goto(f"/p/{play.player('E').link_token}/")
    playing.goto(TABLE)
    link = playing.locator("#entry a").first
    link.focus()
    target = link.get_attribute("href")
    stays = {looking: looking.locator("#hand-1"), playing: playing.locator(".square")}
    tops = {page: one.bounding_box()["y"] for page, one in stays.items()}
    play.record(setting.win())
    for page, one in stays.items():
        expect(page.locator("#hand-3")).to_have_count(1, timeout=15_000)
        assert abs(one.bounding_box()["y"] - tops[page]) <= 2
    assert playing.evaluate("document.activeElement.getAttribute('href')") == target


def table_of_tiles(play, game: str, preset: str) -> str:
    """Start an event of a game of tiles and return the address of its table."""
    event = create_event(
        actor=play.organiser, name="Tiles", slug=game, zone="Asia/Taipei", game=game, preset=preset, rounds=1
    )
    add_entries(actor=play.organiser, event=event, names=[f"選手 {number:02}" for number in range(1, 5)])
    check_in(actor=play.organiser, event=event, numbers=[1, 2, 3, 4], state="present")
    setting.running_round(event, play.organiser)
    return f"/e/{game}/round/1/table/1/"


@pytest.fixture
def tiles(play):
    """The address of a table of a game of tiles."""
    return table_of_tiles(play, "taiwan", "club_day")


def tap(page, *tiles: str) -> None:
    """Tap tiles on the keyboard, choosing their suit where only one is shown."""
    for tile in tiles:
        suit = page.locator(f".k-{'f' if tile[0] == 'f' else tile[1]}")
        if page.viewport_size["width"] < 768 and not suit.is_checked():
            page.locator("label", has=suit).click()
        page.locator(f'[data-tile="{tile}"]:visible').first.click()


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_is_tapped_tile_by_tile_and_scored_while_tapping(play, tiles, open_as, size):
    page = open_as(play.organiser, size=size)
    page.goto(tiles)
    pick(page, "wins.0.seat", "S")
    pick(page, "wins.0.by", "self")
    pick(page, "wins.0.way", "tiles")
    pick(page, "door", "E")
    tap(page, *["8m"] * 3, *["9m"] * 2, "3s", "4s", "5s", "6s", "7s", *["4z"] * 3)
    pick(page, "wins.0.tiles-as", "pon")
    tap(page, "7z")
    tap(page, "f4", "2s")
    preview = page.locator("#preview")
    preview.get_by_text("Self-draw", exact=True).first.wait_for()
    expect(page.locator("#dock-sum")).to_have_text(re.compile("^2 tai"))
    expect(page.locator("[data-rack] svg")).to_have_count(18)
    expect(page.locator('[data-tile="4z"]').first).to_have_attribute("aria-label", "North wind, 1 left")
    check(page)
    page.locator('[data-tile="erase"]:visible').first.click()
    expect(page.locator("[data-rack] svg")).to_have_count(17)
    tap(page, "2s")
    page.get_by_role("button", name="Record it").click()
    page.get_by_text("Recorded: South self-draw").wait_for()
    body = TableEvent.objects.get(table__event__slug="taiwan").body["wins"][0]["tiles"]
    assert body == {"concealed": "8m8m8m9m9m3s4s5s6s7s4z4z4z", "melds": ["pon:7z7z7z"], "win": "2s", "flowers": "f4"}
    page.locator("#hand-1 summary").click()
    page.locator("#hand-1").get_by_role("link", name="Correct").click()
    expect(page.locator("[data-rack] svg")).to_have_count(18)


def test_items_are_ticked_and_those_that_cannot_stand_together_are_refused(play, tiles, open_as):
    page = open_as(play.organiser, "zh-hant")
    page.goto(tiles)
    for name, value in (("seat", "E"), ("by", "discard"), ("from", "N"), ("way", "items")):
        pick(page, f"wins.0.{name}", value)
    for code in ("pinghu", "duiduihu"):
        page.locator(f'label:has(input[name="wins.0.items.{code}"])').click()
    page.locator('button:has-text("記下")').click()
    error = page.locator(".field__error")
    error.wait_for()
    expect(page.locator('input[name="wins.0.items.pinghu"]')).to_be_checked()
    check(page)


def test_eight_flowers_are_recorded_without_a_tile_and_a_win_at_the_deal_only_for_the_dealer(play, tiles, open_as):
    page = open_as(play.organiser)
    page.goto(tiles)
    for name, value in (("seat", "S"), ("by", "self"), ("way", "tiles")):
        pick(page, f"wins.0.{name}", value)
    page.locator("summary", has_text="Circumstances").click()
    pick(page, "wins.0.flags", "heaven")
    record = page.get_by_role("button", name="Record it")
    record.click()
    expect(page.get_by_text("Only the dealer can win with").first).to_be_visible()
    pick(page, "wins.0.flags", "heaven")
    pick(page, "wins.0.flags", "all_flowers")
    expect(page.get_by_text("choose Tiles and leave them empty")).to_be_visible()
    check(page)
    record.click()
    page.get_by_text("Recorded: South self-draw").wait_for()


def test_a_whole_hand_of_one_suit_fits_a_phone_and_no_key_is_shown_that_the_game_lacks(play, open_as):
    held = {"taiwan": 17, "dinghai": 14, "sichuan": 14, "zungjung": 14}
    page = open_as(play.organiser)
    for code, game in games().items():
        if code not in held:
            continue
        page.goto(table_of_tiles(play, code, game.ruleset.event_presets[0].code))
        pick(page, "wins.0.seat", "S")
        pick(page, "wins.0.by", "self")
        pick(page, "wins.0.way", "tiles")
        tap(page, *[f"{number}m" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3, 2)][: held[code]])
        expect(page.locator("[data-rack] svg")).to_have_count(held[code])
        assert not sideways(page), code
        plays = game.ruleset.tiles
        expect(page.locator('[data-tile="1z"]')).to_have_count(int(plays.honours))
        expect(page.locator('[data-tile="f1"]')).to_have_count(int(plays.flowers))
        expect(page.locator('input[name="wins.0.tiles-as"][value="chi"]')).to_have_count(int(plays.chows))
    check(page)


def test_a_refused_form_shows_why_in_view_until_it_is_corrected(play, open_as):
    page = open_as(play.scorer)
    page.goto(TABLE)
    win(page, "E", "S", "4")
    # Who has won is not offered as the one who discarded it, and is no longer it once he is the winner.
    expect(page.locator('label:has(input[name="wins.0.from"][value="E"])')).to_be_hidden()
    pick(page, "wins.0.seat", "S")
    expect(page.locator('input[name="wins.0.from"]:checked')).to_have_count(0)
    page.get_by_role("button", name="Record it").click()
    error = page.locator(".field__error")
    expect(error).to_be_in_viewport()
    pick(page, "wins.0.from", "W")
    expect(error).to_have_count(0)
    page.get_by_role("button", name="Record it").click()
    page.get_by_text("Recorded: South off West").wait_for()


def test_what_was_refused_is_called_wrong_until_it_is_changed(play, open_as):
    setting.play_round(play.table.round, play.organiser)
    page = open_as(play.chief)
    page.goto(f"{TABLE}correct/0/")
    pick(page, "wins.0.seat", "N")
    page.get_by_role("button", name="Change closed round 1").click()
    number = page.locator("[name=confirm_round]")
    expect(number).to_have_attribute("aria-invalid", "true")
    pick(page, "wins.0.seat", "W")
    expect(number).to_have_attribute("aria-invalid", "true")
    number.fill("1")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(page.locator(".field__error")).to_have_count(0)


def test_without_a_line_a_hand_stays_in_its_form(play, open_as):
    page = open_as(play.organiser)
    page.goto(TABLE)
    page.get_by_label("Total").fill("2")
    page.context.set_offline(True)
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("No connection: nothing was sent.")).to_be_visible()
    expect(page.get_by_label("Total")).to_have_value("2")
    page.context.set_offline(False)
    expect(page.get_by_text("No connection: nothing was sent.")).to_be_hidden()


@pytest.mark.parametrize(
    ("kind", "asked"),
    [("fed", ("from",)), ("added_now", ("robbed_by",)), ("added_late", ("robbed_by",)), ("concealed", ())],
)
def test_a_kong_asks_only_what_its_kind_needs_and_is_recorded(open_as, db, kind, asked):
    organiser = setting.organiser()
    table = setting.running_table(setting.event(organiser, slug="kongs", game="sichuan", preset="house"), organiser)
    page = open_as(organiser)
    page.goto("/e/kongs/round/1/table/1/?kind=kong")
    pick(page, "seat", "W")
    pick(page, "kind", kind)
    for name in ("from", "robbed_by"):
        shown = page.locator(f'fieldset:has(input[name="{name}"])')
        expect(shown).to_be_visible() if name in asked else expect(shown).to_be_hidden()
    if "from" in asked:
        pick(page, "from", "E")
    expect(page.locator("#preview table")).to_be_visible()
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("Recorded: West")).to_be_visible()
    assert TableEvent.objects.get(table=table).body["kind"] == kind


def test_a_discarder_is_asked_for_and_a_value_left_out_is_missed_in_view(play, tiles, open_as):
    page = open_as(play.organiser)
    page.goto(tiles)
    nobody = page.locator('input[name="wins.0.from"][value=""]')
    expect(nobody).to_be_checked()
    pick(page, "wins.0.seat", "E")
    pick(page, "wins.0.by", "discard")
    expect(page.locator("label", has=nobody)).to_be_hidden()
    expect(nobody).not_to_be_checked()
    pick(page, "wins.0.by", "self")
    expect(page.locator("label", has=nobody)).to_be_visible()
    expect(nobody).to_be_checked()
    pick(page, "wins.0.by", "discard")
    pick(page, "wins.0.from", "N")
    pick(page, "wins.0.way", "tiles")
    page.get_by_role("button", name="Record it").click()
    error = page.locator(".field__error")
    expect(error).to_be_in_viewport()
    expect(page.locator(".ask--tiles", has=error)).to_be_visible()
    check(page)
