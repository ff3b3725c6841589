"""Long draws in the background: asked for once, with progress, cancelled without a trace, run twice to one draw."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db.models import QuerySet
from django.utils import timezone

from engine.errors import RuleError, noop
from engine.seating.groups import Cancelled
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import not_found
from tournament.models import DrawJob, Round
from tournament.problems import problem_of, told_problem
from tournament.services.advancing import Advance
from tournament.services.draws import draw_round
from tournament.services.making import next_attempt, wish_of
from tournament.services.writing import writing

DRAW = "tournament.draw"
# How often a running draw says how far it is, and how long one may be silent before it is given up as lost.
TELL_SECONDS = 0.5
SILENT = timedelta(minutes=3)
OPEN = (DrawJob.Status.WAITING, DrawJob.Status.RUNNING)
Status = DrawJob.Status


def start_job(*, actor: Actor, round_: Round, wish: Mapping[str, Any]) -> DrawJob:
    """Have a round drawn in the background by the arguments of `draw_round`; the job still open is returned."""
    require(actor, "draw", round_)
    checked = {
        key: value for key, value in wish.items() if key not in ("absent", "override", "void", "seen", "advance")
    }
    wish_of(round_, **checked)
    with writing(round_.event, actor) as write:
        write.standings_change = False
        give_up_lost(DrawJob.objects.filter(round=round_))
        job = DrawJob.objects.filter(round=round_, status__in=OPEN).first()
        if job is not None:
            write.cancel()
            return job
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        job = DrawJob.objects.create(round=locked, attempt=next_attempt(locked), wish=dict(wish), created_by=actor.user)
        write.audit("draw.asked", f"round:{locked.number}", after={"attempt": job.attempt})
        current_app.tasks[DRAW].delay_on_commit(job.pk)
    return job


def run_job(job_id: int) -> str:
    """Draw what a job asks for; a job that is over is left alone, so that a task may safely come twice."""
    job = DrawJob.objects.select_related("round__event", "round__stage", "created_by").get(pk=job_id)
    begun = DrawJob.objects.filter(pk=job_id, status__in=OPEN, cancel=False)
    if not begun.update(status=Status.RUNNING, seen_at=timezone.now()):
        return job.status
    actor = Actor(user=job.created_by) if job.created_by else Actor(system=True)
    wish = dict(job.wish)
    decided = wish.pop("advance", None)
    advance = None if decided is None else Advance(**decided)
    try:
        draw_round(actor=actor, round_=job.round, job=job, progress=_Progress(job), advance=advance, **wish)
    except Cancelled:
        _end(job, Status.CANCELLED, None)
    except RuleError as error:
        _end(job, Status.FAILED, problem_of(error))
    except Exception:
        _end(job, Status.FAILED, problem_of(_lost()))
        raise
    return DrawJob.objects.values_list("status", flat=True).get(pk=job_id)


class _Progress:
    """Tells the job how far its draw is, and the draw whether it was cancelled; neither changes what is drawn."""

    def __init__(self, job: DrawJob) -> None:
        self.job = job
        self.told = 0.0

    def __call__(self, done: int, total: int) -> bool:
        now = time.monotonic()
        if now - self.told < TELL_SECONDS:
            return True
        self.told = now
        going = DrawJob.objects.filter(pk=self.job.pk, cancel=False)
        return bool(going.update(done=done, total=total, seen_at=timezone.now()))


def cancel_job(*, actor: Actor, round_: Round) -> DrawJob:
    """Stop the draw that is being made; nothing of it is kept."""
    require(actor, "draw", round_)
    job = DrawJob.objects.filter(round=round_, status__in=OPEN).first()
    if job is None:
        raise not_found("job")
    with writing(round_.event, actor) as write:
        write.standings_change = False
        DrawJob.objects.filter(pk=job.pk).update(cancel=True)
        DrawJob.objects.filter(pk=job.pk, status=Status.WAITING).update(status=Status.CANCELLED)
        write.audit("draw.cancelled", f"round:{round_.number}", after={"attempt": job.attempt})
    job.refresh_from_db()
    return job


def give_up_lost(jobs: QuerySet[DrawJob]) -> int:
    """End jobs whose worker has been silent too long, so that they stand in nobody's way."""
    lost = jobs.filter(status__in=OPEN, seen_at__lt=timezone.now() - SILENT)
    return lost.update(status=Status.FAILED, problem=problem_of(_lost()))


def job_data(job: DrawJob) -> dict[str, Any]:
    """Return a job as it is shown: steps done of all, and what came of it."""
    return {
        "round": job.round.number,
        "attempt": job.attempt,
        "status": job.status,
        "done": job.done,
        "total": job.total,
        "problem": told_problem(job.problem),
    }


def _end(job: DrawJob, status: str, problem: dict[str, Any] | None) -> None:
    DrawJob.objects.filter(pk=job.pk, status__in=OPEN).update(status=status, problem=problem, seen_at=timezone.now())


def _lost() -> RuleError:
    return RuleError("draw_lost", noop("The draw stopped unexpectedly; nothing was written. Draw again."))
