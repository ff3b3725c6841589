"""The page that discards a draft: it says what becomes of it and asks for its name."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import sentence
from tournament.forms import carried_out
from tournament.forms.events import DiscardForm
from tournament.models import Event
from tournament.selectors.discarding import bar_to_discarding
from tournament.services.discarding import discard_draft
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, event_page


@event_page("manage")
def discard_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Discard a draft once its name is typed; where it cannot be, say why."""
    back = reverse("manage", args=[event.slug])
    bar = bar_to_discarding(event)
    if bar is not None:
        context = {"title": _("This event cannot be discarded"), "text": sentence(bar), "links": [], "back_url": back}
        status = 409 if request.method == "POST" else 200
        return shown(request, "organiser/notice.html", context, event=event, current="manage", status=status)
    form = DiscardForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if carried_out(form, lambda: discard_draft(actor=actor_of(request), event=event, name=name)):
            messages.success(request, _("The draft “%(name)s” is discarded.") % {"name": event.name})
            return redirect("home")
    context = {
        "title": _("Discard this draft?"),
        "text": _(
            "“{name}” disappears for its whole staff, with its rounds, settings and entries, and does not come back. "
            "What was done to it stays on record; its address is free again."
        ).format(name=event.name),
        "form": form,
        "act": _("Discard the draft"),
        "back_url": back,
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/ask.html", context, event=event, current="manage", status=status)
