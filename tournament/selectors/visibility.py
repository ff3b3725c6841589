"""Who sees what of a draw that is not released: the one place that decides."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.access import may
from tournament.actors import Actor
from tournament.models import Draw, Event, Round, Table

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


def visible_tables(event: Event) -> QuerySet[Table]:
    """Return the tables that exist for everybody: tables are written on release, and count while it stands."""
    return Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED)
