"""The seam of rulings: an infraction as data, the case a referee describes, and the decision a game computes."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.decoding import decode
from engine.effects import Effect, Until
from engine.fields import Field
from engine.places import Place
from engine.postings import Account
from engine.situation import Situation
from engine.text import Text

Moment = Literal["deal", "draw", "claim", "discard", "kong", "win", "end", "count", "conduct"]
Status = Literal["no_action", "restored", "refused", "warning", "penalised", "right", "discretion"]
Scope = Literal["hand", "round", "stage", "event"]


class Infraction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that may go wrong at a table, as data; `decide` names the function that rules on it.

    `needs_complaint`: a minor foul on which nothing is done unless an opponent complains or fairness is harmed.
    `marks` says what it makes of the offender's round beside the ruling: that he came late.
    `rows` are the rows of the decision tables it covers, as `rows.toml` lists them.
    """

    code: str
    name: Text
    article: str
    decide: str
    moments: tuple[Moment, ...]
    offenders: Literal["one", "several", "none"] = "one"
    stages: tuple[str, ...] = ()
    keywords: Text | None = None
    questions: tuple[Field, ...] = ()
    ladder: str | None = None
    needs_complaint: bool = False
    presets: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    marks: Literal["late"] | None = None


class Prior(msgspec.Struct, frozen=True):
    """An earlier ruling against the same person that a ladder may count."""

    infraction: str
    ladder: str
    step: str
    scope: Scope


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What a referee describes: who, what, the answers to the questions, and whether it was deliberate."""

    infraction: str
    offenders: tuple[Place, ...]
    facts: Mapping[str, Any]
    deliberate: bool = False
    priors: tuple[Prior, ...] = ()

    @property
    def offender(self) -> Place:
        """The one offender; infractions without one never ask."""
        return self.offenders[0]


class Penalty(msgspec.Struct, frozen=True, omit_defaults=False):
    """A penalty outside the hand's payments: a rung of a ladder, points (≥ 0) taken from an account, and its scope."""

    step: str
    points: int
    account: Account
    scope: Scope


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from a case: the remedy in words, the effect on the table, the article, a penalty.

    `ladder` names the ladder the penalty is a rung of; a decision without effect and penalty is a ruling all the same.
    """

    status: Status
    remedy: Text
    article: str
    effect: Effect = Effect()
    penalty: Penalty | None = None
    ladder: str = ""


class Ask(msgspec.Struct, frozen=True):
    """What a decider returns instead of a decision when the table shows that an optional question must be answered."""

    codes: tuple[str, ...]


Decider = Callable[[Case, Situation], Decision | Ask]


class Rulings(msgspec.Struct, frozen=True):
    """A game's infractions by code and the functions that decide them by name."""

    infractions: Mapping[str, Infraction]
    deciders: Mapping[str, Decider]


def flag_until(scope: Scope) -> Until:
    """Return how long a flag lasts for a penalty's scope."""
    spans: dict[Scope, Until] = {"hand": "hand", "round": "round", "stage": "event", "event": "event"}
    return spans[scope]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    infraction: tuple[Infraction, ...]


def load_rulings(folder: Path, deciders: Mapping[str, Decider]) -> Rulings:
    """Read `infractions.toml` of a folder; refuses an unknown field, a code twice, or a decision without a function."""
    data = tomllib.loads((folder / "infractions.toml").read_text(encoding="utf-8"))
    found = decode(_File, data, path=f"{folder.name}/infractions.toml").infraction
    infractions = {infraction.code: infraction for infraction in found}
    if len(infractions) != len(found):
        raise ValueError(f"{folder.name}: an infraction code stands twice")
    missing = [infraction.code for infraction in found if infraction.decide not in deciders]
    if missing:
        raise ValueError(f"{folder.name}: no decision for {missing}")
    return Rulings(infractions, deciders)
