"""PDFs in the background: asked for once, with progress, made again after a lost worker, thrown away after a day."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from engine.errors import RuleError, noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import AuditEntry, Event, PrintJob
from tournament.printing import pdf
from tournament.printing.documents import LANGUAGES, PAPERS, Order, find_document
from tournament.printing.reading import read_contents, spoken
from tournament.problems import problem_of

PRINT = "tournament.print"
# How often a running job says how far it is, how long it may be silent, and how many lost workers it survives.
TELL_SECONDS = 0.5
SILENT = timedelta(seconds=90)
MOST_TRIES = 2
KEPT = timedelta(days=1)
Status = PrintJob.Status
OPEN = (Status.WAITING, Status.RUNNING)


class Superseded(Exception):
    """The job was given to another run."""


def start_print(
    *, actor: Actor, event: Event, kind: str, options: Mapping[str, Any], language: str, paper: str, site: str
) -> PrintJob:
    """Have a document made in the background; the same one still in the making is returned instead.

    Nothing of the event changes by it, so its version does not count on; who had personal links printed is on record.
    """
    document = find_document(kind)
    require(actor, document.permission, event)
    if language not in LANGUAGES or paper not in PAPERS:
        raise Refused("print_unknown", noop("There is no such language or paper."), path="paper")
    wish = {"kind": kind, "options": dict(options), "language": language, "paper": paper, "site": site}
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        open_jobs = PrintJob.objects.filter(event=locked, requested_by=actor.user, status__in=OPEN, kind=kind)
        same = next((job for job in open_jobs if all(getattr(job, key) == value for key, value in wish.items())), None)
        if same is not None:
            return same
        job = PrintJob.objects.create(event=locked, requested_by=actor.user, **wish)
        AuditEntry.objects.create(
            event=locked,
            event_version=locked.version,
            actor=actor.user,
            action="print.asked",
            after={"kind": kind, "language": language, **options},
            at=timezone.now(),
        )
        _queue(job)
    return job


def retry_print(*, actor: Actor, job: PrintJob) -> PrintJob:
    """Make a document again that failed, or whose file is gone or out of date."""
    require(actor, find_document(job.kind).permission, job.event)
    with transaction.atomic():
        locked = PrintJob.objects.select_for_update().get(pk=job.pk)
        if locked.status not in OPEN:
            _forget_file(locked)
            _again(locked)
            locked.tries, locked.requested_by = 0, actor.user
            locked.save()
            _queue(locked)
    locked.event = job.event
    return locked


def run_print(job_id: int) -> str:
    """Make what a job asks for; one that is over or in another's hands is left alone, so a task may come twice."""
    job = PrintJob.objects.select_related("event", "requested_by").filter(pk=job_id).first()
    if job is None:
        return "gone"
    mine = PrintJob.objects.filter(pk=job_id, status=Status.WAITING, attempt=job.attempt)
    if not mine.update(status=Status.RUNNING, seen_at=timezone.now()):
        return job.status
    try:
        _make(job)
    except Superseded:
        pass
    except RuleError as error:
        _end(job, Status.FAILED, problem=problem_of(error))
    except Exception:
        _end(job, Status.FAILED, problem=problem_of(_lost()))
        raise
    return PrintJob.objects.values_list("status", flat=True).get(pk=job_id)


def _make(job: PrintJob) -> None:
    lacking = pdf.missing_part()
    if lacking is not None:
        raise lacking
    actor = Actor(user=job.requested_by) if job.requested_by else Actor(system=True)
    order = Order(actor, job.event, job.options, job.paper, job.site)
    with spoken(job.event, job.language):
        contents = read_contents(find_document(job.kind), order)
        if not contents.total:
            raise Refused("print_empty", noop("There is nothing to print yet."))
        name = f"{job.event_id}/{job.pk}-{job.attempt}-{secrets.token_hex(8)}.pdf"
        target = Path(settings.PRINT_ROOT, name)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = target.with_suffix(".part")
        try:
            made = pdf.write_pdf(contents, paper=job.paper, target=part, tell=_Progress(job, contents.total))
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    shows, version, total = dict(contents.shows), contents.version, contents.total
    found = {"file": name, "pages": made.pages, "missing": made.missing[:200], "shows": shows, "version": version}
    found |= {"done": total, "total": total, "problem": None, "confidential": contents.confidential}
    if not _end(job, Status.DONE, **found):
        target.unlink(missing_ok=True)


class _Progress:
    """Tells the job how far its document is; refuses to go on once the job is in another's hands."""

    def __init__(self, job: PrintJob, total: int) -> None:
        self.job, self.total = job, total
        self.told = 0.0

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now - self.told < TELL_SECONDS:
            return
        self.told = now
        mine = _still_mine(self.job)
        if not mine.update(done=done, total=self.total, seen_at=timezone.now()):
            raise Superseded


def _still_mine(job: PrintJob) -> Any:
    return PrintJob.objects.filter(pk=job.pk, attempt=job.attempt, status=Status.RUNNING)


def _end(job: PrintJob, status: str, **found: Any) -> int:
    now = timezone.now()
    return int(_still_mine(job).update(status=status, seen_at=now, finished_at=now, **found))


def heal_prints() -> int:
    """Make again what a lost worker left, at most twice; queue anew what nobody has begun; return how many."""
    now = timezone.now()
    count = 0
    for job in PrintJob.objects.filter(status__in=OPEN, seen_at__lt=now - SILENT):
        same = PrintJob.objects.filter(pk=job.pk, attempt=job.attempt, status=job.status, seen_at=job.seen_at)
        if job.status == Status.WAITING:
            healed = same.update(seen_at=now)
        elif job.tries + 1 >= MOST_TRIES:
            same.update(status=Status.FAILED, problem=problem_of(_lost()), seen_at=now, finished_at=now)
            continue
        else:
            healed = same.update(
                status=Status.WAITING, attempt=job.attempt + 1, tries=job.tries + 1, seen_at=now, done=0
            )
        if healed:
            count += 1
            current_app.tasks[PRINT].delay(job.pk)
    return count


def forget_prints() -> int:
    """Throw away jobs and files older than a day: they show what was, and personal links among it."""
    old = timezone.now() - KEPT
    gone = PrintJob.objects.exclude(status__in=OPEN).filter(finished_at__lt=old)
    forgotten = list(gone.exclude(file=""))
    for job in forgotten:
        _forget_file(job)
    # What slips said stays known, so that a renumbered table is still noticed on the next day.
    gone.filter(file="", shows={}).delete()
    for path in Path(settings.PRINT_ROOT).glob("*/*"):
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_mtime < old.timestamp():
                path.unlink()
    return len(forgotten)


def file_of(job: PrintJob) -> Path | None:
    """Return where a finished document lies, or None where it is not there any more."""
    path = Path(settings.PRINT_ROOT, job.file) if job.file else None
    return path if path is not None and path.is_file() else None


def _queue(job: PrintJob) -> None:
    current_app.tasks[PRINT].delay_on_commit(job.pk)


def _again(job: PrintJob) -> None:
    job.status, job.attempt, job.done, job.total = Status.WAITING, job.attempt + 1, 0, 0
    job.problem, job.finished_at, job.seen_at, job.missing = None, None, timezone.now(), ""


def _forget_file(job: PrintJob) -> None:
    if job.file:
        Path(settings.PRINT_ROOT, job.file).unlink(missing_ok=True)
        PrintJob.objects.filter(pk=job.pk).update(file="")
        job.file = ""


def _lost() -> RuleError:
    return RuleError("print_lost", noop("The document was not finished. Try again."))
