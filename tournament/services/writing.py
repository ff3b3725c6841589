"""The frame of every write: the event's row is locked first, the audit is kept, the version counts, tasks follow."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from engine.errors import noop
from tournament.actors import Actor
from tournament.errors import KeyReused, Refused
from tournament.models import AuditEntry, Event, IdempotencyRecord
from tournament.services.publishing import publish_on_commit

MOST_KEY = 80


class Write:
    """One write in progress: the locked event and the audit lines written at its end."""

    def __init__(self, event: Event, actor: Actor) -> None:
        self.event = event
        self.actor = actor
        self.at = timezone.now()
        self.standings_change = True
        # Whether it is being watched who would go on to a later stage (`advancing`).
        self.advancing = False
        self._audit: list[AuditEntry] = []
        self._cancelled = False

    def cancel(self) -> None:
        """Nothing was written after all (a retry found its answer): count and audit nothing."""
        self._cancelled = True

    @contextmanager
    def part(self) -> Iterator[None]:
        """Let a service within the write say for itself whether standings change; they do where any part says so."""
        before, self.standings_change = self.standings_change, True
        changed = before
        try:
            yield
            changed = before or self.standings_change
        finally:
            self.standings_change = changed

    def audit(self, action: str, subject: str = "", *, before: Any = None, after: Any = None, reason: str = "") -> None:
        """Keep who did what, to what, why, and what it replaced."""
        self._audit.append(
            AuditEntry(
                event=self.event,
                actor=self.actor.user,
                actor_entry=self.actor.entry,
                action=action,
                subject=subject,
                before=before,
                after=after,
                reason=reason,
                at=self.at,
            )
        )

    def finish(self) -> None:
        """Count the write, store its audit and have the standings computed once it is committed."""
        if self._cancelled:
            return
        self.event.version += 1
        self.event.save(update_fields=["version"])
        for entry in self._audit:
            entry.event_version = self.event.version
        if len(self._audit) == 1:
            self._audit[0].save()
        else:
            AuditEntry.objects.bulk_create(self._audit)
        if self.standings_change:
            publish_on_commit(self.event.pk)


def check_not_closed(event: Event) -> None:
    """Refuse to change anything of an event that is closed, in the archive or discarded."""
    if event.status == Event.Status.DISCARDED:
        raise Refused("event_closed", noop("The event was discarded."))
    if event.status == Event.Status.ARCHIVED:
        raise Refused("event_closed", noop("The event is in the archive: nothing of it changes any more."))
    if event.status == Event.Status.CLOSED:
        raise Refused("event_closed", noop("The event is closed."))


_open: ContextVar[Write | None] = ContextVar("write", default=None)


def check_reason(reason: str) -> None:
    """Refuse an act that has to be accounted for and is given without a word."""
    if not reason.strip():
        raise Refused("reason_missing", noop("Give a reason."), path="reason")


@contextmanager
def writing(event: Event, actor: Actor, *, closed_too: bool = False) -> Iterator[Write]:
    """Open the transaction of a write and lock the event; refused on a closed event unless `closed_too`.

    Within a write of the same event it joins that one: a service may be built of others and stay one write.
    """
    outer = _open.get()
    if outer is not None and outer.event.pk == event.pk:
        with outer.part():
            yield outer
        return
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if not closed_too:
            check_not_closed(locked)
        write = Write(locked, actor)
        token = _open.set(write)
        try:
            yield write
        finally:
            _open.reset(token)
        write.finish()
    event.version = locked.version
    event.status = locked.status


def fingerprint(body: Any) -> str:
    """Return what identifies the content of a request."""
    return hashlib.sha256(msgspec.json.encode(body, order="deterministic")).hexdigest()


def answered_before(event: Event, key: str | None, mark: str) -> dict[str, Any] | None:
    """Return the stored answer to this very request, or None; the key of another request is refused (422).

    Raises `Refused` for a key of more than `MOST_KEY` characters: cut off, two keys could be one.
    """
    if not key:
        return None
    if len(key) > MOST_KEY:
        raise Refused(
            "key_long", noop("The key of a request has at most {most} characters."), path="key", most=MOST_KEY
        )
    found = IdempotencyRecord.objects.filter(event=event, key=key).values("fingerprint", "response").first()
    if found is None:
        return None
    if found["fingerprint"] != mark:
        raise KeyReused("key_reused", noop("This request's key was used for another request before."))
    return dict(json.loads(found["response"]))


def remember(event: Event, key: str | None, mark: str, response: dict[str, Any]) -> None:
    """Store the answer of a success within its transaction; a refusal is not stored and may be tried again."""
    if key:
        IdempotencyRecord.objects.create(event=event, key=key, fingerprint=mark, response=json.dumps(response))
