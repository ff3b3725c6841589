"""What a case that is no longer in force says of itself: what became of it, when, why, and what stands instead."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from adjudication.models import Case
from adjudication.selectors.cases import ended, visible_cases
from tournament.access import may
from tournament.actors import Actor

Status = Case.Status


def over_context(actor: Actor, case: Case, *, paid: bool) -> dict[str, Any] | None:
    """Return the note above a ruling that was overturned or amended, None of any other case.

    `paid` says that it moved points at a table. The reason of an appeal's outcome is for everybody, as the outcome is;
    one that the staff gave without an appeal is for the staff.
    """
    if case.status not in (Status.OVERTURNED, Status.AMENDED):
        return None
    end = ended(case)
    reason = end.reason if end.public or may(actor, "see_private", case.event) else ""
    found = {"at": end.at, "reason": reason, "text": _paid_back(paid=paid)}
    later = visible_cases(actor, case.event).filter(amends=case).first()
    if later is None:
        return found
    text = (
        gettext("Case {number} stands in its place, and the payments below were paid back.")
        if paid
        else gettext("Case {number} stands in its place.")
    )
    return found | {
        "text": text.format(number=later.number),
        "act": gettext("Open case {number}").format(number=later.number),
        "url": reverse("case", args=[case.event.slug, later.number]),
    }


def _paid_back(*, paid: bool) -> str:
    return gettext("The payments below were paid back.") if paid else gettext("What stands below is not in force.")
