"""Penalties that wait for a later round: where one could wait, and which wait for whom."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from adjudication.models import CarriedPenalty, Case
from adjudication.selectors.deciding import COUNTED, Decided, infraction_of
from adjudication.wording import flag
from engine.carrying import carried, parse_carried
from engine.errors import noop
from engine.places import Place
from tournament.errors import Conflict
from tournament.models import Draw, Round, Table, TablePerson
from tournament.persons import number_of
from tournament.wording import in_words

OVER = (Table.Status.FINISHED, Table.Status.CONFIRMED, Table.Status.VOID)
Status = CarriedPenalty.Status


def round_to_carry_to(decided: Decided) -> Round | None:
    """Return the round a penalty can be carried to: the next one not closed, where the table it was for is over.

    None where the table still plays, where nothing of the decision can wait, or where no round comes any more. A hand
    that is to be played dead cannot wait for a round in which the offender's table is over as well.
    """
    table = decided.described.table
    if table is None or table.status not in OVER:
        return None
    waiting = [
        (entry.pk, what)
        for place, entry in zip(decided.case.offenders, decided.entries, strict=True)
        if (what := carried(decided.decision, place)) is not None
    ]
    return _next_open(table.round, [entry for entry, what in waiting if what.flags]) if waiting else None


def round_to_carry_on_to(item: CarriedPenalty) -> Round | None:
    """Return the round what waits can be put off to once more; None where no round comes any more."""
    return _next_open(item.round, [item.entry_id] if parse_carried(item.what).flags else [])


def _next_open(round_: Round, playing: Collection[int]) -> Round | None:
    """Return the next round that is not closed and in which no entry of `playing` sits at a table that is over."""
    over = TablePerson.objects.filter(entry__in=playing, table__status__in=OVER, draw__status=Draw.Status.RELEASED)
    later = Round.objects.filter(event=round_.event_id, number__gt=round_.number).exclude(status=Round.Status.CLOSED)
    return later.exclude(pk__in=over.values("table__round")).select_related("stage").order_by("number").first()


def carried_of(case: Case) -> QuerySet[CarriedPenalty]:
    """Return what was carried of a case."""
    return CarriedPenalty.objects.filter(case=case).select_related("entry", "round", "table__draw", "case__event")


def open_carried(event_id: int) -> QuerySet[CarriedPenalty]:
    """Return what still waits at an event, of rulings that stand; `CarriedPenalty.standing` says it of one."""
    lost = Q(status=Status.APPLIED, table__draw__status=Draw.Status.DELETED)
    found = CarriedPenalty.objects.filter(Q(status=Status.OPEN) | lost, case__event=event_id, case__status__in=COUNTED)
    return found.select_related("entry", "round", "case__event", "case__round")


def table_of(item: CarriedPenalty) -> Table | None:
    """Return the table the offender sits at in the round it was carried to; None where he sits nowhere."""
    found = Table.objects.filter(
        round=item.round_id, persons__entry=item.entry_id, draw__status=Draw.Status.RELEASED
    ).select_related("event", "round__stage", "draw")
    return found.first()


def place_at(item: CarriedPenalty, table: Table) -> Place | None:
    """Return the place the offender has at a table now: of a pair, his own where he sits there himself."""
    seats: dict[Place, str | None] = table.state["seats"]
    own = [place for place, person in seats.items() if person == item.person]
    own = own or [place for place, person in seats.items() if number_of(person) == item.entry.number]
    return own[0] if own else None


def bar_to_applying(item: CarriedPenalty, table: Table | None) -> Conflict | None:
    """Return why what waits cannot be applied as things stand, with what can become of it; None where it can.

    `table` is where the offender sits in the round it waits for. A hand that is to be played dead needs one in play;
    points alone are posted without a table where he sits nowhere.
    """
    if table is None and not Draw.objects.filter(round=item.round_id, status=Draw.Status.RELEASED).exists():
        return Conflict("carried_early", noop("It can be applied once that round is seated."))
    acts = {"acts": ["waive"] if round_to_carry_on_to(item) is None else ["waive", "carry_on"]}
    if parse_carried(item.what).flags and (table is None or table.status in OVER):
        return Conflict("carried_late", noop("No hand is played there any more to which this could apply."), facts=acts)
    if table is not None and place_at(item, table) is None:
        return Conflict("carried_away", noop("The player does not sit at that table any more."), facts=acts)
    return None


def waiting_for(round_: Round, numbers: Collection[int] | None) -> list[dict[str, Any]]:
    """Return in words what waits in a round for the entries of those numbers, or for all."""
    found = open_carried(round_.event_id).filter(round=round_)
    if numbers is not None:
        found = found.filter(entry__number__in=numbers)
    return [
        {
            "number": item.entry.number,
            "name": item.entry.name,
            "case": item.case.number,
            "title": in_words(infraction_of(item.case.event, item.case.infraction).name),
            "what": what_of(item),
        }
        for item in found
    ]


def what_of(item: CarriedPenalty) -> dict[str, Any]:
    """Return what is carried: points and flags in words."""
    found = parse_carried(item.what)
    return {"points": found.points, "account": found.account, "flags": [flag(one.flag) for one in found.flags]}


def carried_data(item: CarriedPenalty) -> dict[str, Any]:
    """Return it as programs get it."""
    found, standing = parse_carried(item.what), item.standing
    return {
        "number": item.entry.number,
        "name": item.entry.name,
        "person": item.person,
        "round": item.round.number,
        "table": item.table.number if item.table and standing != Status.OPEN else None,
        "points": found.points,
        "account": found.account,
        "flags": [one.flag for one in found.flags],
        "status": standing,
        "reason": item.reason,
    }
