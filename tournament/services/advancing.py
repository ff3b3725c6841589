"""Who keeps a place in a later stage when a ruling or correction comes after people advanced: the chief decides.

A write that changes results of a round before a decided cut runs within `advancing`. Where the cut would come out
otherwise, the write is refused until it brings the chief referee's decision with a reason; the field of the later stage
changes only where the decision says so, and never once a round of it was released.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.decoding import plain
from engine.errors import noop
from tournament.access import may
from tournament.errors import Conflict, Refused
from tournament.models import Round
from tournament.selectors.cuts import Shift, fields_by, shift_data, shifts
from tournament.selectors.persons import names_of
from tournament.selectors.visibility import kept_back_from
from tournament.services.stages import make_stale
from tournament.services.writing import Write
from tournament.stage_settings import cut_of

KEEP, CHANGE = "keep", "change"
MOST_TEXT = 2000


@dataclass(frozen=True)
class Advance:
    """The decision: those who advanced by others' errors `keep` their place, or the field is to `change`; and why."""

    choice: str = KEEP
    reason: str = ""


@contextmanager
def advancing(
    write: Write, rounds: Sequence[Round], decision: Advance | None, subject: str
) -> Iterator[list[dict[str, Any]]]:
    """Run what changes results of `rounds` inside; what was decided is added to the list it gives, to be kept.

    Nothing is asked within another one (the outermost decides on the whole), nor where no round is named. Raises
    `Conflict` `advance_undecided` where a decision is missing, `advance_chief` where it is not the actor's to take,
    with the names unless standings are kept back from him.
    """
    found: list[dict[str, Any]] = []
    first = min((round_.stage.order for round_ in rounds), default=None)
    before = {} if write.advancing or first is None else fields_by(write.event, first)
    if first is None or not before:
        yield found
        return
    write.advancing = True
    try:
        yield found
    finally:
        write.advancing = False
    moved = shifts(write.event, before, fields_by(write.event, first))
    if moved:
        found += _decide(write, moved, decision, subject)


def _decide(write: Write, moved: Sequence[Shift], decision: Advance | None, subject: str) -> list[dict[str, Any]]:
    names = names_of(write.event, {str(number) for shift in moved for number in (*shift.enter, *shift.leave)})
    kept_back = kept_back_from(write.actor, write.event) is not None
    facts = {} if kept_back else {"stages": [shift_data(shift, names) for shift in moved]}
    if not may(write.actor, "decide_appeal", write.event):
        raise Conflict(
            "advance_chief",
            noop("By this other players would have gone on to a later stage; the chief referee has to decide it."),
            path="advance",
            facts=facts,
        )
    if decision is None:
        raise Conflict(
            "advance_undecided",
            noop("By this other players would have gone on: decide who keeps the place, and say why."),
            path="advance",
            facts=facts,
        )
    if decision.choice not in (KEEP, CHANGE):
        raise Refused(
            "value_unknown", noop("“{value}” is not one of the choices."), path="advance.choice", value=decision.choice
        )
    if not decision.reason.strip() or len(decision.reason) > MOST_TEXT:
        raise Refused(
            "advance_reason",
            noop("Say why, in at most {most} characters."),
            path="advance.reason",
            facts=facts,
            most=MOST_TEXT,
        )
    return [_carried_out(write, shift, decision, subject) for shift in moved]


def _carried_out(write: Write, shift: Shift, decision: Advance, subject: str) -> dict[str, Any]:
    stage = shift.stage
    if decision.choice == CHANGE:
        if shift.begun:
            raise Conflict("cut_late", noop("This stage has begun: its field is fixed."), path="advance.choice")
        before = cut_of(stage)
        assert before is not None
        stage.cut = plain(msgspec.structs.replace(shift.now, size=before.size, ties=before.ties))
        stage.save(update_fields=["cut"])
        make_stale(write, stage)
        write.audit("stage.cut", f"stage:{stage.order}", before=plain(before), after=stage.cut, reason=decision.reason)
    kept: dict[str, Any] = {
        "stage": stage.order,
        "choice": decision.choice,
        "reason": decision.reason.strip(),
        "enter": list(shift.enter),
        "leave": list(shift.leave),
    }
    write.audit("stage.advance", f"stage:{stage.order}/{subject}", after=kept, reason=decision.reason)
    return kept
