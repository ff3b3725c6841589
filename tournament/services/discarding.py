"""Discarding a draft: it is gone from every list for good, and what was done to it stays on record."""

from __future__ import annotations

from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Event, Invitation
from tournament.selectors.discarding import bar_to_discarding
from tournament.services.writing import writing

_LONGEST_SLUG = 40


def discard_draft(*, actor: Actor, event: Event, name: str) -> None:
    """Discard a draft whose `name` is typed as it stands (`name_other`); refused once anybody may know of it.

    Its rows stay, for the audit is never deleted; nobody reaches it any more, its address is free for another event,
    and open invitations to its staff are taken back.
    """
    require(actor, "manage", event)
    with writing(event, actor) as write:
        write.standings_change = False
        locked = write.event
        bar = bar_to_discarding(locked)
        if bar is not None:
            raise bar
        if _folded(name) != _folded(locked.name):
            raise Refused("name_other", noop("This is not the name of the event."), path="name")
        Invitation.objects.filter(event=locked, accepted_at=None, revoked_at=None).update(revoked_at=write.at)
        before = {"status": locked.status, "slug": locked.slug}
        locked.status = Event.Status.DISCARDED
        # No address that can be asked for has this sign in it, so that it is nobody else's.
        locked.slug = f"{locked.slug[:_LONGEST_SLUG]}~{locked.pk}"
        locked.check_in_until = None
        locked.save(update_fields=["status", "slug", "check_in_until"])
        after = {"status": locked.status, "slug": locked.slug}
        write.audit("event.discarded", f"event:{before['slug']}", before=before, after=after)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
