"""The notice on the console that work in the background stands still: a part of a page that renews itself."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournament.models import Event
from tournament.selectors.events import get_event
from tournament.selectors.standstill import Standstill, since, standstills
from tournament.views.base import actor_of, nothing_new, page, part


def standstill_part(event: Event) -> dict[str, Any]:
    """Return what the part is drawn from: sentences, since when, and a mark that differs once anything changes."""
    found = standstills(timezone.now(), event)
    began = since(found)
    lines = [_words(one) for one in found]
    mark = "-".join([*(f"{one.kind}{one.count}" for one in found), f"{began:%d%H%M%S}" if began else "none"])
    return {"still": lines, "still_since": began, "still_mark": mark}


def _words(one: Standstill) -> str:
    count = one.count
    if one.kind == "periodic":
        return _("Nothing that runs by the clock is done: check-in does not close, and nothing lost is repaired.")
    if one.kind == "standings":
        return _("The standings are not computed; everybody sees the last ones.")
    if one.kind == "messages":
        return ngettext(
            "{count} e-mail is not sent; it can be handed over.",
            "{count} e-mails are not sent; they can be handed over.",
            count,
        ).format(count=count)
    if one.kind == "draws":
        return _("The draw is not made; it can be cancelled and asked for again.")
    return ngettext(
        "{count} document is not made; the browser can print its page.",
        "{count} documents are not made; the browser can print their pages.",
        count,
    ).format(count=count)


@require_safe
@page
def standstill(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell an open page of the staff what stands still now; 204 while nothing changed."""
    event = get_event(actor_of(request), slug, "see_staff_pages")
    context = standstill_part(event)
    if request.GET.get("v") == context["still_mark"]:
        return nothing_new()
    if not request.htmx:
        return redirect("manage", slug)
    return part(request, "organiser/standstill.html", context, event=event)
