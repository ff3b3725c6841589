"""The staff confirms many finished tables of a round at once, as they were seen, in one write."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Draw, Round, Table
from tournament.services.table_status import confirm_table
from tournament.services.writing import writing


def confirm_tables(*, actor: Actor, round_: Round, seen: Mapping[int, int]) -> list[int]:
    """Confirm the tables of which `seen` names number and events seen; all of them, or none where one has moved on.

    What somebody else has confirmed meanwhile is left as it is. Returns the numbers of those confirmed here.
    """
    require(actor, "rule", round_)
    found = Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED, number__in=seen)
    numbers: list[int] = []
    with writing(round_.event, actor):
        tables = {table.number: table for table in found.select_related("event", "round", "draw").order_by("number")}
        for number in sorted(seen):
            table = tables.get(number)
            if table is None:
                raise Refused("table_unknown", noop("Round {round} has no table {table}."), path=f"tables[{number}]",
                              round=round_.number, table=number)  # fmt: skip
            if table.seq != seen[number] or table.status not in (Table.Status.FINISHED, Table.Status.CONFIRMED):
                raise Conflict("stale", noop("Something changed at table {table} meanwhile; look at it first."),
                               path=f"tables[{number}]", facts={"table": number, "seq": table.seq},
                               table=number)  # fmt: skip
            if table.status == Table.Status.FINISHED:
                confirm_table(actor=actor, table=table, seq=table.seq)
                numbers.append(number)
    return numbers
