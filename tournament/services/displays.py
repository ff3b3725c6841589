"""Registering the screens of a hall and switching what they show."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Display, Event
from tournament.selectors.displays import kinds_shown
from tournament.services.writing import writing

SEEN_EVERY = timedelta(seconds=10)
Shows = Display.Shows


def add_display(*, actor: Actor, event: Event, name: str, shows: str = Shows.STANDINGS) -> Display:
    """Register a screen under a name, which is a part of its address."""
    require(actor, "run", event)
    _check(event, shows)
    try:
        validate_slug(name)
    except ValidationError as error:
        raise Refused(
            "slug_unreadable", noop("Use letters, digits, hyphens and underscores for the address."), path="name"
        ) from error
    with writing(event, actor) as write:
        write.standings_change = False
        if Display.objects.filter(event=write.event, name=name).exists():
            raise Conflict("display_taken", noop("There is a screen of that name already."), path="name")
        made = Display.objects.create(event=write.event, name=name, shows=shows)
        write.audit("display.added", f"event:{write.event.slug}", after={"name": name, "shows": shows})
    return made


def switch_display(*, actor: Actor, display: Display, shows: str, message: str = "") -> Display:
    """Have a screen show something else; it follows within five seconds. A message needs its words."""
    require(actor, "run", display.event)
    _check(display.event, shows)
    if shows == Shows.MESSAGE and not message.strip():
        raise Refused("message_missing", noop("Write what the screen is to say."), path="message")
    with writing(display.event, actor) as write:
        write.standings_change = False
        locked = Display.objects.select_for_update().get(pk=display.pk)
        before = {"name": locked.name, "shows": locked.shows, "message": locked.message}
        locked.shows, locked.message = shows, message.strip()
        locked.save(update_fields=["shows", "message"])
        after = {"name": locked.name, "shows": locked.shows, "message": locked.message}
        write.audit("display.switched", f"event:{write.event.slug}", before=before, after=after)
    display.shows, display.message = locked.shows, locked.message
    return display


def _check(event: Event, shows: str) -> None:
    """Refuse what there is not to show: no such kind, or no stage that ranks teams or pairs."""
    if shows not in Shows.values:
        raise Refused("value_unknown", noop("“{value}” is not one of the choices."), path="shows", value=shows)
    if shows not in kinds_shown(event):
        raise Refused("groups_unranked", noop("No stage of this event has such standings."), path="shows")


def remove_display(*, actor: Actor, display: Display) -> None:
    """Forget a screen; what it shows last goes stale there."""
    require(actor, "run", display.event)
    with writing(display.event, actor) as write:
        write.standings_change = False
        write.audit("display.removed", f"event:{write.event.slug}", before={"name": display.name})
        Display.objects.filter(pk=display.pk).delete()


def mark_seen(display: Display, now: datetime) -> None:
    """Keep that a screen has asked, every ten seconds at most."""
    if display.seen_at is None or now - display.seen_at >= SEEN_EVERY:
        Display.objects.filter(pk=display.pk).update(seen_at=now)
