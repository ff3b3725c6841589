"""Screens of an event, as the screens themselves and those who switch them see them."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.errors import not_found
from tournament.models import Display, Event


def displays_of(event: Event) -> QuerySet[Display]:
    """Return the screens by name."""
    return Display.objects.filter(event=event).order_by("name")


def get_display(event: Event, name: str) -> Display:
    """Return a screen by its name."""
    found = Display.objects.filter(event=event, name=name).first()
    if found is None:
        raise not_found("display")
    return found
