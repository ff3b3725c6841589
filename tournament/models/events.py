"""An event, the rules it is played by, and its staff."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class StoredRuleset(models.Model):
    """A whole resolved ruleset as data; never changed, shared by the events that play by it."""

    digest = models.CharField(max_length=64, unique=True)
    game = models.CharField(max_length=32)
    body = models.TextField()

    def __str__(self) -> str:
        return f"{self.game} {self.digest[:12]}"


class Event(models.Model):
    """The competition. Its row is the first lock of every write; `version` counts the writes."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        OPEN = "open", _("Registration open")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Closed")
        ARCHIVED = "archived", _("Archived")
        # A draft that was given up: its rows stay for the audit, and nobody reaches them any more.
        DISCARDED = "discarded", _("Discarded")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    zone = models.CharField(max_length=64, default="UTC")
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    place = models.CharField(max_length=200, blank=True)
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=64, blank=True)
    ruleset = models.ForeignKey(StoredRuleset, to_field="digest", on_delete=models.PROTECT, related_name="events")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    version = models.PositiveIntegerField(default=0)
    settings = models.JSONField(default=dict, blank=True)
    # When check-in is to close by itself, and when it was closed.
    check_in_until = models.DateTimeField(null=True, blank=True)
    check_in_closed_at = models.DateTimeField(null=True, blank=True)
    # Standings kept back for the end (`reveal`); null: everything is public as it comes.
    reveal = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "slug"]

    def __str__(self) -> str:
        return self.name


class StaffRole(models.Model):
    """What a user may do at an event; `area` names a part of the hall, empty means all of it."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        CHIEF_REFEREE = "chief_referee", _("Chief referee")
        REFEREE = "referee", _("Referee")
        SCORER = "scorer", _("Scorer")
        FLOOR_REFEREE = "floor_referee", _("Floor referee")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="event_roles")
    role = models.CharField(max_length=16, choices=Role.choices)
    area = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "user", "role", "area"], name="staff_role_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.role}"


class Invitation(models.Model):
    """A link that makes whoever opens it a member of the staff; only the hash of its token is kept."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=16, choices=StaffRole.Role.choices)
    area = models.CharField(max_length=60, blank=True)
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.role} {self.email}"
