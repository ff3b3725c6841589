"""A released round that is to be drawn again: which tables have been played at, and who stays where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.errors import noop
from engine.places import PLACES
from tournament.errors import Conflict, not_found
from tournament.models import Draw, Round, Table, TableEvent
from tournament.persons import number_of, numbers_of
from tournament.seating.inputs import Row, SeatedTable


@dataclass(frozen=True)
class Around:
    """Tables that stay as they are; `gone` sat at one of them before, and sit nowhere else in this round."""

    kept: tuple[SeatedTable, ...]
    gone: tuple[int, ...]


def released_draw(round_: Round) -> Draw:
    """Return the released draw of a round that is still open."""
    if round_.status == Round.Status.CLOSED:
        raise Conflict(
            "round_status",
            noop("Round {round} is closed: open it again before it is drawn again."),
            round=round_.number,
        )
    draw = Draw.objects.filter(round=round_, status=Draw.Status.RELEASED).first()
    if draw is None:
        raise Conflict("nothing_released", noop("This round has no released draw."))
    return draw


def played_tables(draw: Draw) -> list[Table]:
    """Return the tables of a draw at which something was recorded that still counts, by number."""
    written = TableEvent.objects.filter(table__draw=draw).exclude(kind="seats").values("table_id")
    tables = Table.objects.filter(pk__in=written).exclude(status=Table.Status.VOID)
    return list(tables.select_related("event", "round").order_by("number"))


def around(round_: Round, keep: Sequence[int]) -> Around:
    """Return the tables to be kept as they are seated now."""
    draw = released_draw(round_)
    tables = {table.number: table for table in Table.objects.filter(draw=draw, number__in=keep).order_by("number")}
    if len(tables) < len(dict.fromkeys(keep)):
        raise not_found("table")
    if any(table.status == Table.Status.VOID for table in tables.values()):
        raise Conflict("table_void", noop("The table is void."))
    kept = tuple(
        SeatedTable(number, cast(Row, tuple(number_of(table.state["seats"].get(place)) for place in PLACES)))
        for number, table in tables.items()
    )
    sitting = dict.fromkeys(who for table in kept for who in table.seats)
    known = [who for table in tables.values() for who in numbers_of(table.state["persons"])]
    return Around(kept, tuple(sorted(who for who in known if who not in sitting)))
