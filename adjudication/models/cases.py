"""Cases from proposal to the end of an appeal."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.models.calls import Call
from tournament.models import Entry, EntryRuling, Event, Round, Table


class Case(models.Model):
    """One infraction: facts, the decision computed from them, the ruling that carries it out, and what became of it."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("Proposed")
        WITHDRAWN = "withdrawn", pgettext_lazy("a case", "Withdrawn")
        ISSUED = "issued", _("Issued")
        APPEALED = "appealed", _("Appealed")
        UPHELD = "upheld", _("Upheld")
        AMENDED = "amended", _("Amended")
        OVERTURNED = "overturned", _("Overturned")

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="cases")
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="cases")
    call = models.ForeignKey(Call, null=True, blank=True, on_delete=models.PROTECT, related_name="cases")
    # Cases of one incident share its number (that of its first case): one act is penalised once.
    incident = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PROPOSED)
    infraction = models.CharField(max_length=32)
    facts = models.JSONField(default=dict)
    deliberate = models.BooleanField(default=False)
    hand = models.PositiveIntegerField(null=True, blank=True)
    after = models.IntegerField(null=True, blank=True)
    decision = models.JSONField(default=dict)
    # The round a penalty counts in is chosen and stored, never inferred.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="cases")
    ruling_seq = models.PositiveIntegerField(null=True, blank=True)
    # The lines its ruling posted (`postings`) and those that fell away by it (`removed`), as they were previewed.
    paid = models.JSONField(default=dict, blank=True)
    penalties = models.ManyToManyField(EntryRuling, related_name="cases", blank=True)
    amends = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="amended_by")
    # Who kept a place in a later stage that this ruling would have taken from him, as the chief referee decided.
    advances = models.JSONField(default=list, blank=True)
    public_text = models.TextField(blank=True)
    private_notes = models.TextField(blank=True)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField()
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    issued_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="case_number_once"),
            models.UniqueConstraint(fields=["table", "ruling_seq"], name="case_ruling_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number} {self.infraction}"


class CaseOffender(models.Model):
    """Somebody a case is about, with the place he sat at; without a table there is no place."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="offenders")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="cases")
    place = models.CharField(max_length=1, blank=True)
    # The rung of a ladder he was put on, for those who rule on him later.
    ladder = models.CharField(max_length=32, blank=True)
    step = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["case", "entry", "place"], name="case_offender_once")]

    def __str__(self) -> str:
        return f"{self.case_id}:{self.entry_id}"


class Acknowledgement(models.Model):
    """A player has taken note of a ruling (which is not agreeing with it)."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="acknowledgements")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["case", "entry"], name="acknowledged_once")]

    def __str__(self) -> str:
        return f"{self.case_id}:{self.entry_id}"


class Appeal(models.Model):
    """Somebody asks the chief referee to look at a ruling again."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", _("Upheld")
        AMENDED = "amended", _("Amended")
        OVERTURNED = "overturned", _("Overturned")

    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="appeal")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="appeals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.case_id} {self.outcome}"


class CasePhoto(models.Model):
    """A picture of the table, kept with a case or its appeal; only the staff and the players concerned see it."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="photos")
    image = models.BinaryField()
    content_type = models.CharField(max_length=32)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    by_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.case_id} {self.content_type}"
