"""Whether a ruling says what another one says, issued or proposed: the same infraction of the same players."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from adjudication.models import Case
from adjudication.selectors.deciding import COUNTED, Decided
from engine.deciding import dump_decision
from tournament.models import TableEvent

# What is written at a table without a tile being played.
NOT_PLAYED = ("ruling", "replace")


def ruled_already(decided: Decided, excluding: int | None = None) -> Case | None:
    """Return the standing ruling that a decision repeats, or None; `excluding` leaves out a case that it replaces.

    At a table that is one on the same hand, or the last one with nothing played since; without a table, one that
    counts in the same round.
    """
    same, described = _same(decided, COUNTED, excluding), decided.described
    if described.table is None:
        return next((case for case in same if case.round_id == described.round.pk), None)
    return next((case for case in same if case.hand == decided.situation.hand or not _played_since(case)), None)


def proposed_alike(decided: Decided, excluding: int | None = None) -> list[dict[str, Any]]:
    """Return the cases that propose something on the same infraction of the same players and hand, oldest first.

    Without a table, those that would count in the same round. Each has its number (`case`), and says whether what it
    proposes is the `same` as the decision.
    """
    same, described = _same(decided, (Case.Status.PROPOSED,), excluding), decided.described
    if described.table is None:
        alike = [case for case in same if case.round_id == described.round.pk]
    else:
        alike = [case for case in same if case.hand == decided.situation.hand]
    now = dump_decision(decided.decision)
    return [{"case": case.number, "same": case.decision == now} for case in sorted(alike, key=lambda case: case.number)]


def _same(decided: Decided, statuses: Collection[str], excluding: int | None) -> list[Case]:
    """Return the cases of one infraction of the same players at the same table, the newest first."""
    described = decided.described
    entries = {entry.pk for entry in decided.entries}
    cases = (
        Case.objects.filter(
            event=described.event, infraction=decided.infraction.code, table=described.table, status__in=statuses
        )
        .exclude(pk=excluding)
        .prefetch_related("offenders")
        .order_by("-number")
    )
    return [case for case in cases if {item.entry_id for item in case.offenders.all()} == entries]


def _played_since(case: Case) -> bool:
    """Return whether anything was played at a case's table after it was ruled on."""
    later = TableEvent.objects.filter(table=case.table_id, seq__gt=case.ruling_seq or 0)
    return later.exclude(kind__in=NOT_PLAYED).exists()
