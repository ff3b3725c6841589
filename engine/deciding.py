"""From a case to a decision: facts checked, missing questions found, the game's function called, ladders climbed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.amounts import MOST_POINTS
from engine.decoding import plain
from engine.effects import Wording
from engine.errors import RuleError, noop
from engine.events import Ruling
from engine.fields import Field
from engine.places import PLACES
from engine.rulesets import ResolvedRuleset
from engine.rulings import Ask, Case, Decision, Infraction, Penalty, Rulings
from engine.situation import Situation


def decide(rulings: Rulings, case: Case, situation: Situation) -> Decision | tuple[Field, ...]:
    """Return the decision, or the questions that are still open (at most four for any infraction).

    Raises `RuleError`: `infraction_unknown`, `offender_missing`, `offender_unknown`, `fact_unknown`, `fact_value`.
    """
    infraction = rulings.infractions.get(case.infraction)
    if infraction is None:
        raise RuleError(
            "infraction_unknown",
            noop("There is no infraction “{infraction}” in this game."),
            path="infraction",
            infraction=case.infraction,
        )
    _check_offenders(infraction, case, situation)
    _check_facts(infraction, case.facts)
    missing = open_questions(infraction, case.facts)
    if missing:
        return missing
    result = rulings.deciders[infraction.decide](case, situation)
    if isinstance(result, Ask):
        return tuple(question for question in infraction.questions if question.code in result.codes)
    if case.deliberate and result.status != "right":
        # The listed penalty assumes an oversight: for a deliberate act it is the floor, the rest is the referee's.
        return msgspec.structs.replace(result, status="discretion")
    return result


def open_questions(infraction: Infraction, facts: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the required questions that apply and have no answer yet."""
    given = dict(facts)
    return tuple(
        question
        for question in infraction.questions
        if question.required and question.code not in given and question.applies(given)
    )


def _check_offenders(infraction: Infraction, case: Case, situation: Situation) -> None:
    if infraction.offenders == "none":
        return
    if not case.offenders:
        raise RuleError("offender_missing", noop("Say who did it."), path="offender")
    if infraction.offenders == "one" and len(case.offenders) > 1:
        raise RuleError("offender_many", noop("This infraction has one offender."), path="offender")
    for place in case.offenders:
        if place not in PLACES or situation.seats.get(place) is None:
            raise RuleError("offender_unknown", noop("Nobody sits at {seat}."), path="offender", seat=place)


def _check_facts(infraction: Infraction, facts: Mapping[str, Any]) -> None:
    questions = {question.code: question for question in infraction.questions}
    for code, value in facts.items():
        question = questions.get(code)
        if question is None:
            raise RuleError("fact_unknown", noop("“{fact}” is not asked here."), path=f"facts.{code}", fact=code)
        if question.widget == "number" and not isinstance(value, bool) and isinstance(value, int):
            _check_range(question, value)
        if not _fits(question, value):
            raise RuleError(
                "fact_value",
                noop("“{value}” is no answer to “{fact}”."),
                path=f"facts.{code}",
                fact=code,
                value=value,
            )


def _check_range(question: Field, value: int) -> None:
    """Refuse a number beyond what a question takes, and say what it takes."""
    least, most = question.minimum, question.maximum
    if (least is None or value >= least) and (most is None or value <= most):
        return
    if most is None:
        said = noop("“{value}” is no answer to “{fact}”: it is at least {least}.")
    elif least is None:
        said = noop("“{value}” is no answer to “{fact}”: it is at most {most}.")
    else:
        said = noop("“{value}” is no answer to “{fact}”: it is from {least} to {most}.")
    path = f"facts.{question.code}"
    raise RuleError("fact_value", said, path=path, fact=question.code, value=value, least=least, most=most)


def _fits(question: Field, value: Any) -> bool:
    if value is None:
        return not question.required
    codes = {choice.code for choice in question.choices}
    many = isinstance(value, list | tuple)
    match question.widget:
        case "choice":
            return value in codes
        case "choices":
            return many and all(part in codes for part in value)
        case "flag":
            return isinstance(value, bool)
        case "seat":
            return value in PLACES
        case "seats":
            return many and all(part in PLACES for part in value)
        case "number":
            return _number(question, value)
        case "pairs":
            return many and all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in value)
        case _:
            return isinstance(value, str | list | tuple | dict)


def _number(question: Field, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    low = -MOST_POINTS if question.minimum is None else question.minimum
    high = MOST_POINTS if question.maximum is None else question.maximum
    return low <= value <= high


def climb(rules: ResolvedRuleset, ladder: str, case: Case, at_least: str | None = None) -> Penalty:
    """Return the rung of a ladder for this offence: one above the priors counted in the ladder's scope.

    A ladder is ruleset data: `{"scope": …, "steps": [{"step": "warning", "points": 0, "account": "event"}, …]}`;
    `at_least` begins at a named step; the last rung repeats.
    """
    data = rules.ruleset.ladders[ladder]
    steps = data["steps"]
    counted = sum(1 for prior in case.priors if prior.ladder == ladder and _within(prior.scope, data["scope"]))
    first = next((index for index, step in enumerate(steps) if step["step"] == at_least), 0)
    step = steps[min(max(counted, first), len(steps) - 1)]
    return Penalty(step["step"], step.get("points", 0), step.get("account", "event"), data["scope"])


_WIDTH = {"hand": 0, "round": 1, "stage": 2, "event": 3}


def _within(prior: str, scope: str) -> bool:
    """A prior states the narrowest span that holds both it and the case; it counts when that is within the ladder's."""
    return _WIDTH[prior] <= _WIDTH[scope]


def as_ruling(infraction: Infraction, case: Case, decision: Decision) -> Ruling:
    """Return a decision as the table event that carries it out and describes itself."""
    return Ruling(
        effect=decision.effect,
        wording=Wording(
            title=infraction.name,
            remedy=decision.remedy,
            article=decision.article,
            infraction=infraction.code,
            offenders=case.offenders,
            ladder=decision.ladder,
            step=decision.penalty.step if decision.penalty else "",
        ),
    )


def dump_decision(decision: Decision) -> dict[str, Any]:
    """Return a decision as the `rule` command prints it (without `id`)."""
    return {
        "status": decision.status,
        "remedy": plain(decision.remedy),
        "effect": plain(decision.effect),
        "article": decision.article,
        "penalty": plain(decision.penalty) if decision.penalty else None,
    }
