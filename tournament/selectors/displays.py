"""Screens of an event, as the screens themselves and those who switch them see them."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.errors import not_found
from tournament.models import Display, Event, Stage
from tournament.stage_settings import groups_of

Shows = Display.Shows


def groups_ranked(event: Event) -> frozenset[str]:
    """Return what any stage of an event ranks beside its entries: team, pair."""
    policies = Stage.objects.filter(event=event).values_list("policy", flat=True)
    return frozenset(by for policy in policies for by in groups_of(policy))


def kinds_shown(event: Event) -> list[str]:
    """Return what a screen of an event can show: standings of teams and pairs where a stage ranks them."""
    ranked = groups_ranked(event)
    lacking = {kind for by, kind in (("team", Shows.TEAMS), ("pair", Shows.PAIRS)) if by not in ranked}
    return [kind for kind in Shows.values if kind not in lacking]


def displays_of(event: Event) -> QuerySet[Display]:
    """Return the screens by name."""
    return Display.objects.filter(event=event).order_by("name")


def get_display(event: Event, name: str) -> Display:
    """Return a screen by its name."""
    found = Display.objects.filter(event=event, name=name).first()
    if found is None:
        raise not_found("display")
    return found
