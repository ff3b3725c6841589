"""Whether one may register now, and the lists the staff works through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Count, QuerySet

from engine.errors import noop
from tournament.errors import Conflict
from tournament.listing import Cell, Column, Listing
from tournament.models import Entry, Event
from tournament.registration_settings import Question, Registration
from tournament.selectors.entries import entries_of

# What a file of registrations holds of an entry beside the answers.
_OWN = ("number", "name", "romanised", "club", "area", "email", "status", "payment", "payment_note", "registered_at")


def closed_because(event: Event, registration: Registration, now: datetime) -> Conflict | None:
    """Return why nobody can register now, or None while one can.

    Once the event runs it goes on only where the organiser named an hour at which it ends.
    """
    open_, running = event.status == Event.Status.OPEN, event.status == Event.Status.RUNNING
    if not registration.offered or not (open_ or (running and registration.closes_at is not None)):
        return Conflict("registration_closed", noop("Registration is closed."))
    if registration.opens_at is not None and now < registration.opens_at:
        return Conflict("registration_early", noop("Registration has not opened yet."))
    if registration.closes_at is not None and now >= registration.closes_at:
        return Conflict("registration_closed", noop("Registration is closed."))
    return None


def registrations(event: Event, *, status: str = "", payment: str = "") -> QuerySet[Entry]:
    """Return entries in the order they came, those of one state or payment where asked."""
    found = entries_of(event).order_by("created_at", "pk")
    if status:
        found = found.filter(status=status)
    if payment:
        found = found.filter(payment=payment)
    return found


def payment_counts(event: Event) -> dict[str, int]:
    """Count the entries that are neither withdrawn nor declined, by payment."""
    held = Entry.objects.filter(event=event).exclude(status__in=(Entry.Status.WITHDRAWN, Entry.Status.DECLINED))
    return dict(held.order_by().values_list("payment").annotate(count=Count("pk")))


def asked_of(questions: Sequence[Question], entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """Return (code, label) of every question there is or was, in order."""
    found = {question.code: question.label for question in questions}
    for entry in entries:
        for answer in entry.answers:
            found.setdefault(answer["code"], answer["label"])
    return list(found.items())


def answers_listing(event: Event, questions: Sequence[Question], entries: Sequence[Entry]) -> Listing:
    """Return all registrations as a list for a file: one row an entry, one column a question."""
    asked = asked_of(questions, entries)
    own = [name for name in _OWN if name != "area" or any(entry.area for entry in entries)]
    columns = [Column(name, name) for name in own] + [Column(code, label) for code, label in asked]
    rows: list[list[Cell]] = []
    for entry in entries:
        given = {answer["code"]: answer["value"] for answer in entry.answers}
        rows.append([*(getattr(entry, name) for name in own), *(given.get(code, "") for code, _label in asked)])
    name = f"{event.slug}-registrations"
    return Listing(name=name, title=event.name, columns=columns, rows=rows, zone=event.zone)
