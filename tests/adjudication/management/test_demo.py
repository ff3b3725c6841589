"""The demonstration plays what it promises, and its standings follow from the ledger."""

from __future__ import annotations

import io
import re

import pytest
from django.core.management import CommandError, call_command

from adjudication.models import Case
from tournament.models import Event, PostingRow, Round, Table, TableEvent, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def printed(django_capture_on_commit_callbacks):
    out = io.StringIO()
    with django_capture_on_commit_callbacks(execute=True):
        call_command("demo", stdout=out)
    return out.getvalue()


def bodies(kind: str) -> list[dict]:
    return [event.body for event in TableEvent.objects.filter(kind=kind).order_by("pk")]


def test_the_printed_standings_are_the_sums_of_the_ledger(printed):
    sums = dict.fromkeys(range(1, 17), 0)
    for payer, payee, points in PostingRow.objects.values_list("from_entry__number", "to_entry__number", "points"):
        sums[payer] -= points
        sums[payee] += points
    shown = [re.split(r"\s{2,}", line.strip()) for line in printed.splitlines()[1:]]
    assert {int(number): int(total) for _rank, number, _name, total in shown} == sums
    totals = [int(row[3]) for row in shown]
    assert totals == sorted(totals, reverse=True)
    assert all(int(row[0]) <= place for place, row in enumerate(shown, start=1))
    assert [row[2] for row in sorted(shown, key=lambda row: int(row[1]))] == [f"選手 {n:02}" for n in range(1, 17)]
    call_command("verify", stdout=io.StringIO())


@pytest.mark.long
def test_it_plays_what_it_promises(printed):
    event = Event.objects.get()
    assert event.status == Event.Status.CLOSED
    assert (Round.objects.filter(status="closed").count(), Table.objects.filter(status="confirmed").count()) == (4, 16)
    assert bodies("exhausted")
    assert any(body.get("streak") for body in bodies("win")), "a dealer keeps the deal"
    infractions = [body["wording"]["infraction"] for body in bodies("ruling")]
    assert sorted(infractions) == ["A15", "A15", "A18.4", "A18.4"]
    rulings = TableEvent.objects.filter(kind="ruling", body__wording__infraction="A18.4")
    assert sorted(Case.objects.values_list("status", flat=True)) == ["issued"] * 4
    wrong_pongs = set(rulings.values_list("table_id", flat=True))
    moved = set(PostingRow.objects.exclude(liability=None).values_list("table_id", flat=True))
    assert len(moved & wrong_pongs) == 1, "one window is hit, one has passed"
    assert (len(bodies("void")), len(bodies("replace"))) == (1, 1)


def test_one_in_progress_prints_three_logins_and_can_be_repeated(db):
    for _ in range(2):
        out = io.StringIO()
        call_command("demo", "--in-progress", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 3
    for line in lines:
        username, password = line.split(": ")[1].split(" / ")
        assert User.objects.get(username=username).check_password(password)
    assert [event.status for event in Event.objects.all()] == ["running", "running"]
    running = Round.objects.filter(event__slug="demo", status="running").get()
    assert running.number == 3
    assert Case.objects.filter(round=running).get().status == "proposed"
    assert {table.state["hand"] > 1 for table in running.tables.all()} == {True}


def test_too_few_players_are_refused_in_a_sentence(db):
    with pytest.raises(CommandError, match="at least 4 are needed"):
        call_command("demo", "--players", "3", stdout=io.StringIO())
