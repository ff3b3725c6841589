"""Proposed rulings nobody has decided on: the console names them, and closing the round tells of them."""

from __future__ import annotations

from django.urls import reverse

from adjudication.services.cases import withdraw_case
from tests.adjudication.steps import propose
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.models import Round, Table
from tournament.selectors.rounds import get_round

TOLD = "1 proposed ruling is not decided yet"


def test_a_round_names_what_is_proposed_and_tells_of_it_before_it_closes(event, table, organiser, chief):
    case = propose(chief, table)
    client, address = client_of(organiser), reverse("case", args=[event.slug, case.number])
    console, close = (reverse(name, args=[event.slug, 1]) for name in ("round", "close"))
    page = client.get(console)
    assert "1 thing holds up the round" in text_of(page)
    assert "A ruling is not decided yet" in text_of(page) and address in page.content.decode()
    page = client.get(close)
    assert "Tables still out" in text_of(page) and TOLD in text_of(page) and address in page.content.decode()
    for one in Table.objects.filter(round__event=event, round__number=1):
        setting.play_table(one, organiser)
    page = client.get(close)
    assert TOLD in text_of(page) and address in page.content.decode()
    assert client.post(close).status_code == 302
    assert get_round(event, 1).status == Round.Status.CLOSED


def test_what_was_given_up_or_belongs_to_another_round_is_not_named(event, table, organiser, chief):
    case = propose(chief, table)
    withdraw_case(actor=chief, case=case, reason="a mistake")
    client = client_of(organiser)
    assert "not decided" not in text_of(client.get(reverse("round", args=[event.slug, 1])))
    assert "not decided" not in text_of(client.get(reverse("close", args=[event.slug, 1])))
    propose(chief, table)
    setting.play_round(get_round(event, 1), organiser)
    setting.running_round(event, organiser, 2)
    assert "not decided" not in text_of(client.get(reverse("round", args=[event.slug, 2])))
