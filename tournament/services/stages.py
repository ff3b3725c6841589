"""Stages and their rounds: how many, how long, how ranked."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from engine.chance import fingerprint
from engine.dealing import Length
from engine.decoding import decode
from engine.errors import noop
from engine.standings import parse_policy, parse_preset
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Event, Round, Stage
from tournament.persons import members_of
from tournament.selectors.rulesets import rules_of
from tournament.services.writing import Write, writing

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
    parse_policy(policy, path="policy")
    return dict(policy)


def preset_policy(preset: Mapping[str, Any]) -> dict[str, Any]:
    """Return the policy within a standings preset, as data."""
    parse_preset(preset, path="policy")
    return dict(preset["policy"])


def plan_stage(
    write: Write, *, name: str, seating: str, length: Mapping[str, Any], policy: str | Mapping[str, Any], rounds: int
) -> Stage:
    """Add a stage with its rounds within a write."""
    if seating not in Stage.Seating.values:
        raise Refused("seating_unknown", noop("“{value}” is not one of the choices."), path="seating", value=seating)
    if length:
        decode(Length, dict(length), "length")
    event = write.event
    last = Stage.objects.filter(event=event).order_by("-order").first()
    stage = Stage.objects.create(
        event=event,
        order=last.order + 1 if last else 1,
        name=name,
        seating=seating,
        length=dict(length),
        policy=policy_of(event, policy),
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
) -> Stage:
    """Add a stage behind those there are."""
    require(actor, "manage", event)
    with writing(event, actor) as write:
        stage = plan_stage(write, name=name, seating=seating, length=length, policy=policy, rounds=rounds)
        write.audit("stage.added", f"stage:{stage.order}", after={"name": name, "rounds": rounds})
    return stage


def update_stage(*, actor: Actor, stage: Stage, changes: Mapping[str, Any]) -> Stage:
    """Change name, seating, length or policy; tables that exist keep the length they were released with."""
    require(actor, "manage", stage)
    with writing(stage.event, actor) as write:
        before: dict[str, Any] = {}
        for field, value in changes.items():
            if field not in ("name", "seating", "length", "policy"):
                raise Refused("field_unknown", noop("“{field}” is not known here."), path=field, field=field)
            before[field] = getattr(stage, field)
            if field == "seating" and value not in Stage.Seating.values:
                raise Refused("seating_unknown", noop("“{value}” is not one of the choices."), path=field, value=value)
            if field == "length" and value:
                decode(Length, value, "length")
            setattr(stage, field, policy_of(stage.event, value) if field == "policy" else value)
        stage.save(update_fields=list(changes))
        write.audit(
            "stage.updated",
            f"stage:{stage.order}",
            before=before,
            after={field: getattr(stage, field) for field in changes},
        )
    return stage


def add_rounds(*, actor: Actor, stage: Stage, count: int) -> list[Round]:
    """Add rounds to a stage."""
    require(actor, "manage", stage)
    with writing(stage.event, actor) as write:
        rounds = plan_rounds(write, stage, count)
        write.audit("rounds.added", f"stage:{stage.order}", after={"count": count})
    return rounds
