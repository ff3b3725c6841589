"""Penalties that wait for a later round."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from adjudication.models.cases import Case
from tournament.models import Draw, Entry, EntryRuling, Round, Table


class CarriedPenalty(models.Model):
    """What one offender of a case still owes when his table is over: applied in the round named, or waived."""

    class Status(models.TextChoices):
        OPEN = "open", _("Still to be applied")
        APPLIED = "applied", _("Applied")
        WAIVED = "waived", _("Waived")
        LAPSED = "lapsed", _("Lapsed with its ruling")

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="carried")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="carried")
    # How the fold names him: of a pair, which of the two.
    person = models.CharField(max_length=12)
    # The round it is applied and counted in.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="carried")
    what = models.JSONField()
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.OPEN)
    # Where it was applied: an event of the table he sat at, or points without a table.
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="carried")
    ruling_seq = models.PositiveIntegerField(null=True, blank=True)
    posted = models.OneToOneField(EntryRuling, null=True, blank=True, on_delete=models.PROTECT, related_name="carried")
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["case", "person"], name="carried_once")]

    def __str__(self) -> str:
        return f"{self.case_id}:{self.person} {self.status}"

    @property
    def standing(self) -> str:
        """Its status now: what was applied at a table whose draw does not stand any more waits again."""
        lost = (
            self.status == self.Status.APPLIED
            and self.table is not None
            and self.table.draw.status == Draw.Status.DELETED
        )
        return self.Status.OPEN if lost else self.status
