"""Screens of the hall, each by its name, and what each shows."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.events import Event


class Display(models.Model):
    """A screen opened at its address once; what it shows is switched from the organiser's page."""

    class Shows(models.TextChoices):
        STANDINGS = "standings", pgettext_lazy("of an event", "Standings")
        TEAMS = "teams", _("Standings of teams")
        PAIRS = "pairs", _("Standings of pairs")
        SEATING = "seating", _("Seating")
        CLOCK = "clock", _("Clock")
        MESSAGE = "message", _("A message")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="displays")
    name = models.SlugField(max_length=40)
    shows = models.CharField(max_length=9, choices=Shows.choices, default=Shows.STANDINGS)
    message = models.CharField(max_length=300, blank=True)
    # When the screen last asked, to within ten seconds.
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="display_name_once")]

    def __str__(self) -> str:
        return self.name
