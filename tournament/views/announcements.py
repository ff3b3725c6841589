"""Pages of announcements: the part that renews itself on every page of an event, and the organiser's list."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import may, require
from tournament.forms import carried_out
from tournament.forms.announcements import AnnouncementForm
from tournament.models import Announcement, Event
from tournament.selectors.announcements import get_announcement, notices, state_of
from tournament.selectors.events import get_event
from tournament.services import announcements as services
from tournament.views.base import actor_of, page, part, shown
from tournament.views.organising import REFUSED, Question, asked, event_page

NOTHING_NEW = 204


@require_safe
@page
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is announced now; an open page polls with `?v=` and gets 204 while nothing changed."""
    event = get_event(actor_of(request), slug)
    found, mark = notices(event, get_language() or "en", timezone.now())
    if request.GET.get("v") == mark:
        return HttpResponse(status=NOTHING_NEW)
    context = {"notices": found, "news_mark": mark}
    if not request.htmx:
        return redirect("event", slug)
    return part(request, "public/news.html", context, event=event)


@event_page("see_staff_pages")
def announcements(request: HttpRequest, event: Event) -> HttpResponse:
    """List all announcements with their state; write a new one."""
    actor = actor_of(request)
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST":
        require(actor, "announce", event)
        if form.is_valid():
            given = form.cleaned_data
            act = partial(services.announce, actor=actor, event=event, texts=form.texts, pinned=given["pinned"])
            if carried_out(form, lambda: act(publish_at=given["publish_at"], expires_at=given["expires_at"])):
                later = given["publish_at"] is not None and given["publish_at"] > timezone.now()
                said = _("Kept; it is shown from its time on.") if later else _("Announced.")
                messages.success(request, said)
                return redirect("announcements", event.slug)
    now = timezone.now()
    words = {
        "shown": _("shown now"),
        "staged": _("staged"),
        "expired": _("expired"),
        "withdrawn": _("taken down"),
    }
    rows = [
        {"row": row, "state": state_of(row, now), "words": words[state_of(row, now)], "question": _question(event, row)}
        for row in Announcement.objects.filter(event=event).order_by("-publish_at", "-pk")
    ]
    context = {"rows": rows, "form": form if may(actor, "announce", event) else None}
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/announcements.html", context, event=event, current="manage", status=status)


def _question(event: Event, row: Announcement) -> Question:
    return Question(
        f"withdraw-{row.pk}",
        reverse("withdraw_announcement", args=[event.slug, row.pk]),
        _("Take it down"),
        _("Withdraw this announcement?"),
        _("Take it down"),
        _("It disappears from every page at once."),
    )


@event_page("announce")
def announcement(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Change an announcement."""
    row = get_announcement(event, pk)
    form = AnnouncementForm(request.POST or None, initial=AnnouncementForm.initial_of(row))
    if request.method == "POST" and form.is_valid():
        act = partial(services.change_announcement, actor=actor_of(request), announcement=row)
        if carried_out(form, lambda: act(changes=form.cleaned_data)):
            messages.success(request, _("Saved."))
            return redirect("announcements", event.slug)
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/announcement.html", {"form": form}, event=event, current="manage", status=status)


@event_page("announce")
def withdraw_announcement(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Take an announcement off every page."""
    row = get_announcement(event, pk)
    act = partial(services.withdraw_announcement, actor=actor_of(request), announcement=row)
    return asked(
        request, _question(event, row), act, _("It is withdrawn."), reverse("announcements", args=[event.slug])
    )
