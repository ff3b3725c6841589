"""A penalty that could not be applied any more waits for the next round: applied there, waived, or carried on."""

from __future__ import annotations

from typing import Any

from adjudication.models import CarriedPenalty, Case
from adjudication.selectors.carrying import bar_to_applying, carried_of, place_at, round_to_carry_on_to, table_of
from adjudication.selectors.deciding import COUNTED, Decided, infraction_of
from engine.carrying import carried, dump_carried, parse_carried
from engine.effects import Wording
from engine.errors import noop
from engine.events import Ruling, dump_event
from engine.text import text
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, not_found
from tournament.models import Round, Table
from tournament.services.advancing import Advance, advancing
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.services.tables import record_events
from tournament.services.writing import Write, check_reason, writing

Status = CarriedPenalty.Status
REMEDY = text(
    "前面輪次的處罰，於本輪執行。",
    "前面轮次的处罚，于本轮执行。",
    "A penalty of an earlier round, applied in this one.",
)


def keep_carried(case: Case, decided: Decided, to: Round) -> list[dict[str, Any]]:
    """Keep what of a decision waits for a round, within the write that issues its case; returns it for the audit."""
    kept = []
    for place, entry in zip(decided.case.offenders, decided.entries, strict=True):
        what = carried(decided.decision, place)
        if what is not None:
            person = decided.situation.seats[place] or str(entry.number)
            CarriedPenalty.objects.create(case=case, entry=entry, person=person, round=to, what=dump_carried(what))
            kept.append({"entry": entry.number, "round": to.number, **dump_carried(what)})
    return kept


def apply_carried(
    *, actor: Actor, item: CarriedPenalty, expected_seq: int | None = None, advance: Advance | None = None
) -> CarriedPenalty:
    """Apply what waits in its round: a ruling at the table the offender sits at, in the hand in play.

    Points alone are posted without a table where he does not play in that round. What stands in the way is refused
    (`bar_to_applying`): it is then waived or carried on. `advance` says who keeps a place in a later stage, where that
    would come out otherwise.
    """
    case = item.case
    require(actor, "rule", table_of(item) or case.event)
    with writing(case.event, actor) as write:
        locked = _waiting(item)
        # It may have been carried on, and he may have been seated elsewhere, since.
        table = table_of(locked)
        require(actor, "rule", table or case.event)
        bar = bar_to_applying(locked, table)
        if bar is not None:
            raise bar
        with advancing(write, [locked.round], advance, f"case:{case.number}") as advances:
            if table is None:
                _post(actor, locked)
            else:
                _rule_at(actor, locked, table, expected_seq)
        if advances:
            locked.case.advances += advances
            locked.case.save(update_fields=["advances"])
        _end(write, locked, Status.APPLIED, "", "carried.applied")
    return locked


def _post(actor: Actor, item: CarriedPenalty) -> None:
    """Post the points to the entry in the round they were carried to."""
    what = parse_carried(item.what)
    item.posted = rule_entry(
        actor=actor,
        event=item.case.event,
        round_=item.round,
        entry=item.entry,
        points=what.points,
        account="event" if what.account == "table" else what.account,
        article=what.article,
        note=f"case:{item.case.number}",
    )
    item.table, item.ruling_seq = None, None


def _rule_at(actor: Actor, item: CarriedPenalty, table: Table, expected_seq: int | None) -> None:
    """Rule at the table the offender sits at."""
    what, place = parse_carried(item.what), place_at(item, table)
    assert place is not None
    wording = Wording(
        title=infraction_of(item.case.event, item.case.infraction).name,
        remedy=REMEDY,
        article=what.article,
        infraction=item.case.infraction,
        offenders=(place,),
    )
    ruling = Ruling(hand=table.state["hand"], effect=what.effect_at(place), wording=wording)
    recorded = record_events(
        actor=actor,
        table=table,
        expected_seq=table.seq if expected_seq is None else expected_seq,
        key=None,
        events=[dump_event(ruling)],
        of_case=True,
    )
    item.table, item.ruling_seq = table, recorded["events"][-1]["seq"]


def waive_carried(*, actor: Actor, item: CarriedPenalty, reason: str) -> CarriedPenalty:
    """Let what waits go, with a reason."""
    require(actor, "rule", item.case.event)
    check_reason(reason)
    with writing(item.case.event, actor) as write:
        write.standings_change = False
        locked = _waiting(item)
        _end(write, locked, Status.WAIVED, reason, "carried.waived")
    return locked


def carry_on(*, actor: Actor, item: CarriedPenalty, reason: str) -> CarriedPenalty:
    """Put off what waits to the next round that is not closed, with a reason: its own round may then be closed."""
    require(actor, "rule", item.case.event)
    check_reason(reason)
    with writing(item.case.event, actor) as write:
        write.standings_change = False
        locked = _waiting(item)
        before, to = locked.round, round_to_carry_on_to(locked)
        if to is None:
            raise Conflict("carried_last", noop("No round comes after this one: apply the penalty or waive it."))
        locked.round, locked.reason = to, reason.strip()
        locked.save(update_fields=["round", "reason"])
        if not carried_of(locked.case).filter(round=before).exists():
            Case.objects.filter(pk=locked.case_id).update(round=to)
        rounds = [{"entry": locked.entry.number, "round": round_.number} for round_ in (before, to)]
        write.audit("carried.moved", f"case:{locked.case.number}", before=rounds[0], after=rounds[1], reason=reason)
    return locked


def take_back_carried(write: Write, case: Case) -> None:
    """End what was carried of a ruling that falls: what was applied is reversed where it stands, what waits lapses."""
    for item in carried_of(case).filter(status__in=(Status.OPEN, Status.APPLIED)):
        if item.posted is not None:
            undo_entry_ruling(
                actor=write.actor,
                event=case.event,
                number=item.posted.number,
                note=f"case:{case.number}",
                of_case=True,
            )
        if item.standing == Status.APPLIED and item.table_id is not None:
            table = Table.objects.select_related("event", "round__stage", "draw").get(pk=item.table_id)
            record_events(
                actor=write.actor,
                table=table,
                expected_seq=table.seq,
                key=None,
                events=[{"type": "ruling", "undoes": item.ruling_seq}],
                confirm_round=table.round.number,
                of_case=True,
            )
        _end(write, item, Status.LAPSED, item.reason, "carried.lapsed")


def find_carried(case: Case, person: str) -> CarriedPenalty:
    """Return what was carried of a case for one person."""
    found = carried_of(case).filter(person=person).first()
    if found is None:
        raise not_found("carried")
    return found


def _waiting(item: CarriedPenalty) -> CarriedPenalty:
    locked = CarriedPenalty.objects.select_related("entry", "round__stage", "case", "table__draw").get(pk=item.pk)
    if locked.standing != Status.OPEN or locked.case.status not in COUNTED:
        raise Conflict("carried_ended", noop("This does not wait any more."))
    return locked


def _end(write: Write, item: CarriedPenalty, status: str, reason: str, action: str) -> None:
    item.status, item.reason = status, reason.strip()
    item.decided_by, item.decided_at = write.actor.user, write.at
    item.save()
    after = {"entry": item.entry.number, "round": item.round.number, "seq": item.ruling_seq}
    write.audit(action, f"case:{item.case.number}", after=after, reason=reason)
