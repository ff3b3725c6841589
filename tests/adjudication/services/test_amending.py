"""Another ruling in the place of an issued one that ended its hand: decided as the table stood before that one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.models import Case
from adjudication.selectors.cases import get_case, to_review
from adjudication.services.appeals import appeal_case, decide_appeal
from adjudication.services.cases import amend_case, overturn_case
from tests.adjudication.steps import ruled
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.actors import Actor
from tournament.models import Entry, Event
from tournament.selectors.tables import table_detail
from tournament.services.verification import verify_event

FALSE_WIN = {"infraction": "A15", "facts": {"tai": 2}}


@pytest.fixture
def event(organiser):
    made = setting.event(organiser, game="taiwan", preset="club_day")
    Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
    return made


def amend(chief, case, table, facts, **more):
    table.refresh_from_db()
    amended = amend_case(
        actor=chief, case=case, expected_seq=table.seq, facts=facts, deliberate=False, reason="台數", **more
    )
    table.refresh_from_db()
    return amended


def scores(table):
    return {place: points for place, points in table.state["scores"].items() if points}


def test_a_false_win_is_amended_with_unchanged_and_with_other_facts(event, table, referee, chief):
    case = ruled(referee, table, **FALSE_WIN)
    first, deal = scores(table), table.state["expected"]
    assert first == {"E": 250, "S": -650, "W": 200, "N": 200}
    case = amend(chief, case, table, {"tai": 2})
    assert (scores(table), table.state["expected"], table.state["hand"]) == (first, deal, 2)
    case = amend(chief, case, table, {"tai": 5})
    assert (scores(table), table.state["expected"]) == ({"E": 400, "S": -1100, "W": 350, "N": 350}, deal)
    reasons = [line["reason"] for line in table_detail(table)["postings"]]
    assert reasons.count("overturned") == 6
    assert list(Case.objects.order_by("number").values_list("status", flat=True)) == ["amended", "amended", "issued"]
    assert to_review(table) == []
    assert not verify_event(event)
    overturn_case(actor=chief, case=case, expected_seq=table.seq, reason="誤判")
    table.refresh_from_db()
    assert (scores(table), table.state["hand"]) == ({}, 2)


def test_hands_recorded_before_and_after_it_stay(event, table, organiser, referee, chief):
    setting.record(table, organiser, setting.win("S", "N"))
    case = ruled(referee, table, **FALSE_WIN)
    setting.record(table, organiser, setting.win("W", "E"))
    setting.record(table, organiser, setting.win("N", "E"))
    before, hands = dict(table.state["scores"]), table.state["hands"]
    case = amend(chief, case, table, {"tai": 4})
    assert [hand["deal"] for hand in table.state["hands"]] == [hand["deal"] for hand in hands]
    assert (case.hand, table.state["breaks"], table.state["hand"]) == (2, [], 5)
    assert table.state["scores"]["W"] == before["W"] + 100
    amend(chief, case, table, {"tai": 2})
    assert table.state["scores"] == before
    assert not verify_event(event)


def test_another_place_and_another_infraction_take_the_place_of_it(event, table, referee, chief):
    case = ruled(referee, table, **FALSE_WIN)
    amended = amend(chief, case, table, {"cause": "second_eye", "tai": 2}, infraction="A16", offenders=("W",))
    assert [item.place for item in amended.offenders.all()] == ["W"]
    assert table.state["scores"]["W"] < 0 < table.state["scores"]["S"]
    assert not verify_event(event)


def test_the_answer_to_an_appeal_amends_it(event, table, referee, chief):
    case = ruled(referee, table, **FALSE_WIN)
    entry = Entry.objects.get(event=event, number=int(table.state["seats"]["S"]))
    appeal_case(actor=Actor(entry=entry), case=case, text="只有一台")
    standing = decide_appeal(actor=chief, case=case, outcome="amended", reason="一台", facts={"tai": 1})
    table.refresh_from_db()
    assert (standing.amends, table.state["scores"]["S"]) == (case, -500)


def test_the_page_shows_what_the_amendment_changes_and_carries_it_out(event, table, organiser, referee, chief):
    case = ruled(referee, table, **FALSE_WIN)
    setting.record(table, organiser, setting.win("W", "E"))
    url = reverse("rule", args=[event.slug, 1, 1])
    given = {"infraction": "A15", "offender": "S", "hand": "1", "amend": str(case.number), "fact.tai": "5"}
    client = client_of(chief)
    page = client.get(url, given)
    assert page.status_code == 200 and not page.context["refused"]
    gains = {item["place"]: item["points"] for item in page.context["gains"]}
    assert gains == {"E": 150, "S": -450, "W": 150, "N": 150}
    sent = {**given, "seq": field(page, "seq"), "act": "amend", "reason": "五台"}
    answer = client.post(url, sent, follow=True)
    assert "The ruling has been amended." in text_of(answer)
    table.refresh_from_db()
    assert table.state["hand"] == 3
    newest = get_case(chief, event, 2)
    assert (newest.status, newest.amends_id, newest.decision["effect"]["deal"]["ends_hand"]) == (
        "issued",
        case.pk,
        True,
    )
    words = text_of(client.get(reverse("table", args=[event.slug, 1, 1])))
    assert "South: False win, in place of South: False win (hand 1)" in words


@pytest.mark.parametrize(
    ("game", "preset", "more", "facts"),
    [
        ("zungjung", "challenge", {"infraction": "B-45", "facts": {}}, {}),
        ("shengji", "pairs_hands", {"infraction": "F04", "facts": {"leader": "E"}}, {"leader": "W"}),
    ],
)
def test_so_it_is_in_other_games(organiser, game, preset, more, facts):
    if game == "shengji":
        event = setting.pairs_event(organiser)
    else:
        event = setting.event(organiser, game=game, preset=preset, players=4)
    table = setting.running_table(event, organiser)
    referee, chief = setting.member(event, "referee"), setting.member(event, "chief_referee")
    case = ruled(referee, table, **more)
    before = dict(table.state["scores"]), table.state["expected"], table.state["hand"]
    amended = amend(chief, case, table, more["facts"])
    assert (table.state["scores"], table.state["expected"], table.state["hand"]) == before
    amended = amend(chief, amended, table, facts)
    assert (amended.status, table.state["hand"]) == ("issued", before[2])
    assert not verify_event(event)
