"""The life of a case: proposed, issued, withdrawn, amended, overturned."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max

from adjudication.models import Call, Case, CaseOffender
from adjudication.selectors.carrying import round_to_carry_to
from adjudication.selectors.cases import decide_again, described_as
from adjudication.selectors.deciding import (
    COUNTED,
    Decided,
    Described,
    describe_decision,
    facts_missing,
    ruling_event,
)
from adjudication.selectors.preview import decision_mark
from adjudication.selectors.repeating import ruled_already
from adjudication.services.calls import close_call
from adjudication.services.carrying import keep_carried, take_back_carried
from engine.deciding import dump_decision
from engine.errors import noop
from engine.events import dump_event
from engine.fields import Field
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Round
from tournament.services.advancing import Advance, advancing
from tournament.services.rulings import rule_entry, undo_entry_ruling
from tournament.services.table_rights import check_seen
from tournament.services.tables import record_events
from tournament.services.writing import Write, answered_before, check_reason, fingerprint, remember, writing

Status = Case.Status
# The reasons of lines that pay back what an earlier ruling moved.
REVERSED = ("overturned", "overturned_house")


def propose_case(
    *,
    actor: Actor,
    described: Described,
    counted_in: Round | None = None,
    call: Call | None = None,
    incident: int | None = None,
    private_notes: str = "",
    key: str | None = None,
) -> Case | tuple[Field, ...]:
    """Keep a case with the decision that follows from its facts; without all facts, return the open questions.

    `counted_in` is the round a penalty counts in (default: the table's); `incident` names the case it belongs with.
    """
    where = described.table or described.event
    require(actor, "call", where)
    mark = fingerprint(["propose", _body(described), counted_in.pk if counted_in else None, incident])
    if (answer := answered_before(described.event, key, mark)) is not None:
        return Case.objects.get(event=described.event, number=answer["case"])
    decided = describe_decision(described)
    if not isinstance(decided, Decided):
        return decided
    with writing(described.event, actor) as write:
        write.standings_change = False
        if (answer := answered_before(described.event, key, mark)) is not None:
            write.cancel()
            return Case.objects.get(event=described.event, number=answer["case"])
        case = _store(write, decided, counted_in or described.round, call, incident, private_notes)
        write.audit("case.proposed", f"case:{case.number}", after=_body(described))
        remember(write.event, key, mark, {"case": case.number})
    return case


def issue_case(
    *,
    actor: Actor,
    case: Case,
    expected_seq: int | None,
    mark: str,
    counted_in: Round | None = None,
    carry: bool = False,
    again: Collection[int] | None = None,
    events: Sequence[Mapping[str, Any]] = (),
    public_text: str = "",
    private_notes: str | None = None,
    confirm_round: int | None = None,
    advance: Advance | None = None,
    minutes: int = 0,
    key: str | None = None,
) -> dict[str, Any]:
    """Issue a proposed case: its ruling is written at the table, with `events` (an amended win) as one batch.

    `mark` is that of the preview the referee has seen; a decision that has changed since gives `Conflict`
    `decision_changed`. The call it answers is closed, and the table given `minutes` more. Returns what was recorded.
    `advance` is the chief referee's decision where others would have gone on to a later stage by it.
    With `carry` the penalty waits for the next round, and counts there. `again` holds the earlier rulings that this one
    comes on top of; another one of the same gives `Conflict` `ruled_already`. None: nobody was asked but by the mark.
    """
    require(actor, "rule", case.table or case.event)
    asked = [case.pk, expected_seq, mark, [dict(item) for item in events], _said(advance), carry, minutes]
    request = fingerprint(["issue", *asked])
    if (answer := answered_before(case.event, key, request)) is not None:
        return answer
    decided = decide_again(case)
    if decided.described.table is not None and expected_seq is not None:
        check_seen(decided.described.table, expected_seq)
    round_ = _carried_to(decided) if carry else counted_in or case.round
    _check_mark(decided, round_, mark, carry=carry)
    with writing(case.event, actor) as write:
        if (answer := answered_before(case.event, key, request)) is not None:
            write.cancel()
            return answer
        locked = _whole(case)
        _check_status(locked, (Status.PROPOSED,))
        _check_incident(locked)
        _check_again(decided, again)
        with advancing(write, _rounds(locked, round_), advance, f"case:{locked.number}") as advances:
            answer = _carry_out(write, actor, locked, decided, round_, expected_seq, events, confirm_round, carry=carry)
        _close_call(actor, locked, minutes)
        locked.advances += advances
        locked.public_text = public_text or locked.public_text
        locked.private_notes = locked.private_notes if private_notes is None else private_notes
        locked.save()
        write.audit(
            "case.issued",
            f"case:{locked.number}",
            after={"round": round_.number, "decision": locked.decision, "text": public_text}
            | ({"advance": advances} if advances else {})
            | ({"carried": answer["carried"]} if carry else {}),
        )
        remember(write.event, key, request, answer)
    case.refresh_from_db()
    return answer


def rule_now(
    *,
    actor: Actor,
    described: Described,
    expected_seq: int | None,
    mark: str,
    counted_in: Round | None = None,
    carry: bool = False,
    again: Collection[int] | None = None,
    call: Call | None = None,
    events: Sequence[Mapping[str, Any]] = (),
    public_text: str = "",
    private_notes: str = "",
    confirm_round: int | None = None,
    advance: Advance | None = None,
    minutes: int = 0,
    key: str | None = None,
) -> Case:
    """Propose and issue in one write what was shown; where that has changed since, nothing is written (409)."""
    asked = [_body(described), expected_seq, mark, [dict(item) for item in events], public_text, _said(advance), carry]
    request = fingerprint(["rule", *asked, minutes])
    if (answer := answered_before(described.event, key, request)) is not None:
        return Case.objects.get(event=described.event, number=answer["case"])
    with writing(described.event, actor) as write:
        if (answer := answered_before(described.event, key, request)) is not None:
            write.cancel()
            return Case.objects.get(event=described.event, number=answer["case"])
        case = propose_case(
            actor=actor, described=described, counted_in=counted_in, call=call, private_notes=private_notes
        )
        if not isinstance(case, Case):
            raise facts_missing(case)
        issue_case(
            actor=actor,
            case=case,
            expected_seq=expected_seq,
            mark=mark,
            counted_in=counted_in,
            carry=carry,
            again=again,
            events=events,
            public_text=public_text,
            confirm_round=confirm_round,
            advance=advance,
            minutes=minutes,
        )
        remember(write.event, key, request, {"case": case.number})
    return case


def withdraw_case(*, actor: Actor, case: Case, reason: str) -> Case:
    """Give up a proposed case."""
    require(actor, "rule", case.table or case.event)
    with writing(case.event, actor) as write:
        write.standings_change = False
        locked = Case.objects.get(pk=case.pk)
        _check_status(locked, (Status.PROPOSED,))
        locked.status = Status.WITHDRAWN
        locked.save(update_fields=["status"])
        write.audit("case.withdrawn", f"case:{locked.number}", reason=reason)
    return locked


def overturn_case(
    *,
    actor: Actor,
    case: Case,
    expected_seq: int | None,
    reason: str,
    confirm_round: int | None = None,
    advance: Advance | None = None,
) -> Case:
    """Take an issued ruling back: lines are reversed, flags and open liabilities end, the deal stays as played."""
    require(actor, "decide_appeal", case.event)
    check_reason(reason)
    with writing(case.event, actor) as write:
        locked = _whole(case)
        _check_status(locked, COUNTED)
        with advancing(write, _rounds(locked, locked.round), advance, f"case:{locked.number}") as advances:
            _reverse(write, locked, expected_seq, confirm_round)
        locked.status = Status.OVERTURNED
        locked.advances += advances
        locked.save(update_fields=["status", "advances"])
        write.audit("case.overturned", f"case:{locked.number}", reason=reason)
    return locked


def amend_case(
    *,
    actor: Actor,
    case: Case,
    expected_seq: int | None,
    facts: Mapping[str, Any],
    deliberate: bool,
    reason: str,
    infraction: str | None = None,
    offenders: Sequence[str] = (),
    counted_in: Round | None = None,
    carry: bool = False,
    confirm_round: int | None = None,
    advance: Advance | None = None,
) -> Case:
    """Put another ruling in the place of an issued one: the old is reversed and the new issued in one write.

    It is decided as the table stood before the old one, and stands in play where that did; later hands stay.
    """
    require(actor, "decide_appeal", case.event)
    check_reason(reason)
    before = described_as(case)
    described = replace(
        before,
        infraction=infraction or before.infraction,
        offenders=tuple(offenders) or before.offenders,
        facts=facts,
        deliberate=deliberate,
    )
    decided = describe_decision(described, excluding=case.pk)
    if not isinstance(decided, Decided):
        raise facts_missing(decided)
    with writing(case.event, actor) as write:
        locked = _whole(case)
        _check_status(locked, COUNTED)
        round_ = _carried_to(decided) if carry else counted_in or locked.round
        amended = _store(write, decided, round_, locked.call, locked.incident, locked.private_notes)
        amended.amends = locked
        amended.public_text = locked.public_text
        rounds = [*_rounds(locked, locked.round), amended.round]
        with advancing(write, rounds, advance, f"case:{amended.number}") as advances:
            if locked.table is None:
                _reverse(write, locked, expected_seq, confirm_round)
            else:
                _undo_penalties(write, locked)
            _carry_out(write, actor, amended, decided, round_, expected_seq, (), confirm_round, carry=carry)
        amended.advances += advances
        amended.save()
        locked.status = Status.AMENDED
        locked.save(update_fields=["status"])
        write.audit(
            "case.amended",
            f"case:{locked.number}",
            before=locked.decision,
            after={"case": amended.number, "decision": amended.decision},
            reason=reason,
        )
    return amended


def _store(
    write: Write, decided: Decided, counted_in: Round, call: Call | None, incident: int | None, notes: str
) -> Case:
    event = write.event
    number = (Case.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0) + 1
    if incident is not None and not Case.objects.filter(event=event, incident=incident).exists():
        raise Refused("incident_unknown", noop("There is no case {number}."), path="incident", number=incident)
    if counted_in.event_id != event.pk:
        raise Refused("round_unknown", noop("There is no round {number}."), path="round", number=counted_in.number)
    described, situation = decided.described, decided.situation
    case = Case.objects.create(
        event=event,
        number=number,
        table=described.table,
        call=call,
        incident=number if incident is None else incident,
        infraction=decided.infraction.code,
        facts=dict(described.facts),
        deliberate=described.deliberate,
        hand=situation.hand if described.table else None,
        after=situation.after if described.table else None,
        decision=dump_decision(decided.decision),
        round=counted_in,
        private_notes=notes,
        proposed_by=write.actor.user,
        proposed_at=write.at,
    )
    penalty = decided.decision.penalty
    CaseOffender.objects.bulk_create(
        CaseOffender(
            case=case,
            entry=entry,
            place=place if described.table else "",
            ladder=decided.decision.ladder,
            step=penalty.step if penalty else "",
        )
        for entry, place in zip(decided.entries, decided.case.offenders, strict=True)
    )
    return case


def _carry_out(
    write: Write,
    actor: Actor,
    case: Case,
    decided: Decided,
    counted_in: Round,
    expected_seq: int | None,
    events: Sequence[Mapping[str, Any]],
    confirm_round: int | None,
    *,
    carry: bool = False,
) -> dict[str, Any]:
    """Write the ruling of a case within the write in progress."""
    table = decided.described.table
    answer: dict[str, Any] = {"case": case.number}
    if table is not None:
        ruling = dump_event(ruling_event(decided, counted_in, carry=carry))
        recorded = record_events(
            actor=actor,
            table=table,
            expected_seq=table.seq if expected_seq is None else expected_seq,
            key=None,
            events=[*[dict(item) for item in events], ruling],
            confirm_round=confirm_round,
            of_case=True,
        )
        case.ruling_seq = recorded["events"][-1]["seq"]
        case.paid = _paid(recorded)
        answer |= recorded
    if carry:
        answer["carried"] = keep_carried(case, decided, counted_in)
    else:
        _post_penalties(actor, case, decided, counted_in)
    case.status = Status.ISSUED
    case.decision = dump_decision(decided.decision)
    case.round = counted_in
    case.issued_by, case.issued_at = actor.user, write.at
    return answer


def _paid(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lines of a ruling that was written; what an amended one gets back is told with that one."""
    lines = [line for line in recorded["postings"] if line["reason"] not in REVERSED]
    return {"postings": lines, "removed": list(recorded["removed"])}


def _close_call(actor: Actor, case: Case, minutes: int) -> None:
    """The call that a ruling answers waits for nobody any more."""
    call = Call.objects.select_related("event", "table__round").filter(pk=case.call_id).first()
    if call is not None and call.status != Call.Status.CLOSED:
        close_call(actor=actor, call=call, minutes=minutes)


def _post_penalties(actor: Actor, case: Case, decided: Decided, counted_in: Round) -> None:
    """A penalty that is no line of the table's own round is posted to the entry in the round that was chosen."""
    penalty, table = decided.decision.penalty, decided.described.table
    if penalty is None or not penalty.points or (table is not None and counted_in.pk == table.round_id):
        return
    for entry in decided.entries:
        posted = rule_entry(
            actor=actor,
            event=case.event,
            round_=counted_in,
            entry=entry,
            points=penalty.points,
            account=penalty.account if penalty.account != "table" else "event",
            article=decided.decision.article,
            note=f"case:{case.number}",
        )
        case.penalties.add(posted)


def _reverse(write: Write, case: Case, expected_seq: int | None, confirm_round: int | None) -> None:
    if case.table is not None:
        record_events(
            actor=write.actor,
            table=case.table,
            expected_seq=case.table.seq if expected_seq is None else expected_seq,
            key=None,
            events=[{"type": "ruling", "undoes": case.ruling_seq}],
            confirm_round=confirm_round,
            of_case=True,
        )
    _undo_penalties(write, case)


def _undo_penalties(write: Write, case: Case) -> None:
    take_back_carried(write, case)
    for penalty in case.penalties.all():
        undo_entry_ruling(
            actor=write.actor, event=case.event, number=penalty.number, note=f"case:{case.number}", of_case=True
        )


def _whole(case: Case) -> Case:
    """Return a case as it is now, with all that a write asks of it."""
    found = Case.objects.select_related("table__event", "table__round__stage", "table__draw", "round__stage")
    return found.get(pk=case.pk)


def _rounds(case: Case, counted_in: Round) -> list[Round]:
    """Return the rounds whose results a ruling changes."""
    return [counted_in] if case.table is None else [case.table.round, counted_in]


def _said(advance: Advance | None) -> list[str] | None:
    return None if advance is None else [advance.choice, advance.reason]


def _carried_to(decided: Decided) -> Round:
    """Return the round a penalty is carried to, or refuse."""
    found = round_to_carry_to(decided)
    if found is None:
        raise Refused(
            "carry_not_possible",
            noop("Nothing of this waits for another round: the table still plays, or no round comes any more."),
            path="carry",
        )
    return found


def _check_mark(decided: Decided, counted_in: Round, mark: str, *, carry: bool) -> None:
    if decision_mark(decided, counted_in, carry=carry) != mark:
        raise Conflict(
            "decision_changed",
            noop("The decision has changed since you saw it; look at it again."),
            path="mark",
            facts={"decision": dump_decision(decided.decision)},
        )


def _check_again(decided: Decided, again: Collection[int] | None) -> None:
    """Ask before the same is ruled on once more."""
    earlier = None if again is None else ruled_already(decided)
    if again is not None and earlier is not None and earlier.number not in again:
        raise Conflict(
            "ruled_already",
            noop("Case {number} rules on the same already. Say that it happened once more, or look at that case."),
            path="again",
            number=earlier.number,
        )


def _check_status(case: Case, wanted: Sequence[str]) -> None:
    if case.status not in wanted:
        raise Conflict("case_status", noop("Case {number} cannot be changed so any more."), number=case.number)


def _check_incident(case: Case) -> None:
    """One act is penalised once: of the cases of an incident only one may stand."""
    other = (
        Case.objects.filter(event=case.event, incident=case.incident, status__in=COUNTED).exclude(pk=case.pk).first()
    )
    if other is not None:
        raise Conflict(
            "incident_ruled",
            noop("This act was ruled on in case {number}; amend that ruling instead."),
            number=other.number,
        )


def _body(described: Described) -> dict[str, Any]:
    return {
        "table": described.table.pk if described.table else None,
        "infraction": described.infraction,
        "offenders": list(described.offenders),
        "facts": dict(described.facts),
        "deliberate": described.deliberate,
        "hand": described.hand,
        "after": described.after,
    }
