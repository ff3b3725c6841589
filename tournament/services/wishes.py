"""What draws have to respect: pairs who must not meet, tables somebody keeps, tables out of use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.decoding import plain
from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_found
from tournament.event_settings import parse_settings, settings_of
from tournament.models import ApartPair, Draw, Entry, Event
from tournament.selectors.rounds import newest_played
from tournament.selectors.seating import meetings_of
from tournament.services.stages import make_stale
from tournament.services.writing import Write, check_reason, writing


def keep_apart(*, actor: Actor, event: Event, first: Entry, second: Entry, reason: str = "") -> dict[str, Any]:
    """Keep two entries from sharing a table; returns the pair and where they have met already.

    Once a round was released it takes the chief referee and a reason, since it changes the conditions of the event.
    """
    begun = newest_played(event) > 0
    require(actor, "keep_apart_late" if begun else "draw", event)
    if begun:
        check_reason(reason)
    one, other = _in_order(event, first, second)
    met = meetings_of(event, one.number, other.number)
    with writing(event, actor) as write:
        write.standings_change = False
        _pair, created = ApartPair.objects.get_or_create(
            event=write.event, first=one, second=other, defaults={"reason": reason}
        )
        if not created:
            raise Conflict("apart_already", noop("These two are kept apart already."))
        make_stale(write)
        write.audit("apart.added", _subject(one, other), after={"met": met}, reason=reason)
    return {"first": one.number, "second": other.number, "reason": reason, "met": met}


def let_meet(*, actor: Actor, event: Event, first: Entry, second: Entry, reason: str = "") -> None:
    """Let two entries meet again who were kept apart; the same rights as for keeping them apart."""
    begun = newest_played(event) > 0
    require(actor, "keep_apart_late" if begun else "draw", event)
    if begun:
        check_reason(reason)
    one, other = _in_order(event, first, second)
    with writing(event, actor) as write:
        write.standings_change = False
        pair = ApartPair.objects.filter(event=write.event, first=one, second=other).first()
        if pair is None:
            raise not_found("pair")
        write.audit("apart.removed", _subject(one, other), before={"reason": pair.reason}, reason=reason)
        pair.delete()
        make_stale(write)


def _in_order(event: Event, first: Entry, second: Entry) -> tuple[Entry, Entry]:
    if first.event_id != event.pk or second.event_id != event.pk:
        raise not_found("entry")
    if first.pk == second.pk:
        raise Refused("apart_same", noop("Two different entries are needed."), path="second")
    return (first, second) if first.number < second.number else (second, first)


def _subject(first: Entry, second: Entry) -> str:
    return f"entries:{first.number},{second.number}"


def fix_table(*, actor: Actor, entry: Entry, table: int | None) -> Entry:
    """Let an entry keep one table in every round to come, or move about like everybody else (None)."""
    require(actor, "draw", entry.event)
    if table is not None and table < 1:
        raise Refused("number_range", noop("A table's number is at least 1."), path="table")
    with writing(entry.event, actor) as write:
        write.standings_change = False
        locked = Entry.objects.select_for_update().get(pk=entry.pk)
        if table in settings_of(write.event).tables_out:
            raise Conflict("table_out", noop("Table {number} is out of use."), path="table", number=table)
        holder = Entry.objects.filter(event=write.event, fixed_table=table).exclude(pk=locked.pk).first()
        if table is not None and holder is not None:
            raise Conflict(
                "table_kept",
                noop("Table {number} is kept by entry {entry}: they would meet in every round."),
                path="table",
                number=table,
                entry=holder.number,
            )
        before, locked.fixed_table = locked.fixed_table, table
        locked.save(update_fields=["fixed_table"])
        if before != table:
            make_stale(write)
        write.audit("entry.table_fixed", f"entry:{locked.number}", before={"table": before}, after={"table": table})
    entry.fixed_table = table
    return entry


def set_hall(*, actor: Actor, event: Event, tables: int | None, out: Sequence[int], reason: str = "") -> Event:
    """Say how many tables the hall has (None: as many as are needed) and which numbers are out of use."""
    require(actor, "draw", event)
    with writing(event, actor) as write:
        write.standings_change = False
        before = settings_of(write.event)
        changed = {**write.event.settings, "tables": tables, "tables_out": sorted(set(out))}
        settings = parse_settings(changed)
        keepers = Entry.objects.filter(event=write.event, fixed_table__in=settings.tables_out).order_by("number")
        if keepers:
            raise Conflict(
                "table_kept_out",
                noop("Fixed for somebody, hence in use: table {tables}."),
                path="out",
                tables=", ".join(str(entry.fixed_table) for entry in keepers),
            )
        write.event.settings = changed
        write.event.save(update_fields=["settings"])
        _stale_at(write, settings.tables_out)
        write.audit(
            "hall.changed",
            f"event:{event.slug}",
            before={"tables": before.tables, "tables_out": plain(before.tables_out)},
            after={"tables": tables, "tables_out": plain(settings.tables_out)},
            reason=reason,
        )
    event.settings = write.event.settings
    return event


def _stale_at(write: Write, numbers: Sequence[int]) -> None:
    """Drafts that use a table out of use have to be drawn again, or changed by hand before."""
    for draw in Draw.objects.filter(round__event=write.event, status=Draw.Status.DRAFT).select_related("round"):
        if any(table["number"] in numbers for table in draw.result["tables"]):
            write.audit("draw.stale", f"round:{draw.round.number}", before={"attempt": draw.attempt})
            Draw.objects.filter(pk=draw.pk).update(status=Draw.Status.STALE)
