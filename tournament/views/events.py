"""Pages of an event: create it, settings, rules, staff, audit, messages, its life from draft to archive."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleError
from engine.registry import find_game, games
from tournament.access import may, require
from tournament.actors import Actor
from tournament.errors import sentence
from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.events import CopyForm, InvitationForm, LengthFields, NewEventForm, ReasonForm, SettingsForm
from tournament.forms.options import OptionsForm
from tournament.models import Event, Message
from tournament.numbers import whole
from tournament.persons import plays_in_pairs
from tournament.selectors.audit import audit_lines
from tournament.selectors.check_in import countdown
from tournament.selectors.discarding import bar_to_discarding
from tournament.selectors.entries import entry_counts, here_count
from tournament.selectors.events import open_invitations, staff_of, visible_events
from tournament.selectors.proposals import proposals_in
from tournament.selectors.rounds import rounds_of, what_is_open
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import standings_problem
from tournament.selectors.visibility import visible_audit
from tournament.services import copying, events, staff, standings
from tournament.services.messages import hand_over, link_of
from tournament.views.base import actor_of, page, shown
from tournament.views.event_tasks import event_tasks, most_rounds
from tournament.views.organising import REFUSED, Question, asked, done, event_page
from tournament.views.round_parts import joined, proposal_links, proposal_words, untold
from tournament.views.rules import rules_context
from tournament.views.standstill import standstill_part
from tournament.wording import field_in_words, in_words, listed

SHOWN_AT_ONCE = 50


@require_safe
@page
def new_event(request: HttpRequest) -> HttpResponse:
    """Show what an event can start from: every game with its presets."""
    require(actor_of(request), "found")
    found = [
        {"ruleset": game.ruleset, "presets": game.ruleset.event_presets}
        for game in games().values()
        if game.ruleset.event_presets
    ]
    return shown(request, "organiser/new_event.html", {"games": found})


@require_http_methods(["GET", "HEAD", "POST"])
@page
def create_event(request: HttpRequest, game: str, preset: str) -> HttpResponse:
    """Create an event from a preset; what it leaves open is asked."""
    actor = actor_of(request)
    require(actor, "found")
    chosen = events.find_event_preset(game, preset)
    initial = LengthFields.initial_of(chosen.length) | {"rounds": chosen.rounds, "zone": _zone_before(actor)}
    form = NewEventForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        made: list[Event] = []
        given = form.cleaned_data
        if carried_out(
            form,
            lambda: made.append(
                events.create_event(
                    actor=actor,
                    name=given["name"],
                    slug=given["slug"] or free_slug(given["name"], game),
                    zone=given["zone"],
                    game=game,
                    preset=preset,
                    rounds=given["rounds"],
                    length=form.length,
                    starts_on=given["starts_on"],
                    ends_on=given["ends_on"],
                    place=given["place"],
                )
            ),
            {"length": "length_count"},
        ):
            messages.success(request, _("The event is made. Only its staff sees it until you open it."))
            pairs = plays_in_pairs(find_game(game).ruleset)
            bound = most_rounds(given["players"] or 0, pairs=pairs)
            if given["players"] and given["rounds"] > bound:
                messages.warning(
                    request,
                    _("With {field}, some will meet twice after round {bound}.").format(
                        field=field_in_words(given["players"], pairs=pairs), bound=bound
                    ),
                )
            return redirect("manage", made[0].slug)
    context = {"form": form, "ruleset": find_game(game).ruleset, "preset": chosen}
    return shown(request, "organiser/create_event.html", context, status=REFUSED if form.errors else 200)


def _zone_before(actor: Actor) -> str:
    """Return the time zone of the newest event one manages, "" where there is none."""
    return next((event.zone for event in visible_events(actor) if may(actor, "manage", event)), "")


@require_safe
@page
def copy_source(request: HttpRequest) -> HttpResponse:
    """List the events one may copy, the newest first."""
    actor = actor_of(request)
    require(actor, "found")
    found = [event for event in visible_events(actor) if may(actor, "manage", event)]
    rows = [{"event": event, "game": find_game(event.game).ruleset.name} for event in found]
    return shown(request, "organiser/copy_source.html", {"rows": rows})


@event_page("manage")
def copy_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Create an event like an earlier one: rules, stages, settings, questions; neither people nor results."""
    actor = actor_of(request)
    require(actor, "found")
    form = CopyForm(request.POST or None, initial={"name": event.name, "staff": True, "hall": True})
    if request.method == "POST" and form.is_valid():
        made: list[Event] = []
        given = form.cleaned_data
        act = partial(copying.copy_event, actor=actor, source=event, name=given["name"], starts_on=given["starts_on"])
        slug = given["slug"] or free_slug(given["name"], event.game)
        if carried_out(form, lambda: made.append(act(slug=slug, staff=given["staff"], hall=given["hall"]))):
            messages.success(request, _("The event is made. Only its staff sees it until you open it."))
            return redirect("manage", made[0].slug)
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/copy_event.html", {"form": form, "source": event}, status=status)


def free_slug(name: str, game: str) -> str:
    """Return an address nobody has: made of the name where it has Latin letters, else of game and day."""
    base = slugify(name)[:50] or f"{game}-{timezone.localdate():%Y-%m-%d}"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in [base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))] if slug not in taken)


@event_page("see_staff_pages")
def manage(request: HttpRequest, event: Event) -> HttpResponse:
    """Show where the event stands: what to do next, its rounds, who is entered, its state."""
    actor = actor_of(request)
    counts = entry_counts(event)
    rounds = list(rounds_of(event))
    context = {
        "ruleset": rules_of(event).ruleset,
        "counts": counts,
        "rounds": rounds,
        "tasks": event_tasks(event, counts, rounds),
        "questions": status_questions(event) if may(actor, "manage", event) else [],
        "discards": may(actor, "manage", event) and bar_to_discarding(event) is None,
        "problem": standings_problem(event),
        "runs": may(actor, "run", event),
        "countdown": countdown(event, timezone.now()),
        "manages": may(actor, "manage", event),
        "enters": may(actor, "enter", event),
        "draws": may(actor, "draw", event),
        "public_url": reverse("event", args=[event.slug]),
    }
    context |= standstill_part(event)
    return shown(request, "organiser/manage.html", context, event=event, current="manage")


def status_questions(event: Event) -> list[Question]:
    """Return the steps an event can take from where it is, each with what it means."""
    status = Event.Status
    words = {
        status.OPEN: (_("Open it"), _("Open the event?"), _("Everybody can see it from then on."), "go"),
        status.RUNNING: (_("Mark as running"), _("Mark the event as running?"), "", "go"),
        status.CLOSED: (
            _("Close the event"),
            _("Close the event?"),
            _("The standings are final then, and nothing can be recorded any more. You can open it again."),
            "stop",
        ),
        status.ARCHIVED: (
            _("Archive it"),
            _("Archive the event?"),
            _("Everybody can read it, and nobody changes anything of it any more. You can take it out again."),
            "stop",
        ),
        status.DRAFT: (_("Back to draft"), _("Back to draft?"), _("Only the staff sees it then."), "stop"),
    }
    if event.status == status.RUNNING:
        words[status.OPEN] = (
            _("Back to registration"),
            _("Back to registration?"),
            _("Nothing played is lost."),
            "stop",
        )
    if event.status == status.CLOSED:
        words[status.RUNNING] = (
            _("Open it again"),
            _("Open the closed event again?"),
            _("Results can change again; say so to the players."),
            "stop",
        )
    if event.status == status.ARCHIVED:
        words[status.CLOSED] = (_("Take it out of the archive"), _("Take it out of the archive?"), "", "go")
    told, links = untold(event)
    # Only what is played or closed can end.
    proposals = proposals_in(event) if event.status in (status.RUNNING, status.CLOSED) else []
    told, links = joined(proposal_words(proposals), told), proposal_links(event, proposals) + links
    found = []
    for step in events.STEPS.get(event.status, ()):
        act, title, text, tone = words[step]
        url = reverse("event_status", args=[event.slug, step])
        ends = step == status.ARCHIVED or (step == status.CLOSED and event.status != status.ARCHIVED)
        question = Question(f"status-{step}", url, act, title, act, text, tone, reason=_needs_reason(event, step))
        found.append(replace(question, text=joined(text, told), links=links) if ends else question)
    return found


def _needs_reason(event: Event, step: str) -> bool:
    """Whether the audit keeps why an event takes this step: it was over."""
    return event.status in (Event.Status.CLOSED, Event.Status.ARCHIVED) and step != Event.Status.ARCHIVED


@event_page("manage")
def event_status(request: HttpRequest, event: Event, status: str) -> HttpResponse:
    """Take the event a step on or back; what is still open is listed by name."""
    back = reverse("manage", args=[event.slug])
    question = next((q for q in status_questions(event) if q.key == f"status-{status}"), None)
    if question is None and request.method != "POST":
        return redirect(back)
    if question is None:
        return done(request, lambda: events.set_status(actor=actor_of(request), event=event, status=status), "", back)
    if question.reason:
        return _reopened(request, event, status, question)
    open_still = what_is_open(event) if status == Event.Status.CLOSED else []
    if open_still:
        return shown(request, "organiser/still_open.html", {"open": open_still}, event=event, current="manage")
    said = _("The event is now: %(status)s.") % {"status": Event.Status(status).label}
    return asked(
        request,
        question,
        lambda: events.set_status(actor=actor_of(request), event=event, status=status),
        said,
        back,
    )


def _reopened(request: HttpRequest, event: Event, status: str, question: Question) -> HttpResponse:
    """Open a closed or archived event again, for a reason that the audit keeps."""
    back = reverse("manage", args=[event.slug])
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = partial(events.set_status, actor=actor_of(request), event=event, status=status)
        if carried_out(form, lambda: act(reason=form.cleaned_data["reason"])):
            messages.success(request, _("The event is now: %(status)s.") % {"status": Event.Status(status).label})
            return redirect(back)
    context = {"title": question.title, "text": question.text, "form": form, "act": question.act, "back_url": back}
    answer = REFUSED if form.errors else 200
    return shown(request, "organiser/ask.html", context, event=event, current="manage", status=answer)


@event_page("run")
def compute_again(request: HttpRequest, event: Event) -> HttpResponse:
    """Compute the standings after a run has failed."""
    back = reverse("manage", args=[event.slug])
    if request.method != "POST":
        return redirect(back)
    act = partial(standings.compute_again, actor=actor_of(request), event=event)
    return done(request, act, _("The standings are computed."), back)


@event_page("manage")
def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Change name, dates and what the organiser decides."""
    form = SettingsForm(request.POST or None, initial=SettingsForm.initial_of(event, settings_of(event)))
    if request.method == "POST" and form.is_valid():
        if carried_out(form, lambda: events.update_event(actor=actor_of(request), event=event, changes=form.changes)):
            messages.success(request, _("Saved."))
            _warn_of_capacity(request, event)
            return redirect("event_settings", event.slug)
        event.refresh_from_db()
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/settings.html", {"form": form}, event=event, current="manage", status=status)


def _warn_of_capacity(request: HttpRequest, event: Event) -> None:
    capacity, playing = settings_of(Event.objects.get(pk=event.pk)).capacity, here_count(event)
    if capacity is not None and playing > capacity:
        text = _("{playing} play already, more than the {capacity} there is room for. Nobody is taken out by this.")
        messages.warning(request, text.format(playing=playing, capacity=capacity))


@event_page("manage")
def event_options(request: HttpRequest, event: Event) -> HttpResponse:
    """Decide the options of the ruleset; they are fixed by the first hand recorded."""

    rules_url = reverse("event_rules", args=[event.slug])
    rules = rules_of(event)
    fixed = events.rules_fixed(event)
    form = OptionsForm(rules, rules_url, request.POST or None)
    if request.method == "POST" and form.is_valid():
        changes = form.changes
        if not changes:
            messages.info(request, _("Nothing was changed."))
            return redirect("event_options", event.slug)
        if _decided(form, event, request, changes):
            names = listed(in_words(rules.ruleset.options[code].name) for code in changes)
            messages.success(request, _("Decided anew: %(options)s.") % {"options": names})
            return redirect("event_options", event.slug)
    context = {"form": form, "ruleset": rules.ruleset, "fixed": fixed, "rules_url": rules_url}
    if fixed:
        context["options"] = rules_context(rules.ruleset, rules)["options"]
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/options.html", context, event=event, current="manage", status=status)


def _decided(form: OptionsForm, event: Event, request: HttpRequest, changes: dict[str, Any]) -> bool:
    """Have the options decided; a refusal stands beside the option it is about."""
    try:
        events.change_options(actor=actor_of(request), event=event, options=changes)
    except RuleError as error:
        code = error.path.removeprefix("options.").split(".", 1)[0]
        names = form.parts.get(code)
        form.add_error(names[0] if names else None, sentence(error))
        return False
    return True


@event_page("see_staff_pages")
def event_staff(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the staff; invite by a link that is shown once, to be sent or printed."""
    actor = actor_of(request)
    manages = may(actor, "manage", event)
    form = InvitationForm(settings_of(event).areas, request.POST or None)
    if request.method == "POST":
        require(actor, "manage", event)
        made: list[Any] = []
        if form.is_valid() and carried_out(
            form, lambda: made.append(staff.invite_staff(actor=actor, event=event, **form.cleaned_data))
        ):
            invitation, token = made[0]
            link = request.build_absolute_uri(staff.invitation_path(token))
            context = {"invitation": invitation, "link": link}
            return shown(request, "organiser/invitation.html", context, event=event, current="manage")
    context = {
        "roles": staff_of(event),
        "invitations": open_invitations(event) if manages else [],
        "now": timezone.now(),
        "form": form if manages else None,
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/staff.html", context, event=event, current="manage", status=status)


@event_page("manage")
def remove_role(request: HttpRequest, event: Event, role_id: int) -> HttpResponse:
    """Take a role away."""
    question = Question(
        key=f"role-{role_id}",
        url=request.path,
        label=_("Remove"),
        title=_("Take this role away?"),
        act=_("Take the role away"),
    )
    return asked(
        request,
        question,
        lambda: staff.remove_role(actor=actor_of(request), event=event, role_id=role_id),
        _("The role is taken away."),
        reverse("event_staff", args=[event.slug]),
    )


@event_page("manage")
def revoke_invitation(request: HttpRequest, event: Event, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""
    question = Question(
        key=f"invitation-{invitation_id}",
        url=request.path,
        label=_("Take back"),
        title=_("Take this invitation back?"),
        act=_("Take the invitation back"),
        text=_("Its link opens nothing then."),
    )
    return asked(
        request,
        question,
        lambda: staff.revoke_invitation(actor=actor_of(request), event=event, invitation_id=invitation_id),
        _("The invitation is taken back."),
        reverse("event_staff", args=[event.slug]),
    )


@event_page("see_private")
def event_audit(request: HttpRequest, event: Event) -> HttpResponse:
    """List who did what, newest first."""
    lines = visible_audit(actor_of(request), event)
    shown_page = Paginator(lines, SHOWN_AT_ONCE).get_page(request.GET.get("page"))
    context = {"page": shown_page, "lines": audit_lines(shown_page)}
    return shown(request, "organiser/audit.html", context, event=event, current="manage")


@event_page("manage")
def event_messages(request: HttpRequest, event: Event) -> HttpResponse:
    """List messages; those that no e-mail brings are marked when they were handed over."""
    if request.method == "POST":
        number = request.POST.get("message", "")
        pk = whole(number, 0)
        back = reverse("event_messages", args=[event.slug])
        return done(request, lambda: hand_over(actor=actor_of(request), event=event, message_id=pk), "", back)
    found = Message.objects.filter(event=event).exclude(kind="invitation", to="").select_related("entry")
    shown_page = Paginator(found, SHOWN_AT_ONCE).get_page(request.GET.get("page"))
    for message in shown_page:
        if message.entry is not None and not settings.SITE_URL:
            # Without an address of its own the site is where the reader has found it.
            link = link_of(message.entry)
            message.body = message.body.replace(link, request.build_absolute_uri(link))
    return shown(request, "organiser/messages.html", {"page": shown_page}, event=event, current="manage")
