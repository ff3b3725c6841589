"""The ledger: lines of points, rulings without a table, and the standings made of both."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournament.models.entries import Entry
from tournament.models.events import Event
from tournament.models.schedule import Round, Stage
from tournament.models.tables import Table


class EntryRuling(models.Model):
    """A ruling that belongs to no table: points between an entry and the house; append-only in the database."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entry_rulings")
    # The round it counts in is chosen and stored, never guessed.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="entry_rulings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")
    body = models.JSONField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="entry_ruling_number_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} #{self.number}"


class PostingRow(models.Model):
    """One line of the ledger, a cache of a table's fold (or of an entry ruling). A null entry is the house."""

    class Account(models.TextChoices):
        TABLE = "table"
        EVENT = "event"
        PLACING = "placing"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="postings")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="postings")
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="postings")
    ruling = models.ForeignKey(EntryRuling, null=True, blank=True, on_delete=models.PROTECT, related_name="postings")
    line = models.PositiveIntegerField()
    hand = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    from_place = models.CharField(max_length=5)
    to_place = models.CharField(max_length=5)
    from_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    to_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    points = models.BigIntegerField()
    account = models.CharField(max_length=8, choices=Account.choices)
    reason = models.CharField(max_length=64)
    article = models.CharField(max_length=64, blank=True)
    liability = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        ordering = ["table_id", "line"]
        indexes = [models.Index(fields=["event", "round"], name="posting_by_round")]
        constraints = [
            models.UniqueConstraint(fields=["table", "line"], name="posting_line_once"),
            models.CheckConstraint(condition=Q(points__gt=0), name="posting_points_positive"),
            models.CheckConstraint(
                # The two of a pair are one entry at two places.
                condition=Q(from_entry__isnull=True)
                | Q(to_entry__isnull=True)
                | ~Q(from_entry=F("to_entry"))
                | ~Q(from_place=F("to_place")),
                name="posting_between_two",
            ),
            models.CheckConstraint(condition=Q(table__isnull=True) | Q(ruling__isnull=True), name="posting_one_origin"),
        ]

    def __str__(self) -> str:
        return f"{self.from_entry_id}→{self.to_entry_id} {self.points}"


class Snapshot(models.Model):
    """The standings of a stage at one version of the event, as the JSON text that is served."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="snapshots")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="snapshots")
    version = models.PositiveIntegerField()
    body = models.TextField()
    # Where later rounds are kept back: the standings before that round, for those who may not see the others.
    before_round = models.PositiveSmallIntegerField(null=True, blank=True)
    before_body = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["stage", "version"], name="snapshot_once_a_version")]

    def __str__(self) -> str:
        return f"{self.stage_id}@{self.version}"


class StandingsProblem(models.Model):
    """Why the standings of an event could not be computed the last time; gone as soon as they could."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="standings_problem")
    version = models.PositiveIntegerField()
    # A refusal of the engine by its code, template, path and parameters; another failure by its name alone.
    code = models.CharField(max_length=64)
    template = models.TextField(blank=True)
    params = models.JSONField(default=dict, blank=True)
    path = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.event_id}@{self.version} {self.code}"
