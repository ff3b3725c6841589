"""Draws in the background: progress, cancelling without a trace, one draw however often a job runs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament import setting
from tests.tournament.services.test_methods import drawn_by
from tournament.errors import NotAllowed, NotFound
from tournament.models import Draw, DrawJob, Schedule
from tournament.selectors.rounds import get_round
from tournament.services import draw_jobs
from tournament.services.draw_jobs import cancel_job, job_data, run_job, start_job
from tournament.services.draws import draw_round, replay
from tournament.services.entries import check_in
from tournament.tasks import sweep


@pytest.fixture
def long_event(organiser):
    """A field whose schedule has to be searched for."""
    event = setting.event(organiser, players=22, rounds=6)
    drawn_by(event, organiser, method="schedule", accept_repeats=True)
    return event


def test_a_job_tells_how_far_it_is_and_makes_the_draw_that_the_service_would_make(
    long_event, organiser, monkeypatch, django_capture_on_commit_callbacks
):
    told = []
    monkeypatch.setattr(draw_jobs, "TELL_SECONDS", 0)
    real = draw_jobs._Progress.__call__

    def heard(self, done, total):
        told.append((done, total))
        return real(self, done, total)

    monkeypatch.setattr(draw_jobs._Progress, "__call__", heard)
    round_ = get_round(long_event, 1)
    with django_capture_on_commit_callbacks(execute=True):
        job = start_job(actor=organiser, round_=round_, wish={"dice": [6, 1]})
    job.refresh_from_db()
    assert job.status == "done" and job.draw == Draw.objects.get()
    assert len(told) > 3 and told == sorted(told) and job.done == told[-1][0] <= job.total == told[-1][1]
    assert replay(job.draw)[1]
    assert run_job(job.pk) == "done" and Draw.objects.count() == 1
    drawn = job.draw.result
    job.delete()
    Draw.objects.all().delete()
    Schedule.objects.all().delete()
    assert draw_round(actor=organiser, round_=get_round(long_event, 1), dice=[6, 1]).result == drawn


def test_a_cancelled_job_writes_nothing(long_event, organiser, monkeypatch):
    monkeypatch.setattr(draw_jobs, "TELL_SECONDS", 0)
    round_ = get_round(long_event, 1)
    job = start_job(actor=organiser, round_=round_, wish={})
    real = draw_jobs._Progress.__call__

    def cancelling(self, done, total):
        if done > 10_000:
            cancel_job(actor=organiser, round_=round_)
        return real(self, done, total)

    monkeypatch.setattr(draw_jobs._Progress, "__call__", cancelling)
    assert run_job(job.pk) == "cancelled"
    assert not Draw.objects.exists() and not Schedule.objects.exists()
    assert get_round(long_event, 1).status == "planned"
    with pytest.raises(NotFound):
        cancel_job(actor=organiser, round_=round_)
    again = start_job(actor=organiser, round_=round_, wish={})
    assert again.pk != job.pk and again.attempt == job.attempt


def test_a_job_cancelled_after_the_search_writes_nothing_either(long_event, organiser, monkeypatch):
    round_ = get_round(long_event, 1)
    job = start_job(actor=organiser, round_=round_, wish={"method": "random"})
    monkeypatch.setattr(
        draw_jobs, "draw_round",
        lambda **more: (DrawJob.objects.filter(pk=job.pk).update(cancel=True), draw_round(**more)),
    )  # fmt: skip
    assert run_job(job.pk) == "cancelled"
    assert not Draw.objects.exists()


def test_a_waiting_job_is_cancelled_at_once_and_a_second_asking_finds_the_first(event, organiser):
    round_ = get_round(event, 1)
    job = start_job(actor=organiser, round_=round_, wish={})
    assert start_job(actor=organiser, round_=round_, wish={}).pk == job.pk
    assert cancel_job(actor=organiser, round_=round_).status == "cancelled"
    assert run_job(job.pk) == "cancelled"


def test_a_job_over_nobody_ends_with_the_sentence(event, organiser):
    check_in(actor=organiser, event=event, numbers=list(range(1, 9)), state="absent")
    job = start_job(actor=organiser, round_=get_round(event, 1), wish={})
    assert run_job(job.pk) == "failed"
    job.refresh_from_db()
    problem = job_data(job)["problem"]
    assert (problem["code"], problem["message"]) == ("seating_no_players", "There are no eligible players.")


def test_a_job_whose_round_was_drawn_meanwhile_says_so(event, organiser):
    job = start_job(actor=organiser, round_=get_round(event, 1), wish={})
    draw_round(actor=organiser, round_=get_round(event, 1))
    assert run_job(job.pk) == "failed"
    job.refresh_from_db()
    assert job.problem["code"] == "drawn_meanwhile"
    assert Draw.objects.count() == 1


def test_a_job_whose_worker_was_lost_stands_in_nobodys_way(event, organiser):
    job = start_job(actor=organiser, round_=get_round(event, 1), wish={})
    DrawJob.objects.update(status="running", seen_at=timezone.now() - timedelta(minutes=10))
    sweep()
    job.refresh_from_db()
    assert (job.status, job_data(job)["problem"]["code"]) == ("failed", "draw_lost")
    assert start_job(actor=organiser, round_=get_round(event, 1), wish={}).pk != job.pk


def test_an_error_of_the_program_ends_the_job_too(event, organiser, monkeypatch):
    job = start_job(actor=organiser, round_=get_round(event, 1), wish={})

    def broken(**more):
        raise ZeroDivisionError

    monkeypatch.setattr(draw_jobs, "draw_round", broken)
    with pytest.raises(ZeroDivisionError):
        run_job(job.pk)
    job.refresh_from_db()
    assert job.status == "failed"


def test_only_those_who_draw_ask_for_it(event):
    with pytest.raises(NotAllowed):
        start_job(actor=setting.member(event, "referee"), round_=get_round(event, 1), wish={})
