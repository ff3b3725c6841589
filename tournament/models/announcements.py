"""What the organiser tells everybody at an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournament.models.events import Event


class Announcement(models.Model):
    """A text in up to three languages, shown from `publish_at` until it expires or is withdrawn."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="announcements")
    zh_hant = models.TextField(blank=True)
    zh_hans = models.TextField(blank=True)
    en = models.TextField(blank=True)
    pinned = models.BooleanField(default=False)
    publish_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pinned", "-publish_at", "-id"]

    def __str__(self) -> str:
        return (self.zh_hant or self.zh_hans or self.en)[:60]
