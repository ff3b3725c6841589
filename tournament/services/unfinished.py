"""What becomes of each table that is still out when a round is to be closed: finished now, void, or given more time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import settings_of
from tournament.models import Draw, Round, Table
from tournament.selectors.carried import carried_to
from tournament.selectors.rounds import unfinished
from tournament.services.advancing import Advance, advancing
from tournament.services.rounds import close_round
from tournament.services.table_status import confirm_table, void_table
from tournament.services.table_time import add_minutes
from tournament.services.tables import finish_table
from tournament.services.writing import writing


@dataclass(frozen=True)
class Decision:
    """What becomes of one table, of which `seq` events were seen; `minutes` are those of `extend`."""

    table: int
    act: str
    seq: int
    minutes: int = 5


def settle_unfinished(
    *,
    actor: Actor,
    round_: Round,
    decisions: Sequence[Decision],
    reason: str = "",
    advance: Advance | None = None,
) -> Round:
    """Decide about tables that are still out, and close the round once none is left; all in one write.

    `finish` ends a table with the hands it has and makes them official, `void` takes it out of the standings (with the
    reason), `extend` gives it minutes and keeps the round open; so does a penalty of an earlier round that waits there.
    `advance` says who keeps a place in a later stage, where that would come out otherwise by all of them together.
    """
    require(actor, "run", round_)
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        locked.event = write.event
        with advancing(write, [round_], advance, f"round:{round_.number}"):
            for index, decision in enumerate(decisions):
                _settle(actor, locked, decision, reason, f"tables[{index}]")
        if not unfinished(locked, settings_of(write.event).confirmation).exists() and not carried_to(locked):
            close_round(actor=actor, round_=locked)
    for name in ("status", "clock_started_at", "clock_used_seconds", "closed_at"):
        setattr(round_, name, getattr(locked, name))
    return round_


def _settle(actor: Actor, round_: Round, decision: Decision, reason: str, path: str) -> None:
    table = (
        Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED, number=decision.table)
        .select_related("event", "round", "draw")
        .first()
    )
    if table is None:
        raise Refused("table_unknown", noop("Round {round} has no table {table}."), path=path, round=round_.number,
                      table=decision.table)  # fmt: skip
    if table.seq != decision.seq:
        raise Conflict("stale", noop("Something was recorded at this table meanwhile; look at it first."),
                       path=path, facts={"table": table.number, "seq": table.seq})  # fmt: skip
    match decision.act:
        case "finish":
            if not table.state["finished"]:
                finish_table(actor=actor, table=table, expected_seq=table.seq, key=None)
            confirm_table(actor=actor, table=table, seq=table.seq)
        case "void":
            void_table(actor=actor, table=table, reason=reason)
        case "extend":
            add_minutes(actor=actor, table=table, minutes=decision.minutes, reason=reason)
        case _:
            raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path=f"{path}.act",
                          value=decision.act)  # fmt: skip
