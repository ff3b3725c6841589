"""Log lines as text, or as JSON objects for machines that collect them; neither tells what opens a door."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

# Addresses that are keys: a player's page, an invitation, a new password; also where one stands in a query.
_KEYS = re.compile(
    r"(?<!/e)(?<!%2Fe)((?:/|%2F)(?:p|join|account(?:/|%2F)reset(?:/|%2F)[^/%\s]+)(?:/|%2F))[\w-]+", re.IGNORECASE
)


def without_keys(line: str) -> str:
    """Return a line of a log with the tokens of personal links, invitations and reset links struck out."""
    return _KEYS.sub(r"\1…", line)


class TextFormatter(logging.Formatter):
    """A line for people, with the traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return without_keys(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the extra fields, and the traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without a newline inside it."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_keys(json.dumps(line, ensure_ascii=False, default=str))
