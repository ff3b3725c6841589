"""Standings kept back for the end and told step by step: each step is one write, and can be taken back."""

from __future__ import annotations

import msgspec

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Event, Round, Stage
from tournament.reveal import Reveal, reveal_of
from tournament.selectors.reveal import next_rank
from tournament.services.writing import Write, writing


def keep_back(*, actor: Actor, event: Event, from_round: Round) -> Event:
    """Keep the results from a round on, and the standings made of them, from everybody but those who rule and organise.

    Also after everything was told: it is kept back again.
    """
    require(actor, "manage", event)
    with writing(event, actor, closed_too=True) as write:
        if reveal_of(write.event) is not None:
            raise Conflict("kept_back_already", noop("Results are kept back already."))
        final = Stage.objects.filter(event=event).order_by("-order").first()
        if final is None or from_round.event_id != event.pk:
            raise Refused("round_unknown", noop("There is no such round."), path="round")
        kept = Reveal(from_round=from_round.number, stage=from_round.stage.order, final=final.order)
        _store(write, kept, "standings.kept_back", f"round:{from_round.number}")
    return _as_it_is(event, write)


def tell_next(*, actor: Actor, event: Event, ranks: int = 1, seen: int | None = None) -> Event:
    """Tell the next `ranks` rows from the last one upwards; those who share a rank are told together.

    `seen` is how many steps the caller has seen: a second press of the button does not tell two.
    """
    require(actor, "manage", event)
    with writing(event, actor, closed_too=True) as write:
        kept = _open(write, seen)
        if not 1 <= ranks <= 1000:
            raise Refused("ranks_range", noop("Say how many ranks, at most {most}."), path="ranks", most=1000)
        best = next_rank(write.event, kept, ranks)
        if best is None:
            raise Conflict("standings_missing", noop("There are no standings yet."))
        told = msgspec.structs.replace(kept, steps=(*kept.steps, best))
        _store(write, told, "standings.told", f"rank:{best}")
    return _as_it_is(event, write)


def tell_all(*, actor: Actor, event: Event, seen: int | None = None) -> Event:
    """Make everything public."""
    require(actor, "manage", event)
    with writing(event, actor, closed_too=True) as write:
        kept = _open(write, seen)
        _store(write, msgspec.structs.replace(kept, steps=(*kept.steps, 1)), "standings.told", "rank:1")
    return _as_it_is(event, write)


def take_back(*, actor: Actor, event: Event, seen: int | None = None) -> Event:
    """Take the last step back: what it told is kept back again, also after everything was told."""
    require(actor, "manage", event)
    with writing(event, actor, closed_too=True) as write:
        kept = None if write.event.reveal is None else msgspec.convert(write.event.reveal, Reveal)
        if kept is None:
            raise Conflict("nothing_kept_back", noop("Nothing is kept back."))
        _check_seen(kept, seen)
        if kept.steps:
            _store(write, msgspec.structs.replace(kept, steps=kept.steps[:-1]), "standings.taken_back")
        else:
            _store(write, None, "standings.public")
    return _as_it_is(event, write)


def _open(write: Write, seen: int | None) -> Reveal:
    kept = reveal_of(write.event)
    if kept is None:
        raise Conflict("nothing_kept_back", noop("Nothing is kept back."))
    _check_seen(kept, seen)
    return kept


def _check_seen(kept: Reveal, seen: int | None) -> None:
    if seen is not None and seen != len(kept.steps):
        raise Conflict(
            "stale", noop("Somebody told or took back ranks meanwhile; look first."), facts={"seen": len(kept.steps)}
        )


def _store(write: Write, reveal: Reveal | None, action: str, subject: str = "") -> None:
    before, after = write.event.reveal, None if reveal is None else msgspec.to_builtins(reveal)
    write.event.reveal = after
    write.event.save(update_fields=["reveal"])
    write.audit(action, subject, before=before, after=after)


def _as_it_is(event: Event, write: Write) -> Event:
    event.reveal, event.version = write.event.reveal, write.event.version
    return event
