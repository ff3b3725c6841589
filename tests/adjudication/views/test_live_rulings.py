"""The list of rulings on an open page: renewed by what its reader may see, and by nothing else."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.services.cases import withdraw_case
from tests.adjudication.steps import issue, propose, ruled
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, text_of
from tournament.actors import Actor
from tournament.models import Entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.services.reveal import keep_back, tell_all


class Open:
    """A list of rulings that somebody has open."""

    def __init__(self, event, actor=None, query="", language="en") -> None:
        self.client = client_of(actor, language)
        self.page = self.client.get(reverse("rulings", args=[event.slug]) + query)
        self.asks = self._address()

    def _address(self) -> str:
        found = re.search(r'data-live hx-get="([^"]+)" hx-trigger="poll"', self.page.content.decode())
        assert found
        return found.group(1).replace("&amp;", "&")

    def polls(self) -> int:
        """Ask as the page does, take over what comes, and return the status."""
        answer = self.client.get(self.asks, headers={"HX-Request": "true"})
        assert "Now" in answer.headers
        if answer.status_code == 200:
            self.page = answer
            assert "<html" not in answer.content.decode()
            self.asks = self._address()
        return answer.status_code

    @property
    def text(self) -> str:
        return text_of(self.page)


def seated(table, place) -> Actor:
    return Actor(entry=Entry.objects.get(event=table.event, number=int(table.state["seats"][place])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_list_learns_of_a_new_ruling_and_of_nothing_else(event, table, organiser, chief, language):
    public = Open(event, language=language)
    assert 'role="status" data-fresh' in public.page.content.decode()
    assert public.polls() == 204
    setting.record(table, organiser, setting.win())
    assert public.polls() == 204, "a hand changes no ruling"
    table.refresh_from_db()
    case = ruled(chief, table)
    assert public.polls() == 200
    assert f'href="{reverse("case", args=[event.slug, case.number])}"' in public.page.content.decode()
    assert public.polls() == 204


def test_what_is_proposed_and_withdrawn_reaches_the_staff_alone(event, table, chief):
    public, player, staff = Open(event), Open(event, seated(table, "S")), Open(event, chief)
    case = propose(chief, table)
    assert (public.polls(), player.polls(), staff.polls()) == (204, 204, 200)
    assert "To be decided" in staff.text
    withdraw_case(actor=chief, case=case, reason="a mistake")
    assert (public.polls(), player.polls(), staff.polls()) == (204, 204, 200)
    issue(chief, propose(chief, table))
    assert (public.polls(), player.polls(), staff.polls()) == (200, 200, 200)


def test_what_is_kept_back_reaches_whom_it_concerns_and_all_others_at_the_end(event, organiser, chief):
    setting.play_round(setting.running_round(event, organiser), organiser)
    table = setting.running_table(event, organiser, 2)
    keep_back(actor=organiser, event=event, from_round=get_round(event, 2))
    own, other = Open(event, seated(table, "S")), Open(event, seated(get_table(event, 2, 2), "E"))
    public = Open(event)
    ruled(chief, get_table(event, 2, 1))
    assert (public.polls(), other.polls(), own.polls()) == (204, 204, 200)
    assert "No rulings" in public.text and "No rulings" not in own.text
    tell_all(actor=organiser, event=event)
    assert (public.polls(), other.polls(), own.polls()) == (200, 200, 200)
    for one in (public, other, own):
        assert "No rulings" not in one.text and "told at the end" not in one.text


def test_a_list_of_one_player_stays_his(event, table, chief):
    number = seated(table, "S").entry.number
    own = Open(event, query=f"?player={number}")
    ruled(chief, table, "W")
    assert own.polls() == 204
    ruled(chief, table, "S", incident=None)
    assert own.polls() == 200
    assert f"?player={number}&v=" in own.asks and own.page.content.decode().count('class="chip') == 1


def test_a_poll_that_brings_nothing_new_reads_no_ruling(event, table, chief):
    counted = []
    for place in ("S", "W"):
        ruled(chief, table, place, incident=None)
        public = Open(event)
        with CaptureQueriesContext(connection) as caught:
            assert public.polls() == 204
        assert not any("adjudication_" in query["sql"] for query in caught)
        counted.append(len(caught))
    assert len(set(counted)) == 1
