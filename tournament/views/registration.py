"""Pages of registration: the public form, its confirmation, and what the organiser decides and works through."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.throttling import SimpleRateThrottle

from engine.errors import noop
from tournament.access import may
from tournament.errors import TooMany, not_found, sentence
from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.registration import PaymentForm, QuestionForm, RegisterForm, RegistrationSettingsForm
from tournament.models import Entry, Event
from tournament.numbers import whole
from tournament.selectors.entries import entry_by_token, entry_counts, here_count
from tournament.selectors.events import get_event
from tournament.selectors.persons import in_pairs
from tournament.selectors.registration import answers_listing, closed_because, payment_counts, registrations
from tournament.services import registration as services
from tournament.services import registration_setup as setup
from tournament.services.registration import Outcome, Registered
from tournament.services.waitlist import has_room
from tournament.views.base import actor_of, page, player_of, shown
from tournament.views.files import as_file
from tournament.views.organising import REFUSED, Question, asked, event_page
from tournament.wording import listed

DONE = "registered"
PER_PAGE = 100
LISTED = ("pending", "waitlist", "registered", "declined")


class RegistrationThrottle(SimpleRateThrottle):
    """So many registrations from one address: a hall sits behind one, a program sends thousands."""

    scope = "registration"
    rate = "60/hour"

    def get_cache_key(self, request: HttpRequest, view: Any) -> str:
        """Count by address."""
        return str(self.cache_format % {"scope": self.scope, "ident": get_client_ip_address(request)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Register oneself, or a pair, with the organiser's questions."""
    actor = actor_of(request)
    event = get_event(actor, slug)
    rules = settings_of(event)
    registration = rules.registration
    if not registration.offered:
        raise not_found("registration")
    closed = closed_because(event, registration, timezone.now())
    mails = settings.EMAIL_CONFIGURED
    form = RegisterForm(
        registration, request.POST or None, pairs=in_pairs(event), areas=rules.areas_to_choose, mails=mails
    )
    if request.method == "POST":
        if not RegistrationThrottle().allow_request(request, None):
            raise TooMany("too_many", noop("Too many registrations from this address; try again in an hour."))
        done: list[Registered] = []
        if form.is_valid() and carried_out(
            form,
            lambda: done.append(
                services.register(
                    actor=actor,
                    event=event,
                    people=form.people,
                    email=form.cleaned_data["email"],
                    club=form.cleaned_data["club"],
                    area=form.cleaned_data.get("area", ""),
                    answers=form.answers,
                    namesake=form.cleaned_data["namesake"],
                    key=request.POST.get("key") or None,
                )
            ),
            form.beside,
        ):
            # A second registration shows no link: whoever knows a name and an address would get it by it.
            token = "" if done[0].again else done[0].entry.link_token
            request.session[DONE] = {"event": event.slug, "token": token}
            return redirect("registered", event.slug)
    # What registering does: whoever is absent holds no place, and whoever waits goes first.
    free = max(0, rules.capacity - here_count(event)) if rules.capacity is not None and has_room(event) else 0
    context = {
        "form": form,
        "key": str(uuid.uuid4()),
        "registration": registration,
        "closed": sentence(closed) if closed else "",
        "over": closed is not None and closed.code == "registration_closed",
        "capacity": rules.capacity,
        "free": free,
        "mails": mails,
    }
    status = REFUSED if form.errors else 200
    return shown(request, "public/register.html", context, event=event, current="event", status=status)


@never_cache
@require_safe
@page
def registered(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm a registration and show the personal link this once."""
    event = get_event(actor_of(request), slug)
    done = request.session.pop(DONE, None)
    if not done or done["event"] != slug:
        return redirect("register", slug)
    entry = entry_by_token(done["token"])
    link = request.build_absolute_uri(reverse("player", args=[entry.link_token])) if entry else ""
    context = {
        "entry": entry,
        "link": link,
        "registration": settings_of(event).registration,
        "mails": settings.EMAIL_CONFIGURED,
        "mailed": settings.EMAIL_CONFIGURED and entry is not None and bool(entry.email),
    }
    return shown(request, "public/registered.html", context, event=event, current="event")


@require_http_methods(["GET", "HEAD", "POST"])
@page
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Take one's own registration back."""
    entry, actor = player_of(request, token)
    question = Question(
        "withdraw",
        request.path,
        _("Withdraw my registration"),
        _("Withdraw from {event}?").format(event=entry.event.name),
        _("Withdraw"),
        _("Your place goes to somebody else. To come back, ask the organiser."),
    )
    act = partial(services.withdraw_own, actor=actor, entry=entry)
    return asked(request, question, act, _("You have withdrawn."), reverse("player", args=[token]))


@event_page("see_private")
def registrations_list(request: HttpRequest, event: Event) -> HttpResponse:
    """List who registered, with answers; approve, decline and note payments, one or many at once."""
    if request.method == "POST":
        return _bulk(request, event)
    show, payment = request.GET.get("show", ""), request.GET.get("payment", "")
    status = show if show in Entry.Status.values else ""
    found = registrations(event, status=status, payment=payment if payment in Entry.Payment.values else "")
    counts = entry_counts(event)
    context = {
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "counts": counts,
        "registration": settings_of(event).registration,
        "capacity": settings_of(event).capacity,
        "enters": may(actor_of(request), "enter", event),
        "manages": may(actor_of(request), "manage", event),
        "show": show,
        "payment": payment,
        "states": [("", _("All")), *((value, Entry.Status(value).label) for value in LISTED)],
        "payments": [("", _("Any payment")), *_payments(event)],
        "bulk_payments": Entry.Payment.choices,
    }
    return shown(request, "organiser/registrations.html", context, event=event, current="entries")


def _payments(event: Event) -> list[tuple[str, str]]:
    counts = payment_counts(event)
    return [(value, f"{label} ({counts.get(value, 0)})") for value, label in Entry.Payment.choices]


def _bulk(request: HttpRequest, event: Event) -> HttpResponse:
    """Carry out an act for the entries that are ticked, and say who was skipped and why."""
    actor = actor_of(request)
    numbers = [whole(number, 0) for number in request.POST.getlist("number") if number.isdecimal()]
    back = request.get_full_path()
    if not numbers:
        messages.info(request, _("Nobody was chosen."))
        return redirect(back)
    act = request.POST.get("act", "")
    if act == "approve":
        outcome = services.approve(actor=actor, event=event, numbers=numbers)
    elif act == "decline":
        outcome = services.decline(actor=actor, event=event, numbers=numbers)
    elif act == "payment":
        payment = request.POST.get("payment", "")
        outcome = services.set_payment(actor=actor, event=event, numbers=numbers, payment=payment)
    else:
        raise not_found("act")
    say(request, event, outcome)
    return redirect(back)


def say(request: HttpRequest, event: Event, outcome: Outcome) -> None:
    """Say what a bulk act did: to whom, who waits, who was skipped and why."""
    names = dict(Entry.objects.filter(event=event).values_list("number", "name"))

    def who(numbers: tuple[int, ...]) -> str:
        return listed(f"{number} {names.get(number, '')}".strip() for number in numbers)

    if outcome.done:
        count = len(outcome.done)
        words = ngettext("{count} done: {names}.", "{count} done: {names}.", count)
        messages.success(request, words.format(count=count, names=who(outcome.done)))
    if outcome.waiting:
        messages.info(request, _("The event is full; on the waiting list: {names}.").format(names=who(outcome.waiting)))
    for number, reason in outcome.skipped:
        messages.warning(request, _("Skipped {who}: {reason}").format(who=who((number,)), reason=reason))


@event_page("manage")
def registration_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Decide when and how one may register."""
    settings = settings_of(event)
    held = settings.registration
    initial = {name: getattr(held, name) for name in RegistrationSettingsForm.base_fields}
    form = RegistrationSettingsForm(request.POST or None, initial=initial, areas=settings.areas)
    if request.method == "POST" and form.is_valid():
        act = partial(setup.change_registration, actor=actor_of(request), event=event)
        if carried_out(form, lambda: act(changes=form.changes)):
            messages.success(request, _("Saved."))
            return redirect("registration_settings", event.slug)
    context = {
        "form": form,
        "questions": held.questions,
        "registration": held,
        "address": request.build_absolute_uri(reverse("register", args=[event.slug])),
        "draft": event.status == Event.Status.DRAFT,
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/registration.html", context, event=event, current="manage", status=status)


@event_page("manage")
def question(request: HttpRequest, event: Event, code: str = "") -> HttpResponse:
    """Write a question of one's own, or change one."""
    held = next((one for one in settings_of(event).registration.questions if one.code == code), None)
    if code and held is None:
        raise not_found("question")
    form = QuestionForm(request.POST or None, initial=QuestionForm.initial_of(held) if held else None)
    if request.method == "POST" and form.is_valid():
        act = partial(setup.save_question, actor=actor_of(request), event=event, code=code or None)
        if carried_out(form, lambda: act(fields=form.cleaned_data)):
            return redirect("registration_settings", event.slug)
    status = REFUSED if form.errors else 200
    context = {"form": form, "held": held}
    return shown(request, "organiser/question.html", context, event=event, current="manage", status=status)


@event_page("manage")
def question_moved(request: HttpRequest, event: Event, code: str) -> HttpResponse:
    """Move a question up, or ask it no more."""
    if request.method == "POST":
        act = setup.remove_question if request.POST.get("act") == "remove" else setup.move_question
        act(actor=actor_of(request), event=event, code=code)
    return redirect("registration_settings", event.slug)


@event_page("enter")
def payment(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Note what an entry has paid."""
    form = PaymentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        act = partial(services.set_payment, actor=actor_of(request), event=event, numbers=[number])
        act(payment=given["payment"], note=given["payment_note"])
        messages.success(request, _("Saved."))
    return redirect("entry", event.slug, number)


@require_safe
@event_page("enter")
def registrations_file(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Hand out all registrations with their answers as a file."""
    questions = settings_of(event).registration.questions
    return as_file(request, lambda: answers_listing(event, questions, list(registrations(event))), kind)
