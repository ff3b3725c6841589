"""Which case the entries of a table, and penalties without one, belong to: what ruled, overturned or replaced it."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from adjudication.models import Case
from tournament.models import EntryRuling, Table, TableEvent


def ruled_in(table: Table, seqs: Collection[int]) -> int | None:
    """Return the newest case that one of these entries ruled on or overturned, None where they are of no case."""
    bodies = TableEvent.objects.filter(table=table, seq__in=seqs, kind="ruling").values_list("body", flat=True)
    overturned = {body["undoes"] for body in bodies if body.get("undoes") is not None}
    named = {*seqs, *overturned}
    cases = Case.objects.filter(
        Q(table=table, ruling_seq__in=named) | Q(carried__table=table, carried__ruling_seq__in=named)
    )
    return cases.order_by("-number").values_list("number", flat=True).first()


def posted_by(ruling: EntryRuling) -> int | None:
    """Return the newest case whose penalty a ruling without a table is, carried to a later round or not."""
    cases = Case.objects.filter(Q(penalties=ruling) | Q(carried__posted=ruling))
    return cases.order_by("-number").values_list("number", flat=True).first()
