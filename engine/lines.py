"""JSON lines in, JSON lines out: one answer per line, in order, errors on their own line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.errors import RuleError, noop

Answer = Callable[[dict[str, Any]], dict[str, Any]]

# Behind an odd number of backslashes: two of them are a backslash, and what follows are letters.
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
# Written out or as itself: only a text that may hold half a character is looked at again.
_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def read_json(text: str) -> Any:
    """Read JSON; raises `RuleError` `unreadable` for what is none, too deep, or holds NUL or half a character."""
    if _NUL.search(text):
        raise RuleError("unreadable", noop("This holds a character that no text can have (NUL)."))
    try:
        data = json.loads(text)
        if _HALF.search(text):
            json.dumps(data, ensure_ascii=False).encode()
    except RecursionError:
        raise RuleError("unreadable", noop("This is nested too deeply.")) from None
    except UnicodeEncodeError:
        raise RuleError("unreadable", noop("This holds half a character (a lone surrogate).")) from None
    except ValueError as error:
        raise RuleError("unreadable", noop("This cannot be read: {detail}"), detail=str(error)) from None
    return data


def answer_lines(lines: Iterable[str], answer: Answer) -> Iterator[str]:
    """Yield one JSON line per input line; what cannot be read or is not legal becomes an `error` on its line."""
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(line, answer), ensure_ascii=False)


def _answer(line: str, answer: Answer) -> dict[str, Any]:
    try:
        data = read_json(line)
    except RuleError as refusal:
        return {"id": None, "error": describe_error(refusal)}
    return answer_line(data, answer)


def answer_line(data: Any, answer: Answer) -> dict[str, Any]:
    """Answer one line that was read from JSON; what is not legal becomes its `error`."""
    number: Any = None
    try:
        if not isinstance(data, dict):
            raise RuleError("unreadable", noop("This cannot be read: {detail}"), detail=type(data).__name__)
        number = data.get("id")
        # The line's id comes first and stays, whatever the answer says of itself.
        return {"id": number, **answer(data)} | {"id": number}
    except RuleError as error:
        return {"id": number, "error": describe_error(error)}
    except RecursionError:
        return {"id": None, "error": describe_error(RuleError("unreadable", noop("This is nested too deeply.")))}


def describe_error(error: RuleError) -> dict[str, Any]:
    """Return an error as data: code, English message and path."""
    return {"code": error.code, "message": error.message, "path": error.path}
