"""Who may still correct a round or a table, said before anything is typed to whoever may not."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import Role, may
from tournament.actors import Actor
from tournament.correcting import holders
from tournament.models import Event, Round, StaffRole, Table
from tournament.selectors.rounds import newest_played
from tournament.services.table_rights import NEEDED, needed, round_standing
from tournament.views.base import actor_of, shown
from tournament.wording import listed


def who_corrects(event: Event, permission: str) -> str:
    """Name the roles that change hands where `permission` is needed, and say where nobody holds one of them."""
    roles = holders(event, "record", permission)
    labels = dict(Role.choices)
    text = _("Its hands are corrected by: {roles}.").format(roles=listed(str(labels[role]) for role in roles))
    if StaffRole.objects.filter(event=event, role__in=roles).exists():
        return text
    nobody = _("Nobody has this role yet: an organiser gives it under Staff.")
    return _("{first} {second}").format(first=text, second=nobody)


def round_corrected(round_: Round) -> str:
    """Say who may still correct the tables of a closed round."""
    permission = NEEDED[round_standing(round_.number, newest_played(round_.event))]
    return who_corrects(round_.event, permission) if permission else ""


def barred_words(actor: Actor, table: Table) -> str:
    """Say why somebody of the staff may not change a table's hands though he may record, and who may; else ""."""
    permission = needed(table)
    if permission is None or not may(actor, "record", table) or may(actor, permission, table):
        return ""
    if table.round.status == Round.Status.CLOSED:
        why = _("Round {round} is closed; you may not change it.").format(round=table.round.number)
    else:
        why = _("The table is confirmed; you may not change it.")
    return _("{first} {second}").format(first=why, second=who_corrects(table.event, permission))


def barred(request: HttpRequest, table: Table, *, back_url: str, current: str) -> HttpResponse | None:
    """Answer whoever may not change a table before he types anything; None where he may."""
    actor = actor_of(request)
    text = barred_words(actor, table)
    if not text:
        return None
    event, links = table.event, []
    if may(actor, "see_staff_pages", event):
        links.append((_("Who may correct what"), reverse("corrections", args=[event.slug])))
    if may(actor, "manage", event):
        links.append((_("Staff"), reverse("event_staff", args=[event.slug])))
    context: dict[str, Any] = {
        "title": _("You may not correct this table"),
        "text": text,
        "links": links,
        "back_url": back_url,
    }
    status = 403 if request.method == "POST" else 200
    return shown(request, "organiser/notice.html", context, event=event, current=current, status=status)
