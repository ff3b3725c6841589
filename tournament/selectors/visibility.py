"""Who sees what: draws that are not released, results and standings kept back, who wrote what. The one place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import Q, QuerySet

from tournament.access import may
from tournament.actors import Actor
from tournament.models import AuditEntry, Draw, Entry, EntryRuling, Event, Round, Schedule, Stage, Table
from tournament.persons import places_of
from tournament.reveal import Reveal, reveal_of
from tournament.selectors.standings import Shown, newest_standings

_UNRELEASED = (Draw.Status.DRAFT, Draw.Status.STALE)
# The lines of the audit that say who goes on to a stage.
_GOING_ON = ("stage.cut", "stage.uncut", "stage.advance")


def visible_draws(actor: Actor, event: Event) -> QuerySet[Draw]:
    """Return the records of draws an actor may see: released ones; drafts and deleted ones for those who draw."""
    draws = Draw.objects.filter(round__event=event).select_related("round").order_by("round__number", "-attempt")
    if may(actor, "see_unreleased", event):
        return draws
    draws = draws.filter(status=Draw.Status.RELEASED)
    kept_back = kept_back_from(actor, event)
    return draws if kept_back is None else draws.filter(round__number__lte=kept_back.from_round)


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


def visible_record(actor: Actor, round_: Round) -> Draw | None:
    """Return the draw of a round with all it was made from, as far as an actor may see it.

    A later round is drawn by results that are kept back, so its record is kept back with them; its seats are not.
    """
    kept_back = kept_back_from(actor, round_.event)
    if kept_back is not None and round_.number > kept_back.from_round:
        return None
    return visible_draw(actor, round_)


def visible_plan(actor: Actor, round_: Round) -> Schedule | None:
    """Return the schedule a round to come follows while its field stays; its seed was shown with the first round."""
    released = Schedule.objects.filter(stage=round_.stage_id, draws__status=Draw.Status.RELEASED)
    found = released.filter(first_round__number__lt=round_.number).select_related("first_round").distinct().first()
    if found is None or round_.number not in {row["round"] for row in found.result["rounds"]}:
        return None
    return found if visible_record(actor, found.first_round) is not None else None


def kept_back_from(actor: Actor, event: Event) -> Reveal | None:
    """Return which results and standings are kept back from an actor; None where he may see all of them."""
    found = reveal_of(event)
    return None if found is None or may(actor, "see_kept_back", event) else found


def keeps_from(actor: Actor, event: Event) -> int | None:
    """Return from which round on results and rulings are kept back from an actor, or None where none are.

    Who works at the tables sees all of them; a player sees those of his own tables and those that concern him.
    """
    found = reveal_of(event)
    return None if found is None or may(actor, "see_staff_pages", event) else found.from_round


def keeps_round(actor: Actor, event: Event, number: int) -> bool:
    """Tell whether the results of a round are kept back from an actor; who works at the tables sees them."""
    first = keeps_from(actor, event)
    return first is not None and number >= first


def keeps_from_card(actor: Actor, entry: Entry, number: int) -> bool:
    """Tell whether what an entry did in a round is kept back from an actor; everybody sees what he did himself."""
    return actor.entry != entry and keeps_round(actor, entry.event, number)


def keeps_table(actor: Actor, table: Table) -> bool:
    """Tell whether the results of a table are kept back from an actor; who sits there sees them."""
    return keeps_round(actor, table.event, table.round.number) and not sits_at(actor, table)


def visible_standings(actor: Actor, event: Event, order: int) -> Shown | None:
    """Return the newest standings of a stage, less what is kept back from an actor; None before the first."""
    found = newest_standings(event, order)
    kept_back = kept_back_from(actor, event)
    if found is None or kept_back is None:
        return found
    return replace(found, reveal=kept_back.of_stage(order))


def visible_cut(actor: Actor, event: Event, stage: Stage) -> dict[str, Any] | None:
    """Return who goes on to a stage, in the order of their ranks; None before it is decided.

    It tells the standings it was decided by: while these are kept back from an actor, it is None as well.
    """
    if stage.cut is None:
        return None
    kept_back = kept_back_from(actor, event)
    return None if kept_back is not None and kept_back.of_stage(stage.cut["stage"]) is not None else stage.cut


def visible_audit(actor: Actor, event: Event) -> QuerySet[AuditEntry]:
    """Return the audit of an event, the newest first, without the lines that tell a member of the staff too early.

    How a draft was changed by hand says who sits where in it; who goes on says how the standings are.
    """
    lines = AuditEntry.objects.filter(event=event).select_related("actor", "actor_entry")
    if not may(actor, "see_unreleased", event):
        released = Draw.objects.filter(round__event=event, status=Draw.Status.RELEASED)
        rounds = [f"round:{number}" for number in released.values_list("round__number", flat=True)]
        lines = lines.exclude(Q(action="draw.edited") & ~Q(subject__in=rounds))
    if kept_back_from(actor, event) is not None:
        lines = lines.exclude(action__in=_GOING_ON).exclude(after__has_key="advance")
    return lines


def visible_rulings(actor: Actor, event: Event) -> QuerySet[EntryRuling]:
    """Return the rulings without a table that an actor may see: they are points, kept back as results are."""
    found = EntryRuling.objects.filter(event=event)
    first = keeps_from(actor, event)
    return found if first is None else found.filter(Q(round__number__lt=first) | Q(entry=actor.entry))


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
