"""Sets the scene of a demonstration: accounts, event, entries; and shows what came of it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from engine.standings import show
from tournament.access import Role
from tournament.actors import Actor
from tournament.demo.script import Script
from tournament.models import Entry, Event, StaffRole, User
from tournament.selectors.standings import newest_standings
from tournament.services.entries import add_entries, check_in
from tournament.services.events import create_event

LOGINS = (
    ("demo-organiser", Role.ORGANISER),
    ("demo-referee", Role.CHIEF_REFEREE),
    ("demo-scorer", Role.SCORER),
)


@dataclass(frozen=True)
class Login:
    """An account of the demonstration and the password it was given now."""

    username: str
    role: str
    password: str


def make_logins(event: Event) -> list[Login]:
    """Give each account of the demonstration its role at the event and a new password."""
    logins = []
    for username, role in LOGINS:
        user, _created = User.objects.get_or_create(username=username)
        password = secrets.token_urlsafe(6)
        user.set_password(password)
        user.is_staff = role == Role.ORGANISER
        user.save()
        StaffRole.objects.get_or_create(event=event, user=user, role=role)
        logins.append(Login(username, Role(role).label, password))
    return logins


def director() -> Actor:
    """Return who runs demonstrations: an account nobody can log in with until it is given a password."""
    user, created = User.objects.get_or_create(username=LOGINS[0][0], defaults={"is_staff": True})
    if created:
        user.set_unusable_password()
        user.save()
    return Actor(user=user)


def make_event(
    actor: Actor, game: str, script: Script, *, players: int, rounds: int, hands: int | None, zone: str
) -> Event:
    """Make the event with everybody present: 選手 01, 選手 02, …"""
    number = Event.objects.filter(slug__startswith="demo").count() + 1
    while Event.objects.filter(slug=(slug := "demo" if number == 1 else f"demo-{number}")).exists():
        number += 1
    event = create_event(
        actor=actor,
        name=script.name,
        slug=slug,
        zone=zone,
        game=game,
        preset=script.preset,
        rounds=rounds,
        length=None if hands is None else {"unit": "hands", "count": hands},
    )
    StaffRole.objects.get_or_create(event=event, user=actor.user, role=Role.CHIEF_REFEREE)
    width = max(2, len(str(players)))
    add_entries(actor=actor, event=event, names=[f"選手 {n:0{width}}" for n in range(1, players + 1)])
    check_in(actor=actor, event=event, numbers=list(range(1, players + 1)), state="present")
    return event


def standings_lines(event: Event) -> Iterator[str]:
    """Yield the standings of each stage as lines of text."""
    names = {str(number): name for number, name in Entry.objects.filter(event=event).values_list("number", "name")}
    event.refresh_from_db(fields=["version"])
    for stage in event.stages.order_by("order"):
        shown = newest_standings(event, stage.order)
        if shown is None:
            continue
        standings = json.loads(shown.body)["standings"]
        for row in standings["rows"]:
            rank = "–" if row["rank"] is None else row["rank"]
            total = show(row["total"], standings["scale"])
            yield f"{rank:>4}  {row['id']:>4}  {names[row['id']]}  {total:>8}"
