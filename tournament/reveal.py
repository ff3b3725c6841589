"""Standings kept back for the end: from which round on, and how far down the ranks have been told."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from engine.decoding import decode
from tournament.models import Event

Number = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Results of rounds from `from_round` on are kept back, and so are standings of stages from order `stage` on.

    The ranks of the stage `final` are told from the last one upwards: `steps` holds, after each step, the best rank
    told. At rank 1 everything is public.
    """

    from_round: Number
    stage: Number
    final: Number
    steps: tuple[Number, ...] = ()

    @property
    def told(self) -> int | None:
        """The best rank told so far; None before the first step."""
        return self.steps[-1] if self.steps else None

    @property
    def over(self) -> bool:
        """Whether everything has been told."""
        return self.told == 1

    def of_stage(self, order: int) -> Reveal | None:
        """Return what is kept back of a stage: ranks are told of the last one only; None where nothing is."""
        if self.over or order < self.stage:
            return None
        return self if order == self.final else msgspec.structs.replace(self, steps=())

    @property
    def mark(self) -> str:
        """What tells one state of the reveal from another."""
        return f"{self.from_round}.{self.told or 0}"


def parse_reveal(data: Any) -> Reveal | None:
    """Read it from plain data; None where nothing is kept back or everything has been told."""
    if data is None:
        return None
    found = decode(Reveal, data, "reveal")
    return None if found.over else found


def reveal_of(event: Event) -> Reveal | None:
    """Return what an event keeps back now."""
    return parse_reveal(event.reveal)
