"""Entries of an event, and who may sit down in a round."""

from __future__ import annotations

from django.db.models import Prefetch, Q, QuerySet

from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.models import Entry, EntryMember, Event

PLAYING = (Entry.Status.REGISTERED, Entry.Status.CONFIRMED)


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return all entries by number, with their members."""
    members = Prefetch("memberships", EntryMember.objects.select_related("person"))
    return Entry.objects.filter(event=event).prefetch_related(members).order_by("number")


def get_entry(event: Event, number: int) -> Entry:
    """Return an entry by its number."""
    entry = Entry.objects.filter(event=event, number=number).first()
    if entry is None:
        raise not_found("entry")
    entry.event = event
    return entry


def entry_by_token(token: str) -> Entry | None:
    """Return the entry whose personal link this is."""
    return Entry.objects.select_related("event").filter(link_token=token).first() if token else None


def eligible(event: Event) -> QuerySet[Entry]:
    """Return the entries a draw seats: ranked, not withdrawn or waiting, and present where check-in is asked for."""
    found = Entry.objects.filter(event=event, ranked=True, status__in=PLAYING).order_by("number")
    if settings_of(event).only_checked_in:
        found = found.filter(check_in=Entry.CheckIn.PRESENT)
    return found


def not_checked_in(event: Event) -> QuerySet[Entry]:
    """Return the entries a draw would leave out because they are not here."""
    return Entry.objects.filter(event=event, ranked=True, status__in=PLAYING).exclude(check_in=Entry.CheckIn.PRESENT)


def find_entries(event: Event, text: str) -> QuerySet[Entry]:
    """Return entries whose number, name, romanised name, team or club contains the text."""
    text = text.strip()
    match = (
        Q(name__icontains=text)
        | Q(romanised__icontains=text)
        | Q(sort_name__icontains=text)
        | Q(team__icontains=text)
        | Q(club__icontains=text)
    )
    if text.isdecimal():
        match |= Q(number=int(text))
    return entries_of(event).filter(match)
