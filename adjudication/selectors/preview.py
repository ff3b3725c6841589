"""What issuing a ruling would change: payments at the table, standings before and after, draws already released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudication.models import Case
from adjudication.selectors.carrying import round_to_carry_to
from adjudication.selectors.cases import history_of
from adjudication.selectors.deciding import Decided, ruling_event
from adjudication.selectors.repeating import proposed_alike, ruled_already
from engine.deciding import dump_decision
from engine.decoding import plain
from engine.events import dump_event
from engine.standings import Data, Penalty, Standings, compute, parse_policy
from tournament.actors import Actor
from tournament.models import Draw, Round
from tournament.persons import number_of
from tournament.selectors.cuts import fields_by, shift_data, shifts
from tournament.selectors.persons import names_of
from tournament.selectors.standings import stage_key, standings_data
from tournament.selectors.visibility import kept_back_from
from tournament.services.tables import preview_events
from tournament.services.writing import fingerprint


def ruling_preview(
    *,
    actor: Actor,
    decided: Decided,
    counted_in: Round,
    events: Sequence[Mapping[str, Any]] = (),
    case: Case | None = None,
    carry: bool = False,
) -> dict[str, Any]:
    """Return all a referee must have seen before he issues: nothing is written.

    With `carry` the penalty waits for the next round, where that can be; `counted_in` is not asked then. `events` are
    corrections that belong to the ruling (an amended win); `mark` names this very decision, so that
    issuing can refuse one that was not seen. `again` is the ruling it repeats, of which the referee is asked; `alike`
    are the cases that propose something on the same infraction, each with whether it is the `same`. `ranked` says
    whether there are standings that the actor may see.
    """
    table = decided.described.table
    to = round_to_carry_to(decided)
    carry = carry and to is not None
    if carry and to is not None:
        counted_in = to
    written = dump_event(ruling_event(decided, counted_in, carry=carry))
    change = preview_events(actor=actor, table=table, events=[*events, written]) if table else None
    before, after = standings_around(decided, counted_in, change, carry=carry)
    moved = _moved(before, after)
    told = kept_back_from(actor, decided.described.event) is None
    again = ruled_already(decided, excluding=case.pk if case else None)
    return {
        "decision": dump_decision(decided.decision),
        "mark": decision_mark(decided, counted_in, carry=carry),
        "again": {"case": again.number, "hand": again.hand, "issued_at": again.issued_at} if again else None,
        "alike": proposed_alike(decided, excluding=case.pk if case else None),
        "carry": {"round": to.number if to else None, "chosen": carry},
        "title": plain(decided.infraction.name),
        "ruling": written,
        "seq": table.seq if table else None,
        "round": counted_in.number,
        "change": change,
        "standings": moved if told else [],
        "ranked": told and before is not None,
        "advance": advance_around(decided, counted_in, change, carry=carry) if told else [],
        "draws": later_draws(counted_in, moved=bool(moved)),
        "history": {
            str(entry.number): history_of(entry, excluding=case.pk if case else None) for entry in decided.entries
        },
    }


def decision_mark(decided: Decided, counted_in: Round, *, carry: bool = False) -> str:
    """Return what identifies a decision as previewed, the ruling that it repeats included."""
    again, at = ruled_already(decided), decided.situation
    return fingerprint(
        [dump_decision(decided.decision), counted_in.pk, at.hand, at.after, carry, again.number if again else None]
    )


def standings_around(
    decided: Decided, counted_in: Round, change: Mapping[str, Any] | None, *, carry: bool = False
) -> tuple[Standings | None, Standings | None]:
    """Return the stage's standings before and after a ruling, computed in memory."""
    event, stage = decided.described.event, counted_in.stage
    data = standings_data(event)
    key = stage_key(stage.pk)
    if key not in {item.stage for item in data.rounds} or not data.results:
        return None, None
    policy = parse_policy(stage.policy, path="policy")
    return compute(policy, data, stage=key), compute(
        policy, _changed(data, decided, counted_in, change, carry=carry), stage=key
    )


def advance_around(
    decided: Decided, counted_in: Round, change: Mapping[str, Any] | None, *, carry: bool = False
) -> list[dict[str, Any]]:
    """Return who would and who would not have gone on to later stages, as far as this ruling makes a difference."""
    event, table = decided.described.event, decided.described.table
    rounds = [counted_in] if table is None else [counted_in, table.round]
    first = min(round_.stage.order for round_ in rounds)
    data = standings_data(event)
    before = fields_by(event, first, data)
    if not before:
        return []
    moved = shifts(event, before, fields_by(event, first, _changed(data, decided, counted_in, change, carry=carry)))
    names = names_of(event, {str(number) for one in moved for number in (*one.enter, *one.leave)})
    return [shift_data(one, names) for one in moved]


def _changed(data: Data, decided: Decided, counted_in: Round, change: Mapping[str, Any] | None, *, carry: bool) -> Data:
    results, penalties = data.results, list(data.penalties)
    if change is not None:
        played_in = decided.described.round.number
        deltas: dict[str, int] = {}
        for person, points in change["after"].items():
            entry = str(number_of(person))
            deltas[entry] = deltas.get(entry, 0) + points - change["before"].get(person, 0)
        results = tuple(
            msgspec.structs.replace(item, points=item.points + deltas.get(item.entry, 0))
            if item.round == played_in and item.table is not None
            else item
            for item in results
        )
    penalty = decided.decision.penalty
    if penalty is not None and penalty.points and not carry:
        penalties += [
            Penalty(entry=str(entry.number), round=counted_in.number, points=-penalty.points, account=penalty.account)
            for entry in decided.entries
        ]
    return msgspec.structs.replace(data, results=results, penalties=tuple(penalties))


def _moved(before: Standings | None, after: Standings | None) -> list[dict[str, Any]]:
    """Return the rows whose rank or total changes, in the new order."""
    if before is None or after is None:
        return []
    old = {row.id: row for row in before.rows}
    return [
        {
            "number": int(row.id),
            "rank_before": old[row.id].rank,
            "rank": row.rank,
            "total_before": old[row.id].total,
            "total": row.total,
            "scale": after.scale,
        }
        for row in after.rows
        if (row.rank, row.total) != (old[row.id].rank, old[row.id].total)
    ]


def later_draws(counted_in: Round, *, moved: bool) -> list[dict[str, Any]]:
    """Return the released draws of later rounds, and whether one made from the standings would come out otherwise.

    Such a draw is made from ranks and totals, so it would differ as soon as any of them has `moved`; released seats
    stay as they are all the same.
    """
    draws = Draw.objects.filter(
        round__event=counted_in.event_id, round__number__gt=counted_in.number, status=Draw.Status.RELEASED
    ).select_related("round")
    found = []
    for draw in draws.order_by("round__number"):
        from_standings = draw.inputs.get("standings_version") is not None
        found.append(
            {"round": draw.round.number, "from_standings": from_standings, "changes": from_standings and moved}
        )
    return found
