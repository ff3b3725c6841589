"""Reading plain data into typed structs, with every refusal naming the path of what is wrong."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from engine.errors import RuleError, join_path, noop

T = TypeVar("T")

_AT = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`(?P<path>[^`]*)`)?$", re.DOTALL)
_CAUSES = (
    (re.compile(r"Object missing required field `(?P<field>[^`]+)`"), "field_missing", noop("“{field}” is missing.")),
    (
        re.compile(r"Object contains unknown field `(?P<field>[^`]+)`"),
        "field_unknown",
        noop("“{field}” is not known here."),
    ),
    (
        re.compile(r"Invalid enum value '?(?P<value>[^']*)'?"),
        "value_unknown",
        noop("“{value}” is not one of the choices."),
    ),
    (re.compile(r"Invalid value '?(?P<value>[^']*)'?"), "value_unknown", noop("“{value}” is not one of the choices.")),
    (
        re.compile(r"Expected `(?P<expected>[^`]+)`, got `(?P<got>[^`]+)`"),
        "type_wrong",
        noop("Expected {expected}, got {got}."),
    ),
    (re.compile(r"Expected `str` matching regex"), "text_wrong", noop("Only printable characters belong here.")),
    (re.compile(r"Expected `int` >= (?P<least>-?\d+)"), "value_out_of_range", noop("This must be at least {least}.")),
    (re.compile(r"Expected `int` <= (?P<most>-?\d+)"), "value_out_of_range", noop("This must be at most {most}.")),
    (re.compile(r"Expected (?P<expected>.+)"), "value_out_of_range", noop("Expected {expected}.")),
)


def decode(kind: type[T], data: Any, path: str = "") -> T:
    """Turn plain data (dicts, lists, strings, integers) into `kind`.

    Raises `RuleError` with the path below `path`; nothing is coerced: a number in quotes is refused.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _explain(str(error), path) from None


def _explain(message: str, path: str) -> RuleError:
    match = _AT.match(message)
    what, inner = (match["what"], match["path"] or "") if match else (message, "")
    where = join_path(path, inner.removeprefix("$").lstrip(".").replace("[...]", ""))
    for pattern, code, template in _CAUSES:
        if found := pattern.search(what):
            named = found.groupdict()
            at = join_path(where, named["field"]) if "field" in named else where
            return RuleError(code, template, path=at, **{key: value.replace("`", "") for key, value in named.items()})
    return RuleError("unreadable", noop("This cannot be read: {detail}"), path=where, detail=what)


def plain(value: Any) -> Any:
    """Return typed data as plain data (dicts, lists, strings, integers), equal after a trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
