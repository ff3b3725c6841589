"""Which case the entries of a table, and penalties without one, belong to: what ruled, overturned or replaced it.

Points that a referee posted for what no infraction covers belong to none.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from adjudication.models import Case
from tournament.actors import Actor
from tournament.models import Entry, EntryRuling, Table, TableEvent
from tournament.selectors.visibility import visible_rulings


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


def points_without_case(actor: Actor, entry: Entry) -> QuerySet[EntryRuling]:
    """Return the points posted to an entry for what no infraction covers, newest first, less those taken back."""
    found = visible_rulings(actor, entry.event).filter(entry=entry, cases=None, carried=None)
    return found.filter(undoes=None, undone_by=None).select_related("round").order_by("-number")
