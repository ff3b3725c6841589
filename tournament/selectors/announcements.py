"""Announcements as everybody sees them now, and all of them as the staff does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from tournament.errors import not_found
from tournament.models import Announcement, Event

LANGUAGES = {"zh-hant": "zh_hant", "zh-hans": "zh_hans", "en": "en"}
OTHERS = ("zh_hant", "zh_hans", "en")


@dataclass(frozen=True)
class Notice:
    """An announcement in one language; `lang` is the language it could be had in."""

    id: int
    text: str
    lang: str
    pinned: bool
    at: datetime


def shown_now(event: Event, now: datetime) -> QuerySet[Announcement]:
    """Return what is published, neither expired nor withdrawn; pinned ones first, then the newest."""
    found = Announcement.objects.filter(event=event, withdrawn_at=None, publish_at__lte=now)
    return found.filter(Q(expires_at=None) | Q(expires_at__gt=now))


def notices(event: Event, language: str, now: datetime) -> tuple[list[Notice], str]:
    """Return what is shown now in a language, and a mark that differs once anything of it changes."""
    rows = list(shown_now(event, now))
    mark = "-".join(f"{row.pk}.{row.changed_at:%d%H%M%S%f}" for row in rows) or "none"
    return [_in_language(row, language) for row in rows], mark


def _in_language(row: Announcement, language: str) -> Notice:
    wanted = LANGUAGES.get(language, "en")
    field = next(name for name in (wanted, *OTHERS) if getattr(row, name))
    tags = {"zh_hant": "zh-Hant", "zh_hans": "zh-Hans", "en": "en"}
    return Notice(row.pk, getattr(row, field), tags[field], row.pinned, row.publish_at)


def get_announcement(event: Event, pk: int) -> Announcement:
    """Return an announcement of an event, whatever its state; for the staff."""
    found = Announcement.objects.filter(event=event, pk=pk).first()
    if found is None:
        raise not_found("announcement")
    return found


def state_of(row: Announcement, now: datetime) -> str:
    """Say in one word how an announcement stands: withdrawn, expired, staged or shown."""
    if row.withdrawn_at is not None:
        return "withdrawn"
    if row.expires_at is not None and row.expires_at <= now:
        return "expired"
    return "staged" if row.publish_at > now else "shown"
