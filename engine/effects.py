"""What a ruling does to a table: flags, postings, liabilities and the deal, as one piece of data."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.amounts import Count, Identifier, Positive
from engine.places import Place, Side
from engine.postings import Account
from engine.text import Text

Flag = Literal["dead", "short", "long", "out", "won", "eye", "ready", "locked", "no_win"]
Until = Literal["hand", "round", "event"]
Trigger = Literal["self", "kong_tail", "tile", "any"]
Mode = Literal["instead", "besides"]
Window = tuple[Trigger, Literal["win", "hand"] | Count]

# May neither claim nor win, but pays: the seat's hand cannot be completed.
BARRED: tuple[Flag, ...] = ("dead", "short", "long", "out", "won", "no_win")


class FlagChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A flag set on a place. `claims` lists the claims a `short` or `long` hand may still make."""

    seat: Place
    flag: Flag
    until: Until = "hand"
    claims: tuple[str, ...] = ()


class EffectPosting(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"payer": "from"}
):
    """A payment a ruling orders, between places or with the house."""

    payer: Side
    to: Side
    points: Positive
    account: Account = "table"
    reason: str = ""
    article: str = ""


class Liability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Someone answers for what others will have to pay, within windows of (trigger, how long)."""

    id: Identifier
    payer: Place
    windows: tuple[Window, ...]
    origin: str = ""
    to: Literal["any"] | Place = "any"
    mode: Mode = "instead"
    article: str = ""


class DealEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a ruling does to the hand and the deal; `replay` hands count neither as a hand nor towards a cycle."""

    ends_hand: bool = False
    next_dealer: Literal["same", "next"] | Place | None = None
    streak: Literal["add", "keep", "zero"] | None = None
    replay: bool = False


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything a ruling changes at a table; `game` is a part that the game itself validates."""

    flags: tuple[FlagChange, ...] = ()
    postings: tuple[EffectPosting, ...] = ()
    liabilities: tuple[Liability, ...] = ()
    deal: DealEffect | None = None
    game: dict[str, Any] = {}


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a ruling describes itself, so that no page needs to know its infraction.

    `ladder` and `step` say which rung of which escalation ladder the offenders were put on.
    """

    title: Text
    remedy: Text
    article: str
    infraction: str = ""
    offenders: tuple[Place, ...] = ()
    ladder: str = ""
    step: str = ""
