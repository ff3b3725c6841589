"""Makes an event like an earlier one: last year's again."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tournament.access import Role, require
from tournament.actors import Actor
from tournament.event_settings import settings_of
from tournament.models import Event, Round, StaffRole, Stage
from tournament.services.events import check_name, check_slug_free, founding
from tournament.services.stages import plan_stage
from tournament.services.starts import plan_starts
from tournament.services.writing import Write

HALL = ("tables", "tables_out", "areas")


def copy_event(
    *,
    actor: Actor,
    source: Event,
    name: str,
    slug: str,
    starts_on: date,
    staff: bool = True,
    hall: bool = True,
) -> Event:
    """Make a draft like `source`: its rules as decided, stages with rounds and standings, settings and questions.

    People, results and draws stay behind; so does what draws have to respect of persons. All dates move by as many
    days as the first one does. `staff` gives the same roles to the same accounts, `hall` keeps the tables of the hall
    with its venues; without it roles are for the whole hall.
    """
    require(actor, "found")
    require(actor, "manage", source)
    check_name(name, slug, source.zone)
    check_slug_free(slug)
    moved = _Moved(source, starts_on)
    event = Event(
        slug=slug,
        name=name.strip(),
        zone=source.zone,
        starts_on=starts_on,
        ends_on=moved.day(source.ends_on),
        place=source.place,
        game=source.game,
        preset=source.preset,
        ruleset=source.ruleset,
        settings=_settings(source, moved, hall=hall),
        check_in_until=moved.moment(source.check_in_until),
    )
    with founding(event, actor) as write:
        roles = StaffRole.objects.filter(event=source) if staff else StaffRole.objects.none()
        wanted = {(role.user_id, role.role, role.area if hall else "") for role in roles}
        if actor.user is not None:
            wanted.add((actor.user.pk, Role.ORGANISER, ""))
        StaffRole.objects.bulk_create(
            StaffRole(event=event, user_id=user, role=role, area=area) for user, role, area in sorted(wanted)
        )
        for stage in Stage.objects.filter(event=source).order_by("order"):
            _copy_stage(write, stage, moved)
        plan_starts(event)
        write.audit("event.copied", f"event:{slug}", after={"name": name, "from": source.slug, "staff": staff})
    return event


class _Moved:
    """Dates and moments of the source, as many days later as the new first day is; the hour by the clock stays."""

    def __init__(self, source: Event, starts_on: date) -> None:
        self.by = timedelta(0) if source.starts_on is None else starts_on - source.starts_on
        self.known = source.starts_on is not None
        self.zone = ZoneInfo(source.zone)

    def day(self, value: date | None) -> date | None:
        """Return a day moved; None where there is none to move from."""
        return value + self.by if value is not None and self.known else None

    def moment(self, value: datetime | None) -> datetime | None:
        """Return a moment moved: at the same hour of the event's clock, whatever the offset is on that day."""
        if value is None or not self.known:
            return None
        local = value.astimezone(self.zone)
        return datetime.combine(local.date() + self.by, local.time(), tzinfo=self.zone)


def _settings(source: Event, moved: _Moved, *, hall: bool) -> dict[str, Any]:
    held = {key: value for key, value in source.settings.items() if hall or key not in HALL}
    if "registration" in held:
        registration = settings_of(source).registration
        times = {"opens_at": moved.moment(registration.opens_at), "closes_at": moved.moment(registration.closes_at)}
        held["registration"] = registration.as_data() | {
            name: None if value is None else value.isoformat() for name, value in times.items()
        }
    return held


def _copy_stage(write: Write, stage: Stage, moved: _Moved) -> None:
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    made = plan_stage(
        write,
        name=stage.name,
        seating=stage.seating,
        length=stage.length,
        policy=stage.policy,
        rounds=len(rounds),
        drawing=stage.drawing,
    )
    for old, new in zip(rounds, Round.objects.filter(stage=made).order_by("number"), strict=True):
        new.clock_minutes, new.starts_at = old.clock_minutes, moved.moment(old.starts_at)
        new.save(update_fields=["clock_minutes", "starts_at"])
