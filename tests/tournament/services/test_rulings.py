"""Rulings without a table."""

from __future__ import annotations

import json

import pytest

from tests.tournament import setting
from tournament.access import Role
from tournament.errors import Conflict, KeyReused, NotAllowed, Refused
from tournament.models import EntryRuling, PostingRow
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import newest_standings
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.services.standings import publish


def total(event, number: int) -> int:
    publish(event.pk)
    body = json.loads(newest_standings(event, event.stages.get().order).body)
    return next(row["total"] for row in body["standings"]["rows"] if row["id"] == str(number))


def test_points_are_taken_in_the_round_that_is_named_and_paid_back_when_overturned(event, organiser):
    chief = setting.chief(event)
    setting.play_round(setting.running_round(event, organiser, 1), organiser)
    setting.running_round(event, organiser, 2)
    before = total(event, 3)
    ruling = rule_entry(actor=chief, event=event, round_=get_round(event, 1), entry=get_entry(event, 3), points=10)
    assert total(event, 3) == before - 10
    row = PostingRow.objects.get(ruling=ruling)
    assert (row.round.number, row.account, row.points, row.to_entry) == (1, "event", 10, None)
    undo_entry_ruling(actor=chief, event=event, number=ruling.number)
    assert total(event, 3) == before
    with pytest.raises(Conflict, match="ruling_undone"):
        undo_entry_ruling(actor=chief, event=event, number=ruling.number)


def test_the_same_ruling_sent_twice_counts_once(event):
    request = {
        "actor": setting.chief(event), "event": event, "round_": get_round(event, 1), "entry": get_entry(event, 3),
        "key": "r1",
    }  # fmt: skip
    assert rule_entry(**request, points=10) == rule_entry(**request, points=10)
    assert EntryRuling.objects.count() == 1
    with pytest.raises(KeyReused):
        rule_entry(**request, points=11)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"points": 0}, "points_range"), ({"points": 10**9}, "points_range"), ({"account": "table"}, "account")],
)
def test_amounts_and_accounts_are_checked_on_the_server(event, change, code):
    request = {"actor": setting.chief(event), "event": event, "round_": get_round(event, 1), "points": 5}
    with pytest.raises(Refused, match=code):
        rule_entry(**request | change, entry=get_entry(event, 3))


def test_scorers_do_not_rule(event):
    with pytest.raises(NotAllowed):
        rule_entry(
            actor=setting.member(event, Role.SCORER),
            event=event,
            round_=get_round(event, 1),
            entry=get_entry(event, 1),
            points=5,
        )
