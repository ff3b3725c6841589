"""A ruling is taken back by its case alone: what is undone at the table leaves case and ledger in agreement."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.models import Case
from adjudication.selectors.cases import decide_again
from adjudication.selectors.preview import ruling_preview
from adjudication.services.appeals import appeal_case, decide_appeal
from adjudication.services.cases import amend_case, issue_case, overturn_case
from tests.adjudication.steps import issue, propose, ruled
from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as program_of
from tests.tournament.api.test_tables import url as api
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.access import Role
from tournament.errors import Conflict, NotAllowed
from tournament.models import PostingRow, Table
from tournament.selectors.rounds import get_round
from tournament.services.tables import undo
from tournament.services.undoing import acts, next_to_undo, undo_act
from tournament.services.verification import verify_event
from tournament.table_page import TablePage

pytestmark = pytest.mark.usefixtures("running")


@pytest.fixture
def scorer(event):
    return setting.member(event, Role.SCORER)


def kept(table, case, before):
    """Case, list and ledger are what they were."""
    table.refresh_from_db()
    assert (table.seq, table.state["scores"]) == before
    assert Case.objects.get(pk=case.pk).status == case.status
    assert not verify_event(table.event)


def standing(table):
    table.refresh_from_db()
    return table.seq, table.state["scores"]


@pytest.mark.parametrize("who", ["scorer", "referee", "chief"])
def test_an_issued_ruling_is_not_undone_at_the_table(who, request, event, table, referee):
    actor = request.getfixturevalue(who)
    case = ruled(referee, table)
    before = standing(table)
    with pytest.raises(Conflict, match="ruling_of_case") as refused:
        undo(actor=actor, table=table, expected_seq=table.seq, key=None)
    assert refused.value.facts == {"case": case.number}
    kept(table, case, before)


def test_the_page_of_undo_leads_to_the_case(event, table, referee, scorer):
    case = ruled(referee, table)
    before = standing(table)
    client, url = client_of(scorer), reverse("table_undo", args=[event.slug, 1, 1])
    page = client.get(url)
    where = reverse("case", args=[event.slug, case.number])
    assert f'href="{where}"' in page.content.decode()
    assert "Take it back" not in text_of(page)
    page = client.post(url, {"seq": before[0], "key": "k"})
    assert page.status_code == 409
    assert f'href="{where}"' in page.content.decode()
    kept(table, case, before)


def test_neither_void_nor_correction_nor_reversal_by_a_program_reaches_a_ruling(event, table, referee, scorer, chief):
    setting.record(table, scorer, setting.win())
    case = ruled(referee, table)
    before = standing(table)
    for actor in (scorer, chief):
        client = program_of(actor)
        answer = client.post(api(table, "undo/"), {"expected_seq": 2}, format="json")
        assert (answer.status_code, answer.json()["case"]) == (409, case.number)
        for event_ in (
            {"type": "void", "seq": 1},
            {"type": "replace", "seq": 1, "with": {"type": "ruling", "effect": {}}},
        ):
            answer = client.post(api(table, "events/"), {"expected_seq": 2, "events": [event_]}, format="json")
            assert (answer.status_code, answer.json()["code"]) == (409, "ruling_of_case")
    undoes = {"expected_seq": 2, "events": [{"type": "ruling", "undoes": 1}]}
    assert program_of(scorer).post(api(table, "events/"), undoes, format="json").status_code == 403
    assert program_of(chief).post(api(table, "events/"), undoes, format="json").status_code == 409
    kept(table, case, before)


def test_what_an_appeal_overturned_stays_overturned(event, table, referee, chief, player, scorer):
    case = ruled(referee, table)
    appeal_case(actor=player("S"), case=case, text="請再看")
    decided = decide_appeal(actor=chief, case=case, outcome="overturned", reason="有照片")
    before = standing(table)
    with pytest.raises(Conflict, match="ruling_of_case"):
        undo(actor=scorer, table=table, expected_seq=table.seq, key=None)
    kept(table, decided, before)


def test_an_amendment_is_not_undone_either(event, table, referee, chief, scorer):
    case = ruled(referee, table)
    facts = {"stage": "completed", "tai": 5}
    amended = amend_case(actor=chief, case=case, expected_seq=table.seq, facts=facts, deliberate=False, reason="台數")
    before = standing(table)
    with pytest.raises(Conflict, match="ruling_of_case") as refused:
        undo(actor=scorer, table=table, expected_seq=table.seq, key=None)
    assert refused.value.facts["case"] == amended.number
    kept(table, amended, before)


def test_the_win_corrected_with_a_ruling_is_not_taken_back_alone(event, table, referee, organiser, scorer):
    setting.record(table, organiser, setting.win("S", "W"))
    case = propose(referee, table, hand=1)
    change = {"type": "replace", "seq": 0, "with": setting.win("E", "W")}
    preview = ruling_preview(
        actor=referee, decided=decide_again(case), counted_in=case.round, events=[change], case=case
    )
    issue_case(actor=referee, case=case, expected_seq=1, mark=preview["mark"], events=[change])
    case.refresh_from_db()
    before = standing(table)
    with pytest.raises(Conflict, match="ruling_of_case"):
        setting.record(table, scorer, {"type": "void", "seq": 1})
    kept(table, case, before)


def test_a_scorer_takes_back_no_ruling_without_a_case_but_a_referee_does(event, table, referee, scorer):
    pays = {"type": "ruling", "effect": {"postings": [{"from": "E", "to": "W", "points": 5}]}}
    setting.record(table, referee, pays)
    with pytest.raises(NotAllowed, match="ruling_right"):
        undo(actor=scorer, table=table, expected_seq=1, key=None)
    page = client_of(scorer).get(reverse("table_undo", args=[event.slug, 1, 1]))
    assert "Only a referee takes a ruling back." in text_of(page)
    undo(actor=referee, table=table, expected_seq=1, key=None)
    table.refresh_from_db()
    assert not any(table.state["scores"].values())


def test_the_list_of_acts_offers_no_act_of_a_case(event, table, organiser, referee, chief):
    setting.record(table, organiser, setting.win())
    case = ruled(referee, table, hand=1)
    issue(referee, propose(referee, table, "E"))
    overturn_case(actor=chief, case=case, expected_seq=None, reason="誤判")
    case.refresh_from_db()
    found = acts(event)
    assert [act.can for act in found[:3]] == [False, False, False]
    following = next_to_undo(found)
    assert following is not None and following.lines[0].action == "table.recorded"
    page = client_of(organiser).get(reverse("event_history", args=[event.slug]))
    assert field(page, "version") == str(following.version)
    undo_act(actor=organiser, event=event, version=following.version)
    table.refresh_from_db()
    assert Case.objects.get(pk=case.pk).status == "overturned"
    assert PostingRow.objects.filter(table=table, reason="ruling").exists()
    assert not verify_event(event)


def test_after_a_refused_undo_the_ruling_is_still_overturned_by_its_case(event, table, referee, chief, scorer):
    case = ruled(referee, table)
    with pytest.raises(Conflict, match="ruling_of_case"):
        undo(actor=scorer, table=table, expected_seq=table.seq, key=None)
    overturned = overturn_case(actor=chief, case=case, expected_seq=table.seq, reason="誤判")
    table.refresh_from_db()
    assert (overturned.status, set(table.state["scores"].values())) == ("overturned", {0})


def test_a_penalty_without_a_table_is_not_paid_back_beside_its_case(event, table, referee, chief):
    ruled(referee, table)
    case = propose(referee, table)
    issue(referee, case, counted_in=get_round(event, 2))
    line = PostingRow.objects.get(event=event, account="event")
    answer = program_of(referee).post(f"/api/v1/events/{event.slug}/rulings/{line.ruling.number}/undo/", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "ruling_of_case")
    assert answer.json()["case"] == case.number and PostingRow.objects.filter(account="event").count() == 1
    table.refresh_from_db()
    overturn_case(actor=chief, case=case, expected_seq=table.seq, reason="no slip")
    assert PostingRow.objects.filter(account="event").count() == 2 and not verify_event(event)


def test_the_last_hand_at_the_table_shows_no_points_that_were_paid_back(chief, referee, organiser, table):
    case = ruled(referee, table)
    table.refresh_from_db()
    setting.record(table, organiser, setting.win("E", "W", total=1))
    assert _notes(table)["S"] == "last hand −9"
    overturn_case(actor=chief, case=case, expected_seq=None, reason="a misunderstanding")
    assert _notes(table) == {"E": "last hand +2", "S": "", "W": "last hand −2", "N": ""}
    table.refresh_from_db()
    setting.record(table, organiser, setting.win("E", "W", total=1))
    assert _notes(table) == {"E": "last hand +2", "S": "", "W": "last hand −2", "N": ""}


def _notes(table) -> dict[str, str]:
    page = TablePage(Table.objects.select_related("event", "round__stage", "draw").get(pk=table.pk))
    return {side["place"]: side["note"] for side in page.sides()}
