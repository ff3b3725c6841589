"""Stages, rounds and draws."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


class Stage(models.Model):
    """A part of an event with one way of seating, one length of a table and one standings policy."""

    class Seating(models.TextChoices):
        SCHEDULE = "schedule", _("The draw gives places and winds")
        TABLE = "table", _("The table throws for places")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages")
    order = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    seating = models.CharField(max_length=8, choices=Seating.choices, default=Seating.SCHEDULE)
    length = models.JSONField(default=dict, blank=True)
    policy = models.JSONField(default=dict, blank=True)
    # How its rounds are drawn (`stage_settings`), and who was let through to it, with how (null: everybody).
    drawing = models.JSONField(default=dict, blank=True)
    cut = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["event", "order"], name="stage_order_once")]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """One round: everybody plays at one table. `seed_hash` is the public commitment to the next draw's seed."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        DRAWN = "drawn", _("Drawn")
        RELEASED = "released", _("Released")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Closed")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    # Numbers rise through the whole event, whatever the stage.
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLANNED)
    seed = models.CharField(max_length=64)
    seed_hash = models.CharField(max_length=64)
    starts_at = models.DateTimeField(null=True, blank=True)
    # The clock: minutes it runs, when it was started, and the seconds used up before a pause.
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_used_seconds = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class Schedule(models.Model):
    """The seating of all rounds of a stage that remained when it was drawn, with all that is needed to repeat it."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="schedules")
    # The round whose committed seed it was drawn with, and that round's attempt.
    first_round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+")
    attempt = models.PositiveSmallIntegerField()
    base_seed = models.CharField(max_length=64)
    seed_hash = models.CharField(max_length=64)
    seed = models.CharField(max_length=200)
    algorithm = models.CharField(max_length=64)
    inputs = models.JSONField(default=dict)
    report = models.JSONField(default=dict, blank=True)
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["first_round", "attempt"], name="schedule_attempt_once")]

    def __str__(self) -> str:
        return f"{self.stage_id}:{self.first_round_id}#{self.attempt}"


class Draw(models.Model):
    """One seating of a round, with all that is needed to repeat it. Its tables count while it is released."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("Draft")
        RELEASED = "released", _("Released")
        STALE = "stale", _("Out of date")
        DELETED = "deleted", _("Deleted")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.DRAFT)
    # `seed_hash` is the hash of `base_seed`; the draw itself uses `seed`, which adds the attempt's number.
    base_seed = models.CharField(max_length=64)
    seed_hash = models.CharField(max_length=64)
    seed = models.CharField(max_length=200)
    algorithm = models.CharField(max_length=64)
    inputs = models.JSONField(default=dict)
    report = models.JSONField(default=dict, blank=True)
    result = models.JSONField(default=dict)
    # What was changed by hand since, in order; and the schedule this round was taken from.
    edits = models.JSONField(default=list, blank=True)
    schedule = models.ForeignKey(Schedule, null=True, blank=True, on_delete=models.PROTECT, related_name="draws")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-attempt"]
        constraints = [
            models.UniqueConstraint(fields=["round", "attempt"], name="draw_attempt_once"),
            models.UniqueConstraint(fields=["round"], condition=Q(status="released"), name="one_released_draw"),
            models.UniqueConstraint(
                fields=["round"], condition=Q(status__in=["draft", "stale"]), name="one_draft_draw"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}#{self.attempt}"


class DrawJob(models.Model):
    """A draw that is made in the background: how far it is, and what came of it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="jobs")
    # The attempt is decided when the job is asked for, so that a job run again makes the same draw.
    attempt = models.PositiveSmallIntegerField()
    wish = models.JSONField(default=dict)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.WAITING)
    cancel = models.BooleanField(default=False)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problem = models.JSONField(null=True, blank=True)
    draw = models.ForeignKey(Draw, null=True, blank=True, on_delete=models.PROTECT, related_name="jobs")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(status__in=["waiting", "running"]), name="one_open_job"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}#{self.attempt} {self.status}"
