"""Documents as PDF: those somebody may see, and one of them."""

from __future__ import annotations

from tournament.access import may, require
from tournament.actors import Actor
from tournament.errors import not_allowed, not_found
from tournament.models import Event, PrintJob
from tournament.printing.documents import documents, find_document
from tournament.selectors.visibility import kept_back_from

NEWEST = 12


def visible_prints(actor: Actor, event: Event) -> list[PrintJob]:
    """Return the newest documents an actor may see: those of the kinds he may print."""
    kinds = [document.kind for document in documents() if may(actor, document.permission, event)]
    jobs = PrintJob.objects.filter(event=event, kind__in=kinds).exclude(status=PrintJob.Status.DONE, file="")
    if kept_back_from(actor, event) is not None:
        jobs = jobs.exclude(confidential=True)
    return list(jobs.select_related("requested_by")[:NEWEST])


def get_print(actor: Actor, event: Event, job_id: int) -> PrintJob:
    """Return a document's job; 404 for one of another event, 403 where the actor may not print its kind now."""
    job = PrintJob.objects.filter(event=event, pk=job_id).select_related("requested_by").first()
    if job is None:
        raise not_found("print")
    job.event = event
    require(actor, find_document(job.kind).permission, event)
    if job.confidential and kept_back_from(actor, event) is not None:
        raise not_allowed()
    return job
