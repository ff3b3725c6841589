"""After a ruling: players take note of it, appeal in time with text and photo, and the chief referee decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from adjudication.models import Acknowledgement, Appeal, Case, CasePhoto
from adjudication.photos import KIND, photo_from
from adjudication.selectors.cases import appeal_deadline, cases_about
from adjudication.services.cases import amend_case, overturn_case
from engine.errors import noop
from tournament.access import may, require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused, not_allowed, not_found
from tournament.models import Round
from tournament.services.advancing import Advance
from tournament.services.writing import check_reason, writing

MOST_TEXT = 4000
MOST_PHOTOS = 6


def acknowledge(*, actor: Actor, case: Case) -> Case:
    """A player of the table (or an offender) has taken note of a ruling."""
    if actor.entry is None or not concerned(actor, case):
        raise not_allowed()
    if case.issued_at is None:
        raise Conflict("case_not_issued", noop("This case has not been ruled on yet."))
    with writing(case.event, actor) as write:
        write.standings_change = False
        Acknowledgement.objects.get_or_create(case=case, entry=actor.entry, defaults={"at": write.at})
        write.audit("case.acknowledged", f"case:{case.number}")
    return case


def appeal_case(*, actor: Actor, case: Case, text: str, photo: bytes | None = None) -> Appeal:
    """Appeal a ruling within the event's time limit: a player concerned, or the staff for one.

    A `photo` belongs to it: where that is refused, nothing is lodged.
    """
    if not (may(actor, "call", case.event) or concerned(actor, case)):
        raise not_allowed()
    if not text.strip() or len(text) > MOST_TEXT:
        raise Refused("text_needed", noop("Say why, in at most {most} characters."), path="text", most=MOST_TEXT)
    with writing(case.event, actor) as write:
        write.standings_change = False
        locked = Case.objects.select_related("event").get(pk=case.pk)
        deadline = appeal_deadline(locked)
        if locked.status != Case.Status.ISSUED or deadline is None:
            raise Conflict("case_status", noop("Case {number} cannot be changed so any more."), number=locked.number)
        if write.at > deadline:
            raise Conflict(
                "appeal_late",
                noop("The time for an appeal ended at {time}."),
                time=timezone.localtime(deadline, ZoneInfo(locked.event.zone)).strftime("%Y-%m-%d %H:%M"),
                facts={"deadline": deadline.isoformat()},
            )
        appeal = Appeal.objects.create(case=locked, entry=actor.entry, by=actor.user, text=text, at=write.at)
        locked.status = Case.Status.APPEALED
        locked.save(update_fields=["status"])
        write.audit("case.appealed", f"case:{locked.number}", after={"text": text})
        if photo is not None:
            add_photo(actor=actor, case=locked, data=photo)
    case.status = locked.status
    return appeal


def decide_appeal(
    *,
    actor: Actor,
    case: Case,
    outcome: str,
    reason: str,
    expected_seq: int | None = None,
    facts: Mapping[str, Any] | None = None,
    deliberate: bool = False,
    infraction: str | None = None,
    offenders: Sequence[str] = (),
    counted_in: Round | None = None,
    confirm_round: int | None = None,
    advance: Advance | None = None,
    carry: bool = False,
) -> Case:
    """The chief referee upholds, amends (with `facts`) or overturns; returns the case that then stands."""
    require(actor, "decide_appeal", case.event)
    if not outcome:
        raise Refused("outcome_missing", noop("Choose what becomes of the ruling."), path="outcome")
    if outcome not in Appeal.Outcome.values:
        raise Refused("outcome_unknown", noop("“{value}” is not one of the choices."), path="outcome", value=outcome)
    check_reason(reason)
    with writing(case.event, actor) as write:
        appeal = Appeal.objects.filter(case=case, outcome="").first()
        if appeal is None:
            raise Conflict("appeal_missing", noop("There is no appeal to decide."))
        standing = case
        if outcome == Appeal.Outcome.UPHELD:
            write.standings_change = False
            Case.objects.filter(pk=case.pk).update(status=Case.Status.UPHELD)
        elif outcome == Appeal.Outcome.OVERTURNED:
            standing = overturn_case(
                actor=actor,
                case=case,
                expected_seq=expected_seq,
                reason=reason,
                confirm_round=confirm_round,
                advance=advance,
            )
        else:
            standing = amend_case(
                actor=actor,
                case=case,
                expected_seq=expected_seq,
                facts=case.facts if facts is None else facts,
                deliberate=deliberate,
                reason=reason,
                infraction=infraction,
                offenders=offenders,
                counted_in=counted_in,
                carry=carry,
                confirm_round=confirm_round,
                advance=advance,
            )
        appeal.outcome, appeal.reason = outcome, reason
        appeal.decided_by, appeal.decided_at = actor.user, write.at
        appeal.save()
        write.audit("appeal.decided", f"case:{case.number}", after={"outcome": outcome}, reason=reason)
    standing.refresh_from_db()
    return standing


def add_photo(*, actor: Actor, case: Case, data: bytes) -> CasePhoto:
    """Keep a photo with a case, as `photo_from` makes it of a JPEG or PNG."""
    if not (may(actor, "call", case.event) or concerned(actor, case)):
        raise not_allowed()
    image = photo_from(data)
    with writing(case.event, actor) as write:
        write.standings_change = False
        if CasePhoto.objects.filter(case=case).count() >= MOST_PHOTOS:
            raise Conflict("photos_many", noop("A case has at most {most} photos."), most=MOST_PHOTOS)
        photo = CasePhoto.objects.create(
            case=case, image=image, content_type=KIND, by=actor.user, by_entry=actor.entry, at=write.at
        )
        write.audit("case.photo", f"case:{case.number}", after={"photo": photo.pk, "bytes": len(image)})
    return photo


def remove_photo(*, actor: Actor, case: Case, number: int) -> None:
    """Take a photo away: its sender until something is decided with it, a referee at any time."""
    with writing(case.event, actor) as write:
        write.standings_change = False
        photo = CasePhoto.objects.filter(case=case, pk=number).first()
        if photo is None:
            raise not_found("photo")
        if not may_remove(actor, case, photo):
            raise not_allowed()
        photo.delete()
        write.audit("case.photo_removed", f"case:{case.number}", before={"photo": number, "bytes": len(photo.image)})


def may_remove(actor: Actor, case: Case, photo: CasePhoto) -> bool:
    """Tell whether an actor may take a photo away."""
    if may(actor, "rule", case.table or case.event):
        return True
    own = (actor.entry is not None and photo.by_entry_id == actor.entry.pk) or (
        actor.user is not None and photo.by_id == actor.user.pk
    )
    appeal = Appeal.objects.filter(case=case).first()
    decided = [at for at in (case.issued_at, appeal.decided_at if appeal else None) if at is not None]
    return own and all(photo.at > at for at in decided)


def concerned(actor: Actor, case: Case) -> bool:
    """Tell whether a player sat at the case's table, or is an offender."""
    return cases_about(actor.entry).filter(pk=case.pk).exists()
