"""A penalty that cannot be applied in its round is carried to the next one, explicitly, and applied or waived there."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.models import CarriedPenalty, Case
from adjudication.selectors.carrying import bar_to_applying, open_carried, place_at, table_of
from adjudication.selectors.cases import decide_again, get_case
from adjudication.selectors.preview import ruling_preview
from adjudication.services.carrying import apply_carried, waive_carried
from adjudication.services.cases import issue_case, overturn_case
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.actors import PUBLIC, Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import AuditEntry, PostingRow, Round, TableEvent
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import computed_standings
from tournament.selectors.tables import get_table, round_tables
from tournament.services.draws import delete_draw
from tournament.services.rounds import drop_round
from tournament.services.table_status import restore_table, void_table
from tournament.services.tables import undo
from tournament.services.undoing import acts, next_to_undo
from tournament.services.verification import verify_event


@pytest.fixture
def over(event, organiser):
    """Round 1 is over; the first table of it."""
    setting.play_round(setting.running_round(event, organiser), organiser)
    return get_table(event, 1, 1)


def issue_carried(actor, table, place="S", **more) -> Case:
    """Rule on a table that is over and carry the penalty."""
    case = steps.propose(actor, table, place, **more)
    preview = ruling_preview(actor=actor, decided=decide_again(case), counted_in=case.round, case=case, carry=True)
    issue_case(actor=actor, case=case, expected_seq=preview["seq"], mark=preview["mark"], carry=True, confirm_round=1)
    return get_case(actor, table.event, case.number)


def seat_in(event, number, entry) -> tuple:
    """Return the table and place of an entry in a round."""
    for table in Round.objects.get(event=event, number=number).tables.all():
        for place, person in table.state["seats"].items():
            if person == str(entry.number):
                return get_table(event, number, table.number), place
    raise AssertionError("sits nowhere")


def total(event, entry) -> int:
    (found,) = computed_standings(event)
    return next(row.total for row in found.standings.rows if row.id == str(entry.number))


def test_it_is_offered_only_where_the_table_is_over_and_a_round_comes(event, organiser, chief):
    running = setting.running_table(event, organiser)
    case = steps.propose(chief, running)
    preview = ruling_preview(actor=chief, decided=decide_again(case), counted_in=case.round, case=case, carry=True)
    assert preview["carry"] == {"round": None, "chosen": False}
    with pytest.raises(Refused) as refusal:
        issue_case(actor=chief, case=case, expected_seq=None, mark=preview["mark"], carry=True)
    assert refusal.value.code == "carry_not_possible"
    warned = steps.propose(chief, running, "W", facts={"stage": "attempt"})
    setting.play_round(get_round(event, 1), organiser)
    for one, to in ((case, 2), (warned, None)):
        found = ruling_preview(actor=chief, decided=decide_again(one), counted_in=one.round, case=one)
        assert found["carry"] == {"round": to, "chosen": False}, "a warning has nothing that could wait"


def test_a_dead_hand_waits_for_a_round_in_which_the_offender_still_plays(organiser):
    event = setting.event(organiser, rounds=3)
    chief = setting.chief(event)
    setting.play_round(setting.running_round(event, organiser), organiser)
    over = get_table(event, 1, 1)
    case = steps.propose(chief, over)
    setting.running_round(event, organiser, 2)
    table, _place = seat_in(event, 2, get_entry(event, int(over.state["seats"]["S"])))
    setting.play_table(table, organiser)
    decided = decide_again(case)
    found = ruling_preview(actor=chief, decided=decided, counted_in=case.round, case=case)
    assert found["carry"] == {"round": 3, "chosen": False}, "there is no hand of round 2 left to be played dead"
    item = issue_carried(chief, over).carried.get()
    assert item.round.number == 3
    CarriedPenalty.objects.update(round=get_round(event, 2), what={"points": 30, "account": "event"})
    points = CarriedPenalty.objects.get()
    assert bar_to_applying(points, table_of(points)) is None, "points alone are posted at a table that is over"


def test_what_players_pay_one_another_is_paid_at_once_and_the_rest_waits(event, over, chief):
    before = {place: over.state["scores"][place] for place in "ESWN"}
    case = issue_carried(chief, over)
    table = get_table(event, 1, 1)
    assert {place: table.state["scores"][place] - before[place] for place in "ESWN"} == {
        "E": 3,
        "S": -9,
        "W": 3,
        "N": 3,
    }
    body = TableEvent.objects.get(table=table, seq=case.ruling_seq).body
    assert "flags" not in body["effect"], "no dead hand in a round that is over"
    item = CarriedPenalty.objects.get()
    assert (item.status, item.round.number, case.round.number) == ("open", 2, 2)
    assert item.what["flags"] == [{"seat": "S", "flag": "dead"}]
    assert AuditEntry.objects.get(action="case.issued").after["carried"][0]["round"] == 2


def test_it_is_applied_at_the_table_of_the_next_round_by_a_ruling_of_its_own(event, over, chief, organiser, referee):
    item = issue_carried(chief, over).carried.get()
    with pytest.raises(Conflict) as refusal:
        apply_carried(actor=chief, item=item)
    assert refusal.value.code == "carried_early"
    setting.running_round(event, organiser, 2)
    table, place = seat_in(event, 2, item.entry)
    apply_carried(actor=referee, item=item)
    table.refresh_from_db()
    assert {"seat": place, "flag": "dead"}.items() <= table.state["flags"][0].items()
    item.refresh_from_db()
    assert (item.status, item.table, item.ruling_seq) == ("applied", table, 0)
    with pytest.raises(Conflict) as refusal:
        apply_carried(actor=referee, item=item)
    assert refusal.value.code == "carried_ended"
    with pytest.raises(Conflict) as refusal:
        undo(actor=referee, table=table, expected_seq=table.seq, key=None)
    assert refusal.value.code == "ruling_of_case", "it is taken back with its ruling alone"
    assert not verify_event(event)


def test_points_count_in_the_standings_of_the_round_they_were_carried_to(event, over, chief, organiser):
    entry = get_entry(event, int(over.state["seats"]["S"]))
    item = issue_carried(chief, over).carried.get()
    CarriedPenalty.objects.update(what=item.what | {"points": 30, "account": "event"})
    before = total(event, entry)
    setting.running_round(event, organiser, 2)
    assert total(event, entry) == before, "nothing counts before it is applied"
    apply_carried(actor=chief, item=item)
    line = PostingRow.objects.get(from_entry=entry, account="event")
    assert (line.round.number, line.points) == (2, 30)
    assert total(event, entry) == before - 30


def test_it_is_waived_with_a_reason_by_who_may_rule(event, over, chief, floor):
    item = issue_carried(chief, over).carried.get()
    with pytest.raises(NotAllowed):
        waive_carried(actor=floor, item=item, reason="x")
    with pytest.raises(Refused):
        waive_carried(actor=chief, item=item, reason=" ")
    waive_carried(actor=chief, item=item, reason="first time")
    item.refresh_from_db()
    assert (item.status, item.reason) == ("waived", "first time")
    report = text_of(client_of().get(reverse("rulings_report", args=[event.slug])))
    assert "Carried to round 2" in report and "first time" in report


def test_a_ruling_that_falls_takes_what_was_carried_with_it(event, over, chief, organiser):
    case = issue_carried(chief, over)
    setting.running_round(event, organiser, 2)
    item = case.carried.get()
    apply_carried(actor=chief, item=item)
    overturn_case(actor=chief, case=case, expected_seq=None, reason="no slip", confirm_round=1)
    item.refresh_from_db()
    assert item.status == "lapsed"
    table, _place = seat_in(event, 2, item.entry)
    assert table.state["flags"] == [] and not verify_event(event)


def test_what_was_applied_on_a_draw_that_is_deleted_waits_again(event, over, chief, organiser):
    case = issue_carried(chief, over)
    address = reverse("case", args=[event.slug, case.number])
    setting.running_round(event, organiser, 2)
    apply_carried(actor=chief, item=case.carried.get())
    assert open_carried(event.pk).count() == 0
    delete_draw(actor=organiser, round_=get_round(event, 2), confirm_round=2)
    shown = text_of(client_of(chief).get(address))
    assert "Still to be applied" in shown and "It can be applied once that round is seated." in shown
    setting.running_round(event, organiser, 2)
    (item,) = open_carried(event.pk)
    apply_carried(actor=chief, item=item)
    item.refresh_from_db()
    table = table_of(item)
    place = place_at(item, table)
    assert item.table == table and open_carried(event.pk).count() == 0
    assert {"seat": place, "flag": "dead"}.items() <= table.state["flags"][0].items()
    assert not verify_event(event)


def test_a_ruling_is_overturned_though_its_penalty_was_applied_on_a_draw_that_is_gone(event, over, chief, organiser):
    case = issue_carried(chief, over)
    setting.running_round(event, organiser, 2)
    apply_carried(actor=chief, item=case.carried.get())
    delete_draw(actor=organiser, round_=get_round(event, 2), confirm_round=2)
    overturn_case(actor=chief, case=case, expected_seq=None, reason="no slip", confirm_round=1)
    assert case.carried.get().status == "lapsed" and not verify_event(event)


def test_at_a_void_table_it_is_taken_back_after_the_table_counts_again(event, over, chief, organiser):
    case = issue_carried(chief, over)
    setting.running_round(event, organiser, 2)
    item = apply_carried(actor=chief, item=case.carried.get())
    void_table(actor=organiser, table=item.table, reason="rain")
    overturn = {"actor": chief, "case": case, "expected_seq": None, "reason": "no slip", "confirm_round": 1}
    with pytest.raises(Conflict, match="table_void"):
        overturn_case(**overturn)
    restore_table(actor=organiser, table=item.table, reason="sun")
    overturn_case(**overturn)
    assert get_table(event, 2, item.table.number).state["flags"] == []


def test_the_history_takes_it_back_with_its_case_alone_and_is_not_stopped_by_it(event, over, chief, organiser):
    item = issue_carried(chief, over).carried.get()
    setting.running_round(event, organiser, 2)
    started = next_to_undo(acts(event)).version
    apply_carried(actor=chief, item=item)
    assert next_to_undo(acts(event)).version == started
    CarriedPenalty.objects.update(status="open", what={"points": 30, "account": "event"})
    for table in round_tables(get_round(event, 2)):
        void_table(actor=organiser, table=table, reason="rain")
    voided = next_to_undo(acts(event)).version
    apply_carried(actor=chief, item=item)
    assert next_to_undo(acts(event)).version == voided, "points without a table neither"
    item.refresh_from_db()
    assert (item.standing, item.table) == ("applied", None)


def test_the_round_it_waits_for_cannot_be_dropped(event, over, chief, organiser):
    issue_carried(chief, over)
    with pytest.raises(Conflict) as refusal:
        drop_round(actor=organiser, round_=get_round(event, 2))
    assert refusal.value.code == "round_awaited"


def test_the_table_of_the_next_round_shows_it_to_referee_and_player_alone(event, over, chief, organiser):
    item = issue_carried(chief, over).carried.get()
    setting.running_round(event, organiser, 2)
    table, _place = seat_in(event, 2, item.entry)
    page = reverse("table", args=[event.slug, 2, table.number])
    title = "Penalty of an earlier round"
    player = Actor(entry=item.entry)
    assert title in text_of(client_of(chief).get(page)) and "Apply or waive it" in text_of(client_of(chief).get(page))
    assert title in text_of(client_of(player).get(page))
    assert title in text_of(client_of(player).get(reverse("player", args=[item.entry.link_token])))
    assert title not in text_of(client_of().get(page))
    apply_carried(actor=chief, item=item)
    assert title not in text_of(client_of(chief).get(page))


def test_the_steps_of_a_ruling_offer_it_and_the_case_applies_it(event, over, chief, organiser):
    browser, url = client_of(chief), reverse("rule", args=[event.slug, 1, 1])
    facts = {"infraction": "T9", "offender": "S", "fact.stage": "completed", "fact.tai": "2"}
    assert "Carry the penalty to round 2" in text_of(browser.get(url, facts))
    page = browser.get(url, facts | {"carry": "yes"})
    assert "Round 2, once it is applied there" in text_of(page)
    given = facts | {"carry": "yes", "confirm_round": "1", "act": "issue"}
    given |= {name: field(page, name) for name in ("mark", "seq", "key")}
    assert browser.post(url, given).status_code == 302
    case = get_case(PUBLIC, event, 1)
    address = reverse("case", args=[event.slug, case.number])
    assert "It can be applied once that round is seated." in text_of(browser.get(address))
    setting.running_round(event, organiser, 2)
    shown = browser.get(address)
    assert "Apply it now" in text_of(shown) and "Apply it now" not in text_of(client_of().get(address))
    act = {"act": "apply_carried", "person": case.carried.get().person}
    assert browser.post(reverse("case_act", args=[event.slug, case.number]), act).status_code == 302
    assert case.carried.get().status == "applied"


def test_programs_apply_and_waive_it(event, over, chief):
    case = issue_carried(chief, over)
    url = f"/api/v1/events/{event.slug}/cases/{case.number}/carried/"
    body = {"person": case.carried.get().person, "act": "waive", "reason": "forgiven"}
    answer = client_of(chief).post(url, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["carried"][0]["status"] == "waived"
