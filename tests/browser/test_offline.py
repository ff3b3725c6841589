"""Rulings through a lost connection: what is answered is kept, sent once, proposed; nothing is issued unseen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from adjudication.models import Call, Case
from adjudication.rules import rulings_of
from engine.deciding import open_questions
from engine.fields import Field
from tests.adjudication.steps import ruled
from tests.browser.checks import check
from tests.browser.play import SIZES
from tests.tournament import setting
from tournament.access import Role
from tournament.asking import Answers, Around, read, typed
from tournament.models import TableEvent
from tournament.selectors.tables import get_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULE = "/e/evening/round/1/table/1/rule/"
FACT = "fact."


def state_line(page):
    """The line that says what is not yet sent."""
    return page.locator("[data-kept-line]")


def answer_slip(page, *, cut_before_last: bool = False) -> None:
    """Answer a completed slip of South with two tai, step by step; the line may break between two questions."""
    page.goto(RULE)
    page.locator("[data-found] button:visible").click()
    page.locator('label:has(input[name="offender"][value="S"])').click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Completed", exact=True).click()
    page.get_by_role("button", name="Next").click()
    if cut_before_last:
        page.context.set_offline(True)
        expect(state_line(page)).to_contain_text("No connection", use_inner_text=True)
    page.get_by_label("Tai").fill("2")
    page.get_by_role("button", name="Next").click()


def keep_slip(page) -> None:
    """Answer it while the line breaks, and keep it."""
    answer_slip(page, cut_before_last=True)
    expect(page.get_by_role("heading", name="Slip")).to_be_visible()
    page.get_by_role("button", name="Keep it and send it later").click()
    expect(state_line(page)).to_contain_text("No connection not yet sent: 1", use_inner_text=True)


def test_a_line_cut_between_two_questions_gives_one_case_and_one_ruling(play, open_as):
    page = open_as(play.chief)
    keep_slip(page)
    check(page)
    assert not Call.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    expect(page.locator("[data-items] li")).to_have_count(0)
    expect(page.get_by_role("heading", name="Kept on this phone")).to_have_count(0)
    expect(page.get_by_text("Nothing is kept on this phone any more.")).to_be_visible()
    check(page)
    # Lost and back again, and the page loaded anew: it has been sent once.
    page.context.set_offline(True)
    page.context.set_offline(False)
    page.reload()
    expect(state_line(page)).to_contain_text("Connected, everything is sent", use_inner_text=True)
    case = Case.objects.get()
    assert (case.status, case.facts) == ("proposed", {"stage": "completed", "tai": 2})
    assert not TableEvent.objects.filter(table=play.table).exists()
    page.goto(f"/e/evening/cases/{case.number}/")
    expect(page.get_by_text("pays the three")).to_be_visible()
    page.get_by_role("button", name="Confirm and issue the ruling").click()
    expect(page.get_by_text("The ruling has been issued.")).to_be_visible()
    assert TableEvent.objects.filter(table=play.table, kind="ruling").count() == 1
    assert play.scores()["S"] == -9


def test_a_phone_whose_storage_is_full_keeps_the_call_as_long_as_the_page(play, open_as):
    page = open_as(play.chief)
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    keep_slip(page)
    expect(page.locator("[data-items]")).to_contain_text("Slip")
    page.context.set_offline(False)
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    expect(page.locator("[data-items] li")).to_have_count(0)
    assert (Case.objects.count(), Call.objects.count()) == (1, 1)


def test_a_reload_before_the_answer_arrived_sends_the_same_call_again(play, open_as):
    page = open_as(play.chief)
    keep_slip(page)
    kept = page.evaluate("localStorage.getItem('kept-calls')")
    page.context.set_offline(False)
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    # As if the answer had been lost on its way: the phone still holds the call.
    page.evaluate("kept => localStorage.setItem('kept-calls', kept)", kept)
    page.goto("/e/evening/calls/")
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    assert (Case.objects.count(), Call.objects.count()) == (1, 1)


def test_what_is_kept_survives_the_page_and_is_discarded_only_on_purpose(play, open_as):
    ruled(play.chief, get_table(play.event, 1, 1))
    page = open_as(play.chief)
    page.route("**/rule/kept/", lambda route: route.abort())
    keep_slip(page)
    page.context.set_offline(False)
    page.goto("/e/evening/rulings/")
    # The hint beside a name is none of it.
    expect(page.locator("[data-items]")).not_to_contain_text("ruling before")
    expect(state_line(page)).to_contain_text("not yet sent: 1", use_inner_text=True)
    expect(page.locator("[data-items]")).to_contain_text("Slip")
    expect(page.locator("[data-items]")).to_contain_text("Table 1")
    check(page)
    page.get_by_role("button", name="Discard Slip").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-items] li")).to_have_count(1)
    page.get_by_role("button", name="Discard Slip").click()
    page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    expect(page.locator("[data-items] li")).to_have_count(0)
    assert not Call.objects.exists()


def test_a_session_that_ended_keeps_the_call_and_sends_it_after_the_login(play, open_as):
    page = open_as(play.chief)
    keep_slip(page)
    page.context.clear_cookies(name="sessionid")
    page.context.set_offline(False)
    expect(page.get_by_text("You have been signed out. What is kept here stays")).to_be_visible()
    assert not Call.objects.exists()
    page.locator("[data-signed-out]").get_by_role("link", name="Log in").click()
    page.get_by_label("User name").fill(play.chief.user.username)
    page.get_by_label("Password").fill("secret-of-tests")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    assert Case.objects.get().proposed_by == play.chief.user


def test_another_account_neither_sees_nor_sends_what_somebody_kept(play, open_as):
    page = open_as(play.chief)
    keep_slip(page)
    kept = page.evaluate("localStorage.getItem('kept-calls')")
    other = open_as(setting.member(play.event, Role.REFEREE))
    other.goto("/e/evening/calls/")
    other.evaluate("kept => localStorage.setItem('kept-calls', kept)", kept)
    other.reload()
    expect(other.get_by_text("Another account keeps calls on this phone")).to_be_visible()
    expect(other.locator("[data-items] li")).to_have_count(0)
    check(other)
    assert not Call.objects.exists()


def test_a_table_that_moved_on_shows_new_payments_and_keeps_the_answers(play, open_as):
    page = open_as(play.chief)
    answer_slip(page)
    expect(page.get_by_text("pays the three")).to_be_visible()
    page.get_by_label("Public reason").fill("He let it fall.")
    play.record(setting.win("N", "E", total=1))
    page.get_by_role("button", name="Confirm and issue the ruling").click()
    expect(page.get_by_text("Something was recorded at this table meanwhile")).to_be_visible()
    expect(page.get_by_label("Public reason")).to_have_value("He let it fall.")
    expect(page.locator(".answers")).to_contain_text("Completed")
    assert not Case.objects.exists()
    page.get_by_role("button", name="Confirm and issue the ruling").click()
    expect(page.get_by_text("The ruling has been issued.")).to_be_visible()
    assert Case.objects.get().public_text == "He let it fall."


def test_a_kept_call_is_about_the_hand_that_was_on_the_screen(play, open_as):
    page = open_as(play.chief)
    keep_slip(page)
    play.record(setting.win("N", "E", total=1))
    page.context.set_offline(False)
    page.get_by_role("link", name="Look at it").click()
    expect(page.get_by_role("button", name="Confirm and issue the ruling")).to_be_visible()
    assert (Case.objects.get().hand, Case.objects.get().after) == (1, -1)


def test_what_the_server_refuses_stays_until_it_is_ruled_on_another_way(play, open_as):
    page = open_as(play.chief)
    page.goto(RULE)
    item = {
        "id": "0" * 32, "sender": play.chief.user.username, "at": 0, "title": "Slip", "where": "Table 1",
        "url": RULE + "kept/", "fields": "infraction=T9&offender=S&fact.stage=completed&fact.tai=99&hand=1&seen_seq=0",
        "again": RULE + "?infraction=T9&offender=S&fact.stage=completed&fact.tai=99",
    }  # fmt: skip
    page.evaluate("item => localStorage.setItem('kept-calls', JSON.stringify([item]))", item)
    page.reload()
    expect(page.locator("[data-items]")).to_contain_text("is no answer to")
    check(page)
    page.get_by_role("link", name="Look at it again").click()
    page.get_by_label("Tai").fill("2")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Only propose it").click()
    expect(page.get_by_text("The case has been proposed")).to_be_visible()
    expect(page.locator("[data-items] li")).to_have_count(0)
    assert Case.objects.count() == 1


def test_a_line_lost_at_the_payments_keeps_a_proposal_and_issues_nothing(play, open_as):
    page = open_as(play.chief)
    answer_slip(page)
    expect(page.get_by_text("pays the three")).to_be_visible()
    page.context.set_offline(True)
    issue = page.get_by_role("button", name="Confirm and issue the ruling")
    expect(issue).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Only propose it").click()
    expect(state_line(page)).to_contain_text("not yet sent: 1", use_inner_text=True)
    page.context.set_offline(False)
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    assert Case.objects.get().status == "proposed"


def test_without_a_line_steps_go_back_and_forth(play, open_as):
    page = open_as(play.chief)
    page.goto(RULE)
    page.context.set_offline(True)
    page.locator("[data-found] button:visible").click()
    page.locator('label:has(input[name="offender"][value="S"])').click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("group", name="When")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("group", name="Who did it?")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Name, article or a word for it")).to_be_visible()
    page.go_forward()
    page.locator('label:has(input[name="offender"][value="W"])').click()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Attempt", exact=True).click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Change When").click()
    page.get_by_text("Completed", exact=True).click()
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Tai").fill("1")
    page.get_by_role("button", name="Next").click()
    page.get_by_text("It was deliberate").click()
    page.get_by_role("button", name="Keep it and send it later").click()
    page.get_by_role("link", name="Another infraction").click()
    expect(page.get_by_label("Name, article or a word for it")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Case 1 is proposed")).to_be_visible()
    case = Case.objects.get()
    assert (case.facts, case.deliberate, case.offenders.get().place) == ({"stage": "completed", "tai": 1}, True, "W")


@pytest.mark.parametrize("size", SIZES)
def test_the_last_step_without_a_line_is_accessible(play, open_as, size):
    page = open_as(play.chief, "zh-hant", size)
    page.goto(f"{RULE}?infraction=T9&offender=S&fact.stage=completed")
    page.context.set_offline(True)
    page.locator("#f-fact-tai").fill("2")
    page.locator('[data-step] button[type="submit"]:visible').click()
    expect(page.locator('[data-step="last"]')).to_be_visible()
    check(page)


PRESETS = (
    ("taiwan", "club_day"), ("zungjung", "session"), ("sichuan", "house"), ("sichuan", "competition"),
    ("dinghai", "club"), ("shengji", "pairs_hands"),
)  # fmt: skip


def said_to(question: Field) -> list[object]:
    """Answers to one question, as facts."""
    match question.widget:
        case "choice":
            return [choice.code for choice in question.choices]
        case "flag":
            return [True, False]
        case "number":
            return [question.minimum or 0]
        case "seat":
            return ["E"]
        case "seats":
            return [["E", "S"]]
        case "pairs":
            return [[["E", 1]]]
        case _:
            return []


def walks(infraction) -> list[tuple[dict, str | None]]:
    """Every way through the questions of an infraction: the facts given, and what the server asks next."""
    found, waiting = [], [{}]
    while waiting:
        facts = waiting.pop()
        open_ = open_questions(infraction, facts)
        found.append((facts, open_[0].code if open_ else None))
        if open_:
            waiting += [facts | {open_[0].code: value} for value in said_to(open_[0])]
    return found


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_question_of_every_game_comes_in_the_order_of_the_server(play, open_as, game, preset):
    if game == "shengji":
        event = setting.pairs_event(play.organiser, slug=game)
    else:
        event = setting.event(play.organiser, slug=game, game=game, preset=preset, rounds=1)
    setting.running_table(event, play.organiser)
    chief = setting.member(event, Role.CHIEF_REFEREE)
    page = open_as(chief)
    page.goto(f"/e/{game}/round/1/table/1/rule/")
    shown = set(page.locator("template[data-infraction]").evaluate_all("all => all.map(one => one.dataset.infraction)"))
    around = Around(dict.fromkeys("ESWN", "x"))
    asked, wanted = [], []
    for infraction in rulings_of(game).infractions.values():
        if infraction.code not in shown:
            continue
        assert len([item for item in infraction.questions if item.required]) <= 4
        for facts, following in walks(infraction):
            given = typed(infraction.questions, facts, FACT)
            assert read(infraction.questions, around, Answers(dict(given.items())), FACT) == facts
            pairs = [(name, value) for name, values in given.items() for value in values]
            asked.append([("infraction", infraction.code), ("offender", "E"), *pairs])
            wanted.append(following and FACT + following)
    found = page.evaluate(
        """async (asked) => {
            const { infractionOf, nextOf } = await import(document.querySelector('script[src*="steps"]').src);
            return asked.map((pairs) => {
                const params = new URLSearchParams(pairs);
                return nextOf(infractionOf(params), params)?.name ?? null;
            });
        }""",
        asked,
    )
    assert len(asked) > len(shown)
    assert found == wanted
