"""People, and their entries in an event."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.events import Event


class Person(models.Model):
    """A human being who plays, whatever the event."""

    name = models.CharField(max_length=120)
    sort_name = models.CharField(max_length=120, blank=True)
    romanised = models.CharField(max_length=120, blank=True)
    club = models.CharField(max_length=120, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    external_id = models.CharField(max_length=64, blank=True)
    # The name folded, so that it is found however it is written; filled by the services with the name.
    name_key = models.CharField(max_length=255, blank=True, db_index=True)

    class Meta:
        ordering = ["sort_name", "name", "id"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A registration in one event: one person, or two who play as a pair. `number` is its name everywhere."""

    class Status(models.TextChoices):
        PENDING = "pending", _("To be approved")
        DECLINED = "declined", _("Not accepted")
        REGISTERED = "registered", _("Registered")
        CONFIRMED = "confirmed", _("Confirmed")
        WAITLIST = "waitlist", _("Waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    class CheckIn(models.TextChoices):
        EXPECTED = "expected", _("Expected")
        PRESENT = "present", _("Present")
        ABSENT = "absent", _("Absent")

    class Payment(models.TextChoices):
        UNPAID = "unpaid", _("Not paid")
        PAID = "paid", _("Paid")
        WAIVED = "waived", _("Need not pay")
        REFUNDED = "refunded", _("Paid back")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    # Shown name, made of the members' names when they change, so that lists need no join.
    name = models.CharField(max_length=250)
    sort_name = models.CharField(max_length=250, blank=True)
    romanised = models.CharField(max_length=250, blank=True)
    team = models.CharField(max_length=120, blank=True)
    club = models.CharField(max_length=120, blank=True)
    email = models.EmailField(blank=True)
    members = models.ManyToManyField(Person, through="EntryMember", related_name="entries")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.REGISTERED)
    check_in = models.CharField(max_length=8, choices=CheckIn.choices, default=CheckIn.EXPECTED)
    # A stand-in who fills empty places is an entry too, but takes no rank.
    ranked = models.BooleanField(default=True)
    # The area of the hall to which it belongs, where the event has several.
    area = models.CharField(max_length=60, blank=True)
    # The table kept in every round by somebody who cannot move about.
    fixed_table = models.PositiveIntegerField(null=True, blank=True)
    link_token = models.CharField(max_length=48, unique=True)
    payment = models.CharField(max_length=8, choices=Payment.choices, default=Payment.UNPAID)
    payment_note = models.CharField(max_length=120, blank=True)
    # Of those who registered themselves: when, in which language, and what they answered (code, label, value).
    registered_at = models.DateTimeField(null=True, blank=True)
    language = models.CharField(max_length=10, blank=True)
    answers = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # What the last imported roster said, by field: what differs from it now was edited here, and stays.
    imported = models.JSONField(default=dict, blank=True)
    # What a search looks at, filled by the services whenever a name, team or club changes.
    search_names = models.TextField(blank=True)
    search_pinyin = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="entry_number_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EntryMember(models.Model):
    """One person of an entry, in order."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "person"], name="member_once"),
            models.UniqueConstraint(fields=["entry", "position"], name="member_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}:{self.person_id}"


class ApartPair(models.Model):
    """Two entries who must not sit at one table; `first` has the lower number."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="apart_pairs")
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["first", "second"], name="apart_pair_once")]

    def __str__(self) -> str:
        return f"{self.first_id}–{self.second_id}"
