"""What is kept beside a table's events: its state, its lines, who sat there; within a write that locked the event."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import noop
from engine.table import TableState
from tournament.errors import Conflict
from tournament.models import PostingRow, Round, Table, TablePerson
from tournament.selectors.folding import load_table, posting_rows, record_data, state_data
from tournament.selectors.persons import person_keys
from tournament.selectors.tables import sitting_elsewhere
from tournament.services.writing import Write

Status = Table.Status


def rewrite_cache(table: Table) -> None:
    """Write a table's state and lines anew from its events, within a write that has locked the event."""
    loaded = load_table(table.event, table)
    state = loaded.counted(table.counted_seq)
    table.state = state_data(state)
    table.record = None if table.counted_seq is None else record_data(loaded.fold())
    table.save(update_fields=["state", "record"])
    replace_lines(table, state, person_keys(table.event, state.persons))


def locked_table(write: Write, table: Table) -> Table:
    """Return a table and its round, locked for a write."""
    round_ = Round.objects.select_for_update().get(pk=table.round_id)
    locked = Table.objects.select_for_update().get(pk=table.pk)
    locked.event, locked.round = write.event, round_
    return locked


def subject_of(table: Table) -> str:
    """Return how the audit names a table."""
    return f"round:{table.round.number}/table:{table.number}"


def check_seats(table: Table, entries: Mapping[str, int]) -> set[int]:
    """Refuse persons who sit or sat at another table of the round; returns the keys of those who are new here."""
    there = set(TablePerson.objects.filter(table=table).values_list("entry_id", flat=True))
    newcomers = set(entries.values()) - there
    elsewhere = sitting_elsewhere(table, newcomers) if newcomers else None
    if elsewhere is not None:
        raise Conflict(
            "sits_elsewhere",
            noop("Entry {number} sits at table {table} in this round."),
            path="events",
            number=elsewhere[0],
            table=elsewhere[1],
        )
    return newcomers


def keep_persons(table: Table, entries: Mapping[str, int]) -> None:
    """Store who sits or sat at a table; nobody does at a void one, whose players may play elsewhere."""
    if table.status == Status.VOID:
        TablePerson.objects.filter(table=table).delete()
        return
    newcomers = check_seats(table, entries)
    TablePerson.objects.filter(table=table).exclude(entry__in=entries.values()).delete()
    TablePerson.objects.bulk_create(
        TablePerson(draw_id=table.draw_id, table=table, entry_id=entry) for entry in sorted(newcomers)
    )


def status_by(state: TableState) -> str:
    """Return how far a table is that is neither confirmed nor void."""
    if state.finished:
        return Status.FINISHED
    return Status.RUNNING if state.hands else Status.WAITING


def replace_lines(table: Table, state: TableState, entries: Mapping[str, int]) -> None:
    """Write the lines of a table's ledger as its fold gives them."""
    PostingRow.objects.filter(table=table).delete()
    PostingRow.objects.bulk_create(posting_rows(table, state, dict(entries)))
