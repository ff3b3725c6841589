"""What becomes of a table as a whole: confirmed, void, valid again, its corrections counted."""

from __future__ import annotations

from engine.errors import noop
from tournament.access import may, require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_allowed
from tournament.event_settings import settings_of
from tournament.models import Event, SeatConfirmation, Table
from tournament.persons import places_of
from tournament.selectors.folding import load_table
from tournament.selectors.persons import person_keys
from tournament.services.advancing import Advance, advancing
from tournament.services.table_cache import (
    keep_persons,
    locked_table,
    replace_lines,
    rewrite_cache,
    status_by,
    subject_of,
)
from tournament.services.table_rights import check_named, check_seen
from tournament.services.writing import check_reason, writing

Status = Table.Status


def confirm_table(*, actor: Actor, table: Table, seq: int, place: str = "") -> Table:
    """Agree to a table's list as it stands: a player for his place, the staff with an empty place or for a place.

    A pair that names no place agrees for both of its places.

    The table is official once the staff has confirmed, or every seat that is taken has, as the event decides.
    """
    require(actor, "confirm", table)
    staff = may(actor, "record", table) and actor.entry is None
    places = [place]
    if not staff:
        own = places_of(table.state.get("seats") or {}, actor.entry.number) if actor.entry else []
        if not own or place not in ("", *own):
            raise not_allowed()
        places = [place] if place else own
    elif place and place not in ("E", "S", "W", "N"):
        raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path="place", value=place)
    with writing(table.event, actor) as write:
        locked = locked_table(write, table)
        check_seen(locked, seq)
        if locked.status not in (Status.FINISHED, Status.CONFIRMED):
            raise Conflict("table_not_finished", noop("The table has not finished yet."))
        for agreed in places:
            SeatConfirmation.objects.get_or_create(
                table=locked,
                place=agreed,
                seq=seq,
                defaults={"actor": actor.user, "actor_entry": actor.entry, "at": write.at},
            )
        if locked.status == Status.FINISHED and is_official(write.event, locked):
            locked.status = Status.CONFIRMED
            locked.save(update_fields=["status"])
        write.audit("table.confirmed", subject_of(locked), after={"place": "".join(places), "seq": seq})
    table.status = locked.status
    return locked


def is_official(event: Event, table: Table) -> bool:
    """Tell whether those have confirmed a table as it stands whose confirmation the event wants."""
    places = set(SeatConfirmation.objects.filter(table=table, seq=table.seq).values_list("place", flat=True))
    taken = {place for place, number in (table.state.get("seats") or {}).items() if number}
    return "" in places or (settings_of(event).confirmation == "seats" and taken <= places)


def let_count(*, actor: Actor, table: Table, reason: str, advance: Advance | None = None) -> Table:
    """Let the standings take over what was corrected at a table for the record only."""
    require(actor, "correct_older", table)
    check_reason(reason)
    with writing(table.event, actor) as write:
        locked = locked_table(write, table)
        if locked.counted_seq is None:
            raise Conflict("counts_already", noop("All that was recorded at this table counts already."))
        before = locked.counted_seq
        with advancing(write, [table.round], advance, subject_of(locked)):
            set_counted(locked, None)
        write.audit("table.counted", subject_of(locked), before={"counted_seq": before}, reason=reason.strip())
    table.counted_seq, table.record, table.state = locked.counted_seq, locked.record, locked.state
    return locked


def set_counted(table: Table, counted_seq: int | None) -> None:
    """Let the first `counted_seq` events of a table count (None: all), within a write that has locked the event."""
    table.counted_seq = counted_seq
    table.save(update_fields=["counted_seq"])
    rewrite_cache(table)
    keep_persons(table, person_keys(table.event, [*table.state["persons"], *(table.record or table.state)["persons"]]))


def void_table(
    *, actor: Actor, table: Table, reason: str, confirm_round: int | None = None, advance: Advance | None = None
) -> Table:
    """Take a table out of the standings; its list stays, and so do penalties on other accounts.

    A closed round has to be named by `confirm_round`; `advance` decides who keeps a place where a cut would move.
    """
    require(actor, "run", table)
    return _set_void(actor, table, reason, confirm_round, advance, void=True)


def restore_table(
    *, actor: Actor, table: Table, reason: str, confirm_round: int | None = None, advance: Advance | None = None
) -> Table:
    """Let a void table count again, as `void_table` takes it out."""
    require(actor, "run", table)
    return _set_void(actor, table, reason, confirm_round, advance, void=False)


def _set_void(
    actor: Actor, table: Table, reason: str, confirm_round: int | None, advance: Advance | None, *, void: bool
) -> Table:
    check_reason(reason)
    with writing(table.event, actor) as write:
        locked = locked_table(write, table)
        check_named(locked, confirm_round)
        if (locked.status == Status.VOID) == void:
            raise Conflict("table_status", noop("The table has this status already."))
        loaded = load_table(write.event, locked)
        state, whole = loaded.counted(locked.counted_seq), loaded.fold()
        before = locked.status
        with advancing(write, [table.round], advance, subject_of(locked)):
            locked.status = Status.VOID if void else status_by(state)
            locked.save(update_fields=["status"])
            entries = person_keys(write.event, [*state.persons, *whole.persons])
            keep_persons(locked, entries)
            replace_lines(locked, state, entries)
        action = "table.voided" if void else "table.restored"
        write.audit(
            action, subject_of(locked), before={"status": before}, after={"status": locked.status}, reason=reason
        )
    table.status = locked.status
    return locked
