"""The main navigation of an event: which pages there are for whom."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.access import may
from tournament.actors import Actor
from tournament.models import Event


class Link(NamedTuple):
    """One link: the name of its address, its wording, and the permission it takes (none: everybody)."""

    name: str
    label: Any
    permission: str = ""


LINKS = (
    Link("console", _("Console"), "see_staff_pages"),
    Link("entries", _("Entries"), "see_staff_pages"),
    Link("manage", _("Organise"), "see_staff_pages"),
    Link("calls", _("Calls"), "call"),
    Link("tables", _("Tables")),
    Link("seating", _("Seating")),
    Link("standings", pgettext_lazy("of an event", "Standings")),
    Link("rulings", _("Rulings")),
    Link("event", _("About")),
)


def event_links(actor: Actor, event: Event, current: str = "") -> list[dict[str, Any]]:
    """Return the links an actor sees, the one named `current` marked; a player's own page comes first."""
    links = []
    if actor.entry is not None and actor.entry.event_id == event.pk:
        url = reverse("player", args=[actor.entry.link_token])
        links.append({"url": url, "label": gettext("Me"), "current": current == "player"})
    for link in LINKS:
        if link.permission and not may(actor, link.permission, event):
            continue
        links.append(
            {"url": reverse(link.name, args=[event.slug]), "label": link.label, "current": link.name == current}
        )
    return links
