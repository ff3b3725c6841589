"""Rulings of rounds whose results are told at the end: points could be computed from them, so they wait as well."""

from __future__ import annotations

import pytest
from django.urls import reverse

from adjudication.selectors.cases import get_case, report, visible_cases
from tests.adjudication import steps
from tests.tournament import setting
from tests.tournament.views.browsing import client_of, text_of
from tournament.actors import PUBLIC, Actor
from tournament.errors import NotFound
from tournament.models import Entry
from tournament.selectors.rounds import get_round
from tournament.selectors.tables import get_table
from tournament.selectors.visibility import visible_rulings
from tournament.services.reveal import keep_back
from tournament.services.rulings import rule_entry


@pytest.fixture
def kept(event, organiser, chief):
    """A ruling in round 1, which is public, and one at the first table of round 2, which is kept back."""
    setting.running_round(event, organiser)
    before = steps.ruled(chief, get_table(event, 1, 1))
    setting.play_round(get_round(event, 1), organiser)
    table = setting.running_table(event, organiser, 2)
    keep_back(actor=organiser, event=event, from_round=get_round(event, 2))
    event.refresh_from_db()
    return before, steps.ruled(chief, get_table(event, 2, 1)), table


def seen_by(actor, event) -> list[int]:
    return [case.number for case in visible_cases(actor, event)]


def at(table, place) -> Actor:
    return Actor(entry=Entry.objects.get(event=table.event, number=int(table.state["seats"][place])))


def test_rulings_of_rounds_kept_back_are_seen_by_the_staff_and_by_those_of_the_table(event, kept, floor):
    before, hidden, table = kept
    other = at(get_table(event, 2, 2), "E")
    assert seen_by(PUBLIC, event) == seen_by(other, event) == [before.number]
    assert seen_by(floor, event) == [before.number, hidden.number]
    assert seen_by(at(table, "S"), event) == seen_by(at(table, "E"), event) == [before.number, hidden.number]
    with pytest.raises(NotFound):
        get_case(other, event, hidden.number)
    assert [row["case"] for row in report(PUBLIC, event)] == [before.number]


def test_a_ruling_of_a_public_round_that_counts_in_a_later_one_waits_too(event, kept, chief):
    case = steps.propose(chief, get_table(event, 1, 1), "W")
    steps.issue(chief, case, counted_in=get_round(event, 2), confirm_round=1)
    assert case.number not in seen_by(PUBLIC, event)
    assert case.number in seen_by(at(get_table(event, 1, 1), "W"), event)


def test_pages_files_and_programs_hide_them_and_say_so(event, kept, floor, chief):
    before, hidden, table = kept
    public, staff = client_of(), client_of(floor)
    for name in ("rulings", "rulings_report"):
        url = reverse(name, args=[event.slug])
        assert "Rulings from round 2 on are told at the end." in text_of(public.get(url))
        assert "Not public: rulings from round 2 on." in text_of(staff.get(url))
    assert public.get(reverse("case", args=[event.slug, hidden.number])).status_code == 404
    assert len(public.get(reverse("rulings", args=[event.slug]), {"as": "json"}).json()["rows"]) == 1
    for path in ("cases", "report"):
        shown = public.get(f"/api/v1/events/{event.slug}/{path}/").json()
        assert [row["case"] for row in shown] == [before.number]
    own = client_of(at(table, "S"))
    assert own.get(reverse("case", args=[event.slug, hidden.number])).status_code == 200
    printed = staff.get(reverse("print_page", args=[event.slug, "rulings"]))
    assert "Not public: rulings from round 2 on." in text_of(printed)


def test_points_taken_without_a_table_wait_except_for_whom_they_concern(event, kept, chief):
    entry = Entry.objects.get(event=event, number=1)
    rule_entry(actor=chief, event=event, round_=get_round(event, 2), entry=entry, points=5)
    rule_entry(actor=chief, event=event, round_=get_round(event, 1), entry=entry, points=3)
    assert [one.round.number for one in visible_rulings(PUBLIC, event)] == [1]
    assert visible_rulings(Actor(entry=entry), event).count() == visible_rulings(chief, event).count() == 2


def test_who_was_ruled_late_in_such_a_round_is_not_called_so_on_the_card(organiser):
    event = setting.event(organiser, game="zungjung", preset="challenge", players=4)
    chief = setting.chief(event)
    setting.running_round(event, organiser)
    table = get_table(event, 1, 1)
    case = steps.propose(chief, table, "S", facts={"minutes": 7}, infraction="B-74")
    steps.issue(chief, case)
    entry = Entry.objects.get(event=event, number=int(table.state["seats"]["S"]))
    card = reverse("player_card", args=[event.slug, entry.number])
    assert "late (penalty)" in text_of(client_of().get(card))
    keep_back(actor=organiser, event=event, from_round=get_round(event, 1))
    assert "late (penalty)" not in text_of(client_of().get(card))
    assert "late (penalty)" in text_of(client_of(chief).get(card))
    assert "late (penalty)" in text_of(client_of(Actor(entry=entry)).get(card))
