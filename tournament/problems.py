"""Refusals of work in the background: kept as data, told in the reader's language later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import RuleError
from tournament.errors import Refused, sentence


def problem_of(error: RuleError) -> dict[str, Any]:
    """Return a refusal as it is kept, to be said in the reader's language later."""
    facts = error.facts if isinstance(error, Refused) else {}
    params = {name: value if isinstance(value, int) else str(value) for name, value in error.params.items()}
    return {"code": error.code, "template": error.template, "path": error.path, "params": params, "facts": facts}


def told_problem(problem: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a kept refusal with its sentence."""
    if problem is None:
        return None
    error = RuleError(problem["code"], problem["template"], **problem["params"])
    return {"code": error.code, "path": problem["path"], **problem["facts"], "message": sentence(error)}
