"""Which case an entry of a table, or a penalty without one, belongs to, told by the room that rules."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tournament.models import EntryRuling, Table, TableEvent

# Cases live in a room that this one does not know: it adds here how to ask it.
CASES: list[Callable[[Table, Collection[int]], int | None]] = []
POSTED: list[Callable[[EntryRuling], int | None]] = []


def case_of(table: Table, seqs: Collection[int]) -> int | None:
    """Return the number of the case whose ruling is among these entries of a table, None for those of no case."""
    return next((number for find in CASES if (number := find(table, seqs)) is not None), None)


def case_of_posted(ruling: EntryRuling) -> int | None:
    """Return the number of the case that a ruling without a table is the penalty of, None where it is of none."""
    return next((number for find in POSTED if (number := find(ruling)) is not None), None)


def rulings_taken_back(table: Table, seqs: Collection[int]) -> frozenset[int]:
    """Return the rulings that would go with some entries: they themselves, and those they were corrected for."""
    rows = TableEvent.objects.filter(table=table, seq__in=seqs).values_list("seq", "kind", "batch")
    rulings = {seq for seq, kind, _batch in rows if kind == "ruling"}
    batches = {batch for _seq, kind, batch in rows if kind == "replace"}
    with_correction = TableEvent.objects.filter(table=table, kind="ruling", batch__in=batches)
    return frozenset(rulings | set(with_correction.values_list("seq", flat=True)))
