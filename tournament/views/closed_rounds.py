"""What a form asks besides: the number of a closed round, in an older one what it is for, who keeps a later place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse

from engine.errors import RuleError
from tournament.access import may
from tournament.errors import sentence, status_of
from tournament.models import Round, Table
from tournament.numbers import whole
from tournament.services.table_rights import asks_choice
from tournament.views.advancing import advance_asked, advance_given
from tournament.views.base import actor_of

# The fields of the part, by the paths under which services refuse them.
FIELDS = ("confirm_round", "counts", "reason", "advance")
COUNTS = {"yes": True, "record": False}


@dataclass(frozen=True)
class ClosedRound:
    """The part as it is drawn: what was typed, and what was refused beside which field.

    `named`: the round is closed and has to be named. One that was opened again may still ask for the rest.
    """

    number: int
    named: bool
    choice: bool
    record: bool
    typed: str = ""
    counts: str = ""
    reason: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    advance: Sequence[Mapping[str, Any]] = ()
    may_advance: bool = False
    given: Mapping[str, str] = field(default_factory=dict)


def asked_besides(
    request: HttpRequest, table: Table, error: RuleError | None = None, *, choice: bool = True, fresh: bool = False
) -> ClosedRound | None:
    """Return what the form of a page asks besides, with what came and why it was refused; None where nothing is asked.

    `choice` says whether what is changed can be for the record only; a `fresh` form was not the one that was sent.
    """
    named = table.round.status == Round.Status.CLOSED
    choosing = choice and asks_choice(table)
    advance = advance_asked(error) if error is not None else []
    if not (named or choosing or advance):
        return None
    given: Mapping[str, str] = {} if fresh else request.POST
    return ClosedRound(
        number=table.round.number,
        named=named,
        choice=choosing,
        record=table.counted_seq is not None,
        typed=given.get("confirm_round", ""),
        counts=given.get("counts", ""),
        reason=given.get("reason", ""),
        errors={error.path.partition(".")[0]: sentence(error)} if error is not None and is_asked(error) else {},
        advance=advance,
        may_advance=may(actor_of(request), "decide_appeal", table.event),
        given=given,
    )


def is_asked(error: RuleError | None) -> bool:
    """Tell whether a refusal is about what is asked besides, so that the form comes back with it."""
    return error is not None and error.path.partition(".")[0] in FIELDS


def form_page(
    request: HttpRequest,
    act: Callable[[], Any],
    *,
    show: Callable[[RuleError | None, int], HttpResponse],
    refuse: Callable[[RuleError], HttpResponse],
    done: Callable[[], HttpResponse],
) -> HttpResponse:
    """Show a form on GET, do what it is for on POST; what is asked besides brings it back, with the status for that.

    `show` draws it for a refusal (None at first) with a status, `refuse` answers any other refusal, `done` a success.
    """
    if request.method != "POST":
        return show(None, 200)
    try:
        act()
    except RuleError as error:
        return show(error, status_of(error)) if is_asked(error) else refuse(error)
    return done()


def named_round(request: HttpRequest) -> int | None:
    """Return the round that was typed."""
    return whole(request.POST.get("confirm_round", "").strip(), None)


def said_besides(request: HttpRequest) -> dict[str, Any]:
    """Return what was answered, as services take it."""
    return {
        "confirm_round": named_round(request),
        "counts": COUNTS.get(request.POST.get("counts", "")),
        "reason": request.POST.get("reason", ""),
        "advance": advance_given(request),
    }
