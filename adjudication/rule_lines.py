"""The body of the `rule` command: a case read from plain data, its decision written as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudication.rules import rulings_of
from engine.deciding import decide, dump_decision
from engine.decoding import decode, plain
from engine.errors import RuleError, noop
from engine.fields import Field
from engine.places import Place
from engine.rulesets import Ruleset
from engine.rulings import Case, Decision, Prior
from engine.settling import LINE_KEYS, read_table
from engine.situation import Situation, situation_at

_KEYS = (*LINE_KEYS, "infraction", "offender", "facts", "deliberate", "hand", "after", "history")


class _CaseLine(msgspec.Struct, kw_only=True):
    infraction: str
    offender: Place | tuple[Place, ...] = ()
    facts: dict[str, Any] = {}
    deliberate: bool = False
    hand: int | None = None
    after: int | None = None
    history: tuple[Prior, ...] = ()


def rule_line(ruleset: Ruleset, data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Decide the case of one line: the decision, or `{"questions": …}` while a fact is missing."""
    unknown = [key for key in data if key not in _KEYS]
    if unknown:
        raise RuleError("field_unknown", noop("“{field}” is not known here."), path=unknown[0], field=unknown[0])
    table = read_table(ruleset, data, options)
    about = decode(_CaseLine, {key: data[key] for key in data if key in _CaseLine.__struct_fields__})
    situation = situation_at(table.rules, table.seats, table.start, table.recorded, about.hand, about.after)
    offenders = (about.offender,) if isinstance(about.offender, str) else about.offender
    case = Case(
        infraction=about.infraction,
        offenders=offenders,
        facts=about.facts,
        deliberate=about.deliberate,
        priors=(*priors_at_table(situation, offenders), *about.history),
    )
    result = decide(rulings_of(ruleset.code), case, situation)
    if isinstance(result, Decision):
        return dump_decision(result)
    return {"questions": [dump_question(question) for question in result]}


def priors_at_table(situation: Situation, offenders: tuple[Place, ...]) -> tuple[Prior, ...]:
    """Return the earlier rulings at this table against the offenders that put them on a ladder."""
    return tuple(
        Prior(
            ruling.wording.infraction,
            ruling.wording.ladder,
            ruling.wording.step,
            "hand" if ruling.hand == situation.hand else "round",
        )
        for ruling in situation.earlier
        if ruling.wording and ruling.wording.ladder and set(ruling.wording.offenders) & set(offenders)
    )


def dump_question(question: Field) -> dict[str, Any]:
    """Return a question as the `rule` command prints it."""
    return dict(plain(question))


def list_infractions(code: str) -> list[dict[str, Any]]:
    """Return every infraction of a game with its questions, choices, articles and stages."""
    return [plain(infraction) for infraction in rulings_of(code).infractions.values()]
