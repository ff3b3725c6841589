"""`manage.py verify` finds what does not add up."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from engine.errors import RuleError
from tests.tournament import setting
from tournament.models import PostingRow, Snapshot, Table
from tournament.selectors.entries import get_entry
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.services.standings import publish
from tournament.services.verification import verify_event


@pytest.fixture
def played(event, organiser):
    round_ = setting.running_round(event, organiser)
    chief = setting.chief(event)
    rule_entry(actor=chief, event=event, round_=round_, entry=get_entry(event, 1), points=5)
    second = rule_entry(actor=chief, event=event, round_=round_, entry=get_entry(event, 2), points=-5)
    undo_entry_ruling(actor=chief, event=event, number=second.number)
    setting.play_round(round_, organiser)
    event.refresh_from_db()
    publish(event.pk)
    return event


def test_books_kept_by_the_services_are_in_order(played):
    assert verify_event(played) == []
    out = io.StringIO()
    call_command("verify", "evening", stdout=out)
    assert out.getvalue() == "evening: 2 tables, 0 differences\n"


def test_a_corrupted_line_is_reported(played):
    row = PostingRow.objects.filter(table__isnull=False).first()
    PostingRow.objects.filter(pk=row.pk).update(points=row.points + 1)
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify", stdout=out)
    assert "line missing" in out.getvalue()
    assert "not accounted for" in out.getvalue()
    assert "snapshot differs" in out.getvalue()


def test_a_lost_line_a_changed_total_and_a_changed_snapshot_are_reported(played):
    PostingRow.objects.filter(ruling__isnull=False).first().delete()
    table = Table.objects.first()
    table.state["persons"] = {}
    table.save()
    snapshot = Snapshot.objects.get(version=played.version)
    Snapshot.objects.filter(pk=snapshot.pk).update(body=snapshot.body.replace('"rank":1', '"rank":9', 1))
    where = [difference.where for difference in verify_event(played)]
    assert where[0].startswith("round 1 table")
    assert where[1] == "ruling 1"
    assert where[2] == "standings of stage 1"


def test_an_unknown_event_is_refused(played):
    with pytest.raises(CommandError, match="no such event: nowhere"):
        call_command("verify", "nowhere")


def test_standings_that_cannot_be_computed_are_a_difference(played, monkeypatch):
    def refuse(*args, **kwargs):
        raise RuleError("result_twice", "twice")

    Snapshot.objects.all().delete()
    monkeypatch.setattr("tournament.selectors.standings.compute", refuse)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 differences"):
        call_command("verify", stdout=out)
    assert "standings: standings cannot be computed: result_twice" in out.getvalue()
    assert "being computed" not in out.getvalue()
