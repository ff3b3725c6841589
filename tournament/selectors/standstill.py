"""What of the work in the background has stood still for more than three minutes, and since when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from tournament.models import AuditEntry, DrawJob, Event, Heartbeat, Message, PrintJob, Snapshot, Stage

PATIENCE = timedelta(minutes=3)
# What was never sent and is older than this was told otherwise, or never will be.
OUTBOX = timedelta(days=1)
OPEN = ("waiting", "running")


@dataclass(frozen=True)
class Standstill:
    """Work of one kind that waits: periodic, standings, messages, draws or prints; how much, and since when.

    `since` is None where periodic work has never been done and nobody knows since when it should have been.
    """

    kind: str
    since: datetime | None
    count: int


def behind() -> QuerySet[Event]:
    """Return the events that have moved on since their standings were computed, what ended for good left out."""
    newest = Snapshot.objects.filter(event=OuterRef("pk")).order_by("-version").values("version")[:1]
    found = Event.objects.exclude(status__in=(Event.Status.ARCHIVED, Event.Status.DISCARDED))
    found = found.filter(Exists(Stage.objects.filter(event=OuterRef("pk"))))
    return found.annotate(newest=Subquery(newest)).filter(Q(newest=None) | Q(newest__lt=F("version")))


def standstills(now: datetime, event: Event | None = None) -> tuple[Standstill, ...]:
    """Return what has stood still, of one event or of the whole site, in five queries; empty when all is well.

    Standings that cannot be computed are not waiting: the organiser's pages say why (`StandingsProblem`).
    """
    late = now - PATIENCE
    found = [
        _periodic(late, event),
        _standings(late, event),
        _counted("messages", "created_at", _outbox(now, event), late),
        _counted("draws", "seen_at", _of(DrawJob.objects.filter(status__in=OPEN), "round__event", event), late),
        _counted("prints", "waiting", _prints(event), late),
    ]
    return tuple(one for one in found if one is not None)


def since(found: Iterable[Standstill]) -> datetime | None:
    """Return since when the first of them has stood still, where that is known."""
    return min((one.since for one in found if one.since is not None), default=None)


def _of(rows: QuerySet, path: str, event: Event | None) -> QuerySet:
    return rows if event is None else rows.filter(**{path: event.pk})


def _periodic(late: datetime, event: Event | None) -> Standstill | None:
    """Periodic work that was never done is expected since the event was made."""
    known = dict(Heartbeat.objects.values_list("task", "at"))
    never = None if event is None else event.created_at
    tasks = [str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    last = [known.get(task, never) for task in tasks]
    out = [at for at in last if at is None or at < late]
    if not out:
        return None
    return Standstill("periodic", min((at for at in out if at is not None), default=None), len(out))


def _standings(late: datetime, event: Event | None) -> Standstill | None:
    newer = AuditEntry.objects.filter(event=OuterRef("pk"), event_version__gt=Coalesce(OuterRef("newest"), 0))
    found = _of(behind(), "pk", event).filter(standings_problem=None)
    moved = found.annotate(moved=Subquery(newer.order_by("id").values("at")[:1])).values_list("moved", flat=True)
    waiting = [at for at in moved if at is not None and at < late]
    return Standstill("standings", min(waiting), len(waiting)) if waiting else None


def unsent(now: datetime) -> QuerySet[Message]:
    """Return the e-mails of the last day that wait for longer than they should."""
    return _outbox(now, None).filter(created_at__lt=now - PATIENCE)


def _outbox(now: datetime, event: Event | None) -> QuerySet[Message]:
    if not settings.EMAIL_CONFIGURED:
        return Message.objects.none()
    found = Message.objects.filter(sent_at=None, handed_over_at=None, created_at__gte=now - OUTBOX).exclude(to="")
    return _of(found, "event", event)


def _prints(event: Event | None) -> QuerySet[PrintJob]:
    """A job that nobody has begun waits since it was asked for: the sweep only queues it anew."""
    asked = Case(When(status=PrintJob.Status.WAITING, attempt=1, then=F("created_at")), default=F("seen_at"))
    return _of(PrintJob.objects.filter(status__in=OPEN), "event", event).annotate(waiting=asked)


def _counted(kind: str, field: str, rows: QuerySet, late: datetime) -> Standstill | None:
    found = rows.filter(**{f"{field}__lt": late}).aggregate(count=Count("pk"), since=Min(field))
    return Standstill(kind, found["since"], found["count"]) if found["count"] else None
