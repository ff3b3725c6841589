"""Background work: each task fetches and calls a service."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from celery import shared_task
from django.core.mail import send_mail
from django.utils import timezone

from tournament.models import DrawJob, IdempotencyRecord, Message
from tournament.selectors.standstill import behind
from tournament.services import printing, standings
from tournament.services.check_in import close_due
from tournament.services.draw_jobs import DRAW, give_up_lost, run_job
from tournament.services.heartbeat import beat
from tournament.services.messages import SEND, send_again
from tournament.services.publishing import PUBLISH
from tournament.services.roster import forget_imports

KEYS_KEPT = timedelta(days=7)
SWEEP = "tournament.sweep"
CLOSE_CHECK_INS = "tournament.close_check_ins"


@shared_task(name=PUBLISH)
def publish_standings(event_id: int) -> int:
    """Bring an event's standings up to its version."""
    return standings.publish(event_id)


@shared_task(name=SEND)
def send_message(message_id: int) -> bool:
    """Send a message by e-mail once."""
    message = Message.objects.filter(pk=message_id, sent_at=None).first()
    if message is None:
        return False
    send_mail(message.subject, message.body, None, [message.to])
    Message.objects.filter(pk=message.pk).update(sent_at=timezone.now())
    return True


@shared_task(name=DRAW)
def draw_in_background(job_id: int) -> str:
    """Draw what a job asks for."""
    return run_job(job_id)


@shared_task(name=printing.PRINT, lane="paper")
def make_document(job_id: int) -> str:
    """Make the PDF a job asks for."""
    return printing.run_print(job_id)


@shared_task(name=SWEEP)
def sweep() -> int:
    """Repair what a lost task left behind: standings, draws, PDFs, e-mails; forget old request keys, rosters, files."""
    give_up_lost(DrawJob.objects.all())
    forget_imports()
    printing.heal_prints()
    printing.forget_prints()
    send_again()
    IdempotencyRecord.objects.filter(at__lt=timezone.now() - KEYS_KEPT).delete()
    waiting = list(behind().values_list("pk", flat=True))
    for event_id in waiting:
        # One event whose standings cannot be computed must not keep the others waiting; its pages say so.
        with suppress(Exception):
            standings.publish(event_id)
    beat([SWEEP], timezone.now())
    return len(waiting)


@shared_task(name=CLOSE_CHECK_INS)
def close_check_ins() -> int:
    """Close every check-in whose hour has come."""
    closed = close_due(timezone.now())
    beat([CLOSE_CHECK_INS], timezone.now())
    return len(closed)
