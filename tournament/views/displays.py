"""The organiser's page of the screens: register one, switch what each shows, forget one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.forms import carried_out
from tournament.forms.displays import DisplayForm, SwitchForm
from tournament.models import Event
from tournament.selectors.displays import displays_of, get_display, kinds_shown
from tournament.services import displays as services
from tournament.views.base import actor_of, shown
from tournament.views.organising import REFUSED, Question, asked, event_page

ALIVE_SECONDS = 25


@event_page("run")
def displays(request: HttpRequest, event: Event) -> HttpResponse:
    """List the screens with what each shows; register another."""
    form = DisplayForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if carried_out(form, lambda: services.add_display(actor=actor_of(request), event=event, name=name)):
            messages.success(request, _("The screen is registered: open its address there."))
            return redirect("displays", event.slug)
    return _page(request, event, form)


@event_page("run")
def switch(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Switch what a screen shows."""
    screen = get_display(event, name)
    if request.method != "POST":
        return redirect("displays", event.slug)
    form = SwitchForm(kinds_shown(event), request.POST, prefix=name)
    screen.event = event
    if form.is_valid() and carried_out(
        form, lambda: services.switch_display(actor=actor_of(request), display=screen, **form.cleaned_data)
    ):
        messages.success(request, _("The screen %(name)s follows within five seconds.") % {"name": name})
        return redirect("displays", event.slug)
    return _page(request, event, DisplayForm(), {name: form})


@event_page("run")
def remove(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """Forget a screen."""
    screen = get_display(event, name)
    screen.event = event
    return asked(
        request,
        _question(event, name),
        lambda: services.remove_display(actor=actor_of(request), display=screen),
        _("The screen is forgotten."),
        reverse("displays", args=[event.slug]),
    )


def _question(event: Event, name: str) -> Question:
    return Question(
        key=f"remove-{name}",
        url=reverse("remove_display", args=[event.slug, name]),
        label=_("Forget it"),
        title=_("Forget the screen %(name)s?") % {"name": name},
        act=_("Forget the screen"),
        text=_("Its address shows nothing then."),
    )


def _page(
    request: HttpRequest, event: Event, form: DisplayForm, refused: dict[str, SwitchForm] | None = None
) -> HttpResponse:
    now, kinds = timezone.now(), kinds_shown(event)
    rows = [
        {
            "display": screen,
            "form": (refused or {}).get(screen.name)
            or SwitchForm(kinds, prefix=screen.name, initial={"shows": screen.shows, "message": screen.message}),
            "url": request.build_absolute_uri(reverse("display", args=[event.slug, screen.name])),
            "alive": screen.seen_at is not None and (now - screen.seen_at).total_seconds() < ALIVE_SECONDS,
            "question": _question(event, screen.name),
        }
        for screen in displays_of(event)
    ]
    status = REFUSED if form.errors or refused else 200
    context = {"rows": rows, "form": form}
    return shown(request, "organiser/displays.html", context, event=event, current="manage", status=status)
