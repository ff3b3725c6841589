"""Steps of a case that several tests take."""

from __future__ import annotations

from typing import Any

from adjudication.models import Case
from adjudication.selectors.cases import decide_again, get_case
from adjudication.selectors.deciding import Described
from adjudication.selectors.preview import ruling_preview
from adjudication.services.cases import issue_case, propose_case
from tournament.actors import Actor
from tournament.models import Round, Table

COMPLETED = {"stage": "completed", "tai": 2}
# The same slip as the pages of a ruling are asked for it, every question answered.
ANSWERED = {"infraction": "T9", "offender": "S", "fact.stage": "completed", "fact.tai": "2"}


def described(table: Table, offender: str = "S", facts: dict[str, Any] | None = None, **more: Any) -> Described:
    """A slip at a table."""
    given = COMPLETED if facts is None else facts
    return Described(
        event=table.event,
        round=table.round,
        table=table,
        offenders=(offender,),
        facts=given,
        **({"infraction": "T9"} | more),
    )


def propose(actor: Actor, table: Table, offender: str = "S", **more: Any) -> Case:
    """Propose it; all facts are given."""
    incident = more.pop("incident", None)
    case = propose_case(actor=actor, described=described(table, offender, **more), incident=incident)
    assert isinstance(case, Case)
    return get_case(actor, table.event, case.number)


def issue(actor: Actor, case: Case, counted_in: Round | None = None, **more: Any) -> dict[str, Any]:
    """Issue it as previewed at the table as it stands."""
    case = get_case(actor, case.event, case.number)
    decided = decide_again(case)
    preview = ruling_preview(actor=actor, decided=decided, counted_in=counted_in or case.round, case=case)
    return issue_case(
        actor=actor, case=case, expected_seq=preview["seq"], mark=preview["mark"], counted_in=counted_in, **more
    )


def ruled(actor: Actor, table: Table, offender: str = "S", **more: Any) -> Case:
    """Propose and issue it."""
    case = propose(actor, table, offender, **more)
    issue(actor, case)
    table.refresh_from_db()
    return get_case(actor, table.event, case.number)
