"""What the page of an issued ruling says: every payment it made, and the facts to whom it concerns."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from adjudication.models import Case
from adjudication.selectors.cases import decide_again
from adjudication.selectors.preview import decision_mark
from adjudication.services.cases import issue_case
from tests.adjudication.steps import propose, ruled
from tests.tournament import setting
from tests.tournament.api.test_tables import client_of as program_of
from tests.tournament.views.browsing import client_of, field, text_of
from tournament.actors import Actor
from tournament.models import Entry, Event, Table

pytestmark = pytest.mark.usefixtures("running")


def page_of(case: Case, actor=None, language: str = "en"):
    return client_of(actor, language).get(reverse("case", args=[case.event.slug, case.number]))


def seated(table: Table, place: str) -> Actor:
    return Actor(entry=Entry.objects.get(event=table.event, number=int(table.state["seats"][place])))


def between(lines) -> list[tuple[str, str, int]]:
    return sorted((line["payer"], line["receiver"], line["points"]) for line in lines)


@pytest.fixture
def sichuan(organiser):
    made = setting.event(organiser, game="sichuan", preset="competition", slug="blood")
    Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
    return setting.running_table(made, organiser)


def test_what_the_game_makes_of_a_ruling_stays_among_its_payments(organiser, sichuan):
    """An active flower pig gives back what his concealed kong brought, as the preview said."""
    setting.record(sichuan, organiser, {"type": "kong", "seat": "E", "kind": "concealed"})
    event, referee = sichuan.event, setting.member(sichuan.event, "referee")
    client, url = client_of(referee), reverse("rule", args=[event.slug, 1, 1])
    given = {"infraction": "SBR/24", "offender": "E"}
    page = client.get(url, given)
    previewed = between(page.context["lines"])
    assert previewed == [("E", "N", 2), ("E", "S", 2), ("E", "W", 2), ("E", "house", 24)]
    sent = {name: field(page, name) for name in ("mark", "seq", "key")}
    assert client.post(url, given | sent | {"act": "issue"}).status_code == 302
    case = Case.objects.get()
    for reader in (referee, seated(sichuan, "N"), None):
        assert between(page_of(case, reader).context["lines"]) == previewed
    address = reverse("rulings_report", args=[event.slug])
    words = text_of(client_of().get(address))
    assert "East pays the organiser 24, East pays South 2, East pays West 2, East pays North 2" in words
    assert "24 points" in words
    (row,) = client_of().get(address, {"as": "json"}).json()["rows"]
    assert "East pays South 2" in row["payments"]


def test_a_win_corrected_with_a_ruling_is_among_its_payments(referee, organiser, table):
    """What falls away by it stands beside what comes in its place."""
    setting.record(table, organiser, setting.win("S", "W"))
    case = propose(referee, table, hand=1)
    change = {"type": "replace", "seq": 0, "with": setting.win("E", "W")}
    seen = decision_mark(decide_again(case), case.round)
    issue_case(actor=referee, case=case, expected_seq=1, mark=seen, events=[change])
    page = page_of(case)
    assert ("W", "E", 3) in between(page.context["lines"])
    assert between(page.context["removed"]) == [("W", "S", 3)]
    assert "Falls away" in text_of(page)


def test_the_facts_are_for_the_staff_and_the_players_of_the_table(event, table, referee, organiser):
    case = ruled(referee, table)
    Case.objects.filter(pk=case.pk).update(private_notes="only for us")
    for reader in (referee, seated(table, "S"), seated(table, "N")):
        words = text_of(page_of(case, reader)).split("Facts")[1]
        assert "Completed" in words and "2" in words
    assert "only for us" not in text_of(page_of(case, seated(table, "S")))
    sitting = {int(number) for number in table.state["seats"].values()}
    other = Entry.objects.filter(event=event).exclude(number__in=sitting).first()
    for stranger in (None, Actor(entry=other)):
        assert "Completed" not in text_of(page_of(case, stranger)).split("Facts")[1]


def test_programs_get_the_facts_of_what_concerns_them(event, table, referee):
    case = ruled(referee, table)
    at = f"/api/v1/events/{event.slug}/cases/{case.number}/"
    assert program_of(referee).get(at).json()["facts"] == {"stage": "completed", "tai": 2}
    answer = program_of().get(at).json()
    assert answer["facts"] is None and len(answer["paid"]["postings"]) == 3


def test_rulings_issued_before_their_payments_were_kept_get_them_from_the_ledger(organiser, sichuan):
    referee = setting.member(sichuan.event, "referee")
    setting.record(sichuan, organiser, {"type": "kong", "seat": "E", "kind": "concealed"})
    sichuan.refresh_from_db()
    case = ruled(referee, sichuan, "E", infraction="SBR/24", facts={})
    kept = case.paid
    assert [line["points"] for line in kept["postings"]] == [24, 2, 2, 2]
    Case.objects.update(paid={})
    import_module("adjudication.migrations.0007_fill_paid").fill(apps, None)
    case.refresh_from_db()
    assert case.paid == kept
