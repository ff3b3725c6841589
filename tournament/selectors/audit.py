"""The audit as people read it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tournament.audit_words import action_words, numbers_in_words, subject_words
from tournament.models import AuditEntry


def audit_lines(entries: Iterable[AuditEntry]) -> list[dict[str, Any]]:
    """Return each line with who, what and when in words, and what it replaced as text."""
    return [
        {
            "at": entry.at,
            "who": _who(entry),
            "what": action_words(entry.action, entry.after),
            "where": subject_words(entry.subject) or numbers_in_words(entry.after),
            "reason": entry.reason,
            "detail": _detail(entry),
        }
        for entry in entries
    ]


def _who(entry: AuditEntry) -> str:
    if entry.actor is not None:
        return entry.actor.get_full_name() or entry.actor.get_username()
    return f"#{entry.actor_entry.number} {entry.actor_entry.name}" if entry.actor_entry is not None else ""


def _detail(entry: AuditEntry) -> str:
    parts = [json.dumps(part, ensure_ascii=False) for part in (entry.before, entry.after) if part]
    return " → ".join(parts)
