"""Who may write what at a table now: what was seen, which round, which kind of event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.amounts import MOST_COUNT
from engine.errors import noop
from tournament.access import may
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Draw, Round, Table
from tournament.selectors.rounds import newest_played
from tournament.selectors.ruled import case_of, rulings_taken_back
from tournament.selectors.tables import accepted_since, kinds_of_entries
from tournament.services.writing import check_reason

# What a correction of an older round may be for.
CHOICES = ("counts", "record")
FOR_STAFF = ("seats", "swap", "finish")


def kind(item: Any) -> str:
    """Return the type an event names, before it is read."""
    return str(item.get("type")) if isinstance(item, Mapping) else ""


def only_rulings(events: Sequence[Any]) -> bool:
    """Tell whether a write consists of rulings alone, which a referee may write where he may not score."""
    return bool(events) and all(kind(item) == "ruling" for item in events)


def check_seen(table: Table, expected_seq: int) -> None:
    """Refuse a caller who has not seen the newest event, showing what was accepted since."""
    if table.seq == expected_seq:
        return
    raise Conflict(
        "stale",
        noop("Something was recorded at this table meanwhile; look at it first."),
        path="expected_seq",
        facts={"seq": table.seq, "accepted": accepted_since(table, expected_seq)},
    )


# Where a table stands, and the permission that changing it takes beside the right to record.
NEEDED: Mapping[str, str | None] = {
    "running": None,
    "confirmed": "correct_previous",
    "previous": "correct_previous",
    "older": "correct_older",
}


def standing_of(table: Table) -> str:
    """Return where a table stands: in the running round (confirmed or not), in one of the last two, in an older one."""
    if table.round.status != Round.Status.CLOSED:
        return "confirmed" if table.status == Table.Status.CONFIRMED else "running"
    return round_standing(table.round.number, newest_played(table.event))


def round_standing(number: int, newest: int) -> str:
    """Return where the tables of a closed round stand, `newest` being the newest round that was released."""
    return "previous" if number >= newest - 1 else "older"


def needed(table: Table) -> str | None:
    """Return the permission that changing a table takes beside the right to record."""
    return NEEDED[standing_of(table)]


@dataclass(frozen=True)
class Choice:
    """What a correction of an older round is for: whether it counts in the standings, and why."""

    counts: bool
    reason: str

    @property
    def data(self) -> dict[str, Any]:
        """As it is kept with the events."""
        return {"counts": self.counts, "reason": self.reason}


def asks_choice(table: Table) -> bool:
    """Tell whether a correction has to say if it counts: in an older round, and where one does not count already."""
    return table.counted_seq is not None or standing_of(table) == "older"


def read_choice(table: Table, events: Sequence[Any], counts: bool | None, reason: str) -> Choice | None:
    """Return what a write chose, None where nothing is asked; refused where it has to choose and does not.

    A ruling alone counts without being asked, unless what it rules on is there for the record only.
    """
    if not asks_choice(table):
        return None
    if counts is None:
        if only_rulings(events) and table.counted_seq is None:
            return None
        if only_rulings(events):
            raise Conflict(
                "record_only",
                noop("A correction at this table is for the record only: let it count or take it back before ruling."),
            )
        raise Conflict(
            "counts_missing",
            noop("Say whether this counts in the standings or is for the record only."),
            path="counts",
            facts={"choices": list(CHOICES)},
        )
    check_reason(reason)
    return Choice(counts, reason.strip())


def check_named(table: Table, confirm_round: int | None, choice: bool = False) -> None:
    """Refuse to change a table of a closed round without naming the round; `choice`: what it is for is asked too."""
    number = table.round.number
    if table.round.status != Round.Status.CLOSED or confirm_round == number:
        return
    raise Conflict(
        "confirm_round",
        noop("You are changing round {round}, which is closed: confirm it by naming the round."),
        path="confirm_round",
        facts={"round": number} | ({"choices": list(CHOICES)} if choice else {}),
        round=number,
    )


def check_rights(actor: Actor, table: Table, events: Sequence[Any], confirm_round: int | None) -> None:
    """Which role may change which round: the running one, the one before, older ones (with the round named)."""
    if not events:
        raise Refused("events_missing", noop("There is nothing to record."), path="events")
    if table.draw.status != Draw.Status.RELEASED:
        raise Conflict("draw_not_released", noop("The draw of this table does not stand any more."))
    if table.status == Table.Status.VOID:
        raise Conflict("table_void", noop("The table is void."))
    for index, item in enumerate(events):
        if kind(item) == "ruling" and not may(actor, "rule", table):
            raise NotAllowed("ruling_right", noop("Only a referee records rulings."), path=f"events[{index}]")
        if actor.entry is not None and not _kinds(item).isdisjoint(FOR_STAFF):
            raise NotAllowed("staff_only", noop("Only the staff records this."), path=f"events[{index}]")
    check_taken_back(actor, table, events)
    permission = needed(table)
    if table.round.status != Round.Status.CLOSED:
        if permission is not None and not may(actor, permission, table):
            raise NotAllowed("table_confirmed", noop("The table is confirmed; ask a referee to correct it."))
        return
    if permission is not None and not may(actor, permission, table):
        raise NotAllowed(
            "round_closed", noop("Round {round} is closed; you may not change it."), round=table.round.number
        )
    check_named(table, confirm_round, asks_choice(table) and not only_rulings(events))


def check_taken_back(actor: Actor, table: Table, events: Sequence[Any]) -> None:
    """Refuse a player who takes back or corrects what the staff alone records: seats, the end of the table."""
    named = {seq for item in events if isinstance(item, Mapping) for seq in _named(item)}
    if actor.entry is None or not named or kinds_of_entries(table, named).isdisjoint(FOR_STAFF):
        return
    raise NotAllowed("staff_only", noop("This is an entry of the staff: only the staff takes it back."), path="events")


def check_rulings(actor: Actor, table: Table, events: Sequence[Any]) -> None:
    """Refuse to take a ruling back beside its case: the case is overturned or amended, and the table follows it.

    A ruling of no case is taken back by those who may rule; nobody else corrects an entry into one.
    """
    named = {seq for item in events if isinstance(item, Mapping) for seq in _named(item)}
    rulings = rulings_taken_back(table, named) if named else frozenset()
    case = case_of(table, rulings) if rulings else None
    if case is not None:
        raise Conflict(
            "ruling_of_case",
            noop("This entry is the ruling of case {case}: it is overturned or amended there."),
            path="events",
            facts={"case": case},
            case=case,
        )
    if rulings and not may(actor, "rule", table):
        raise NotAllowed("ruling_right", noop("Only a referee takes a ruling back."), path="events")
    if any("ruling" in _kinds(item) for item in events) and not may(actor, "rule", table):
        raise NotAllowed("ruling_right", noop("Only a referee records rulings."), path="events")


def _kinds(item: Any) -> set[str]:
    """Return the kinds of event that a write puts down: its own, and that of what a correction puts there instead."""
    return {kind(item), kind(item.get("with"))} if isinstance(item, Mapping) else {""}


def _named(item: Mapping[str, Any]) -> list[int]:
    """Return the entries that an event takes out, corrects, overturns or takes the place of."""
    names = ("undoes", "amends") if kind(item) == "ruling" else ("seq",)
    return [item[name] for name in names if type(item.get(name)) is int and 0 <= item[name] <= MOST_COUNT]
