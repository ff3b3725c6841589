"""PDFs in the background: progress, one for the same wish, healed after a lost worker, thrown away after a day."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from engine.errors import RuleError
from tests.tournament import setting
from tournament.errors import NotAllowed
from tournament.models import AuditEntry, PrintJob
from tournament.printing import pdf
from tournament.services import printing
from tournament.services.entries import update_entry
from tournament.services.printing import file_of, forget_prints, heal_prints, retry_print, run_print, start_print
from tournament.tasks import sweep

pytestmark = pytest.mark.pdf
WISH = {"kind": "cards", "options": {"numbers": []}, "language": "zh-hans", "paper": "a4", "site": "https://cup.org"}


def start(event, actor, **more):
    return start_print(actor=actor, event=event, **WISH | more)


def silent(job, status="running"):
    """As a killed worker leaves a job."""
    PrintJob.objects.filter(pk=job.pk).update(status=status, seen_at=timezone.now() - timedelta(minutes=5))


def test_a_job_is_made_after_the_commit_and_says_what_it_shows(people, organiser, django_capture_on_commit_callbacks):
    version = people.version
    with django_capture_on_commit_callbacks(execute=True):
        job = start(people, organiser)
    job.refresh_from_db()
    assert (job.status, job.pages, job.done, job.total, job.version) == ("done", 1, 8, 8, version)
    assert file_of(job).read_bytes().startswith(b"%PDF")
    assert file_of(job).is_relative_to(settings.PRINT_ROOT)
    people.refresh_from_db()
    assert people.version == version, "nothing of the event changes by printing it"
    [audit] = AuditEntry.objects.filter(action="print.asked")
    assert (audit.actor, audit.after["kind"]) == (organiser.user, "cards")


def test_the_same_wish_twice_is_one_job_while_it_is_open(people, organiser):
    first = start(people, organiser)
    assert start(people, organiser).pk == first.pk
    assert start(people, organiser, language="en").pk != first.pk
    run_print(first.pk)
    assert start(people, organiser).pk != first.pk


def test_progress_is_told_batch_by_batch(people, organiser, monkeypatch):
    monkeypatch.setattr(printing, "TELL_SECONDS", 0)
    monkeypatch.setattr("tournament.printing.people.PER_PAGE", {"a4": 1})
    monkeypatch.setattr("tournament.printing.people.BATCH_PAGES", 2)
    told = []
    real = printing._Progress.__call__

    def heard(self, done):
        real(self, done)
        told.append(PrintJob.objects.values_list("done", "total").get())

    monkeypatch.setattr(printing._Progress, "__call__", heard)
    assert run_print(start(people, organiser).pk) == "done"
    assert told == [(2, 8), (4, 8), (6, 8), (8, 8)]


def test_a_task_that_comes_twice_makes_one_file(people, organiser):
    job = start(people, organiser)
    assert run_print(job.pk) == run_print(job.pk) == "done"
    assert len(list(Path(settings.PRINT_ROOT).glob("*/*"))) == 1
    assert run_print(job.pk + 1) == "gone"


def test_a_killed_worker_is_healed_once_by_the_sweep_and_then_left_to_the_retry_button(people, organiser, monkeypatch):
    job = start(people, organiser)
    silent(job)
    monkeypatch.setattr(printing, "run_print", lambda pk: None)
    assert heal_prints() == 1
    job.refresh_from_db()
    assert (job.status, job.tries, job.attempt) == ("waiting", 1, 2)
    monkeypatch.undo()
    silent(job)
    assert heal_prints() == 0
    job.refresh_from_db()
    assert (job.status, job.problem["code"]) == ("failed", "print_lost")
    retry_print(actor=organiser, job=job)
    assert run_print(job.pk) == "done"
    job.refresh_from_db()
    assert job.problem is None and job.tries == 0 and file_of(job)


def test_the_sweep_makes_again_what_was_lost(people, organiser):
    running, waiting = start(people, organiser), start(people, organiser, language="en")
    silent(running)
    silent(waiting, "waiting")
    sweep()
    assert set(PrintJob.objects.values_list("status", flat=True)) == {"done"}


def test_a_run_that_lost_its_job_to_another_stops_and_leaves_no_file(people, organiser, monkeypatch):
    job = start(people, organiser)
    monkeypatch.setattr(printing, "TELL_SECONDS", 0)
    real = printing.pdf.write_pdf

    def overtaken(*args, **more):
        PrintJob.objects.filter(pk=job.pk).update(attempt=9, status="waiting")
        return real(*args, **more)

    monkeypatch.setattr(printing.pdf, "write_pdf", overtaken)
    assert run_print(job.pk) == "waiting"
    assert list(Path(settings.PRINT_ROOT).glob("*/*")) == []


def test_a_refusal_and_an_error_both_end_the_job(people, organiser, monkeypatch):
    job = start(people, organiser, kind="slips", options={"round": 3, "tables": []})
    assert run_print(job.pk) == "failed"
    job.refresh_from_db()
    assert job.problem["code"] == "print_empty"
    monkeypatch.setattr(printing, "read_contents", lambda *more: 1 / 0)
    job = start(people, organiser)
    with pytest.raises(ZeroDivisionError):
        run_print(job.pk)
    job.refresh_from_db()
    assert (job.status, job.problem["code"]) == ("failed", "print_lost")


def test_without_the_library_a_job_fails_and_says_why(people, organiser, monkeypatch):
    lacking = RuleError("pdf_library", "PDF needs {package}.", package="weasyprint")
    monkeypatch.setattr(pdf, "missing_part", lambda: lacking)
    job = start(people, organiser)
    assert run_print(job.pk) == "failed"
    job.refresh_from_db()
    assert job.problem["params"] == {"package": "weasyprint"}


def test_a_right_that_was_taken_away_meanwhile_counts(people, organiser):
    helper = setting.member(people, "organiser")
    job = start(people, helper)
    people.roles.all().delete()
    assert run_print(job.pk) == "failed"
    with pytest.raises(NotAllowed):
        start(people, setting.member(people, "scorer"))


@pytest.mark.long
def test_files_and_jobs_are_thrown_away_after_a_day_but_not_what_slips_said(people, organiser):
    cards = start(people, organiser)
    slips = start(people, organiser, kind="slips", options={"round": 2, "tables": []})
    for job in (cards, slips):
        assert run_print(job.pk) == "done"
    assert forget_prints() == 0
    PrintJob.objects.update(finished_at=timezone.now() - timedelta(days=2))
    left = Path(settings.PRINT_ROOT, str(people.pk), "left.part")
    left.write_bytes(b"")
    os.utime(left, (0, 0))
    assert forget_prints() == 2
    assert list(Path(settings.PRINT_ROOT).glob("*/*")) == []
    assert [job.kind for job in PrintJob.objects.all()] == ["slips"]
    assert forget_prints() == 0


def test_a_document_shows_the_event_as_it_was_when_it_was_made(people, organiser):
    job = start(people, organiser)
    update_entry(actor=organiser, entry=people.entries.get(number=7), changes={"team": "新隊"})
    run_print(job.pk)
    job.refresh_from_db()
    people.refresh_from_db()
    assert job.version == people.version
