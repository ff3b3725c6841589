"""Tables, who sits at them, and what happened there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.entries import Entry
from tournament.models.events import Event
from tournament.models.schedule import Draw, Round

PLACE_CHOICES = [("E", _("East")), ("S", _("South")), ("W", _("West")), ("N", _("North"))]


class Table(models.Model):
    """One table of a round. Its events are the truth; `state` and the posting rows are caches of their fold."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        CONFIRMED = "confirmed", _("Confirmed")
        VOID = "void", _("Void")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tables")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveIntegerField()
    area = models.CharField(max_length=60, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    start = models.JSONField(default=dict)
    seq = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    extra_minutes = models.SmallIntegerField(default=0)
    extra_hands = models.SmallIntegerField(default=0)
    # Who is waited for, by place ({person, since}); the seconds of the round at which the table's time was stopped,
    # and those it stood still before.
    waiting = models.JSONField(default=dict, blank=True)
    held_at = models.PositiveIntegerField(null=True, blank=True)
    held_seconds = models.PositiveIntegerField(default=0)
    # Whole minutes late, by person.
    late = models.JSONField(default=dict, blank=True)
    # How many of its first events the standings count, where later ones are corrections for the record only (null: all
    # count); `state` and the posting rows then stop there, and `record` is the cache of the whole fold with its lines.
    counted_seq = models.PositiveIntegerField(null=True, blank=True)
    record = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["draw", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"{self.round_id}:{self.number}"


class TableSeat(models.Model):
    """Who was given which place by the draw; later changes are table events. `member` is one of an entry's members."""

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    place = models.CharField(max_length=1, choices=PLACE_CHOICES)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    member = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["table", "place"], name="seat_place_once"),
            models.UniqueConstraint(
                fields=["draw", "entry", "member"], condition=Q(entry__isnull=False), name="seat_entry_once_a_draw"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}{self.place}"


class TablePerson(models.Model):
    """Everybody who sits or sat at a table, a cache of its fold that lets nobody sit at two tables of a round."""

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="persons")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="persons")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="tables")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["draw", "entry"], name="person_at_one_table")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.entry_id}"


class TableEvent(models.Model):
    """A line in the list of what happened at a table; append-only in the database."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    hand = models.PositiveIntegerField(null=True, blank=True)
    after = models.IntegerField(null=True, blank=True)
    body = models.JSONField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    # The seq of the first event of the write that brought this one.
    batch = models.PositiveIntegerField()
    # Where it corrected an older round: whether it counts in the standings, and why ({counts, reason}).
    correction = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="table_event_seq_once")]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.seq} {self.kind}"


class SeatConfirmation(models.Model):
    """A seat, or the staff (place empty), agreed to a table's list as it stood at `seq`."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="confirmations")
    place = models.CharField(max_length=1, choices=PLACE_CHOICES, blank=True)
    seq = models.PositiveIntegerField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["table", "place", "seq"], name="confirmation_once")]

    def __str__(self) -> str:
        return f"{self.table_id}{self.place}@{self.seq}"
