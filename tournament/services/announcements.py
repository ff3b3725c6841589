"""What the organiser tells everybody: written, staged, changed, withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Announcement, Event
from tournament.services.writing import answered_before, fingerprint, remember, writing

TEXTS = ("zh_hant", "zh_hans", "en")
FIELDS = (*TEXTS, "pinned", "publish_at", "expires_at")
LONGEST = 2000


def announce(
    *,
    actor: Actor,
    event: Event,
    texts: Mapping[str, str],
    pinned: bool = False,
    publish_at: datetime | None = None,
    expires_at: datetime | None = None,
    key: str | None = None,
) -> Announcement:
    """Announce something in one language at least, at once or at `publish_at`."""
    require(actor, "announce", event)
    mark = fingerprint(["announce", dict(texts), pinned, publish_at, expires_at])
    with writing(event, actor) as write:
        if (answer := answered_before(write.event, key, mark)) is not None:
            write.cancel()
            return Announcement.objects.get(event=write.event, pk=answer["announcement"])
        write.standings_change = False
        row = Announcement(
            event=write.event,
            pinned=pinned,
            publish_at=publish_at or write.at,
            expires_at=expires_at,
            created_by=actor.user,
            **{name: texts.get(name, "").strip() for name in TEXTS},
        )
        _check(row)
        row.save()
        write.audit("announcement.made", f"announcement:{row.pk}", after=_as_data(row))
        remember(write.event, key, mark, {"announcement": row.pk})
    return row


def change_announcement(*, actor: Actor, announcement: Announcement, changes: Mapping[str, Any]) -> Announcement:
    """Change the words, times or pin of an announcement that was not withdrawn."""
    require(actor, "announce", announcement.event)
    with writing(announcement.event, actor) as write:
        write.standings_change = False
        row = Announcement.objects.select_for_update().get(pk=announcement.pk)
        if row.withdrawn_at is not None:
            raise Conflict("announcement_withdrawn", noop("This announcement was withdrawn; make a new one."))
        before = _as_data(row)
        for field, value in changes.items():
            if field not in FIELDS:
                raise Refused("field_unknown", noop("“{field}” is not known here."), path=field, field=field)
            if field == "publish_at" and value is None:
                continue
            setattr(row, field, value.strip() if field in TEXTS else value)
        _check(row)
        row.save()
        write.audit("announcement.changed", f"announcement:{row.pk}", before=before, after=_as_data(row))
    return row


def withdraw_announcement(*, actor: Actor, announcement: Announcement) -> None:
    """Take an announcement off every page; it stays in the staff's list."""
    require(actor, "announce", announcement.event)
    with writing(announcement.event, actor) as write:
        write.standings_change = False
        if not Announcement.objects.filter(pk=announcement.pk, withdrawn_at=None).update(withdrawn_at=write.at):
            raise Conflict("announcement_withdrawn", noop("This announcement was withdrawn; make a new one."))
        write.audit("announcement.withdrawn", f"announcement:{announcement.pk}")


def _check(row: Announcement) -> None:
    if not any(getattr(row, name) for name in TEXTS):
        raise Refused("text_missing", noop("Write it in one language at least."), path="zh_hant")
    for name in TEXTS:
        if len(getattr(row, name)) > LONGEST:
            raise Refused("name_long", noop("At most {limit} characters."), path=name, limit=LONGEST)
    if row.expires_at is not None and row.expires_at <= row.publish_at:
        raise Refused("times_order_shown", noop("It would expire before it is shown."), path="expires_at")


def _as_data(row: Announcement) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in FIELDS}
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()}
