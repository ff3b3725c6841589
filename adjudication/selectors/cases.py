"""Cases as pages and programs show them, the history of a player, the report of an event."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from adjudication.models import Case, CaseOffender
from adjudication.selectors.carrying import carried_data
from adjudication.selectors.deciding import COUNTED, Decided, Described, describe_decision, facts_missing, infraction_of
from engine.deciding import dump_decision
from engine.decoding import plain
from engine.errors import RuleError
from tournament.access import may
from tournament.actors import PUBLIC as EVERYBODY
from tournament.actors import Actor
from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import AuditEntry, Entry, Event, Table
from tournament.selectors.persons import names_of
from tournament.selectors.visibility import keeps_from, kept_back_from

PARTS_OF_CASE = (
    "offenders__entry",
    "acknowledgements__entry",
    "carried__entry",
    "carried__round",
    "carried__table__draw",
)
# Who would have gone on, and who would not.
PARTS = ("enter", "leave")
ENDINGS = ("case.overturned", "case.amended")
PUBLIC = (*COUNTED, Case.Status.AMENDED, Case.Status.OVERTURNED)


def visible_cases(actor: Actor, event: Event) -> QuerySet[Case]:
    """Return the cases an actor may see: all for the staff, issued ones for everybody else.

    They tell points, so those of rounds whose results are kept back are kept back with them, except from who sat at
    the table and from whom they are about. Each says whether it `concerns` the actor so.
    """
    cases = (
        Case.objects.filter(event=event)
        .select_related("event", "table__round", "round", "issued_by", "proposed_by", "appeal", "amends", "call")
        .prefetch_related(*PARTS_OF_CASE)
        .annotate(concerns=Exists(cases_about(actor.entry).filter(pk=OuterRef("pk"))))
        .order_by("number")
    )
    if may(actor, "see_private", event):
        return cases
    cases = cases.filter(status__in=PUBLIC)
    first = keeps_from(actor, event)
    if first is None:
        return cases
    told = Q(round__number__lt=first) & (Q(table=None) | Q(table__round__number__lt=first))
    return cases.filter(told | Q(pk__in=cases_about(actor.entry).values("pk")))


def cases_about(entry: Entry | None) -> QuerySet[Case]:
    """Return the cases that concern an entry: it is ruled on, or sits or sat at the table; none without an entry."""
    if entry is None:
        return Case.objects.none()
    return Case.objects.filter(Q(offenders__entry=entry) | Q(table__persons__entry=entry), event=entry.event_id)


def get_case(actor: Actor, event: Event, number: int) -> Case:
    """Return a case by its number, as far as the actor may know of it."""
    case = visible_cases(actor, event).filter(number=number).first()
    if case is None:
        raise not_found("case")
    return case


def described_as(case: Case) -> Described:
    """Return what a stored case describes, to decide it again; what has been issued, as if it had not been yet."""
    offenders = case.offenders.all()
    names = tuple(item.place if case.table_id else str(item.entry.number) for item in offenders)
    table = (
        Table.objects.select_related("event", "round__stage", "draw").get(pk=case.table_id) if case.table_id else None
    )
    return Described(
        event=case.event,
        round=table.round if table else case.round,
        table=table,
        infraction=case.infraction,
        offenders=names,
        facts=case.facts,
        deliberate=case.deliberate,
        hand=case.hand,
        after=case.after,
        instead=case.ruling_seq if case.status in COUNTED else None,
    )


def decide_again(case: Case) -> Decided:
    """Return a stored case's decision as it is now; raises `facts_missing` where the table asks for one more."""
    decided = describe_decision(described_as(case), excluding=case.pk)
    if not isinstance(decided, Decided):
        raise facts_missing(decided)
    return decided


def appeal_deadline(case: Case) -> dt.datetime | None:
    """Return until when a ruling may be appealed, or None before it is issued."""
    if case.issued_at is None:
        return None
    return case.issued_at + dt.timedelta(minutes=settings_of(case.event).appeal_minutes)


@dataclass(frozen=True)
class End:
    """When a ruling stopped being in force and why; `public` is a reason that an appeal was decided with."""

    at: dt.datetime
    reason: str
    public: bool


def ended(case: Case) -> End:
    """Return the end of a ruling that was overturned or amended."""
    line = (
        AuditEntry.objects.filter(event=case.event, action__in=ENDINGS, subject=f"case:{case.number}")
        .order_by("-id")
        .first()
    )
    assert line is not None  # whatever ends a ruling writes one
    appeal = getattr(case, "appeal", None)
    return End(line.at, line.reason, public=appeal is not None and appeal.outcome == case.status)


def case_data(case: Case, actor: Actor) -> dict[str, Any]:
    """Return one case; private notes are for the staff, what the referee found also for those it `concerns`.

    `paid` has the lines that its ruling posted at the table and those that fell away by it.
    """
    infraction = infraction_of(case.event, case.infraction)
    staff = may(actor, "see_private", case.event)
    appeal = getattr(case, "appeal", None)
    deadline = appeal_deadline(case)
    return {
        "case": case.number,
        "incident": case.incident,
        "status": case.status,
        "infraction": case.infraction,
        "name": plain(infraction.name),
        "article": case.decision.get("article", infraction.article),
        "round": case.round.number,
        "table": case.table.number if case.table else None,
        "table_round": case.table.round.number if case.table else None,
        "hand": case.hand,
        "after": case.after,
        "offenders": [
            {"number": item.entry.number, "name": item.entry.name, "place": item.place, "step": item.step}
            for item in case.offenders.all()
        ],
        "facts": case.facts if staff or getattr(case, "concerns", False) else None,
        "deliberate": case.deliberate,
        "decision": case.decision,
        "paid": {part: case.paid.get(part, []) for part in ("postings", "removed")},
        "ruling_seq": case.ruling_seq,
        "amends": case.amends.number if case.amends else None,
        "call": case.call.number if case.call else None,
        "advances": _advances(case, actor),
        "carried": [carried_data(item) for item in case.carried.all()],
        "public_text": case.public_text,
        "private_notes": case.private_notes if staff else "",
        "proposed_at": case.proposed_at.isoformat(),
        "issued_at": case.issued_at.isoformat() if case.issued_at else None,
        "issued_by": _name(case.issued_by) if staff else "",
        "acknowledged": [item.entry.number for item in case.acknowledgements.all()],
        "appeal_until": deadline.isoformat() if deadline else None,
        "appeal": {
            "text": appeal.text,
            "at": appeal.at.isoformat(),
            "outcome": appeal.outcome,
            "reason": appeal.reason,
        }
        if appeal
        else None,
    }


def _advances(case: Case, actor: Actor) -> list[dict[str, Any]]:
    """Return who kept a place in a later stage, by name; nothing where the standings are kept back from the actor."""
    if not case.advances or kept_back_from(actor, case.event) is not None:
        return []
    numbers = {str(number) for one in case.advances for number in (*one["enter"], *one["leave"])}
    names = names_of(case.event, numbers)
    return [
        one | {part: [{"number": number, "name": names.get(str(number), "")} for number in one[part]] for part in PARTS}
        for one in case.advances
    ]


def _name(user: Any) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""


def history_of(entry: Entry, excluding: int | None = None) -> list[dict[str, Any]]:
    """Return the rulings against a player in this event that stand, the newest first."""
    earlier = (
        CaseOffender.objects.filter(entry=entry, case__status__in=COUNTED)
        .exclude(case=excluding)
        .select_related("case__round", "case__event", "case__table")
        .order_by("-case__number")
    )
    return [
        {
            "case": item.case.number,
            "round": item.case.round.number,
            "table": item.case.table.number if item.case.table else None,
            "infraction": item.case.infraction,
            "name": plain(infraction_of(item.case.event, item.case.infraction).name),
            "status": item.case.decision.get("status"),
            "step": item.step,
        }
        for item in earlier
    ]


def rulings_against(event: Event, numbers: Iterable[int]) -> dict[int, int]:
    """Return how many rulings of this event stand against entries, by number; those with none are left out."""
    found = CaseOffender.objects.filter(
        entry__event=event, entry__number__in=list(numbers), case__status__in=COUNTED
    ).values_list("entry__number")
    return dict(found.annotate(count=Count("case", distinct=True)))


def to_review(table: Table) -> list[dict[str, Any]]:
    """Return the issued rulings of a table whose decision would now differ, because an earlier hand was corrected."""
    cases = (
        Case.objects.filter(table=table, status__in=COUNTED)
        .select_related("event", "round")
        .prefetch_related("offenders__entry")
    )
    differing = []
    for case in cases:
        try:
            now = dump_decision(decide_again(case).decision)
        except RuleError as error:
            differing.append({"case": case.number, "now": None, "because": error.code})
            continue
        if now != case.decision:
            differing.append({"case": case.number, "now": now, "because": "decision"})
    return differing


def report(actor: Actor, event: Event) -> list[dict[str, Any]]:
    """Return the issued rulings an actor may see with their fate, as the printed report has them; public texts only."""
    cases = visible_cases(actor, event).filter(status__in=PUBLIC).order_by("round__number", "number")
    return [case_data(case, EVERYBODY) for case in cases]
