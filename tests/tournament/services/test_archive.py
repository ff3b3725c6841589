"""Backup and restore of an event and of the whole site."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.tournament import processes, setting
from tournament.models import AuditEntry, Entry, Event, Person, PostingRow, Round, Snapshot, TableEvent, User
from tournament.selectors.entries import get_entry
from tournament.selectors.rounds import get_round
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.services.standings import publish


def ranks(event: Event) -> list:
    rows = json.loads(Snapshot.objects.filter(event=event).order_by("-version").first().body)["standings"]["rows"]
    return [(row["id"], row["rank"], row["total"]) for row in rows]


@pytest.fixture
def played(event, organiser):
    round_ = setting.running_round(event, organiser)
    ruling = rule_entry(actor=organiser, event=event, round_=round_, entry=get_entry(event, 1), points=7)
    undo_entry_ruling(actor=organiser, event=event, number=ruling.number)
    setting.play_round(round_, organiser)
    publish(event.pk)
    return event


def test_an_event_comes_back_beside_the_original_with_its_whole_history(played, tmp_path):
    setting.event(setting.organiser("another"), slug="other")
    file = tmp_path / "evening.json"
    call_command("backup", str(file), "--event", "evening", stdout=io.StringIO())
    assert "other" not in {item["fields"].get("slug") for item in json.loads(file.read_text())["objects"]}
    with pytest.raises(CommandError, match="slug_taken"):
        call_command("restore", str(file))
    out = io.StringIO()
    call_command("restore", str(file), "--as", "copy", stdout=out)
    assert out.getvalue() == "copy: 2 tables, 0 differences\n"
    copy = Event.objects.get(slug="copy")
    assert ranks(copy) == ranks(played)
    for model, path in ((TableEvent, "table__event"), (PostingRow, "event"), (AuditEntry, "event"), (Round, "event")):
        assert model.objects.filter(**{path: copy}).count() == model.objects.filter(**{path: played}).count() > 0
    times = [
        [row.at for row in TableEvent.objects.filter(table__event=one).order_by("table__number", "seq")]
        for one in (played, copy)
    ]
    assert times[0] == times[1]
    tokens = Entry.objects.values_list("link_token", flat=True)
    assert len(set(tokens)) == len(tokens)
    assert Person.objects.count() == 24


def test_accounts_of_a_restored_event_are_matched_by_name_or_cannot_log_in(played, tmp_path):
    file = tmp_path / "evening.json"
    call_command("backup", str(file), "--event", "evening", stdout=io.StringIO())
    text = file.read_text().replace('"username": "founder"', '"username": "stranger"')
    file.write_text(text)
    call_command("restore", str(file), "--as", "copy", stdout=io.StringIO())
    stranger = User.objects.get(username="stranger")
    assert (stranger.is_staff, stranger.is_superuser, stranger.has_usable_password()) == (False, False, False)


def test_what_is_no_backup_is_refused(db, tmp_path):
    for name, text in (("a", "{"), ("b", "{}"), ("c", "[]")):
        (tmp_path / name).write_text(text)
        with pytest.raises(CommandError, match="no backup"):
            call_command("restore", str(tmp_path / name))
    with pytest.raises(CommandError, match="no such file"):
        call_command("restore", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="no such event"):
        call_command("backup", str(tmp_path / "x"), "--event", "none")


def test_a_whole_site_is_not_restored_over_another(played, tmp_path):
    file = tmp_path / "site.json"
    call_command("backup", str(file), "--json", stdout=io.StringIO())
    with pytest.raises(CommandError, match="site_not_empty"):
        call_command("restore", str(file))


RESTORE = """
import io
from django.core.management import call_command
call_command("migrate", verbosity=0, interactive=False)
call_command("restore", {file!r})
from tournament.models import AuditEntry, User
print(User.objects.get(username="founder").password, AuditEntry.objects.count())
AuditEntry.objects.create(action="after.restore", at=AuditEntry.objects.first().at)
"""


@pytest.mark.long
@pytest.mark.parametrize("how", [["--json"], []])
def test_a_whole_site_comes_back_into_an_empty_one(transactional_db, tmp_path, monkeypatch, how):
    if connection.vendor != "sqlite" and not how:
        pytest.skip("a database file is SQLite's")
    actor = setting.organiser()
    event = setting.event(actor)
    setting.play_round(setting.running_round(event, actor), actor)
    file = tmp_path / "site"
    call_command("backup", str(file), *how, stdout=io.StringIO())
    monkeypatch.setattr(processes, "database_url", lambda: f"sqlite:///{tmp_path}/new.sqlite3")
    done = processes.python(RESTORE.format(file=str(file)))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("evening: 2 tables, 0 differences")
    assert lines[1] == f"{actor.user.password} {AuditEntry.objects.count()}"
    assert get_round(event, 1).status == Round.Status.CLOSED
