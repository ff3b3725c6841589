"""A call with facts taken down without a line: sent later, once, it becomes a call with a proposed ruling."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudication.models import Call, Case
from adjudication.selectors.deciding import Decided, Described, describe_decision, shown_place
from adjudication.services.calls import MOST_TEXT, open_call
from adjudication.services.cases import propose_case
from engine.decoding import plain
from engine.errors import noop
from engine.fields import Field
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.models import Event, Round, Table
from tournament.services.writing import Write, answered_before, fingerprint, remember, writing

# Beyond a day the age of a call says nothing about the time it cost its table.
MOST_AGE = 24 * 3600


@dataclass(frozen=True)
class Kept:
    """What was answered on the phone; `seen_seq` is the state of the table that was on its screen.

    `age` says how many seconds ago that was, by the phone's own clock; `call` is the call it answers, where there was
    one.
    """

    described: Described
    seen_seq: int
    text: str = ""
    age: int = 0
    call: Call | None = None
    counted_in: Round | None = None


@dataclass(frozen=True)
class Filed:
    """What became of it: the call, and the proposed case, or the questions only the table made necessary."""

    call: Call
    case: Case | None
    questions: tuple[Field, ...] = ()


def file_kept_call(*, actor: Actor, kept: Kept, key: str) -> Filed:
    """Keep the call and propose its ruling at the place in play that was on the screen; nothing is issued.

    The same key gives the same call and case, with another content 422. Where the table asks a fact that the phone did
    not know of, the call is kept with its facts and no case, and the answer is the open questions.
    """
    described = kept.described
    table = described.table
    if table is None:
        raise Refused("table_needed", noop("This ruling concerns a hand: name the table."), path="table")
    require(actor, "call", table)
    if not key:
        raise Refused("key_missing", noop("A call that was kept comes with its key."), path="key")
    if len(kept.text) > MOST_TEXT:
        raise Refused("text_long", noop("At most {most} characters."), path="text", most=MOST_TEXT)
    mark = fingerprint(_content(kept))
    if (answer := answered_before(described.event, key, mark)) is not None:
        return _filed(described.event, answer)
    described = replace(described, after=shown_place(table, described.hand, kept.seen_seq))
    decided = describe_decision(described)
    with writing(described.event, actor) as write:
        write.standings_change = False
        if (answer := answered_before(described.event, key, mark)) is not None:
            write.cancel()
            return _filed(described.event, answer)
        call = _called(write, actor, kept, table)
        case = None
        if isinstance(decided, Decided):
            made = propose_case(
                actor=actor, described=described, counted_in=kept.counted_in, call=call, private_notes=kept.text
            )
            case = made if isinstance(made, Case) else None
        write.audit("call.kept", f"call:{call.number}", after={"table": table.number, **_facts(described)})
        answer = {"call": call.number, "case": case.number if case else None}
        remember(write.event, key, mark, answer)
    return Filed(call, case, () if isinstance(decided, Decided) else decided)


def check_sender(actor: Actor, name: str) -> None:
    """Refuse what another account took down on this phone: it would be filed in the wrong name."""
    if name and (actor.user is None or actor.user.get_username() != name):
        raise NotAllowed("other_account", noop("{name} took this down: sign in as {name} to send it."), name=name)


def filed_data(filed: Filed) -> dict[str, Any]:
    """Return what became of a kept call, as programs and pages are told."""
    return {
        "call": filed.call.number,
        "case": filed.case.number if filed.case else None,
        "questions": [plain(question) for question in filed.questions],
    }


def _called(write: Write, actor: Actor, kept: Kept, table: Table) -> Call:
    """Return the call with its facts: the one it answers, or a new one that its referee has seen to from the start."""
    opened_at = write.at - dt.timedelta(seconds=min(max(kept.age, 0), MOST_AGE))
    facts = _facts(kept.described)
    if kept.call is None:
        return open_call(
            write,
            table,
            text=kept.text,
            facts=facts,
            hand=kept.described.hand,
            seen_seq=kept.seen_seq,
            opened_at=opened_at,
            taken_by=actor.user,
        )
    if kept.call.table_id != table.pk:
        raise Conflict("call_elsewhere", noop("This call is about another table."), path="call")
    call = Call.objects.get(pk=kept.call.pk)
    call.facts, call.hand, call.seen_seq = facts, kept.described.hand or call.hand, kept.seen_seq
    call.save(update_fields=["facts", "hand", "seen_seq"])
    return call


def _facts(described: Described) -> dict[str, Any]:
    return {
        "infraction": described.infraction,
        "offender": list(described.offenders),
        "facts": dict(described.facts),
        "deliberate": described.deliberate,
    }


def _content(kept: Kept) -> list[Any]:
    """Return what the key stands for; how long ago it was is no part of it."""
    described = kept.described
    assert described.table is not None
    return [
        "kept",
        described.table.pk,
        _facts(described),
        described.hand,
        kept.seen_seq,
        kept.text,
        kept.call.pk if kept.call else None,
        kept.counted_in.pk if kept.counted_in else None,
    ]


def _filed(event: Event, answer: Mapping[str, Any]) -> Filed:
    call = Call.objects.get(event=event, number=answer["call"])
    if answer["case"] is not None:
        return Filed(call, Case.objects.get(event=event, number=answer["case"]))
    return Filed(call, None)
