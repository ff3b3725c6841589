"""Documents made as PDF in the background."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


class PrintJob(models.Model):
    """One PDF somebody asked for: what it shows, how far it is, where its file lies."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="print_jobs")
    kind = models.CharField(max_length=20)
    # The options of the form as plain data, and the site's address for the links on paper.
    options = models.JSONField(default=dict)
    language = models.CharField(max_length=10)
    paper = models.CharField(max_length=8)
    site = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    # `attempt` names a run: whoever lost his to another finds it changed. `tries` counts workers that were lost.
    attempt = models.PositiveSmallIntegerField(default=1)
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    # What it shows: the version of the event, and for slips a mark of each table by its number.
    version = models.PositiveIntegerField(null=True, blank=True)
    shows = models.JSONField(default=dict, blank=True)
    # It shows standings that are kept back, and is for those alone who may see them.
    confidential = models.BooleanField(default=False)
    # Characters that no font of the machine has, each replaced by 〓 on paper.
    missing = models.CharField(max_length=200, blank=True)
    file = models.CharField(max_length=120, blank=True)
    problem = models.JSONField(null=True, blank=True)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["seen_at"], condition=Q(status__in=["waiting", "running"]), name="print_jobs_still_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.status}"
