"""A roster that was uploaded and is looked at before it is imported."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


class RosterImport(models.Model):
    """An uploaded roster with what people answered about it; the file is gone once it is imported or put away."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        DONE = "done", _("Imported")
        PUT_AWAY = "put_away", _("Put away")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roster_imports")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    filename = models.CharField(max_length=200, blank=True)
    content = models.BinaryField(default=bytes)
    # What people said about it: the codec where several fit, the fields of the columns, who is who, what to take.
    codec = models.CharField(max_length=16, blank=True)
    columns = models.JSONField(null=True, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["event"], condition=models.Q(status="open"), name="roster_import_open_once")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.filename}"
