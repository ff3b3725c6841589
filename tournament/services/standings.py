"""Standings: computed from the ledger, stored once a version of the event, newer only."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from engine.errors import RuleError, noop
from engine.standings import to_json
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict
from tournament.models import Entry, Event, Snapshot, Stage, StandingsProblem
from tournament.reveal import reveal_of
from tournament.selectors.entries import UNDECIDED
from tournament.selectors.standings import Computed, computed_standings, rank_trail, record_points
from tournament.selectors.substitutes import pair_substitutes
from tournament.services.publishing import begin_run

TRIES = 4
KEPT = 20


def publish(event_id: int) -> int:
    """Compute and store the standings of every stage at the event's version; returns that version.

    Reading is optimistic: the version has to be the same before and after. Where nothing changed since the newest
    snapshots nothing is done, so that many changes cost one computation. A run that dies leaves nothing behind; one
    that fails leaves the reason, for the organiser's pages (`StandingsProblem`), and raises it.
    """
    begin_run(event_id)
    try:
        version = _publish(event_id)
    except Exception as failure:
        _note(event_id, failure)
        raise
    StandingsProblem.objects.filter(event=event_id).delete()
    return version


def _note(event_id: int, failure: Exception) -> None:
    """Keep why the standings could not be computed."""
    said = {"code": type(failure).__name__[:64], "template": "", "params": {}, "path": ""}
    if isinstance(failure, RuleError):
        params = {name: str(value) for name, value in failure.params.items()}
        said = {"code": failure.code, "template": failure.template, "params": params, "path": failure.path}
    version = Event.objects.values_list("version", flat=True).get(pk=event_id)
    StandingsProblem.objects.update_or_create(
        event_id=event_id, defaults={"version": version, "at": timezone.now(), **said}
    )


def _publish(event_id: int) -> int:
    for attempt in range(TRIES):
        event = Event.objects.get(pk=event_id)
        if not _behind(event):
            return event.version
        if attempt < TRIES - 1:
            bodies = compute_bodies(event)
            if Event.objects.values_list("version", flat=True).get(pk=event_id) != event.version:
                continue
        else:
            with transaction.atomic():
                event = Event.objects.select_for_update().get(pk=event_id)
                bodies = compute_bodies(event)
        store(event, bodies)
        return event.version
    raise AssertionError("unreachable")


def compute_again(*, actor: Actor, event: Event) -> int:
    """Compute the standings now because a run failed; what still stands in the way is refused with its reason."""
    require(actor, "run", event)
    try:
        return publish(event.pk)
    except RuleError:
        raise
    except Exception as failure:
        raise Conflict(
            "standings_failed",
            noop("The standings cannot be computed: {problem}."),
            problem=type(failure).__name__,
        ) from failure


def _behind(event: Event) -> bool:
    stages = set(Stage.objects.filter(event=event).values_list("pk", flat=True))
    current = set(Snapshot.objects.filter(event=event, version__gte=event.version).values_list("stage_id", flat=True))
    return bool(stages - current)


def compute_bodies(event: Event, before: int | None = None) -> dict[int, str]:
    """Return the JSON text of every stage's standings, by primary key of the stage; or as they were before a round."""
    names = {
        str(number): {"name": name, "team": team, "club": club, "ranked": ranked}
        for number, name, team, club, ranked in Entry.objects.filter(event=event)
        .exclude(status__in=UNDECIDED)
        .values_list("number", "name", "team", "club", "ranked")
    }
    bodies: dict[int, str] = {}
    for found in computed_standings(event, before=before):
        stage = found.stage
        kept_back = {} if before is None else {"kept_back": {"from_round": before, "told": None}}
        head = msgspec.json.encode(
            {
                "event": event.slug,
                "version": event.version,
                "stage": {"order": stage.order, "name": stage.name},
                "entries": names,
                "trail": rank_trail(found),
                "group_trails": {group.by: rank_trail(found, group.by) for group in found.policy.groups},
                "penalties": [
                    {"entry": item.entry, "round": item.round, "points": item.points, "account": item.account}
                    for item in found.data.penalties
                    if item.round in found.standings.rounds
                ],
                **_records(event, found),
                **_substitutes(event, found),
                **kept_back,
            }
        )
        groups = ",".join(f'"{group.by}":{to_json(found.grouped(group.by)).decode()}' for group in found.policy.groups)
        bodies[stage.pk] = (
            f'{head.decode()[:-1]},"standings":{to_json(found.standings).decode()},"groups":{{{groups}}}}}'
        )
    return bodies


def _records(event: Event, found: Computed) -> dict[str, list[dict[str, int | str]]]:
    """Return the points of rounds that were corrected for the record only beside those that count, where any were."""
    rows: list[dict[str, int | str]] = [row for row in record_points(event) if row["round"] in found.standings.rounds]
    return {"records": rows} if rows else {}


def _substitutes(event: Event, found: Computed) -> dict[str, list[dict[str, Any]]]:
    """Return who sat down for a member of a pair in a round that counts, where anybody did."""
    rows = pair_substitutes(event, found.standings.rounds)
    return {"substitutes": rows} if rows else {}


def store(event: Event, bodies: dict[int, str]) -> None:
    """Store snapshots unless newer ones are there, and let old ones go."""
    reveal = reveal_of(event)
    before = {} if reveal is None else compute_bodies(event, reveal.from_round)
    with transaction.atomic():
        newer = set(Snapshot.objects.filter(event=event, version__gte=event.version).values_list("stage_id", flat=True))
        Snapshot.objects.bulk_create(
            [
                Snapshot(
                    event=event,
                    stage_id=stage_id,
                    version=event.version,
                    body=body,
                    before_round=reveal.from_round if reveal is not None and stage_id in before else None,
                    before_body=before.get(stage_id, ""),
                )
                for stage_id, body in bodies.items()
                if stage_id not in newer
            ],
            ignore_conflicts=True,
        )
        for stage_id in bodies:
            kept = Snapshot.objects.filter(stage_id=stage_id).order_by("-version").values_list("version", flat=True)
            oldest = kept[KEPT - 1 : KEPT].first()
            if oldest is not None:
                Snapshot.objects.filter(stage_id=stage_id, version__lt=oldest).delete()
