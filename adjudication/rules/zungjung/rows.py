"""Rows of the decision tables as data, and how one of them becomes a decision."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.deciding import climb
from engine.decoding import decode
from engine.effects import DealEffect, Effect, EffectPosting, Flag, FlagChange
from engine.postings import Account
from engine.rulesets import ResolvedRuleset
from engine.rulings import Case, Decision, Penalty, Status
from engine.situation import Situation
from engine.text import Text

SHORT_CLAIMS = ("chi", "pon", "kan", "kakan", "ankan")
OWN_KONGS = ("kakan", "ankan")
DISQUALIFY = "disqualify"


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: what the players do now (`remedy`), the sanction on the hand (`flag`), the step or ladder of a penalty.

    `step` is a warning, a disqualification or a key of the option `ladder`; `account` says whose option decides where
    a deduction comes off; `redeal` plays the hand again with the same dealer.
    """

    status: Status
    remedy: Text
    flag: Flag | None = None
    step: str = ""
    ladder: str = ""
    account: Literal["play", "conduct"] = "play"
    redeal: bool = False


def _load() -> dict[str, Row]:
    data = tomllib.loads((Path(__file__).parent / "rows.toml").read_text(encoding="utf-8"))
    return decode(dict[str, Row], data, "rows.toml")


ROWS = _load()


def ruled(
    case: Case,
    situation: Situation,
    code: str,
    *,
    also: Text | None = None,
    next_dealer: Any = None,
    postings: tuple[EffectPosting, ...] = (),
    game: dict[str, Any] | None = None,
    **changes: Any,
) -> Decision:
    """Return the decision of a row; `changes` replace fields of it, `also` is a sentence added to the remedy."""
    row = msgspec.structs.replace(ROWS[code], **changes)
    rules = situation.rules
    penalty = _penalty(rules, row, case)
    flag = row.flag
    if penalty is not None and penalty.step == "long_hand":
        flag = "long"
    deal = None
    if row.redeal or next_dealer is not None:
        deal = DealEffect(ends_hand=row.redeal, replay=row.redeal, next_dealer=next_dealer)
    remedy = row.remedy if also is None else joined(row.remedy, also)
    return Decision(
        status=_status(row, flag, penalty),
        remedy=remedy.fill(wall=rules.options.dead_wall),
        article=code,
        effect=Effect(
            flags=tuple(FlagChange(place, flag, claims=_claims(rules, flag)) for place in case.offenders)
            if flag
            else (),
            postings=postings,
            deal=deal,
            game=game or {},
        ),
        penalty=penalty,
        ladder=row.ladder,
    )


def joined(first: Text, second: Text) -> Text:
    """Return two sentences as one remedy."""
    return Text(first.zh_hant + second.zh_hant, first.zh_hans + second.zh_hans, f"{first.en} {second.en}")


def _penalty(rules: ResolvedRuleset, row: Row, case: Case) -> Penalty | None:
    """Return the step with its points from the option `ladder`, off the account the options name (C-01, C-37)."""
    if row.ladder:
        rung = climb(rules, row.ladder, case)
        if rung.step == "none":
            return None
    elif row.step:
        rung = Penalty(row.step, 0, "event", "event" if row.step == DISQUALIFY else "round")
    else:
        return None
    account: Account = rules.options[f"{row.account}_penalties"]
    return msgspec.structs.replace(rung, points=rules.options.ladder.get(rung.step, 0), account=account)


def _status(row: Row, flag: Flag | None, penalty: Penalty | None) -> Status:
    """A row that is put right becomes a warning or a penalty by what is added to it; the others stay what they are."""
    if row.status not in ("restored", "warning"):
        return row.status
    if flag or (penalty is not None and penalty.step != "warning"):
        return "penalised"
    return "warning" if penalty is not None else "restored"


def _claims(rules: ResolvedRuleset, flag: Flag) -> tuple[str, ...]:
    """What a barred hand may still declare: short may claim, long nothing, dead by option (C-18)."""
    if flag == "short":
        return SHORT_CLAIMS
    return OWN_KONGS if flag == "dead" and rules.options.dead_hand == "own_kongs" else ()
