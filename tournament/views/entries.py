"""Pages of entries: register, change, withdraw, waiting list, check-in, personal links and cards."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.access import may, require
from tournament.errors import not_found
from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.entries import (
    EntryChangeForm,
    EntryForm,
    NamesakeForm,
    PasteForm,
    PersonFields,
    PromoteForm,
    SubstituteForm,
)
from tournament.forms.registration import PaymentForm
from tournament.models import Entry, EntryMember, Event, Table
from tournament.selectors.entries import (
    PLAYING,
    UNDECIDED,
    entries_of,
    entry_counts,
    find_entries,
    get_entry,
    namesakes,
    seated_now,
)
from tournament.selectors.persons import in_pairs
from tournament.services import entries as services
from tournament.services import registration, waitlist
from tournament.views.base import actor_of, shown
from tournament.views.organising import ENDED, REFUSED, Question, asked, done, event_page
from tournament.views.registration import say
from tournament.views.round_parts import joined
from tournament.wording import listed

PER_PAGE = 100
SHOWN = {
    "": None,
    "playing": PLAYING,
    "waitlist": (Entry.Status.WAITLIST,),
    "withdrawn": (Entry.Status.WITHDRAWN,),
    "pending": (Entry.Status.PENDING,),
}


@event_page("see_staff_pages")
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """List who is entered; enter a pasted list of names."""
    actor = actor_of(request)
    enters = event.status not in ENDED and may(actor, "enter", event)
    form = PasteForm(request.POST or None, pairs=in_pairs(event))
    if request.method == "POST":
        require(actor, "enter", event)
        if form.is_valid():
            return _pasted(request, event, form)
    query, show = request.GET.get("q", "").strip(), request.GET.get("show", "")
    found = find_entries(event, query) if query else entries_of(event)
    if SHOWN.get(show):
        found = found.filter(status__in=SHOWN[show])
    area = request.GET.get("area", "")
    if area:
        found = found.filter(area=area)
    context = {
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "counts": entry_counts(event),
        "query": query,
        "show": show,
        "area": area,
        "filters": _filters(show),
        "form": form if enters else None,
        "promote": PromoteForm() if enters else None,
        "links": may(actor, "links", event),
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/entries.html", context, event=event, current="entries", status=status)


def _filters(show: str) -> list[dict[str, Any]]:
    names = {"": _("All"), "playing": _("Playing"), "waitlist": _("Waiting"), "withdrawn": _("Withdrawn")}
    return [{"value": value, "label": label, "current": value == show} for value, label in names.items()]


def _pasted(request: HttpRequest, event: Event, form: PasteForm) -> HttpResponse:
    """Enter a pasted list; where a name is known already, ask who is meant before anything is written."""
    lines = form.cleaned_data["names"]
    known = namesakes(event, [name for names in lines for name in names])
    answered = request.POST if "namesakes" in request.POST else None
    question = NamesakeForm(lines, known, answered)
    if answered is not None and "same" in answered:
        said = {key: answered[key] for key in question.asked.values() if answered.get(key)}
        context = {"form": NamesakeForm(lines, known, initial=question.alone | said), "names": request.POST["names"]}
        return shown(request, "organiser/namesakes.html", context, event=event, current="entries")
    if question.asked and (answered is None or not question.is_valid()):
        context = {"form": question, "names": request.POST["names"]}
        status = REFUSED if question.errors else 200
        return shown(request, "organiser/namesakes.html", context, event=event, current="entries", status=status)
    groups = question.groups if question.asked else [list(names) for names in lines]
    if not groups:
        messages.info(request, _("Nobody was entered."))
        return redirect("entries", event.slug)
    added: list[Entry] = []
    if carried_out(
        form,
        lambda: added.extend(services.add_entries(actor=actor_of(request), event=event, names=groups)),
        {"people": "names"},
    ):
        waiting = sum(entry.status == Entry.Status.WAITLIST for entry in added)
        said = ngettext("%(count)s entered.", "%(count)s entered.", len(added)) % {"count": len(added)}
        if waiting:
            said += " " + _("%(count)s of them wait: the event is full.") % {"count": waiting}
        messages.success(request, said)
        return redirect("entries", event.slug)
    context = {"form": form}
    return shown(request, "organiser/paste.html", context, event=event, current="entries", status=REFUSED)


@event_page("enter")
def add_entry(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter one person, or a pair, with all that is known."""
    form = EntryForm(request.POST or None, pairs=in_pairs(event), areas=settings_of(event).areas)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        known = namesakes(event, [person["name"] for person in form.people])
        if known and "known" not in request.POST:
            context = {"form": form, "known": [one for found in known.values() for one in found]}
            return shown(request, "organiser/add_entry.html", context, event=event, current="entries", status=REFUSED)
        added: list[Entry] = []
        if carried_out(
            form,
            lambda: added.append(
                services.add_entry(
                    actor=actor_of(request),
                    event=event,
                    people=form.people,
                    number=given["number"],
                    team=given["team"],
                    club=given["club"],
                    email=given["email"],
                    ranked=not given["stand_in"],
                    area=given.get("area", ""),
                )
            ),
        ):
            entry = added[0]
            said = (
                _("Number %(number)s: %(name)s.")
                if entry.status != Entry.Status.WAITLIST
                else _("Number %(number)s: %(name)s waits, the event is full.")
            )
            messages.success(request, said % {"number": entry.number, "name": entry.name})
            return redirect("add_entry" if "another" in request.POST else "entries", event.slug)
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/add_entry.html", {"form": form}, event=event, current="entries", status=status)


@event_page("see_private")
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show one entry; change it, its persons, its state; hand out its personal link."""
    actor = actor_of(request)
    found = get_entry(event, number)
    members = list(found.memberships.select_related("person"))
    enters = event.status not in ENDED and may(actor, "enter", event)
    asked_for = request.POST.get("form", "")
    sent = request.POST if asked_for == "entry" else None
    form = EntryChangeForm(sent, initial=EntryChangeForm.initial_of(found), areas=settings_of(event).areas)
    people = [_person_form(request, member, asked_for) for member in members]
    third = SubstituteForm(request.POST if asked_for == "substitute" else None, prefix="substitute")
    if request.method == "POST":
        require(actor, "enter", event)
        if asked_for == "substitute":
            changed = third.is_valid() and carried_out(
                third, lambda: services.add_substitute(actor=actor, entry=found, person=third.cleaned_data)
            )
        else:
            changed = _changed(request, event, found, form, people, asked_for)
        if changed:
            messages.success(request, _("Saved."))
            return redirect("entry", event.slug, number)
    context = {
        "entry": found,
        "form": form,
        "people": people,
        "enters": enters,
        "payment": PaymentForm(initial={"payment": found.payment, "payment_note": found.payment_note}),
        "third": third if enters and in_pairs(event) else None,
        "questions": _entry_questions(event, found) if enters else [],
        "draws": may(actor, "draw", event),
        "link": _player_link(request, found) if may(actor, "links", event) else "",
    }
    status = REFUSED if any(one.errors for one in (form, third, *people)) else 200
    return shown(request, "organiser/entry.html", context, event=event, current="entries", status=status)


def _person_form(request: HttpRequest, member: EntryMember, asked_for: str) -> PersonFields:
    mine = f"person-{member.position}"
    initial = {name: getattr(member.person, name) for name in PersonFields.base_fields}
    return PersonFields(request.POST if asked_for == mine else None, initial=initial, prefix=mine)


def _changed(
    request: HttpRequest,
    event: Event,
    found: Entry,
    form: EntryChangeForm,
    people: list[PersonFields],
    asked_for: str,
) -> bool:
    actor = actor_of(request)
    if asked_for == "entry":
        return form.is_valid() and carried_out(
            form,
            lambda: (
                services.update_entry(
                    actor=actor, entry=found, changes={name: form.cleaned_data[name] for name in form.changed_data}
                )
                if form.changed_data
                else None
            ),
        )
    for position, person in enumerate(people):
        if asked_for == person.prefix:
            return person.is_valid() and carried_out(
                person,
                lambda person=person, position=position: (
                    services.rename_person(
                        actor=actor,
                        entry=found,
                        position=position,
                        changes={name: person.cleaned_data[name] for name in person.changed_data},
                    )
                    if person.changed_data
                    else None
                ),
            )
    raise not_found("form")


def _player_link(request: HttpRequest, found: Entry) -> str:
    return request.build_absolute_uri(reverse("player", args=[found.link_token]))


def _entry_questions(event: Event, found: Entry) -> list[Question]:
    """Return what can be done with an entry as it stands."""
    status = Entry.Status
    words = {
        status.WITHDRAWN: (
            _("Withdraw"),
            _("Withdraw number {number}?"),
            _("What was played stays. Drafts of draws have to be drawn again."),
            "stop",
        ),
        status.WAITLIST: (_("Put on the waiting list"), _("Put number {number} on the waiting list?"), "", "stop"),
        status.REGISTERED: (_("Let in again"), _("Let number {number} play?"), "", "go"),
        status.CONFIRMED: (_("Confirm the entry"), _("Confirm number {number}?"), "", "go"),
        status.DECLINED: (_("Decline"), _("Decline number {number}?"), _("The player is told."), "stop"),
    }
    if found.status in UNDECIDED:
        text = _("Where the event is full, the entry goes to the waiting list. The player is told.")
        words[status.REGISTERED] = (_("Approve"), _("Approve number {number}?"), text, "go")
    steps = {
        status.REGISTERED: (status.CONFIRMED, status.WAITLIST, status.WITHDRAWN),
        status.CONFIRMED: (status.WAITLIST, status.WITHDRAWN),
        status.WAITLIST: (status.REGISTERED, status.WITHDRAWN),
        status.WITHDRAWN: (status.REGISTERED,),
        status.PENDING: (status.REGISTERED, status.DECLINED, status.WITHDRAWN),
        status.DECLINED: (status.REGISTERED,),
    }
    seated = seated_now(found)
    if seated is not None:
        act, title, text, tone = words[status.WITHDRAWN]
        sits = _("Sits at table {table} of round {round}, which is not over: decide what becomes of the place.")
        text = joined(sits.format(table=seated.number, round=seated.round.number), text)
        words[status.WITHDRAWN] = act, title, text, tone
    found_questions = []
    for step in steps[Entry.Status(found.status)]:
        act, title, text, tone = words[step]
        title = title.format(number=found.number)
        url = reverse("entry_status", args=[event.slug, found.number, step])
        links = _table_links(seated) if seated is not None and step == status.WITHDRAWN else ()
        found_questions.append(Question(f"entry-{step}", url, act, title, act, text, tone, links=links))
    return found_questions


def _table_links(table: Table) -> tuple[tuple[str, str], ...]:
    """Return where a table is decided about whose player leaves."""
    here = [table.event.slug, table.round.number, table.number]
    return (
        (_("Seat a substitute, or leave the place empty"), reverse("table_seats", args=here)),
        (_("Declare the table void"), reverse("table_void", args=here)),
    )


@event_page("enter")
def entry_status(request: HttpRequest, event: Event, number: int, status: str) -> HttpResponse:
    """Withdraw an entry, let it in, confirm it, or have it wait."""
    found = get_entry(event, number)
    question = next((q for q in _entry_questions(event, found) if q.key == f"entry-{status}"), None)
    if question is None:
        raise not_found("status")
    back = reverse("entry", args=[event.slug, number])
    approves = found.status in UNDECIDED and status == Entry.Status.REGISTERED
    decides = approves or status == Entry.Status.DECLINED
    if decides:
        if request.method != "POST":
            return asked(request, question, lambda: None, "", back)
        act = registration.decline if status == Entry.Status.DECLINED else registration.approve
        say(request, event, act(actor=actor_of(request), event=event, numbers=[number]))
        return redirect(back)
    return asked(
        request,
        question,
        lambda: services.update_entry(actor=actor_of(request), entry=found, changes={"status": status}),
        _("Number %(number)s: %(status)s.") % {"number": number, "status": Entry.Status(status).label},
        back,
    )


@event_page("links")
def renew_link(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Give an entry a new personal link."""
    found = get_entry(event, number)
    question = Question(
        "renew",
        request.path,
        _("New link"),
        _("Make a new link for number {number}?").format(number=number),
        _("Make a new link"),
        _("The old one opens nothing then; print the card again."),
    )
    back = reverse("entry", args=[event.slug, number])
    said = _("The new link counts from now on.")
    return asked(request, question, lambda: services.renew_link(actor=actor_of(request), entry=found), said, back)


@event_page("enter")
def promote(request: HttpRequest, event: Event) -> HttpResponse:
    """Let the first of the waiting list in, in their order."""
    back = reverse("entries", args=[event.slug]) + "?show=waitlist"
    form = PromoteForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return redirect(back)
    promoted: list[Entry] = []
    count = form.cleaned_data["count"]
    response = done(
        request,
        lambda: promoted.extend(waitlist.promote_waitlist(actor=actor_of(request), event=event, count=count)),
        "",
        back,
    )
    names = listed(f"{entry.number} {entry.name}" for entry in promoted)
    if promoted:
        messages.success(request, _("Let in: %(names)s. Tell them, or hand over the messages.") % {"names": names})
    return response
