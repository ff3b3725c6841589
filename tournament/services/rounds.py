"""Running a round: start, clock, close, open again."""

from __future__ import annotations

from datetime import datetime

from django.db.models import ProtectedError

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import settings_of
from tournament.models import Event, Round
from tournament.selectors.carried import carried_to
from tournament.selectors.rounds import released_after, unfinished
from tournament.services.writing import Write, check_reason, writing

Status = Round.Status
# What can become of a table that is still out when its round is closed.
CHOICES = ("finish", "void", "extend")


def _locked(write: Write, round_: Round) -> Round:
    locked = Round.objects.select_for_update().select_related("stage").get(pk=round_.pk)
    locked.event = write.event
    return locked


def start_round(*, actor: Actor, round_: Round) -> Round:
    """Start a released round and its clock; what stands in the way is listed."""
    require(actor, "run", round_)
    with writing(round_.event, actor) as write:
        locked = _locked(write, round_)
        if locked.status != Status.RELEASED:
            raise Conflict(
                "round_status", noop("Round {round} is not released."), round=locked.number, status=locked.status
            )
        earlier = Round.objects.filter(event=write.event, number__lt=locked.number).exclude(status=Status.CLOSED)
        blockers = [{"round": found.number, "status": found.status} for found in earlier.order_by("number")]
        if blockers:
            raise Conflict(
                "round_blocked",
                noop("Earlier rounds are not closed: {rounds}."),
                facts={"blockers": blockers},
                rounds=", ".join(str(found["round"]) for found in blockers),
            )
        _begin(write, locked)
    _copy(locked, round_)
    return locked


def _begin(write: Write, locked: Round) -> None:
    """Let a released round run, and its event with it."""
    before = {**_standing(locked), "event": write.event.status}
    locked.status = Status.RUNNING
    if locked.clock_minutes:
        locked.clock_started_at = write.at
    locked.save(update_fields=["status", "clock_started_at"])
    if write.event.status in (Event.Status.DRAFT, Event.Status.OPEN):
        write.event.status = Event.Status.RUNNING
        write.event.save(update_fields=["status"])
    write.audit("round.started", f"round:{locked.number}", before=before)


def begin_with_result(write: Write, locked: Round) -> None:
    """The first result of a released round starts it; where an earlier one is open still, it waits for its start."""
    if locked.status != Status.RELEASED:
        return
    earlier = Round.objects.filter(event=write.event, number__lt=locked.number).exclude(status=Status.CLOSED)
    if not earlier.exists():
        _begin(write, locked)


def set_clock(
    *,
    actor: Actor,
    round_: Round,
    minutes: int | None = None,
    running: bool | None = None,
    starts_at: datetime | None = None,
) -> Round:
    """Set the clock's minutes, start or stop it, or say when the round is planned to start."""
    require(actor, "run", round_)
    if minutes is not None and not 1 <= minutes <= 1440:
        raise Refused("minutes_range", noop("A round lasts between 1 and {most} minutes."), path="minutes", most=1440)
    with writing(round_.event, actor) as write:
        write.standings_change = False
        locked = _locked(write, round_)
        before = clock_data(locked)
        if minutes is not None:
            locked.clock_minutes = minutes
        if starts_at is not None:
            locked.starts_at = starts_at
        if running is True and locked.clock_started_at is None:
            if locked.clock_minutes is None:
                raise Refused("clock_unset", noop("Set the minutes of this round first."), path="minutes")
            locked.clock_started_at = write.at
        if running is False and locked.clock_started_at is not None:
            locked.clock_used_seconds += int((write.at - locked.clock_started_at).total_seconds())
            locked.clock_started_at = None
        locked.save()
        write.audit("round.clock", f"round:{locked.number}", before=before, after=clock_data(locked))
    _copy(locked, round_)
    return locked


def clock_data(round_: Round) -> dict[str, str | int | None]:
    """Return the clock as data; times in UTC."""
    started = round_.clock_started_at
    return {
        "minutes": round_.clock_minutes,
        "used_seconds": round_.clock_used_seconds,
        "started_at": started.isoformat() if started else None,
        "starts_at": round_.starts_at.isoformat() if round_.starts_at else None,
    }


def close_round(*, actor: Actor, round_: Round) -> Round:
    """Close a round whose tables are all over and in which no penalty of an earlier one waits any more.

    The refusal lists the tables that are not, or the cases whose penalties are to be applied, waived or carried on.
    """
    require(actor, "run", round_)
    with writing(round_.event, actor) as write:
        locked = _locked(write, round_)
        if locked.status not in (Status.RELEASED, Status.RUNNING):
            raise Conflict("round_status", noop("Round {round} is not running."), round=locked.number)
        out = list(unfinished(locked, settings_of(write.event).confirmation))
        if out and locked.status == Status.RELEASED:
            raise Conflict("round_status", noop("Round {round} has not started."), round=locked.number)
        if out:
            raise Conflict(
                "tables_out",
                noop("Tables still out: {tables}. Finish, confirm or void them first."),
                facts={
                    "tables": [
                        {"number": table.number, "status": table.status, "seq": table.seq, "choices": list(CHOICES)}
                        for table in out
                    ]
                },
                tables=", ".join(str(table.number) for table in out),
            )
        if waiting := carried_to(locked):
            raise Conflict(
                "carried_waiting",
                noop("Penalties of earlier rounds still wait here: {names}. Apply them, waive them or carry them on."),
                facts={"carried": [{name: row[name] for name in ("number", "name", "case")} for row in waiting]},
                names=", ".join(row["name"] for row in waiting),
            )
        before = _standing(locked)
        if locked.clock_started_at is not None:
            locked.clock_used_seconds += int((write.at - locked.clock_started_at).total_seconds())
            locked.clock_started_at = None
        locked.status, locked.closed_at = Status.CLOSED, write.at
        locked.save()
        write.audit("round.closed", f"round:{locked.number}", before=before)
    _copy(locked, round_)
    return locked


def reopen_round(*, actor: Actor, round_: Round, reason: str) -> Round:
    """Open a closed round again, while no later round was released."""
    require(actor, "run", round_)
    check_reason(reason)
    with writing(round_.event, actor) as write:
        locked = _locked(write, round_)
        if locked.status != Status.CLOSED:
            raise Conflict("round_status", noop("Round {round} is not closed."), round=locked.number)
        if released_after(locked) is not None:
            raise Conflict(
                "later_released", noop("A later round is released: correct single tables instead of the round.")
            )
        before = _standing(locked)
        locked.status, locked.closed_at = Status.RUNNING, None
        locked.save(update_fields=["status", "closed_at"])
        write.audit("round.reopened", f"round:{locked.number}", before=before, reason=reason)
    _copy(locked, round_)
    return locked


def drop_round(*, actor: Actor, round_: Round) -> None:
    """Take the last planned round off the schedule, as long as it was never drawn."""
    require(actor, "manage", round_)
    with writing(round_.event, actor) as write:
        locked = _locked(write, round_)
        later = Round.objects.filter(event=write.event, number__gt=locked.number).exists()
        if locked.status != Status.PLANNED or later or locked.draws.exists():
            raise Conflict("round_needed", noop("Only the last round can be dropped, and only if it was never drawn."))
        write.audit("round.dropped", f"round:{locked.number}")
        try:
            locked.delete()
        except ProtectedError as error:  # something was put off to it
            raise Conflict("round_awaited", noop("Something waits for this round: see the rulings.")) from error


def _standing(round_: Round) -> dict[str, str | int | None]:
    """What an undo of an act puts back."""
    closed = round_.closed_at.isoformat() if round_.closed_at else None
    return {**clock_data(round_), "status": round_.status, "closed_at": closed}


def _copy(locked: Round, round_: Round) -> None:
    for field in ("status", "clock_minutes", "clock_started_at", "clock_used_seconds", "closed_at", "starts_at"):
        setattr(round_, field, getattr(locked, field))
