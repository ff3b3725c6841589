"""Rulings and corrections after people advanced: who would have gone on is shown, and the chief referee decides."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.models import Case
from adjudication.selectors.cases import decide_again, get_case
from adjudication.selectors.preview import ruling_preview
from adjudication.services.cases import overturn_case
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.setting import through
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.actors import PUBLIC
from tournament.errors import Conflict, Refused
from tournament.models import AuditEntry, Stage
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.advancing import Advance
from tournament.services.cuts import cut_stage
from tournament.services.rulings import rule_entry
from tournament.services.stages import add_stage
from tournament.services.table_status import void_table
from tournament.services.tables import correct

WHY = "他家的錯，晉級者保留資格"


@pytest.fixture
def finals(event, organiser):
    """Round 1 is played and the two who won all their hands are through to the finals."""
    return finals_of(event, organiser, size=2)


def finals_of(event, organiser, size):
    setting.play_round(setting.running_round(event, organiser), organiser)
    return setting.finals(event, organiser, size)


def heavy(chief, table) -> Case:
    """Propose what costs the winner of a table more than he won."""
    return steps.propose(chief, table, "E", facts={"stage": "completed", "tai": 9})


def numbers(found) -> set[int]:
    return {item["number"] for item in found}


def test_the_preview_names_who_would_and_would_not_have_gone_on(event, finals, chief):
    table = get_table(event, 1, 1)
    case = heavy(chief, table)
    preview = ruling_preview(actor=chief, decided=decide_again(case), counted_in=case.round, case=case)
    (found,) = preview["advance"]
    assert int(table.state["seats"]["E"]) in numbers(found["leave"]) <= set(through(finals))
    assert len(found["enter"]) == len(found["leave"]) and found["enter"][0]["name"].startswith("選手")
    light = steps.propose(chief, table, "S")
    assert ruling_preview(actor=chief, decided=decide_again(light), counted_in=light.round)["advance"] == []


def test_nothing_is_issued_before_the_chief_has_decided_with_a_reason(event, finals, chief, referee):
    table, before = get_table(event, 1, 1), through(finals)
    case = heavy(chief, table)
    with pytest.raises(Conflict) as refusal:
        steps.issue(chief, case, confirm_round=1)
    assert refusal.value.code == "advance_undecided" and refusal.value.facts["stages"][0]["stage"] == 2
    with pytest.raises(Refused) as refusal:
        steps.issue(chief, case, confirm_round=1, advance=Advance(reason=" "))
    assert refusal.value.code == "advance_reason"
    with pytest.raises(Conflict) as refusal:
        steps.issue(referee, case, confirm_round=1, advance=Advance(reason=WHY))
    assert refusal.value.code == "advance_chief"
    assert Case.objects.get(pk=case.pk).status == "proposed" and table.seq == get_table(event, 1, 1).seq
    steps.issue(chief, case, confirm_round=1, advance=Advance(reason=WHY))
    assert through(finals) == before, "who advanced keeps the place unless the decision says otherwise"


def test_the_decision_is_stored_with_the_ruling_and_shown_in_report_and_audit(event, finals, chief):
    case, winner = heavy(chief, get_table(event, 1, 1)), int(get_table(event, 1, 1).state["seats"]["E"])
    steps.issue(chief, case, confirm_round=1, advance=Advance(reason=WHY))
    (kept,) = get_case(PUBLIC, event, case.number).advances
    assert (kept["stage"], kept["choice"], kept["reason"]) == (2, "keep", WHY) and winner in kept["leave"]
    line = AuditEntry.objects.get(event=event, action="stage.advance")
    assert (line.reason, line.subject, line.after["choice"]) == (WHY, f"stage:2/case:{case.number}", "keep")
    name = get_entry(event, winner).name
    for page in (reverse("rulings_report", args=[event.slug]), reverse("case", args=[event.slug, case.number])):
        text = text_of(client_of().get(page))
        assert WHY in text and name in text and "Those who advanced keep their place." in text
    data = client_of().get(f"/api/v1/events/{event.slug}/report/").json()
    assert winner in numbers(data[0]["advances"][0]["leave"])


def test_the_field_changes_only_where_the_decision_says_so_and_before_a_round_is_released(
    event, finals, chief, organiser
):
    case, winner = heavy(chief, get_table(event, 1, 1)), int(get_table(event, 1, 1).state["seats"]["E"])
    steps.issue(chief, case, confirm_round=1, advance=Advance("change", WHY))
    assert winner not in through(finals) and len(through(finals)) == 2
    before = through(finals)
    cut = Stage.objects.get(pk=finals.pk).cut
    assert (cut["size"], cut["ties"]) == (2, "lot")
    with pytest.raises(Conflict) as refusal:
        overturn_case(actor=chief, case=case, expected_seq=None, reason="x", confirm_round=1)
    assert refusal.value.code == "advance_undecided", "taking it back moves the line once more"
    overturn_case(
        actor=chief, case=case, expected_seq=None, reason="x", confirm_round=1, advance=Advance("keep", "played")
    )
    assert through(finals) == before
    assert [one["reason"] for one in Case.objects.get(pk=case.pk).advances] == [WHY, "played"]


def test_the_field_of_a_stage_that_has_begun_is_fixed(event, organiser, chief):
    setting.play_round(setting.running_round(event, organiser), organiser)
    stage = add_stage(
        actor=organiser, event=event, name="Finals", seating="table", length={"unit": "hands", "count": 1},
        policy="points", rounds=1,
    )  # fmt: skip
    get_round(event, 2).delete()
    cut_stage(actor=organiser, stage=stage, size=4, ties="lot")
    setting.running_round(event, organiser, get_round(event, 3).number)
    case, before = heavy(chief, get_table(event, 1, 1)), through(stage)
    with pytest.raises(Conflict) as refusal:
        steps.issue(chief, case, confirm_round=1, advance=Advance("change", WHY))
    assert refusal.value.code == "cut_late"
    steps.issue(chief, case, confirm_round=1, advance=Advance("keep", WHY))
    assert through(stage) == before


def test_a_correction_and_points_without_a_table_are_decided_on_alike(event, finals, chief):
    table, before = get_table(event, 1, 1), through(finals)
    winner = get_entry(event, int(table.state["seats"]["E"]))
    wrong = setting.win("S", "E", total=50)
    given = {"actor": chief, "table": table, "expected_seq": table.seq, "key": None, "seq": 0, "replacement": wrong}
    with pytest.raises(Conflict) as refusal:
        correct(**given, later="as_played", confirm_round=1)
    assert refusal.value.code == "advance_undecided"
    correct(**given, later="as_played", confirm_round=1, advance=Advance(reason=WHY))
    assert through(finals) == before and AuditEntry.objects.get(action="stage.advance").after["choice"] == "keep"
    other = get_entry(event, int(get_table(event, 1, 2).state["seats"]["E"]))
    points = {"actor": chief, "event": event, "round_": get_round(event, 1), "points": 90}
    with pytest.raises(Conflict):
        rule_entry(**points, entry=other)
    rule_entry(**points, entry=other, advance=Advance(reason=WHY))
    rule_entry(**points, entry=winner)  # it makes no difference any more, so nothing is asked
    assert through(finals) == before


def test_the_page_of_a_ruling_asks_with_keeping_as_the_default(event, finals, chief, referee):
    table = get_table(event, 1, 1)
    url = reverse("rule", args=[event.slug, 1, 1])
    facts = {"infraction": "T9", "offender": "E", "fact.stage": "completed", "fact.tai": "9"}
    page = client_of(chief).get(url, facts)
    assert page.status_code == 200 and "Would not have gone on" in text_of(page)
    assert 'name="advance" value="keep" checked' in page.content.decode()
    assert "Only the chief referee decides this" in text_of(client_of(referee).get(url, facts))
    given = facts | {"mark": field(page, "mark"), "seq": field(page, "seq"), "key": field(page, "key")}
    given |= {"confirm_round": "1", "act": "issue", "advance": "keep", "advance_reason": ""}
    browser = client_of(chief)
    again = browser.post(url, given)
    assert again.status_code == 400 and "Would not have gone on" in text_of(again)
    given |= {"advance_reason": WHY, "key": field(again, "key")}
    assert browser.post(url, given).status_code == 302
    assert Case.objects.get(event=event).advances[0]["reason"] == WHY
    seen = get_table(event, 1, 1)
    assert seen.seq == table.seq + 1


def test_the_page_of_a_correction_asks_the_chief(event, finals, chief):
    table = get_table(event, 1, 1)
    winner = get_entry(event, int(table.state["seats"]["E"]))
    points = table.state["scores"]["E"] - 1
    rule_entry(actor=chief, event=event, round_=get_round(event, 1), entry=winner, points=points)
    url = reverse("table_correct", args=[event.slug, 1, 1, 0])
    browser = client_of(chief)
    page = browser.get(url)
    given = {"event": "win", "seq": field(page, "seq"), "key": field(page, "key"), "step": "out", "later": "as_played"}
    asked = browser.post(url, given | {"confirm_round": "1"})
    assert asked.status_code == 409 and "Would have gone on" in text_of(asked)
    given |= {"confirm_round": "1", "advance": "keep", "advance_reason": WHY, "key": field(asked, "key")}
    assert browser.post(url, given).status_code == 302
    assert get_table(event, 1, 1).seq == table.seq + 1


def test_a_table_that_is_void_or_valid_again_is_decided_on_alike(event, organiser, chief):
    # One of the two winners is through by lot; without his table it is the other, whatever the lot.
    finals = finals_of(event, organiser, size=1)
    before = through(finals)
    number = next(number for number in (1, 2) if str(before[0]) in get_table(event, 1, number).state["persons"])
    table = get_table(event, 1, number)
    with pytest.raises(Conflict) as refusal:
        void_table(actor=chief, table=table, reason="x", confirm_round=1)
    assert refusal.value.code == "advance_undecided" and get_table(event, 1, number).status == "confirmed"
    page = reverse("table_void", args=[event.slug, 1, number])
    asked = client_of(chief).post(page, {"reason": "why it is void", "confirm_round": "1"})
    assert asked.status_code == 409 and "why it is void" in text_of(asked) and 'value="keep"' in asked.content.decode()
    given = {"reason": "why it is void", "confirm_round": "1", "advance": "keep", "advance_reason": WHY}
    assert client_of(chief).post(page, given).status_code == 302
    assert get_table(event, 1, number).status == "void" and through(finals) == before
    assert AuditEntry.objects.get(event=event, action="stage.advance").subject.endswith(f"table:{number}")
