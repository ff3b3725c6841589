"""A penalty that waits for a later round: what of a decision can be carried there, and what it does to a table then."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.amounts import Count
from engine.decoding import decode, plain
from engine.effects import Effect, EffectPosting, FlagChange
from engine.places import HOUSE, Place
from engine.postings import Account
from engine.rulings import Decision


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What one offender still owes: points (≥ 0) of a penalty with its account, and flags on the hand he plays then."""

    points: Count = 0
    account: Account = "event"
    step: str = ""
    flags: tuple[FlagChange, ...] = ()
    article: str = ""

    def effect_at(self, place: Place) -> Effect:
        """Return what it does at a table where the offender sits at `place`."""
        flags = tuple(msgspec.structs.replace(flag, seat=place) for flag in self.flags)
        lines: tuple[EffectPosting, ...] = ()
        if self.points:
            line = EffectPosting(payer=place, to=HOUSE, points=self.points, account=self.account, article=self.article)
            lines = (line,)
        return Effect(flags=flags, postings=lines)


def carried(decision: Decision, place: Place) -> Carried | None:
    """Return what of a decision can wait for a later round for the offender at `place`; None where nothing can.

    The penalty's points and the flags on his own hand can; what players pay one another, liabilities, the deal and the
    part of the game belong to the hand they were decided for.
    """
    flags = tuple(flag for flag in decision.effect.flags if flag.seat == place)
    penalty = decision.penalty
    points = penalty.points if penalty is not None else 0
    if not flags and not points:
        return None
    return Carried(
        points=points,
        account=penalty.account if penalty is not None else "event",
        step=penalty.step if penalty is not None else "",
        flags=flags,
        article=decision.article,
    )


def without_carried(decision: Decision, places: Sequence[Place]) -> Decision:
    """Return a decision less what waits for a later round: the penalty, and the flags on the offenders' hands."""
    flags = tuple(flag for flag in decision.effect.flags if flag.seat not in places)
    return msgspec.structs.replace(decision, effect=msgspec.structs.replace(decision.effect, flags=flags), penalty=None)


def dump_carried(item: Carried) -> dict[str, object]:
    """Return it as plain data, to be stored."""
    found: dict[str, object] = plain(item)
    return found


def parse_carried(data: object) -> Carried:
    """Read it from plain data."""
    return decode(Carried, data, "carried")
