"""A round does not close over a penalty that was carried to it: it is applied, waived or carried on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.models import CarriedPenalty
from adjudication.selectors.carrying import table_of
from adjudication.services.carrying import apply_carried, carry_on, waive_carried
from adjudication.services.cases import overturn_case
from tests.adjudication.test_carrying import issue_carried
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, Round
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.selectors.tables import get_table, round_tables
from tournament.services.cuts import cut_stage
from tournament.services.rounds import close_round
from tournament.services.stages import add_stage
from tournament.services.table_status import confirm_table, void_table
from tournament.services.unfinished import Decision, settle_unfinished
from tournament.services.verification import verify_event


@pytest.fixture
def event(organiser):
    return setting.event(organiser, rounds=3)


@pytest.fixture
def item(event, organiser, chief):
    """A penalty of round 1 that waits in round 2, which runs."""
    setting.play_round(setting.running_round(event, organiser), organiser)
    found = issue_carried(chief, get_table(event, 1, 1)).carried.get()
    setting.running_round(event, organiser, 2)
    return found


def played(event, organiser) -> Round:
    """Play all tables of round 2 to their end."""
    for table in round_tables(get_round(event, 2)):
        table.event, table.round = event, get_round(event, 2)
        while not table.state["finished"]:
            setting.record(table, organiser, setting.win())
        confirm_table(actor=organiser, table=table, seq=table.seq)
    return get_round(event, 2)


def test_the_round_stays_open_until_it_is_applied(event, item, organiser, referee):
    apply_carried(actor=referee, item=item)
    own = table_of(item)
    place = next(place for place, person in own.state["seats"].items() if person == item.person)
    setting.record(own, organiser, setting.win(*(("W", "N") if place in "ES" else ("E", "S"))))
    close_round(actor=organiser, round_=played(event, organiser))
    assert get_round(event, 2).status == "closed"


def test_the_refusal_names_the_player_and_the_case(event, item, organiser, chief):
    round_ = played(event, organiser)
    with pytest.raises(Conflict) as refusal:
        close_round(actor=organiser, round_=round_)
    assert refusal.value.code == "carried_waiting"
    assert refusal.value.facts["carried"] == [
        {"number": item.entry.number, "name": item.entry.name, "case": item.case.number}
    ]
    answer = client_of(organiser).post(f"/api/v1/events/{event.slug}/rounds/2/close/")
    assert (answer.status_code, answer.json()["code"]) == (409, "carried_waiting")
    with pytest.raises(Conflict) as refusal:
        apply_carried(actor=chief, item=item)
    assert refusal.value.code == "carried_late", "a hand cannot be played dead any more"
    waive_carried(actor=chief, item=item, reason="first time")
    close_round(actor=organiser, round_=get_round(event, 2))


def test_it_is_carried_on_with_a_reason_and_waits_in_the_next_round(event, item, organiser, referee, floor):
    round_ = played(event, organiser)
    with pytest.raises(NotAllowed):
        carry_on(actor=floor, item=item, reason="x")
    with pytest.raises(Refused):
        carry_on(actor=referee, item=item, reason=" ")
    carry_on(actor=referee, item=item, reason="he was dummy all evening")
    item.refresh_from_db()
    assert (item.status, item.round.number, item.case.round.number) == ("open", 3, 3)
    line = AuditEntry.objects.get(event=event, action="carried.moved")
    assert (line.before["round"], line.after["round"], line.reason) == (2, 3, "he was dummy all evening")
    close_round(actor=organiser, round_=round_)
    setting.running_round(event, organiser, 3)
    with pytest.raises(Conflict) as refusal:
        carry_on(actor=referee, item=item, reason="x")
    assert refusal.value.code == "carried_last"
    apply_carried(actor=referee, item=item)
    item.refresh_from_db()
    assert (item.status, item.table.round.number) == ("applied", 3)
    assert not verify_event(event)


def test_what_lapsed_with_its_ruling_holds_up_nothing(event, item, organiser, chief):
    round_ = played(event, organiser)
    overturn_case(actor=chief, case=item.case, expected_seq=None, reason="no slip", confirm_round=1)
    close_round(actor=organiser, round_=round_)
    assert get_round(event, 2).status == "closed"


def test_tables_that_are_settled_stay_settled_and_the_round_open(event, item, organiser):
    page = reverse("close", args=[event.slug, 2])
    shown = text_of(client_of(organiser).get(page))
    assert "A penalty of an earlier round waits here" in shown and item.entry.name in shown
    tables = round_tables(get_round(event, 2))
    for table in tables:
        table.event, table.round = event, get_round(event, 2)
        setting.record(table, organiser, setting.win())
    decisions = [Decision(table.number, "finish", 1) for table in tables]
    round_ = settle_unfinished(actor=organiser, round_=get_round(event, 2), decisions=decisions)
    assert round_.status == "running"
    assert all(table.status == "confirmed" for table in round_tables(round_))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_console_names_it_with_the_way_to_its_case(event, item, organiser, language):
    address = reverse("case", args=[event.slug, item.case.number])
    browser, console = client_of(organiser, language), reverse("round", args=[event.slug, 2])
    page = browser.get(console)
    assert f'href="{address}"' in page.content.decode() and item.entry.name in text_of(page)
    played(event, organiser)
    close = reverse("close", args=[event.slug, 2])
    for answer, status in ((browser.get(close), 200), (browser.post(close), 409)):
        assert answer.status_code == status and f'href="{address}"' in answer.content.decode()
    assert get_round(event, 2).status == "running"


def test_the_case_carries_it_on_and_the_round_closes_then(event, item, organiser):
    browser, number = client_of(organiser), item.case.number
    played(event, organiser)
    assert "Carry it on to round 3" in text_of(browser.get(reverse("case", args=[event.slug, number])))
    act = {"act": "carry_on", "person": item.person, "reason": "he rested"}
    assert browser.post(reverse("case_act", args=[event.slug, number]), act).status_code == 302
    assert "cannot be closed yet" not in text_of(browser.get(reverse("close", args=[event.slug, 2])))
    assert browser.post(reverse("close", args=[event.slug, 2])).status_code == 302
    assert get_round(event, 2).status == "closed"
    seen = text_of(browser.get(reverse("case", args=[event.slug, number])))
    assert "Carried to round 3" in seen and "he rested" in seen


def test_the_case_does_not_offer_what_would_be_refused_and_says_what_can_be_done(event, item, organiser, chief):
    browser, address = client_of(organiser), reverse("case", args=[event.slug, item.case.number])
    assert "Apply it now" in text_of(browser.get(address))
    round_ = played(event, organiser)
    shown = text_of(browser.get(address))
    assert "Apply it now" not in shown and "No hand is played there any more" in shown
    assert "Carry it on to the next round, or waive it with a reason." in shown
    CarriedPenalty.objects.update(what={"points": 30, "account": "event"})
    assert "Apply it now" in text_of(browser.get(address)), "points count at a table that is over"
    CarriedPenalty.objects.update(what=item.what)
    carry_on(actor=chief, item=item, reason="he was dummy all evening")
    assert "It can be applied once that round is seated." in text_of(browser.get(address))
    close_round(actor=organiser, round_=round_)
    setting.running_round(event, organiser, 3)
    for table in round_tables(get_round(event, 3)):
        void_table(actor=organiser, table=table, reason="rain")
    shown = text_of(browser.get(address))
    assert "Apply it now" not in shown and "It can only be waived" in shown


def test_it_is_applied_where_it_waits_though_it_was_carried_on_since_it_was_read(event, item, organiser, chief):
    carry_on(actor=chief, item=CarriedPenalty.objects.get(pk=item.pk), reason="he was dummy all evening")
    with pytest.raises(Conflict) as refusal:
        apply_carried(actor=chief, item=item)
    assert refusal.value.code == "carried_early"


def test_applying_it_asks_who_keeps_a_place_in_a_later_stage(organiser):
    event = setting.event(organiser, rounds=2)
    chief = setting.chief(event)
    setting.play_round(setting.running_round(event, organiser), organiser)
    item = issue_carried(chief, get_table(event, 1, 1), "E").carried.get()
    CarriedPenalty.objects.update(what={"points": 30, "account": "event"})
    Round.objects.filter(event=event, number=2).update(status="closed")
    stage = add_stage(
        actor=organiser, event=event, name="Finals", seating="table", length={"unit": "hands", "count": 1},
        policy="points", rounds=1,
    )  # fmt: skip
    totals = {row.id: row.total for row in computed_standings(event)[0].standings.rows}
    size = sum(total >= totals[str(item.entry.number)] for total in totals.values())  # so that no lot decides on him
    assert size < len(totals)
    cut_stage(actor=organiser, stage=stage, size=size, ties="lot")
    Round.objects.filter(event=event, number=2).update(status="planned")
    setting.running_round(event, organiser, 2)
    assert item.entry.number in setting.through(stage)
    address = reverse("case_act", args=[event.slug, item.case.number])
    given = {"act": "apply_carried", "person": item.person}
    page = client_of(chief).post(address, given)
    assert page.status_code == 409 and 'name="advance" value="keep" checked' in page.content.decode()
    given |= {"advance": "change", "advance_reason": "the penalty is his"}
    assert client_of(chief).post(address, given).status_code == 302
    item.refresh_from_db()
    assert item.status == "applied" and item.entry.number not in setting.through(stage)
    assert item.case.advances[0]["reason"] == "the penalty is his"


def test_programs_carry_it_on(event, item, chief):
    url = f"/api/v1/events/{event.slug}/cases/{item.case.number}/carried/"
    body = {"person": item.person, "act": "carry_on", "reason": "he rested"}
    answer = client_of(chief).post(url, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    (found,) = answer.json()["carried"]
    assert (found["round"], found["status"], found["reason"]) == (3, "open", "he rested")
