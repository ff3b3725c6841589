"""An event from its first entry to its last standings."""

from __future__ import annotations

import json

import pytest

from engine.postings import HOUSE
from tests.tournament import setting
from tournament.errors import Conflict
from tournament.models import Event, PostingRow
from tournament.selectors.rounds import get_round
from tournament.selectors.standings import newest_standings
from tournament.services.events import close_event


def test_an_event_runs_from_entries_to_final_standings(organiser, event, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        for number in (1, 2):
            round_ = setting.running_round(event, organiser, number)
            setting.play_round(round_, organiser)
    close_event(actor=organiser, event=event)
    assert event.status == Event.Status.CLOSED
    shown = newest_standings(event, get_round(event, 1).stage.order)
    assert shown is not None
    rows = json.loads(shown.body)["standings"]["rows"]
    totals: dict[str, int] = {}
    for row in PostingRow.objects.select_related("from_entry", "to_entry"):
        for entry, sign in ((row.from_entry, -1), (row.to_entry, 1)):
            name = HOUSE if entry is None else str(entry.number)
            totals[name] = totals.get(name, 0) + sign * row.points
    assert {row["id"]: row["total"] for row in rows if row["total"]} == {k: v for k, v in totals.items() if v}
    assert sum(row["total"] for row in rows) == 0


def test_an_event_with_open_rounds_does_not_close_and_says_what_is_open(organiser, event):
    setting.running_round(event, organiser)
    Event.objects.filter(pk=event.pk).update(status="running")
    event.refresh_from_db()
    with pytest.raises(Conflict) as refusal:
        close_event(actor=organiser, event=event)
    assert [item["round"] for item in refusal.value.facts["open"]] == [1, 2]
    assert len(refusal.value.facts["open"][0]["tables"]) == 2
