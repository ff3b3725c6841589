"""Proves the books: folds every table anew and compares what is stored as a cache."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import RuleError
from engine.table import TableState
from tournament.models import Draw, EntryRuling, Event, PostingRow, Snapshot, Table, TableEvent, TablePerson
from tournament.selectors.folding import load_table, posting_rows, record_data, state_data
from tournament.selectors.persons import person_keys
from tournament.services.rulings import ruling_row
from tournament.services.standings import compute_bodies

_COMPARED = (
    "line", "hand", "seq", "from_place", "to_place", "from_entry_id", "to_entry_id", "points", "account", "reason",
    "article", "liability", "round_id", "event_id",
)  # fmt: skip
NOT_COMPUTED = "standings cannot be computed"


@dataclass(frozen=True)
class Difference:
    """Something stored that is not what it should be."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def verify_event(event: Event) -> list[Difference]:
    """Return every difference between what is stored for an event and what its history amounts to."""
    entries = person_keys(event)
    found: list[Difference] = []
    tables = Table.objects.filter(event=event).select_related("round", "draw").order_by("round__number", "draw_id")
    for table in tables:
        found += _table(event, table, entries)
    for ruling in EntryRuling.objects.filter(event=event).order_by("number"):
        found += _rows(f"ruling {ruling.number}", [ruling_row(ruling)], PostingRow.objects.filter(ruling=ruling))
    stray = PostingRow.objects.filter(event=event, table=None, ruling=None).count()
    if stray:
        found.append(Difference("ledger", f"{stray} lines belong to nothing"))
    return [*found, *_standings(event)]


def _table(event: Event, table: Table, entries: dict[str, int]) -> Iterator[Difference]:
    where = f"round {table.round.number} table {table.number} (draw {table.draw.attempt})"
    count = TableEvent.objects.filter(table=table).count()
    if count != table.seq:
        yield Difference(where, f"{count} events are stored, the table counts {table.seq}")
    try:
        loaded = load_table(event, table)
        state, whole = loaded.counted(table.counted_seq), loaded.fold()
    except RuleError as error:
        yield Difference(where, f"the events cannot be folded: {error}")
        return
    expected = state_data(state)
    for key, value in expected.items():
        if table.state.get(key) != value:
            yield Difference(where, f"{key} is stored as {table.state.get(key)!r}, folds to {value!r}")
    yield from _record(where, table, whole)
    persons = set(TablePerson.objects.filter(table=table).values_list("entry_id", flat=True))
    sat = (
        set() if table.status == Table.Status.VOID else {entries[person] for person in (*state.persons, *whole.persons)}
    )
    if persons != sat:
        yield Difference(where, f"{len(persons)} persons are stored, the fold has {len(sat)} others")
    released = table.draw.status == Draw.Status.RELEASED
    rows = posting_rows(table, state, entries) if released else []
    yield from _rows(where, rows, PostingRow.objects.filter(table=table).order_by("line"))
    over = table.status in (Table.Status.FINISHED, Table.Status.CONFIRMED)
    if table.status != Table.Status.VOID and over != state.finished:
        yield Difference(where, f"status {table.status}, but finished is {state.finished}")


def _record(where: str, table: Table, whole: TableState) -> Iterator[Difference]:
    """What is kept for the record only is the whole fold, and there only where later events do not count."""
    if table.counted_seq is not None and table.counted_seq >= table.seq:
        yield Difference(where, f"{table.counted_seq} events count, of {table.seq}")
    expected = None if table.counted_seq is None else record_data(whole)
    if table.record != expected:
        yield Difference(where, "what is kept for the record differs from what the events fold to")


def _rows(where: str, expected: list[PostingRow], stored: object) -> Iterator[Difference]:
    wanted = [tuple(getattr(row, field) for field in _COMPARED) for row in expected]
    there = list(stored.values_list(*_COMPARED))  # type: ignore[attr-defined]
    for row in wanted:
        if row not in there:
            yield Difference(where, f"line missing: {_shown(row)}")
    for row in there:
        if row not in wanted:
            yield Difference(where, f"line not accounted for: {_shown(row)}")
    if sorted(wanted) != sorted(there) and set(wanted) == set(there):
        yield Difference(where, "a line is stored twice")


def _shown(row: tuple[object, ...]) -> str:
    fields = dict(zip(_COMPARED, row, strict=True))
    return (
        f"hand {fields['hand']}, {fields['from_place']} → {fields['to_place']} {fields['points']} "
        f"({fields['account']}, {fields['reason']})"
    )


def _standings(event: Event) -> Iterator[Difference]:
    current = dict(Snapshot.objects.filter(event=event, version=event.version).values_list("stage__order", "body"))
    newer = Snapshot.objects.filter(event=event, version__gt=event.version).count()
    if newer:
        yield Difference("standings", f"{newer} snapshots are newer than the event")
    try:
        bodies = compute_bodies(event)
    except RuleError as error:
        yield Difference("standings", f"{NOT_COMPUTED}: {error.code}")
        return
    orders = dict(event.stages.values_list("pk", "order"))
    for stage_id, body in bodies.items():
        stored = current.get(orders[stage_id])
        if stored is not None and stored != body:
            yield Difference(
                f"standings of stage {orders[stage_id]}", "the snapshot differs from what the ledger gives"
            )
