"""Events as an actor may see them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournament.access import may
from tournament.actors import Actor
from tournament.errors import not_allowed, not_found
from tournament.models import Event, Invitation, StaffRole, Stage, Table, User

# Who comes when a referee is called.
ON_DUTY = (StaffRole.Role.CHIEF_REFEREE, StaffRole.Role.REFEREE, StaffRole.Role.FLOOR_REFEREE)


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Return the events an actor may know of: public ones, and those of whose staff he is; none that was discarded."""
    kept = Event.objects.exclude(status=Event.Status.DISCARDED)
    if actor.system or (actor.user is not None and actor.user.is_superuser):
        return kept
    public = ~Q(status=Event.Status.DRAFT)
    if actor.user is not None:
        public |= Q(roles__user_id=actor.user.pk)
    if actor.entry is not None:
        public |= Q(pk=actor.entry.event_id)
    return kept.filter(public).distinct()


def get_event(actor: Actor, slug: str, permission: str | None = None) -> Event:
    """Return an event by its slug; 404 where the actor may not know of it, 403 where he lacks `permission`."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or event.status == Event.Status.DISCARDED:
        raise not_found("event")
    hidden = event.status == Event.Status.DRAFT and not may(actor, "see_staff_pages", event)
    if hidden and not (actor.entry is not None and actor.entry.event_id == event.pk):
        raise not_found("event")
    if permission is not None and not may(actor, permission, event):
        raise not_allowed()
    return event


def get_stage(event: Event, order: int) -> Stage:
    """Return a stage by its order."""
    stage = Stage.objects.filter(event=event, order=order).first()
    if stage is None:
        raise not_found("stage")
    return stage


def someone_on_duty(event: Event, table: Table | None = None) -> bool:
    """Tell whether anybody would come: a referee of the event, for the area of the table where it has one."""
    roles = StaffRole.objects.filter(event=event, role__in=ON_DUTY, user__is_active=True)
    if table is not None and table.area:
        roles = roles.filter(area__in=("", table.area))
    return roles.exists()


def staff_of(event: Event) -> QuerySet[StaffRole]:
    """Return the staff, with their accounts."""
    return StaffRole.objects.filter(event=event).select_related("user").order_by("id")


def roles_of(user: User) -> QuerySet[StaffRole]:
    """Return the roles of an account with their events, the newest event first; none of what was discarded."""
    found = StaffRole.objects.filter(user=user).exclude(event__status=Event.Status.DISCARDED)
    return found.select_related("event").order_by("-event__created_at", "pk")


def open_invitations(event: Event) -> QuerySet[Invitation]:
    """Return invitations that were neither accepted nor revoked."""
    return Invitation.objects.filter(event=event, accepted_at=None, revoked_at=None)
