"""Stages and their rounds: how many, how long, how ranked."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from engine.chance import fingerprint
from engine.dealing import Length
from engine.decoding import decode
from engine.errors import noop
from engine.places import PLACES
from engine.standings import parse_policy, parse_preset
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import EventSettings, settings_of
from tournament.models import Draw, Event, Round, Stage
from tournament.persons import members_of
from tournament.seating.areas import needs_whole_field
from tournament.seating.methods import find_method
from tournament.selectors.persons import in_pairs
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import rank_changes
from tournament.services.writing import Write, writing
from tournament.stage_settings import StageDrawing, drawing_of, parse_drawing

MOST_ROUNDS = 200


def policy_of(event: Event, policy: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return a standings policy as data: a preset of the game by its code, or the data itself, checked.

    Where an entry takes several places, what it is counted by is its share, unless the policy says otherwise.
    """
    presets = rules_of(event).ruleset.standings_presets
    if isinstance(policy, str):
        if policy not in presets:
            raise Refused("standings_unknown", noop("There is no preset “{preset}”."), path="policy", preset=policy)
        policy = preset_policy(presets[policy])
    share = members_of(rules_of(event).ruleset)
    if share > 1:
        policy = {"share": share, **policy}
    read = parse_policy(policy, path="policy")
    if read.rule.placed and len(read.place_points) < len(PLACES) // share:
        raise Refused(
            "place_points_few",
            noop("Give a worth for each of the {count} places of a table."),
            path="policy.place_points",
            count=len(PLACES) // share,
        )
    return dict(policy)


def preset_policy(preset: Mapping[str, Any]) -> dict[str, Any]:
    """Return the policy within a standings preset, as data."""
    parse_preset(preset, path="policy")
    return dict(preset["policy"])


def check_drawing(settings: EventSettings, drawing: StageDrawing, path: str = "drawing.method") -> None:
    """Refuse a way of drawing that needs the whole field where the areas of the hall are drawn apart."""
    if settings.areas and not drawing.together and not find_method(drawing.method).per_area:
        raise needs_whole_field(drawing.method, path)


def plan_stage(
    write: Write,
    *,
    name: str,
    seating: str,
    length: Mapping[str, Any],
    policy: str | Mapping[str, Any],
    rounds: int,
    drawing: Mapping[str, Any] | None = None,
) -> Stage:
    """Add a stage with its rounds within a write."""
    if seating not in Stage.Seating.values:
        raise Refused("seating_unknown", noop("“{value}” is not one of the choices."), path="seating", value=seating)
    if length:
        decode(Length, dict(length), "length")
    event = write.event
    if drawing is None:
        drawing = {"method": "pairs"} if in_pairs(event) else {}
    check_drawing(settings_of(event), parse_drawing(dict(drawing)))
    last = Stage.objects.filter(event=event).order_by("-order").first()
    stage = Stage.objects.create(
        event=event,
        order=last.order + 1 if last else 1,
        name=name,
        seating=seating,
        length=dict(length),
        policy=policy_of(event, policy),
        drawing=dict(drawing),
    )
    plan_rounds(write, stage, rounds)
    return stage


def plan_rounds(write: Write, stage: Stage, count: int) -> list[Round]:
    """Add rounds at the end of the event, each with the commitment to its draw's seed."""
    numbers = Round.objects.filter(event=write.event).order_by("-number").values_list("number", "stage_id")
    last, last_stage = numbers.first() or (0, stage.pk)
    if last_stage != stage.pk and stage.order < Stage.objects.get(pk=last_stage).order:
        raise Conflict("stage_over", noop("A later stage has its rounds already."), path="rounds")
    if count < 0 or last + count > MOST_ROUNDS:
        raise Refused("rounds_count", noop("An event has at most {most} rounds."), path="rounds", most=MOST_ROUNDS)
    rounds = []
    for number in range(last + 1, last + count + 1):
        seed, seed_hash = commit_seed()
        rounds.append(Round(event=write.event, stage=stage, number=number, seed=seed, seed_hash=seed_hash))
    return Round.objects.bulk_create(rounds)


def commit_seed() -> tuple[str, str]:
    """Return a fresh seed of 128 bits and the hash that is published before it is used."""
    seed = secrets.token_hex(16)
    return seed, fingerprint(seed)


def add_stage(
    *,
    actor: Actor,
    event: Event,
    name: str,
    seating: str,
    length: Mapping[str, Any],
    policy: str | Mapping[str, Any],
    rounds: int,
    drawing: Mapping[str, Any] | None = None,
) -> Stage:
    """Add a stage behind those there are."""
    require(actor, "manage", event)
    with writing(event, actor) as write:
        stage = plan_stage(
            write, name=name, seating=seating, length=length, policy=policy, rounds=rounds, drawing=drawing
        )
        write.audit("stage.added", f"stage:{stage.order}", after={"name": name, "rounds": rounds})
    return stage


FIELDS = ("name", "seating", "length", "policy", "drawing")


def update_stage(*, actor: Actor, stage: Stage, changes: Mapping[str, Any], confirm_stage: int | None = None) -> Stage:
    """Change name, seating, length, policy or the way of drawing; tables that exist keep the length they have.

    Once a round of the stage was released, another policy has to be confirmed by the number of the stage: the refusal
    (`confirm_policy`) says whose rank would change.
    """
    require(actor, "manage", stage)
    with writing(stage.event, actor) as write:
        before: dict[str, Any] = {}
        for field, value in changes.items():
            if field not in FIELDS:
                raise Refused("field_unknown", noop("“{field}” is not known here."), path=field, field=field)
            before[field] = getattr(stage, field)
            if field == "seating" and value not in Stage.Seating.values:
                raise Refused("seating_unknown", noop("“{value}” is not one of the choices."), path=field, value=value)
            if field == "length" and value:
                decode(Length, value, "length")
            if field == "drawing":
                check_drawing(settings_of(write.event), parse_drawing(value))
            setattr(stage, field, policy_of(stage.event, value) if field == "policy" else value)
        if "policy" in changes and stage.policy != before["policy"]:
            _check_confirmed(write.event, stage, before["policy"], confirm_stage)
        stage.save(update_fields=list(changes))
        if "drawing" in changes and before["drawing"] != stage.drawing:
            make_stale(write, stage)
        write.audit(
            "stage.updated",
            f"stage:{stage.order}",
            before=before,
            after={field: getattr(stage, field) for field in changes},
        )
    return stage


def _check_confirmed(event: Event, stage: Stage, old: Mapping[str, Any], confirm_stage: int | None) -> None:
    """Ask twice before standings that people have seen are computed in another way."""
    if confirm_stage == stage.order or not Draw.objects.filter(round__stage=stage, status="released").exists():
        return
    changed = rank_changes(event, stage, old)
    raise Conflict(
        "confirm_policy",
        noop("Stage {stage} has begun: {count} ranks would change. Confirm it by the number of the stage."),
        path="confirm_stage",
        facts={"stage": stage.order, "ranks": changed},
        stage=stage.order,
        count=len(changed),
    )


def teams_matter(event: Event) -> bool:
    """Tell whether some stage is drawn by teams or clubs: kept apart, or as partners."""
    drawings = [drawing_of(stage) for stage in Stage.objects.filter(event=event)]
    return any(drawing.apart_by or find_method(drawing.method).pairs for drawing in drawings)


def make_stale(write: Write, stage: Stage | None = None) -> None:
    """Drafts were drawn from something that has changed since: they cannot be released any more."""
    drafts = Draw.objects.filter(round__event=write.event, status=Draw.Status.DRAFT)
    if stage is not None:
        drafts = drafts.filter(round__stage=stage)
    for draw in drafts.select_related("round"):
        write.audit("draw.stale", f"round:{draw.round.number}", before={"attempt": draw.attempt})
    drafts.update(status=Draw.Status.STALE)


def add_rounds(*, actor: Actor, stage: Stage, count: int) -> list[Round]:
    """Add rounds to a stage."""
    require(actor, "manage", stage)
    with writing(stage.event, actor) as write:
        rounds = plan_rounds(write, stage, count)
        write.audit("rounds.added", f"stage:{stage.order}", after={"count": count})
    return rounds
