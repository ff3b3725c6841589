"""JSON lines in, JSON lines out: one answer per line, in order, errors on their own line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.errors import RuleError, noop


def answer_lines(lines: Iterable[str], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Iterator[str]:
    """Yield one JSON line per input line; what cannot be read or is not legal becomes an `error` on its line."""
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(line, answer), ensure_ascii=False)


def _answer(line: str, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    number: Any = None
    try:
        try:
            data = json.loads(line)
        except ValueError as error:
            raise RuleError("unreadable", noop("This cannot be read: {detail}"), detail=str(error)) from None
        if not isinstance(data, dict):
            raise RuleError("unreadable", noop("This cannot be read: {detail}"), detail=type(data).__name__)
        number = data.get("id")
        # The line's id comes first and stays, whatever the answer says of itself.
        return {"id": number, **answer(data)} | {"id": number}
    except RuleError as error:
        return {"id": number, "error": describe_error(error)}


def describe_error(error: RuleError) -> dict[str, Any]:
    """Return an error as data: code, English message and path."""
    return {"code": error.code, "message": error.message, "path": error.path}
