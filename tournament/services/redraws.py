"""A round drawn again while it is played: each table with hands is kept as it stands or given up, and told so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.translation import gettext as _

from engine.errors import noop
from tournament.errors import Conflict, Refused
from tournament.models import Draw, Entry, PostingRow, Round, Table, TablePerson, TableSeat
from tournament.selectors.redraws import played_tables, released_draw
from tournament.services.making import Made, Prepared, store_draw
from tournament.services.messages import tell
from tournament.services.releasing import write_tables
from tournament.services.reseating import seats_of, tell_reseated
from tournament.services.stages import commit_seed
from tournament.services.table_cache import rewrite_cache
from tournament.services.writing import Write


@dataclass(frozen=True)
class Fates:
    """What becomes of tables with hands: kept or void, by number; `seen` is how much of each was seen (number: seq)."""

    keep: tuple[int, ...]
    void: tuple[int, ...] = ()
    seen: Mapping[str, int] = field(default_factory=dict)


def fates_of(
    keep: Sequence[int] | None, void: Sequence[int] = (), seen: Mapping[str, int] | None = None
) -> Fates | None:
    """Return what was decided about played tables; None where nothing was, and the round must not be played yet."""
    if keep is None and not void:
        return None
    return Fates(tuple(sorted(dict.fromkeys(keep or ()))), tuple(sorted(dict.fromkeys(void))), dict(seen or {}))


def check_fates(round_: Round, fates: Fates) -> list[Table]:
    """Return the played tables of a round; refused unless each is kept or void, and as it was seen."""
    draw = released_draw(round_)
    played = played_tables(draw)
    if both := [number for number in fates.keep if number in fates.void]:
        raise Refused("kept_and_void", noop("Table {table} cannot be kept and given up."), path="keep", table=both[0])
    open_ = [table for table in played if table.number not in (*fates.keep, *fates.void)]
    if open_:
        raise Conflict(
            "hands_recorded",
            noop("Something was recorded at tables {tables}: keep each of them, or give its hands up."),
            path="keep",
            facts={"tables": [{"table": table.number, "seq": table.seq} for table in open_]},
            tables=", ".join(str(table.number) for table in open_),
        )
    moved = [table for table in played if fates.seen.get(str(table.number), table.seq) != table.seq]
    if moved:
        raise Conflict(
            "stale",
            noop("Something was recorded at table {table} meanwhile; look at it first."),
            path="seen",
            facts={"tables": [{"table": table.number, "seq": table.seq} for table in moved]},
            table=moved[0].number,
        )
    if not Table.objects.filter(draw=draw).exclude(number__in=fates.keep).exists():
        raise Refused("nothing_to_draw", noop("Every table is kept: there is nothing to draw."), path="keep")
    return played


def store_around(
    write: Write, round_: Round, prepared: Prepared, made: Made, fates: Fates, *, absent: str | None, reason: str
) -> Draw:
    """Release a draw around kept tables in the place of the one there is, within the write that locked the event."""
    played = check_fates(round_, fates)
    old = released_draw(round_)
    write.standings_change = True
    before = {"attempt": old.attempt, "status": old.status, "round": round_.status}
    void = [table for table in played if table.number not in fates.keep]
    tell_tables(write, round_, void, kept=False)
    tell_tables(write, round_, [table for table in played if table.number in fates.keep], kept=True)
    kept, known = list(Table.objects.filter(draw=old, number__in=fates.keep)), seats_of(old)
    PostingRow.objects.filter(table__draw=old).exclude(table__in=kept).delete()
    old.status = Draw.Status.DELETED
    old.save(update_fields=["status"])
    draw = store_draw(write, round_, prepared, made, released=True)
    _move(kept, draw)
    write_tables(write.event, round_, draw, kept=fates.keep)
    tell_reseated(write.event, round_, known, seats_of(draw))
    round_.seed, round_.seed_hash = commit_seed()
    round_.save(update_fields=["seed", "seed_hash"])
    write.audit(
        "draw.around",
        f"round:{round_.number}",
        before=before,
        after={
            "attempt": draw.attempt,
            "method": prepared.inputs.method,
            "kept": list(fates.keep),
            "void": [table.number for table in void],
            "absent": absent,
        },
        reason=reason,
    )
    return draw


def undo_around(round_: Round, attempt: int, kept: Iterable[int]) -> None:
    """Bring the draw before back with all its tables; those that were kept go back to it as they stand."""
    new = released_draw(round_)
    old = Draw.objects.get(round=round_, attempt=attempt)
    back, known = list(Table.objects.filter(draw=new, number__in=list(kept))), seats_of(new)
    PostingRow.objects.filter(table__draw=new).exclude(table__in=back).delete()
    new.status = Draw.Status.DELETED
    new.save(update_fields=["status"])
    _move(back, old)
    old.status = Draw.Status.RELEASED
    old.save(update_fields=["status"])
    for table in Table.objects.filter(draw=old).order_by("pk"):
        table.event = round_.event
        rewrite_cache(table)
    tell_reseated(round_.event, round_, known, seats_of(old))


def check_whole(draw: Draw) -> None:
    """Refuse to bring a draw back some of whose tables were kept when its round was drawn again."""
    if draw.released_at is not None and draw.tables.count() < len(draw.result["tables"]):
        raise Conflict(
            "tables_kept",
            noop("Tables of this draw were kept when the round was drawn again: take that back in the history."),
        )


def _move(tables: Sequence[Table], draw: Draw) -> None:
    """Let tables belong to another draw of their round, with everybody who was seated there."""
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(draw=draw)
    TableSeat.objects.filter(table__in=tables).update(draw=draw)
    TablePerson.objects.filter(table__in=tables).update(draw=draw)


def tell_tables(write: Write, round_: Round, tables: Iterable[Table], *, kept: bool) -> None:
    """Tell everybody at tables with hands what becomes of them when the round is drawn again."""
    for table in tables:
        for person in table.persons.select_related("entry").order_by("pk"):
            words = partial(_kept_words if kept else _void_words, person.entry, round_.number, table.number)
            kind = "result_kept" if kept else "result_void"
            tell(event=write.event, entry=person.entry, kind=kind, words=words)


def _void_words(entry: Entry, round_number: int, table: int) -> str:
    return _(
        "%(number)s %(name)s: what was recorded at table %(table)s of round %(round)s does not count; "
        "the round is drawn again."
    ) % {"number": entry.number, "name": entry.name, "table": table, "round": round_number}


def _kept_words(entry: Entry, round_number: int, table: int) -> str:
    return _(
        "%(number)s %(name)s: round %(round)s is drawn again; table %(table)s stays as it is, with its people, winds "
        "and hands."
    ) % {"number": entry.number, "name": entry.name, "table": table, "round": round_number}
