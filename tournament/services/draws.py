"""Draws: seated by one of the registered ways, kept as data until released, written whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from engine.errors import noop
from engine.seating.groups import Cancelled, Progress
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_found
from tournament.event_settings import settings_of
from tournament.models import Draw, DrawJob, Event, PostingRow, Round, Table, TableEvent
from tournament.seating.inputs import read_inputs
from tournament.seating.quality import result_bytes
from tournament.selectors.seating import field_of, would_differ
from tournament.services.absent import check_absent
from tournament.services.advancing import Advance, advancing
from tournament.services.making import (
    Made,
    Prepared,
    check_free,
    make,
    prepare,
    seated_again,
    store_draw,
    wish_of,
)
from tournament.services.redraws import check_fates, check_whole, fates_of, store_around, tell_tables
from tournament.services.releasing import write_tables
from tournament.services.reseating import seats_known, seats_of, tell_reseated
from tournament.services.rests import check_rests
from tournament.services.stages import commit_seed
from tournament.services.table_cache import rewrite_cache
from tournament.services.writing import Write, writing

TRIES = 4


def draw_round(
    *,
    actor: Actor,
    round_: Round,
    method: str | None = None,
    tables: Sequence[Mapping[str, Any]] | None = None,
    out: Sequence[int] = (),
    absent: str | None = None,
    dice: Sequence[int] = (),
    tiles: str = "",
    renew: bool = False,
    override: str = "",
    keep: Sequence[int] | None = None,
    void: Sequence[int] = (),
    seen: Mapping[str, int] | None = None,
    advance: Advance | None = None,
    progress: Progress | None = None,
    job: DrawJob | None = None,
) -> Draw:
    """Draw a round (again) with its committed seed; without a method, the way its stage is drawn.

    `tables` ({number, seats}) and `out` are those of a seating by hand. `dice` and `tiles` from the hall are mixed into
    the seed. `renew` draws a schedule anew that would still serve. `absent` says what becomes of those who have not
    checked in; without it they are listed once (`not_checked_in`). `override` is the reason for a seating by hand in
    which somebody rests again before everybody has rested. `job` is the background job that asks.

    The draw is a draft until released. A round that was released is drawn again only while nothing was recorded, or
    where each table with hands is in `keep` or `void`: the kept ones stay as they are with their hands, the others are
    drawn around them and released at once, so that play goes on; everybody at those tables is told. `seen` (number:
    seq) is how far each was seen. `advance` says who keeps a place in a later stage, where that would come out
    otherwise without those hands. What it is made from is read under the event's lock and compared once more when it
    is written.
    """
    require(actor, "draw", round_)
    fates = fates_of(keep, void, seen)
    kept = None if fates is None else fates.keep
    wish = wish_of(round_, method=method, tables=tables, out=out, dice=dice, tiles=tiles, renew=renew, keep=kept)
    if fates is not None:
        require(actor, "delete_draw", round_)
        check_fates(round_, fates)
    check_rests(round_, out, override)
    check_absent(actor=actor, round_=round_, choice=absent)
    with transaction.atomic():
        prepared = prepare(_locked(Event.objects.select_for_update().get(pk=round_.event_id), round_), wish)
    if job is not None and job.attempt != prepared.attempt:
        raise Conflict("drawn_meanwhile", noop("This round was drawn meanwhile; look at that draw first."))
    for _try in range(TRIES):
        made = make(prepared, progress)
        with writing(round_.event, actor) as write:
            write.standings_change = False
            locked = _locked(write.event, round_)
            check_free(locked, prepared)
            again = prepare(locked, wish, prepared.attempt)
            if again.same_as(prepared):
                if job is not None and not DrawJob.objects.filter(pk=job.pk, cancel=False).exists():
                    raise Cancelled
                if fates is None:
                    draw = _store(write, locked, again, made, absent, override)
                else:
                    with advancing(write, [locked], advance, f"round:{locked.number}"):
                        draw = store_around(write, locked, again, made, fates, absent=absent, reason=override)
                    round_.seed, round_.seed_hash = locked.seed, locked.seed_hash
                if job is not None:
                    DrawJob.objects.filter(pk=job.pk).update(draw=draw, status=DrawJob.Status.DONE)
                round_.status = locked.status
                return draw
            write.cancel()
        prepared = again
    raise Conflict("field_changed", noop("The field changed while the round was drawn; draw it again."))


def _locked(event: Event, round_: Round) -> Round:
    locked = Round.objects.select_for_update(of=("self",)).select_related("stage").get(pk=round_.pk)
    locked.event = event
    return locked


def _store(write: Write, round_: Round, prepared: Prepared, made: Made, absent: str | None, override: str) -> Draw:
    _take_back(write, round_)
    draw = store_draw(write, round_, prepared, made)
    round_.status = Round.Status.DRAWN
    round_.save(update_fields=["status"])
    write.audit(
        "draw.made",
        f"round:{round_.number}",
        # No more than this: the whole staff reads it before the release.
        after={"attempt": prepared.attempt, "method": prepared.inputs.method, "absent": absent},
        reason=override,
    )
    return draw


def replay(draw: Draw) -> tuple[bytes, bool]:
    """Draw again from what a draw stores; returns the bytes of the seating and whether they are those of the draw."""
    again = result_bytes(seated_again(draw))
    return again, again == result_bytes(draw.result)


def release_draw(*, actor: Actor, round_: Round) -> Draw:
    """Release the draft: write its tables and seats, show the seed, and commit to a new seed for any later draw."""
    require(actor, "draw", round_)
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().select_related("stage").get(pk=round_.pk)
        draw = Draw.objects.filter(round=locked, status__in=(Draw.Status.DRAFT, Draw.Status.STALE)).first()
        if draw is None:
            raise Conflict("nothing_drawn", noop("This round has no draw to release."))
        if draw.status == Draw.Status.STALE:
            raise Conflict(
                "draw_stale", noop("The field changed after this draw: draw the round again before releasing it.")
            )
        draw.round = locked
        locked.event = write.event
        if draw.inputs.get("standings") and would_differ(draw):
            raise Conflict(
                "draw_standings_changed",
                noop("The standings changed after this draw: draw the round again before releasing it."),
                facts={"standings_version": draw.inputs.get("standings_version"), "version": write.event.version},
            )
        write_tables(write.event, locked, draw)
        known = seats_known(locked, draw)
        if known is not None:
            tell_reseated(write.event, locked, known, seats_of(draw))
        draw.status, draw.released_at = Draw.Status.RELEASED, write.at
        draw.save(update_fields=["status", "released_at"])
        locked.status = Round.Status.RELEASED
        locked.seed, locked.seed_hash = commit_seed()
        locked.save(update_fields=["status", "seed", "seed_hash"])
        write.audit("draw.released", f"round:{locked.number}", after={"attempt": draw.attempt})
    round_.status, round_.seed, round_.seed_hash = locked.status, locked.seed, locked.seed_hash
    return draw


def _take_back(write: Write, round_: Round) -> None:
    """Put away the draw there is, before another: a draft simply, a released one only while nothing was recorded."""
    held = Draw.objects.filter(round=round_).exclude(status=Draw.Status.DELETED)
    for draw in held:
        if draw.status == Draw.Status.RELEASED:
            recorded = TableEvent.objects.filter(table__draw=draw).exclude(kind__in=("seats",)).exists()
            if recorded or round_.status == Round.Status.CLOSED:
                raise Conflict(
                    "hands_recorded",
                    noop("Hands were recorded in round {round}: keep or give up each table, or delete the draw."),
                    round=round_.number,
                )
        before = {"attempt": draw.attempt, "status": draw.status, "round": round_.status}
        write.audit("draw.put_away", f"round:{round_.number}", before=before)
        draw.status = Draw.Status.DELETED
        draw.save(update_fields=["status"])


def what_is_lost(round_: Round) -> dict[str, Any]:
    """Return what deleting a round's draw takes out of the standings."""
    tables = Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED)
    hands = sum(len(state.get("hands") or ()) for state in tables.values_list("state", flat=True))
    return {"tables": tables.count(), "hands": hands}


def delete_draw(
    *,
    actor: Actor,
    round_: Round,
    confirm_round: int | None,
    reason: str = "",
    advance: Advance | None = None,
) -> Draw:
    """Take a round's draw away with all that was played on it; nothing is erased, `restore_draw` brings it back.

    `advance` says who keeps a place in a later stage, where that would come out otherwise without the round.
    """
    require(actor, "delete_draw", round_)
    if confirm_round != round_.number:
        raise Conflict(
            "confirm_round",
            noop("Deleting the draw of round {round}: confirm it by naming the round."),
            path="confirm_round",
            facts={"round": round_.number, "lost": what_is_lost(round_)},
            round=round_.number,
        )
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        draw = Draw.objects.filter(round=locked).exclude(status=Draw.Status.DELETED).first()
        if draw is None:
            raise Conflict("nothing_drawn", noop("This round has no draw."))
        lost = what_is_lost(locked)
        played = Table.objects.filter(draw=draw, seq__gt=0).order_by("number")
        tell_tables(write, locked, played, kept=False)
        before = {"attempt": draw.attempt, "status": draw.status, "round": locked.status}
        with advancing(write, [round_], advance, f"round:{locked.number}"):
            PostingRow.objects.filter(table__draw=draw).delete()
            draw.status, locked.status = Draw.Status.DELETED, Round.Status.PLANNED
            draw.save(update_fields=["status"])
            locked.save(update_fields=["status"])
        write.audit("draw.deleted", f"round:{locked.number}", before=before, after={"lost": lost}, reason=reason)
    round_.status = locked.status
    return draw


def restore_draw(*, actor: Actor, round_: Round, attempt: int, advance: Advance | None = None) -> Draw:
    """Bring a deleted draw of a round back, with its tables and all that was recorded there.

    `advance` says who keeps a place in a later stage, where that would come out otherwise with it.
    """
    require(actor, "delete_draw", round_)
    with writing(round_.event, actor) as write:
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        draw = Draw.objects.filter(round=locked, attempt=attempt, status=Draw.Status.DELETED).first()
        if draw is None:
            raise not_found("draw")
        check_whole(draw)
        if Draw.objects.filter(round=locked).exclude(status=Draw.Status.DELETED).exists():
            raise Conflict("drawn_already", noop("This round has a draw; delete that one first."))
        if draw.released_at is None:
            locked.event = write.event
            same = tuple(entry.number for entry in field_of(locked)) == read_inputs(draw.inputs).entries
            draw.status = Draw.Status.DRAFT if same else Draw.Status.STALE
            locked.status = Round.Status.DRAWN
        else:
            known = seats_known(locked, draw)
            if known is not None:
                tell_reseated(write.event, locked, known, seats_of(draw))
            draw.status, locked.status = Draw.Status.RELEASED, Round.Status.RELEASED
        with advancing(write, [round_], advance, f"round:{locked.number}"):
            draw.save(update_fields=["status"])
            locked.save(update_fields=["status"])
            for table in Table.objects.filter(draw=draw).order_by("pk"):
                table.event = write.event
                rewrite_cache(table)
        write.audit("draw.restored", f"round:{locked.number}", after={"attempt": attempt, "status": draw.status})
    round_.status = locked.status
    return draw


def renumber_table(*, actor: Actor, table: Table, number: int) -> Table:
    """Move a table to another number; where that number is in use, the two tables change numbers."""
    require(actor, "draw", table)
    if number < 1:
        raise Refused("number_range", noop("A table's number is at least 1."), path="number")
    with writing(table.event, actor) as write:
        locked = Table.objects.select_for_update().get(pk=table.pk)
        other = Table.objects.filter(draw=locked.draw_id, number=number).exclude(pk=locked.pk).first()
        before, settings = locked.number, settings_of(write.event)
        if settings.areas and settings.area_at(number) != locked.area:
            template = noop("Table {number} is not in the venue of table {table}.")
            raise Refused("area_table", template, path="number", number=number, table=before)
        if other is not None:
            Table.objects.filter(pk=locked.pk).update(number=0)
            other.number = before
            other.save(update_fields=["number"])
        locked.number = number
        locked.save(update_fields=["number"])
        write.audit("table.renumbered", f"round:{table.round.number}/table:{before}", after={"number": number})
    table.number = number
    return table
