"""Who did what, answers given before, and messages sent or to be handed over."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournament.models.entries import Entry
from tournament.models.events import Event


class AuditEntry(models.Model):
    """Who did what, why, and what it replaced; append-only in the database."""

    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="audit")
    event_version = models.PositiveIntegerField(default=0)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=64)
    subject = models.CharField(max_length=120, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["event", "action"], name="audit_by_action")]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"


class IdempotencyRecord(models.Model):
    """The answer that a successful write gave, for whoever sends the same request again."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="idempotency_records")
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    # Text, not JSON: a repeated answer is the same to the byte, whatever the database does to the order of keys.
    response = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return self.key


class Message(models.Model):
    """A text for somebody: sent by e-mail where a server is set, else shown to the staff and printable."""

    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="messages")
    kind = models.CharField(max_length=32)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="messages")
    to = models.CharField(max_length=254, blank=True)
    subject = models.CharField(max_length=250)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    handed_over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.subject
