"""Permissions: one predicate a question, over the roles a user has at an event.

Every permission takes an `Actor` and an event, table or round; `may(actor, "record", table)` asks. The same predicates
answer `user.has_perm("tournament.record", table)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import rules

from tournament.actors import Actor
from tournament.errors import not_allowed
from tournament.models import Event, Round, StaffRole, Stage, Table
from tournament.persons import places_of

if TYPE_CHECKING:
    from collections.abc import Callable

Role = StaffRole.Role
STAFF = tuple(Role.values)
SCORING = (Role.ORGANISER, Role.CHIEF_REFEREE, Role.REFEREE, Role.SCORER)
REFEREES = (Role.CHIEF_REFEREE, Role.REFEREE)
LEADERS = (Role.ORGANISER, Role.CHIEF_REFEREE)


@dataclass(frozen=True)
class Standing:
    """The roles of one actor at one event, each with the area it is for ("" is the whole hall)."""

    roles: tuple[tuple[str, str], ...]

    def has(self, *roles: str, area: str | None = None) -> bool:
        """Tell whether any of `roles` is held, for the area of the hall where one is named."""
        return any(role in roles and (not where or area is None or where == area) for role, where in self.roles)


def roles_at(actor: Actor, event_id: int) -> Standing:
    """Return the roles of an actor at an event, asked once an actor; a superuser organises everything."""
    if actor.user is None or not actor.user.is_active:
        return Standing(())
    if event_id not in actor.known:
        found = list(StaffRole.objects.filter(event_id=event_id, user_id=actor.user.pk).values_list("role", "area"))
        if actor.user.is_superuser:
            found += [(Role.ORGANISER, ""), (Role.CHIEF_REFEREE, "")]
        actor.known[event_id] = Standing(tuple(found))
    return actor.known[event_id]


def _as_actor(who: Any) -> Actor:
    return who if isinstance(who, Actor) else Actor(user=who)


def event_id_of(thing: Event | Stage | Round | Table) -> int:
    """Return the event something belongs to."""
    return thing.pk if isinstance(thing, Event) else thing.event_id


def _area_of(thing: Any) -> str | None:
    return (thing.area or None) if isinstance(thing, Table) else None


def _holds(name: str, *roles: str) -> Any:
    """Build the predicate that asks for one of `roles`, within the area of a table."""

    @rules.predicate(name=name)
    def holds(who: Any, thing: Any = None) -> bool:
        actor = _as_actor(who)
        if actor.system:
            return True
        return thing is not None and roles_at(actor, event_id_of(thing)).has(*roles, area=_area_of(thing))

    return holds


@rules.predicate
def may_found(who: Any, thing: Any = None) -> bool:
    """Who may create events: the first account and those it lets."""
    actor = _as_actor(who)
    return actor.system or (actor.user is not None and actor.user.is_active and actor.user.is_staff)


@rules.predicate
def sits_there(who: Any, table: Any = None) -> bool:
    """A player whose entry sits at the table now."""
    actor = _as_actor(who)
    return (
        actor.entry is not None
        and isinstance(table, Table)
        and actor.entry.event_id == table.event_id
        and bool(places_of(table.state.get("seats") or {}, actor.entry.number))
    )


@rules.predicate
def players_enter(who: Any, table: Any = None) -> bool:
    """The event lets players enter hands."""
    return isinstance(table, Table) and bool(table.event.settings.get("players_enter"))


@rules.predicate
def players_confirm(who: Any, table: Any = None) -> bool:
    """The event lets players confirm their table (it does unless it says otherwise)."""
    return isinstance(table, Table) and bool(table.event.settings.get("players_confirm", True))


@rules.predicate
def still_open(who: Any, table: Any = None) -> bool:
    """Nobody has officially finished or confirmed the table, so that players may still write."""
    return isinstance(table, Table) and table.status in (Table.Status.WAITING, Table.Status.RUNNING)


organises = _holds("organises", Role.ORGANISER)
leads = _holds("leads", *LEADERS)
referees = _holds("referees", *REFEREES)
scores = _holds("scores", *SCORING)
staff = _holds("staff", *STAFF)

PERMISSIONS: dict[str, Any] = {
    "found": may_found,
    "manage": organises,  # settings, staff, stages, closing
    "enter": organises,  # entries and people
    "announce": leads,
    "check_in": scores,
    "draw": leads,
    "delete_draw": leads,
    "undo": leads,
    "keep_apart_late": _holds("keeps apart late", Role.CHIEF_REFEREE),  # it changes the conditions of the event
    "run": leads,  # start, clock and close a round
    "see_unreleased": leads,
    "record": scores | (sits_there & players_enter & still_open),
    "confirm": scores | (sits_there & players_confirm),
    "rule": _holds("rules", Role.CHIEF_REFEREE, Role.REFEREE, Role.ORGANISER),
    "call": staff,  # open a case as a proposal
    "decide_appeal": _holds("decides appeals", Role.CHIEF_REFEREE),
    "correct_previous": _holds("corrects previous", *LEADERS, Role.REFEREE),
    "correct_older": _holds("corrects older", Role.CHIEF_REFEREE),
    "see_kept_back": leads | referees,  # standings kept back for the end: rulings show what they change
    "see_staff_pages": staff,
    "see_private": staff,  # names of who wrote what, audit, links
    "links": _holds("links", *LEADERS),  # personal links of players
}

for _name, _predicate in PERMISSIONS.items():
    rules.add_perm(f"tournament.{_name}", _predicate)


def may(actor: Actor, permission: str, thing: Event | Stage | Round | Table | None = None) -> bool:
    """Tell whether `actor` has a permission on something."""
    check: Callable[..., bool] = PERMISSIONS[permission].test
    return bool(check(actor, thing))


def require(actor: Actor, permission: str, thing: Event | Stage | Round | Table | None = None) -> None:
    """Refuse an actor without the permission."""
    if not may(actor, permission, thing):
        raise not_allowed()
