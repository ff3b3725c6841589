"""Every page of an event that is being played: found from the resolver, as those see it whom it is for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from django.test import Client

from adjudication.models import Call, Case, CasePhoto
from tests.browser.checks import bring_axe, problems
from tests.tournament.walk.addresses import filled, routes
from tests.tournament.walk.expectations import EVERYBODY, READERS
from tests.tournament.walk.parameters import values_of
from tests.tournament.walk.world import ANONYMOUS, ORGANISER, PLAYER, World, rank_teams
from tournament.actors import Actor
from tournament.models import Entry, Event, Invitation, Message, StaffRole, User
from tournament.services.announcements import announce
from tournament.services.displays import add_display
from tournament.services.standings import publish

FIRST, SECOND = 1, 2
# Answers that are no pages, and the page that everybody is led away from.
_NO_PAGES = ("api/", "language/", "healthz")


def played(slug: str) -> World:
    """Return the event in play as the walk over all addresses knows a world; by now it ranks teams and pairs too."""
    event = Event.objects.get(slug=slug)
    founder = User.objects.get(is_superuser=True)
    rank_teams(Actor(user=founder), event)
    publish(event.pk)
    event.refresh_from_db()
    case = Case.objects.get(event=event)
    entry = Entry.objects.get(event=event, number=1)
    known = {
        "entry": entry.number,
        "winner": entry.number,
        "roster": 0,
        "print": 0,
        "issued": case.number,
        "proposed": case.number,
        "other": case.number,
        "earlier": case.number,
        "photo": getattr(CasePhoto.objects.first(), "pk", 0),
        "call": Call.objects.get(table__event=event).number,
        "message": getattr(Message.objects.first(), "pk", 0),
        "role": StaffRole.objects.filter(event=event).latest("pk").pk,
        "invitation": Invitation.objects.latest("pk").pk,
        "token": "nobodys",
        "account": User.objects.latest("pk").pk,
        "username": User.objects.latest("pk").username,
    }
    actors = {ANONYMOUS: Actor(), ORGANISER: Actor(user=founder), PLAYER: Actor(entry=entry)}
    add_display(actor=actors[ORGANISER], event=event, name="stage")
    told = announce(actor=actors[ORGANISER], event=event, texts={"en": "…", "zh_hant": "…", "zh_hans": "…"})
    known["announcement"] = told.pk
    return World(event, event, actors, known=known)


def pages(world: World) -> Iterator[tuple[str, Actor]]:
    """Return the address of every page with whom it is opened as: the public, a player, else the organiser."""
    values = values_of(world, PLAYER) | {
        "round/number": (FIRST,),
        "rounds/number": (FIRST, SECOND),
        "new/game": ("taiwan",),
        "game/preset": ("club_day",),
    }
    organiser, anybody = world.actors[ORGANISER], world.actors[ANONYMOUS]
    browsers = {actor: Client() for actor in (organiser, anybody)}
    browsers[organiser].force_login(organiser.user, backend="django.contrib.auth.backends.ModelBackend")
    for route in routes():
        readers = READERS.get(route, frozenset())
        if not readers or route.startswith(_NO_PAGES):
            continue
        actor = anybody if readers in (EVERYBODY, frozenset({PLAYER})) else organiser
        for address in dict.fromkeys(filled(route, values)):
            answer = browsers[actor].get(address)
            if answer.status_code == 200 and b"<html" in answer.getvalue()[:2000]:
                yield address, actor


def walk(world: World, open_as, combinations: tuple[tuple[str, str], ...]) -> list[str]:
    """Open, photograph and check every page in each combination of size and language; return what is wrong.

    Photographs go to the folder that PHOTOGRAPHS names; without it they are only taken.
    """
    found = list(pages(world))
    wrong = []
    for size, language in combinations:
        opened = {actor: open_as(actor, language, size) for actor in {actor for _address, actor in found}}
        for page in opened.values():
            bring_axe(page)
        for address, actor in found:
            page = opened[actor]
            page.goto(address)
            page.screenshot(full_page=True, type="jpeg", path=_photograph(address, size, language))
            wrong += [f"{address} ({size}, {language}): {one}" for one in problems(page)]
    return wrong


def _photograph(address: str, size: str, language: str) -> Path | None:
    folder = os.environ.get("PHOTOGRAPHS")
    name = re.sub(r"\W+", "-", address).strip("-") or "home"
    return Path(folder) / f"{name}-{language}-{size}.jpeg" if folder else None
