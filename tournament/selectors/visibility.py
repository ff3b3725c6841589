"""Who sees what of a draw that is not released: the one place that decides."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.access import may
from tournament.actors import Actor
from tournament.models import Draw, Event, Round, Table
from tournament.persons import places_of

_UNRELEASED = (Draw.Status.DRAFT, Draw.Status.STALE)


def visible_draws(actor: Actor, event: Event) -> QuerySet[Draw]:
    """Return the draws of an event an actor may see: released ones; drafts and deleted ones for those who draw."""
    draws = Draw.objects.filter(round__event=event).select_related("round").order_by("round__number", "-attempt")
    return draws if may(actor, "see_unreleased", event) else draws.filter(status=Draw.Status.RELEASED)


def shown_status(actor: Actor, round_: Round) -> str:
    """Return the status of a round as an actor may know it: a draft is nothing to those who must not see it."""
    if round_.status == Round.Status.DRAWN and not may(actor, "see_unreleased", round_):
        return Round.Status.PLANNED
    return round_.status


def visible_draw(actor: Actor, round_: Round) -> Draw | None:
    """Return the draw of a round that concerns an actor: the released one, else the draft where he may see it."""
    draws = Draw.objects.filter(round=round_).select_related("round")
    if not may(actor, "see_unreleased", round_):
        return draws.filter(status=Draw.Status.RELEASED).first()
    wanted = draws.filter(status__in=(Draw.Status.RELEASED, *_UNRELEASED)).order_by("attempt")
    return wanted.last()


def may_see_writers(actor: Actor, table: Table) -> bool:
    """Tell whether an actor may know who wrote what at a table: the staff, and who sits there."""
    return may(actor, "see_private", table) or sits_at(actor, table)


def sits_at(actor: Actor, table: Table) -> bool:
    """Tell whether a player sits at a table now."""
    if actor.entry is None or actor.entry.event_id != table.event_id:
        return False
    return bool(places_of(table.state.get("seats") or {}, actor.entry.number))


def visible_tables(event: Event) -> QuerySet[Table]:
    """Return the tables that exist for everybody: tables are written on release, and count while it stands."""
    return Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED)
