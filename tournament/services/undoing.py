"""Taking acts back, the newest first and then the one before, as far as the event goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict
from tournament.models import AuditEntry, Event
from tournament.selectors.rounds import rounds_of
from tournament.services.advancing import Advance, advancing
from tournament.services.inverses import INVERSES
from tournament.services.writing import writing

UNDONE = "act.undone"
# A write that holds one of these is undone where it was made: a ruling is overturned on its own page, and what was
# carried of it to a later round goes with it.
ELSEWHERE = ("case.", "carried.")
# Acts that change results: taken back, they ask who keeps a place in a later stage as they did when they were done.
RESULTS = frozenset(
    {
        "table.recorded",
        "table.counted",
        "table.voided",
        "table.restored",
        "entry.ruled",
        "entry.ruling_undone",
        "draw.released",
        "draw.around",
        "draw.deleted",
        "draw.restored",
    }
)


@dataclass(frozen=True)
class Act:
    """One write: who, when, what (its lines), whether it was taken back, and whether it can be."""

    version: int
    lines: tuple[AuditEntry, ...]
    undone: bool
    can: bool


def acts(event: Event, most: int = 100) -> list[Act]:
    """Return the writes of an event that changed how it stands, the newest first; what was undone is marked."""
    found: list[Act] = []
    gone: dict[int, bool] = {}
    for lines in _by_version(AuditEntry.objects.filter(event=event).select_related("actor", "actor_entry")):
        mark = next((line for line in lines if line.action == UNDONE), None)
        if mark is not None:
            gone[mark.after["version"]] = True
            continue
        known = [line for line in lines if line.action in INVERSES]
        if not known:
            continue
        version = lines[0].event_version
        apart = any(line.action.startswith(ELSEWHERE) for line in lines)
        found.append(Act(version, tuple(lines), version in gone, not apart))
        if len(found) == most:
            break
    return found


def _by_version(lines: QuerySet[AuditEntry]) -> list[list[AuditEntry]]:
    """The lines of each write together, newest write and newest line first."""
    groups: dict[int, list[AuditEntry]] = {}
    for line in lines.order_by("-id"):
        groups.setdefault(line.event_version, []).append(line)
    return list(groups.values())


def next_to_undo(found: Sequence[Act]) -> Act | None:
    """Return the act that would be taken back now."""
    return next((act for act in found if not act.undone and act.can), None)


def undo_act(*, actor: Actor, event: Event, version: int, advance: Advance | None = None) -> Act:
    """Take the newest act back that still stands; `version` is the one that was seen, another gives a conflict.

    `advance` says who keeps a place in a later stage, where that would come out otherwise.
    """
    require(actor, "undo", event)
    with writing(event, actor) as write:
        act = next_to_undo(acts(write.event))
        if act is None or act.version != version:
            raise Conflict(
                "undo_moved",
                noop("Something was done since: look at the list again."),
                path="version",
                facts={"version": None if act is None else act.version},
            )
        rounds = list(rounds_of(write.event)) if any(line.action in RESULTS for line in act.lines) else []
        try:
            with advancing(write, rounds, advance, act.lines[0].subject):
                for line in act.lines:
                    if line.action in INVERSES:
                        INVERSES[line.action](write, line)
        except ObjectDoesNotExist:
            raise Conflict("undo_gone", noop("What this act was about is no longer there.")) from None
        write.audit(UNDONE, act.lines[0].subject, after={"version": version, "action": act.lines[0].action})
    return act
