"""An event's life: made from a preset, set up, opened, run, closed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction

from engine.errors import noop
from engine.registry import find_game
from engine.rulesets import EventPreset, ResolvedRuleset, resolve
from tournament.access import Role, require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import known_zones, parse_settings, settings_of
from tournament.models import Event, StaffRole, StoredRuleset, TableEvent
from tournament.selectors.rounds import what_is_open
from tournament.selectors.rulesets import rules_of
from tournament.services.areas import settle_areas
from tournament.services.stages import plan_stage
from tournament.services.starts import plan_starts
from tournament.services.waitlist import fill_free_places
from tournament.services.writing import Write, check_reason, writing

Status = Event.Status
# What the moments of a timetable depend on beside its lines.
PLACED_BY = ("starts_on", "zone")
STEPS: Mapping[str, tuple[str, ...]] = {
    Status.DRAFT: (Status.OPEN, Status.RUNNING),
    Status.OPEN: (Status.DRAFT, Status.RUNNING),
    Status.RUNNING: (Status.OPEN, Status.CLOSED),
    Status.CLOSED: (Status.RUNNING, Status.ARCHIVED),
    Status.ARCHIVED: (Status.CLOSED,),
}


def store_ruleset(rules: ResolvedRuleset) -> StoredRuleset:
    """Keep a resolved ruleset as data, once for all events that play by the same."""
    body = msgspec.json.encode(rules.dump(), order="deterministic")
    digest = hashlib.sha256(body).hexdigest()
    stored, _created = StoredRuleset.objects.get_or_create(
        digest=digest, defaults={"game": rules.ruleset.code, "body": body.decode()}
    )
    return stored


def find_event_preset(game: str, code: str) -> EventPreset:
    """Return what an organiser starts from, or refuse (`preset_unknown`)."""
    for preset in find_game(game).ruleset.event_presets:
        if preset.code == code:
            return preset
    raise Refused("preset_unknown", noop("There is no preset “{preset}”."), path="preset", preset=code)


def create_event(
    *,
    actor: Actor,
    name: str,
    slug: str,
    zone: str,
    game: str,
    preset: str,
    rounds: int | None = None,
    length: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
    place: str = "",
) -> Event:
    """Make an event from one of its game's presets: rules, one stage with its rounds and standings, its organiser."""
    require(actor, "found")
    chosen = find_event_preset(game, preset)
    rules = resolve(find_game(game).ruleset, chosen.preset, chosen.options, options or {})
    parse_settings(dict(settings or {}))
    check_name(name, slug, zone)
    check_slug_free(slug)
    event = Event(
        slug=slug,
        name=" ".join(name.split()),
        zone=zone,
        game=game,
        preset=preset,
        ruleset=store_ruleset(rules),
        settings=dict(settings or {}),
        starts_on=starts_on,
        ends_on=ends_on,
        place=place,
    )
    with founding(event, actor) as write:
        if actor.user is not None:
            StaffRole.objects.create(event=event, user=actor.user, role=Role.ORGANISER)
        plan_stage(
            write,
            name="",
            seating=chosen.seating,
            length=dict(length or chosen.length),
            policy=chosen.standings,
            rounds=chosen.rounds if rounds is None else rounds,
        )
        write.audit("event.created", f"event:{slug}", after={"name": name, "game": game, "preset": preset})
    return event


@contextmanager
def founding(event: Event, actor: Actor) -> Iterator[Write]:
    """Open the first write of an event, in which it is made: where the rest is refused, its address stays free."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                event.save(force_insert=True)
        except IntegrityError:
            # Somebody else took the address a moment ago.
            raise slug_taken() from None
        with writing(event, actor) as write:
            yield write


def check_slug_free(slug: str) -> None:
    """Refuse an address that an event has already."""
    if Event.objects.filter(slug=slug).exists():
        raise slug_taken()


def slug_taken() -> Conflict:
    """The refusal of an address that an event has already."""
    return Conflict("slug_taken", noop("There is an event at this address already."), path="slug")


def check_name(name: str, slug: str, zone: str) -> None:
    """Refuse an event without a name, with an address that cannot be one, or in a zone there is not."""
    _check_title(name)
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise Refused(
            "slug_unreadable", noop("Use letters, digits, hyphens and underscores for the address."), path="slug"
        ) from error
    _check_zone(zone)


def _check_title(name: str) -> None:
    if not name.strip():
        raise Refused("name_missing", noop("Give the event a name."), path="name")
    most = Event._meta.get_field("name").max_length
    if len(name.strip()) > most:
        template = noop("The name of an event has at most {most} characters.")
        raise Refused("name_long", template, path="name", most=most)


def _check_zone(zone: str) -> None:
    if zone not in known_zones():
        raise Refused("zone_unknown", noop("There is no time zone “{zone}”."), path="zone", zone=zone)


def update_event(*, actor: Actor, event: Event, changes: Mapping[str, Any]) -> Event:
    """Change name, zone, dates, place or settings; the settings given are laid over those there are."""
    require(actor, "manage", event)
    allowed = {"name", "zone", "starts_on", "ends_on", "place", "settings"}
    for field in changes:
        if field not in allowed:
            raise Refused("field_unknown", noop("“{field}” is not known here."), path=field, field=field)
    if "zone" in changes:
        _check_zone(changes["zone"])
    if "name" in changes:
        _check_title(str(changes["name"]))
        changes = {**changes, "name": " ".join(str(changes["name"]).split())}
    with writing(event, actor) as write:
        locked = write.event
        before = {field: getattr(locked, field) for field in changes}
        held = settings_of(locked)
        for field, value in changes.items():
            setattr(locked, field, {**locked.settings, **value} if field == "settings" else value)
        settings = parse_settings(locked.settings)
        locked.save(update_fields=list(changes))
        if "settings" in changes:
            settle_areas(write, held, settings, {})
            fill_free_places(write)
        if settings.timetable != held.timetable or any(before.get(one) != changes.get(one) for one in PLACED_BY):
            plan_starts(locked)
        after = {field: getattr(locked, field) for field in changes}
        write.audit("event.updated", f"event:{locked.slug}", before=_plain(before), after=_plain(after))
    event.refresh_from_db()
    return event


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value.isoformat() if isinstance(value, date) else value for field, value in values.items()}


def rules_fixed(event: Event) -> bool:
    """Tell whether something was recorded, so that the rules cannot change any more."""
    return TableEvent.objects.filter(table__event=event).exists()


def change_options(*, actor: Actor, event: Event, options: Mapping[str, Any]) -> Event:
    """Decide options of the ruleset anew; refused once something was recorded, since history is not rewritten."""
    require(actor, "manage", event)
    with writing(event, actor) as write:
        if rules_fixed(event):
            raise Conflict("rules_fixed", noop("The rules are fixed: hands have been recorded."), path="options")
        held = rules_of(write.event)
        rules = resolve(held.ruleset, None, held.plain_options, options)
        write.event.ruleset = store_ruleset(rules)
        write.event.save(update_fields=["ruleset"])
        changed = {code: held.plain_options[code] for code in options}
        write.audit("event.options", f"event:{event.slug}", before=changed, after=dict(options))
    event.refresh_from_db()
    return event


def set_status(*, actor: Actor, event: Event, status: str, reason: str = "") -> Event:
    """Take an event one step on (or back); it closes only when nothing is open any more, and leaves the archive only
    for a reason.
    """
    require(actor, "manage", event)
    with writing(event, actor, closed_too=True) as write:
        locked = write.event
        if status not in STEPS.get(locked.status, ()):
            raise Conflict(
                "status_step",
                noop("An event that is {before} cannot become {after}."),
                path="status",
                before=locked.status,
                after=status,
            )
        if locked.status == Status.ARCHIVED:
            check_reason(reason)
        if status == Status.CLOSED and locked.status != Status.ARCHIVED:
            _check_nothing_open(locked)
        before, locked.status = locked.status, status
        locked.save(update_fields=["status"])
        write.audit(
            "event.status", f"event:{locked.slug}", before={"status": before}, after={"status": status}, reason=reason
        )
    event.refresh_from_db()
    return event


def close_event(*, actor: Actor, event: Event) -> Event:
    """Close an event for good reasons only: the refusal (`still_open`) lists every round and table still open."""
    return set_status(actor=actor, event=event, status=Status.CLOSED)


def _check_nothing_open(event: Event) -> None:
    found = what_is_open(event)
    if found:
        raise Conflict(
            "still_open",
            noop("{count} things are still open: finish or void them first."),
            facts={"open": found},
            count=len(found),
        )
