"""Remedies in words, and what becomes of a decision when the act was deliberate."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from engine.decoding import decode
from engine.rulings import Ask, Case, Decider, Decision
from engine.situation import Situation
from engine.text import Text, text

_FILE = Path(__file__).parent / "remedies.toml"
_REMEDIES = decode(dict[str, Text], tomllib.loads(_FILE.read_text(encoding="utf-8")), path="shengji/remedies.toml")


def remedy(*codes: str, **values: int) -> Text:
    """Return the pieces one after another, their `{name}` places filled."""
    pieces = [_REMEDIES[code] for code in codes]
    return text(
        "".join(piece.zh_hant for piece in pieces),
        "".join(piece.zh_hans for piece in pieces),
        " ".join(piece.en for piece in pieces),
    ).fill(**values)


def with_discretion(decide: Decider) -> Decider:
    """Return `decide` so that a deliberate act keeps its effect, the rest being at the referee's discretion."""

    def decided(case: Case, situation: Situation) -> Decision | Ask:
        decision = decide(case, situation)
        if not case.deliberate or isinstance(decision, Ask) or decision.status == "right":
            return decision
        more = remedy("deliberate")
        words = text(
            decision.remedy.zh_hant + more.zh_hant,
            decision.remedy.zh_hans + more.zh_hans,
            f"{decision.remedy.en} {more.en}",
        )
        return msgspec.structs.replace(decision, status="discretion", remedy=words)

    return decided
