"""Areas of the hall: named with their tables, and given to entries; each draws its rounds for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decoding import plain
from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.event_settings import EventSettings, parse_settings, settings_of
from tournament.models import Entry, Event, Invitation, Round, StaffRole, Stage, Table
from tournament.selectors.entries import GONE, numbered_entries
from tournament.services.stages import check_drawing, make_stale
from tournament.services.writing import Write, writing
from tournament.stage_settings import drawing_of


def set_areas(*, actor: Actor, event: Event, areas: Sequence[Mapping[str, Any]], reason: str = "") -> Event:
    """Say which areas the hall has, in order: `{name, first, last}` each, and `was` where one gets another name.

    Whoever and whatever belonged to it goes on doing so. Refused where somebody belongs to an area that is left out, a
    table is in two, or a stage that has rounds to come is drawn in a way that needs the whole field.
    """
    require(actor, "draw", event)
    with writing(event, actor) as write:
        write.standings_change = False
        before = settings_of(write.event)
        fields = [{key: value for key, value in area.items() if key != "was"} for area in areas]
        changed = {**write.event.settings, "areas": fields}
        after = parse_settings(changed, "")
        write.event.settings = changed
        write.event.save(update_fields=["settings"])
        renamed = {str(area["was"]): str(area["name"]) for area in areas if area.get("was")}
        settle_areas(write, before, after, {old: new for old, new in renamed.items() if old != new})
        write.audit(
            "areas.changed",
            f"event:{event.slug}",
            before={"areas": plain(before.areas)},
            after={"areas": plain(after.areas), "renamed": renamed},
            reason=reason,
        )
    event.settings = write.event.settings
    return event


def settle_areas(write: Write, before: EventSettings, after: EventSettings, renamed: Mapping[str, str]) -> None:
    """Let everything follow areas that have changed, within a write; refuse what cannot."""
    if before.areas == after.areas:
        return
    if after.areas:
        _check_held(write.event, after, renamed)
    _rename(write.event, renamed)
    to_come = Round.objects.filter(event=write.event).exclude(status=Round.Status.CLOSED).values("stage")
    for stage in Stage.objects.filter(pk__in=to_come).order_by("order"):
        check_drawing(after, drawing_of(stage), "areas")
    make_stale(write)


def _check_held(event: Event, after: EventSettings, renamed: Mapping[str, str]) -> None:
    known = [area.name for area in after.areas]
    held = Entry.objects.filter(event=event).exclude(status__in=GONE).exclude(area="").order_by("number")
    for number, area in held.values_list("number", "area"):
        if renamed.get(area, area) not in known:
            raise Conflict(
                "area_held",
                noop("Number {number} plays in {area}: give everybody of that venue another one first."),
                path="areas",
                number=number,
                area=area,
            )


def _rename(event: Event, renamed: Mapping[str, str]) -> None:
    for model in (Entry, StaffRole, Invitation, Table) if renamed else ():
        rows = list(model._default_manager.filter(event=event, area__in=renamed))
        for row in rows:
            row.area = renamed[row.area]
        model._default_manager.bulk_update(rows, ["area"])


def check_area(event: Event, area: str, path: str = "area") -> None:
    """Refuse an area the event does not have; none is no area."""
    known = [one.name for one in settings_of(event).areas]
    if area and area not in known:
        raise Refused("area_unknown", noop("There is no venue “{area}” here."), path=path, area=area)


def assign_area(*, actor: Actor, event: Event, numbers: Sequence[int], area: str) -> list[Entry]:
    """Let entries play in an area from the next draw on; where they sit by a released draw stays."""
    require(actor, "draw", event)
    with writing(event, actor) as write:
        write.standings_change = False
        check_area(write.event, area)
        found = numbered_entries(event, numbers)
        changed = [entry for entry in found.values() if entry.area != area]
        before = {str(entry.number): entry.area for entry in changed}
        for entry in changed:
            entry.area = area
        Entry.objects.bulk_update(changed, ["area"])
        if changed:
            listed = sorted(entry.number for entry in changed)
            after = {"area": area, "numbers": listed}
            write.audit("entries.area", f"event:{event.slug}", before={"areas": before}, after=after)
            make_stale(write)
    return [found[number] for number in numbers]
