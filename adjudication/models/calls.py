"""Calls for a referee."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Event, Table


class Call(models.Model):
    """Somebody asks for a referee at a table, perhaps with the facts already taken down."""

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting")
        TAKEN = "taken", _("Referee coming")
        CLOSED = "closed", _("Closed")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="calls")
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    status = models.CharField(max_length=6, choices=Status.choices, default=Status.OPEN)
    text = models.TextField(blank=True)
    # A player does not agree with a result that is official already.
    dispute = models.BooleanField(default=False)
    # What was answered before a referee came (offline, or by the players), with the place in play it was about.
    facts = models.JSONField(null=True, blank=True)
    hand = models.PositiveIntegerField()
    seen_seq = models.PositiveIntegerField()
    caller = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    caller_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    minutes_given = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["opened_at", "id"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="call_number_once")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"
