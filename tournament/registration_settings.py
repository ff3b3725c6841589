"""What an organiser decides about registration by the players themselves, as typed data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

Code = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{1,16}$")]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
MOST_QUESTIONS = 30


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One question of the organiser's; `choices` are those of a choice, in order."""

    code: Code
    label: Words
    kind: Literal["text", "choice", "yes_no"] = "text"
    choices: tuple[Words, ...] = ()
    required: bool = False


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Times are moments (UTC where stored); without one there is no limit on that side.

    `approval`: who lets an entry in. `promotion`: who fills a place that gets free from the waiting list.
    `paid_first`: nobody is approved before he has paid. `fee` is text: an amount with its currency. `choose_area`:
    where the event has several areas, whoever registers may say in which one he plays.
    """

    offered: bool = False
    opens_at: Moment | None = None
    closes_at: Moment | None = None
    approval: Literal["automatic", "hand"] = "automatic"
    promotion: Literal["automatic", "hand"] = "hand"
    paid_first: bool = False
    email_required: bool = True
    choose_area: bool = False
    fee: Annotated[str, msgspec.Meta(max_length=120)] = ""
    text: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    questions: Annotated[tuple[Question, ...], msgspec.Meta(max_length=MOST_QUESTIONS)] = ()

    def as_data(self) -> dict[str, Any]:
        """Return it as an event's JSON holds it."""
        return dict(msgspec.to_builtins(self))
