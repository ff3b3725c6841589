"""More hands or minutes for one table, whose time is up or whose hands are played."""

from __future__ import annotations

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Table
from tournament.services.table_cache import locked_table, rewrite_cache, subject_of
from tournament.services.table_rights import check_named
from tournament.services.writing import writing

MOST_HANDS = 20


def add_hands(*, actor: Actor, table: Table, hands: int, reason: str = "", confirm_round: int | None = None) -> Table:
    """Let one table play `hands` more (or fewer) than the round has.

    Where a round is counted in hands the table goes on; by the clock the hands are noted, since no clock ends a table.
    A closed round has to be named by `confirm_round`.
    """
    require(actor, "rule", table)
    with writing(table.event, actor) as write:
        locked = locked_table(write, table)
        if locked.status in (Table.Status.CONFIRMED, Table.Status.VOID):
            raise Conflict("table_over", noop("The table is over: open it again first."))
        check_named(locked, confirm_round)
        before = locked.extra_hands
        locked.extra_hands = before + hands
        if not hands or not 0 <= locked.extra_hands <= MOST_HANDS:
            raise Refused("hands_range", noop("A table gets 0 to {most} extra hands."), path="hands", most=MOST_HANDS)
        length = locked.start.get("length")
        if length is not None and length["unit"] == "hands":
            locked.start = {**locked.start, "length": {**length, "count": length["count"] + hands}}
        locked.save(update_fields=["extra_hands", "start"])
        rewrite_cache(locked)
        if locked.status == Table.Status.FINISHED and not locked.state["finished"]:
            locked.status, locked.finished_at = Table.Status.RUNNING, None
            locked.save(update_fields=["status", "finished_at"])
        elif locked.state["finished"] and locked.status == Table.Status.RUNNING:
            locked.status, locked.finished_at = Table.Status.FINISHED, write.at
            locked.save(update_fields=["status", "finished_at"])
        write.audit(
            "table.hands",
            subject_of(locked),
            before={"hands": before},
            after={"hands": locked.extra_hands},
            reason=reason,
        )
    return locked


def add_minutes(
    *, actor: Actor, table: Table, minutes: int, reason: str = "", confirm_round: int | None = None
) -> Table:
    """Give one table more time (or less); a closed round has to be named by `confirm_round`."""
    require(actor, "rule", table)
    with writing(table.event, actor) as write:
        write.standings_change = False
        locked = locked_table(write, table)
        check_named(locked, confirm_round)
        before = locked.extra_minutes
        locked.extra_minutes = before + minutes
        if not -600 <= locked.extra_minutes <= 600:
            raise Refused("minutes_range", noop("That is more time than a round has."), path="minutes")
        locked.save(update_fields=["extra_minutes"])
        after = {"minutes": locked.extra_minutes}
        write.audit("table.minutes", subject_of(locked), before={"minutes": before}, after=after, reason=reason)
    return locked
