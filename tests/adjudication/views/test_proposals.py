"""Proposed rulings nobody has decided on: the console names them, and closing a round or the event tells of them."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from adjudication.selectors.deciding import infraction_of
from adjudication.services.cases import withdraw_case
from tests.adjudication.steps import propose
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.models import Event, Round, Table
from tournament.selectors.rounds import get_round
from tournament.wording import in_words

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


def _play(event, organiser):
    """Play both rounds; the first one runs."""
    setting.play_round(get_round(event, 1), organiser)
    setting.play_round(setting.running_round(event, organiser, 2), organiser)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_an_event_names_what_is_proposed_with_the_way_to_it(event, table, organiser, chief, language):
    case = propose(chief, table)
    _play(event, organiser)
    client, address = client_of(organiser, language), f'href="{reverse("case", args=[event.slug, case.number])}"'
    close, archive = (reverse("event_status", args=[event.slug, step]) for step in ("closed", "archived"))
    with translation.override(language):
        name = f"{case.number}: {in_words(infraction_of(event, case.infraction).name)}"
        name = name if language == "en" else name.replace(": ", "：")
    for url, step in ((close, "closed"), (archive, "archived")):
        page, manage = client.get(url), client.get(reverse("manage", args=[event.slug])).content.decode()
        assert name in text_of(page) and address in page.content.decode()
        assert address in manage.partition(f'id="status-{step}"')[2].partition("</dialog>")[0]
        if language == "en":
            assert TOLD in text_of(page)
        assert client.post(url).status_code == 302
        assert Event.objects.get(pk=event.pk).status == step
    assert address not in client.get(reverse("event_status", args=[event.slug, "closed"])).content.decode()


def test_an_event_ends_without_a_word_once_nothing_is_proposed(event, table, organiser, chief):
    withdraw_case(actor=chief, case=propose(chief, table), reason="a mistake")
    _play(event, organiser)
    assert "not decided" not in text_of(client_of(organiser).get(reverse("event_status", args=[event.slug, "closed"])))
