"""The page of a table: what happened, entry of a hand, undo, correction, and what the staff does there."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleError
from engine.events import parse_event
from tournament.access import may, require
from tournament.actors import Actor
from tournament.asking import Answers
from tournament.errors import Conflict, KeyReused, Refused, not_allowed, not_found, sentence, status_of
from tournament.event_settings import settings_of
from tournament.hand_form import HandForm, kinds_of
from tournament.models import Round, Table
from tournament.numbers import whole
from tournament.persons import numbers_of, places_of
from tournament.presence import device_of, still_open
from tournament.selectors.carried import carried_to
from tournament.selectors.events import get_event, someone_on_duty
from tournament.selectors.persons import names_of
from tournament.selectors.tables import accepted_since, get_table
from tournament.selectors.visibility import keeps_table, may_see_writers
from tournament.services import tables
from tournament.services.table_rights import needed
from tournament.table_page import TablePage, break_in_words
from tournament.telling import giving_way
from tournament.views.barred import barred, barred_words
from tournament.views.base import actor_of, anew, nothing_new, page, part, posted, refusal, shown
from tournament.views.closed_rounds import asked_besides, form_page, is_asked, said_besides
from tournament.views.sheet_totals import correct_totals

Status = Table.Status
CURRENT = "tables"
OFFICIAL = (Status.CONFIRMED, Status.VOID)
# Where a refusal speaks of what was ticked.
TICKED = re.compile(r"\.(flags|items)\b")
ASK_NO_MORE = 286
# The part of the page that renews itself under who only looks.
LOOKED_AT = "table-page"


def table_of(request: HttpRequest, slug: str, number: int, table: int) -> Table:
    """Return the table of an address, as far as the actor may know of it."""
    return get_table(get_event(actor_of(request), slug), number, table)


def address(table: Table, name: str = "table", *more: Any) -> str:
    """Return an address of a table."""
    return reverse(name, args=[table.event.slug, table.round.number, table.number, *more])


def rights(actor: Actor, table: Table) -> dict[str, bool]:
    """Return what the page offers to an actor now; services decide again."""
    open_ = table.status in (Status.WAITING, Status.RUNNING)
    going = table.event.status not in ("closed", "archived")
    record = going and may(actor, "record", table) and table.status != Status.VOID
    permission = needed(table)
    change = record and (permission is None or may(actor, permission, table))
    staff = actor.entry is None and may(actor, "see_staff_pages", table)
    return {
        "staff": staff,
        "enter": record and open_ and table.round.status != Round.Status.CLOSED,
        "undo": change and table.seq > 0 and _takes_back(actor, table),
        "correct": change,
        "finish": record and open_ and actor.entry is None and table.seq > 0,
        "confirm": going and table.status == Status.FINISHED and may(actor, "confirm", table),
        "seats": change and actor.entry is None,
        "missing": going and open_ and (record or bool(own_places(actor, table))),
        "rule": going and may(actor, "rule", table) and table.status != Status.VOID,
        "call": going
        and table.status not in OFFICIAL
        and (staff or bool(own_places(actor, table)))
        and someone_on_duty(table.event, table),
        "dispute": going and table.status in OFFICIAL and bool(own_places(actor, table)),
        "void": going and may(actor, "run", table),
        "count": going and table.counted_seq is not None and may(actor, "correct_older", table),
        "private": may(actor, "see_private", table),
    }


def _takes_back(actor: Actor, table: Table) -> bool:
    """Tell whether there is something to take back; of a ruling the staff is led to its case."""
    try:
        tables.check_undo(actor=actor, table=table)
    except RuleError as error:
        return error.code == "ruling_of_case" and actor.entry is None
    return True


def own_places(actor: Actor, table: Table) -> list[str]:
    """Return the places a player holds at a table: one, or both of a pair's."""
    if actor.entry is None or actor.entry.event_id != table.event_id:
        return []
    return places_of(table.state.get("seats") or {}, actor.entry.number)


def frame(request: HttpRequest, view: TablePage) -> dict[str, Any]:
    """Return what every page of a table shows around its own part."""
    table, actor = view.table, actor_of(request)
    own, can = own_places(actor, table), rights(actor, table)
    return {
        "table": table,
        "round": table.round,
        "page": view,
        "sides": view.sides(own),
        "deal": table.state["expected"],
        "can": can,
        "own": own,
        "changed": view.changed_since(own) if can["confirm"] and own else [],
        "agreed": any(place in view.detail["confirmed"] for place in own),
        "url": address(table),
        "mark": mark_of(table),
        "record": view.record(),
        "barred": barred_words(actor, table) if can["staff"] and table.status != Status.VOID else "",
    }


@require_safe
@page
def table_page(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show the table; who may record finds the form of the kind of event asked for (`?kind=`)."""
    found = table_of(request, slug, number, table)
    if keeps_table(actor_of(request), found):
        return anew() if request.htmx else _kept_back(request, found)
    if request.htmx:
        return _news(request, found)
    view = TablePage(found)
    hand = request.GET.get("hand", "")
    form = _first_form(view, request.GET.get("kind", ""), hand if whole(hand, 0) in view.left_open else "")
    return _whole(request, view, form)


def _kept_back(request: HttpRequest, table: Table) -> HttpResponse:
    """Show who sits at a table whose results are kept back from the reader."""
    names = names_of(table.event, table.state["seats"].values())
    seats = [(place, names.get(person, "")) for place, person in table.state["seats"].items() if person]
    context = {"table": table, "round": table.round, "seats": seats}
    return shown(request, "tables/kept_back.html", context, event=table.event, current=CURRENT)


def _news(request: HttpRequest, table: Table) -> HttpResponse:
    """Answer an open page: nothing while nothing changed; who only looks gets its part anew, who writes is told.

    Who may enter by now and could not before, or the other way round, gets the whole page.
    """
    if request.GET.get("v") == mark_of(table):
        return nothing_new()
    enters, looks = rights(actor_of(request), table)["enter"], request.htmx.target == LOOKED_AT
    if enters == looks:
        return anew()
    if enters:
        context = {"url": address(table), "mark": mark_of(table), "news": True}
        return render(request, "tables/news.html", context)
    return part(request, "tables/table_live.html", _shown_of(request, TablePage(table)), event=table.event)


@require_safe
@page
def open_here(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Hear from an open page of entry that it is still open, and say which other devices have it open."""
    found = table_of(request, slug, number, table)
    actor = actor_of(request)
    if (actor.user or actor.entry) and not may(actor, "record", found):  # the table is over: an open page asks no more
        return HttpResponse(status=ASK_NO_MORE)
    require(actor, "record", found)
    context = others_at(request, found)
    if request.GET.get("v") == context["others_mark"]:
        return nothing_new()
    return part(request, "tables/others.html", {**context, "table": found, "round": found.round}, event=found.event)


def others_at(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Return the other devices on which a table is open for entry, and what changes with them."""
    if not request.session.session_key:
        request.session.save()
    device = device_of(request.session.session_key or "")
    who = actor_of(request).label
    others = still_open(table.pk, device, who, timezone.now())
    return {"others": others, "myself": who, "others_mark": ".".join(f"{other.since:%H%M%S}" for other in others)}


def mark_of(table: Table) -> str:
    """Return what an open page has seen of a table."""
    return f"{table.seq}.{table.status}.{''.join(table.waiting)}"


def _carried(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Return what waits here of earlier rounds, for the staff and for those who sit at the table."""
    actor = actor_of(request)
    if not may_see_writers(actor, table):
        return {}
    seated = numbers_of((table.state.get("seats") or {}).values())
    return {"carried": carried_to(table.round, seated), "may_rule": may(actor, "rule", table)}


def _shown_of(request: HttpRequest, view: TablePage) -> dict[str, Any]:
    """Return what the page of a table shows to who only looks."""
    return {
        **frame(request, view),
        "hands": view.hands(),
        "elsewhere": view.outside_hands(),
        "confirmation": settings_of(view.table.event).confirmation,
        **_carried(request, view.table),
    }


def _whole(request: HttpRequest, view: TablePage, form: HandForm, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {**_shown_of(request, view), "form": form, "kinds": kinds_of(view), **more}
    if context["can"]["enter"]:
        context |= others_at(request, view.table)
    return shown(request, "tables/table.html", context, event=view.table.event, current=CURRENT, status=status)


def _form_of(request: HttpRequest, view: TablePage) -> HandForm:
    form = HandForm(view, request.POST.get("event", ""), Answers(request.POST))
    form.key = request.POST.get("key") or form.key
    seen = request.POST.get("seq", "")
    form.seq = whole(seen, view.table.seq)
    return form


def _first_form(view: TablePage, kind: str, hand: str = "") -> HandForm:
    """Return the empty form of a kind of event, of the first one where it is not played here."""
    offered = [one["kind"] for one in kinds_of(view)]
    return HandForm.empty(view, kind if kind in offered else offered[0], hand)


def _objecting(form: HandForm, error: RuleError) -> HandForm:
    form.object_to(error)
    return form


@posted("table")
@page
def record(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Record an event; the form comes back with what stands in the way and everything that was typed."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "record", found)
    view = TablePage(found)
    try:
        form = _form_of(request, view)
    except Refused as error:
        return _whole(request, view, _objecting(_first_form(view, ""), error), status=status_of(error))
    if wanted := request.POST.get("add"):
        form.add(wanted)
        return _whole(request, view, form)
    try:
        body = form.body()
        if request.POST.get("step") == "preview":
            return _whole(request, view, form, preview=preview_of(request, view, form, body))
        form.check_usual(body)
        tables.record_events(
            actor=actor_of(request),
            table=found,
            expected_seq=form.seq,
            key=form.key,
            events=[body],
            **said_besides(request),
        )
    except RuleError as error:
        enters = rights(actor_of(request), found)["enter"]
        if enters and is_asked(error) and (closed := asked_besides(request, found, error)) is not None:
            return _whole(request, view, form, status=status_of(error), closed=closed)
        if not enters or isinstance(error, Conflict | KeyReused):  # without its form the page says what was entered
            return _conflict(request, view, form, error, enters=enters)
        form.object_to(error)
        return _whole(request, view, form, status=status_of(error))
    messages.success(request, gettext("Recorded: {event}").format(event=view.tell(body)))
    return HttpResponseRedirect(address(found))


def _conflict(request: HttpRequest, view: TablePage, form: HandForm, error: RuleError, *, enters: bool) -> HttpResponse:
    """Show what was accepted meanwhile beside what was typed; sending it again is then a new, informed request."""
    again = isinstance(error, KeyReused)
    if again:
        since = accepted_since(view.table, form.seq)
        message = gettext("This form was recorded before; what you changed in it since is not.")
    else:
        since = error.facts.get("accepted", ()) if isinstance(error, Conflict) else ()
        # What is asked besides is asked with the form only.
        message = sentence(error) if enters or not is_asked(error) else ""
    accepted = [{**item, "told": view.tell(item["body"])} for item in since]
    fresh = HandForm(view, form.kind, form.given)
    try:
        body = form.body()
        parse_event(dict(view.game.events), body)  # what is half filled in cannot be told
        mine = view.tell(body)
    except RuleError:
        mine = form.title
    conflict = {
        "accepted": accepted,
        "mine": mine,
        "message": message,
        "stale": error.code == "stale",
        "again": again,
    }
    return _whole(request, view, fresh, status=status_of(error), conflict=conflict)


def preview_of(request: HttpRequest, view: TablePage, form: HandForm, body: dict[str, Any]) -> dict[str, Any]:
    """Return the lines, totals and scores an event would bring; a refusal is part of it.

    Where what was ticked cannot be, what it would be worth is not told.
    """
    found: dict[str, Any] = {"scores": form.explained(body)}
    try:
        change = tables.preview_events(actor=actor_of(request), table=view.table, events=[body])
    except RuleError as error:
        scores = [] if TICKED.search(error.path) else found["scores"]
        return {"scores": scores, "refused": form.words_of(error), "code": error.code}
    seats = {number: place for place, number in view.state["seats"].items() if number}
    gains = {place: change["after"].get(number, 0) - change["before"].get(number, 0) for number, place in seats.items()}
    dealer = body.get("dealer") or view.state["expected"].get("dealer")
    return found | {
        "summed": view.sum_up(body.get("hand", view.state["hand"]), dealer, body),
        "lines": view.lines(change["postings"]),
        "behind": list(giving_way(view.game, view.rules, body.get("wins", ())).values()),
        "gains": [
            {"place": place, "points": gains[place], "after": change["after"].get(number, 0)}
            for number, place in sorted(seats.items(), key=lambda item: view.places.index(item[1]))
        ],
        "breaks": [break_in_words(view.game, item) for item in change["new_breaks"]],
        "finished": change["finished"],
    }


@posted("table")
@page
def preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Answer the open form with what it would bring, as a part of the page."""
    found = table_of(request, slug, number, table)
    if keeps_table(actor_of(request), found):
        raise not_allowed()
    view = TablePage(found)
    form = _first_form(view, "")
    try:
        form = _form_of(request, view)
        body = form.body()
        answer = preview_of(request, view, form, body)
    except RuleError as error:
        answer = {"refused": form.words_of(error), "scores": []}
    context = {"preview": answer, "sides": view.sides(), "deal": found.state["expected"], "page": view}
    return render(request, "tables/preview_live.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def undo(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Ask, then take back the last write; of a ruling the page leads to its case."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "record", found)
    if (held := barred(request, found, back_url=address(found), current=CURRENT)) is not None:
        return held
    view = TablePage(found)
    standing = [row for row in view.written() if row["voided_by"] is None and row["kind"] != "void"]

    def act() -> object:
        return tables.undo(
            actor=actor_of(request),
            table=found,
            expected_seq=seq_of(request, found),
            key=request.POST.get("key"),
            later=request.POST.get("later", "as_played"),
            **said_besides(request),
        )

    def show(asked: RuleError | None, status: int) -> HttpResponse:
        last = [row for row in standing if row["batch"] == standing[-1]["batch"]] if standing else []
        refused = ""
        try:
            tables.check_undo(actor=actor_of(request), table=found)
        except RuleError as error:
            if (held := _kept_by_case(request, view, error, 200)) is not None:
                return held
            refused = sentence(error)
        closed = asked_besides(request, found, asked)
        context = {**frame(request, view), "last": last, "key": new_key(), "closed": closed, "refused": refused}
        return shown(request, "tables/undo.html", context, event=found.event, current=CURRENT, status=status)

    def refuse(error: RuleError) -> HttpResponse:
        return _kept_by_case(request, view, error) or refused_at(request, found, error)

    def done() -> HttpResponse:
        messages.success(request, gettext("Taken back."))
        return HttpResponseRedirect(address(found))

    return form_page(request, act, show=show, refuse=refuse, done=done)


def _kept_by_case(request: HttpRequest, view: TablePage, error: RuleError, status: int = 409) -> HttpResponse | None:
    """Lead to the case whose ruling the last write is; None where it is something else that is refused."""
    if error.code != "ruling_of_case":
        return None
    event = view.table.event
    case_url = reverse("case", args=[event.slug, error.params["case"]])
    context = {**frame(request, view), "refused": sentence(error), "case": error.params["case"], "case_url": case_url}
    return shown(request, "tables/undo.html", context, event=event, current=CURRENT, status=status)


def seq_of(request: HttpRequest, table: Table) -> int:
    """Return how many events the form had seen."""
    return whole(request.POST.get("seq", ""), table.seq)


def new_key() -> str:
    """Return a key under which a form is carried out once."""
    return str(uuid.uuid4())


def refused_at(request: HttpRequest, table: Table, error: RuleError) -> HttpResponse:
    """Say why something was refused, with the way back to the table."""
    return refusal(request, error, back_url=address(table))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def correct(request: HttpRequest, slug: str, number: int, table: int, seq: int) -> HttpResponse:
    """Correct one event, or take it out; where later hands would break, ask once what becomes of them."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "record", found)
    if (held := barred(request, found, back_url=address(found), current=CURRENT)) is not None:
        return held
    view = TablePage(found)
    row = next((item for item in view.written() if item["seq"] == seq), None)
    if row is not None and row["sheet"]:
        return correct_totals(request, view, row, frame(request, view))
    if row is None or not row["correctable"]:
        raise not_found("event")
    if request.method != "POST":
        return _correction(request, view, row, HandForm.stored(view, row["newest"]))
    try:
        form = _form_of(request, view)
    except Refused as error:
        form = _objecting(HandForm.stored(view, row["newest"]), error)
        return _correction(request, view, row, form, status=status_of(error))
    form.hand = None
    form.deal = {name: row["newest"].get(name) for name in ("dealer", "streak", "round_wind")}
    if wanted := request.POST.get("add"):
        form.add(wanted)
        return _correction(request, view, row, form)
    try:
        replacement = None
        if request.POST.get("step") != "out":
            body = form.body()
            form.check_usual(body)
            replacement = _kept(row["newest"], body)
        tables.correct(
            actor=actor_of(request),
            table=found,
            expected_seq=form.seq,
            key=form.key,
            seq=seq,
            replacement=replacement,
            later=request.POST.get("later") or None,
            **said_besides(request),
        )
    except RuleError as error:
        if isinstance(error, KeyReused):
            # The answer is a new request against what stands now, not the old one once more.
            form.key, form.seq = new_key(), found.seq
        if not is_asked(error) and error.code != "later_missing":
            if isinstance(error, Conflict):
                return refused_at(request, found, error)
            form.object_to(error)
        return _correction(request, view, row, form, error, status=status_of(error))
    messages.success(request, gettext("Corrected."))
    _warn_of_open_hands(request, view, found)
    return HttpResponseRedirect(address(found))


def _warn_of_open_hands(request: HttpRequest, before: TablePage, table: Table) -> None:
    """Say where a correction has left a hand without its end, though later ones follow it."""
    was = {hand["number"] for hand in before.state["hands"][:-1] if hand["closed_by"] is None}
    table.refresh_from_db(fields=["state"])
    for hand in table.state["hands"][:-1]:
        if hand["closed_by"] is None and hand["number"] not in was:
            said = gettext(
                "Hand {number} is not over any more, and later ones follow it. If that is not meant, take the "
                "correction back and correct the entry instead of taking it out."
            )
            messages.warning(request, said.format(number=hand["number"]))


def _asked(request: HttpRequest, view: TablePage, error: RuleError | None) -> dict[str, Any] | None:
    """Return what a correction asks of the later hands before it is written, with what was answered already."""
    missing = error is not None and error.code == "later_missing"
    later = request.POST.get("later")
    if not missing and not later:
        return None
    facts = error.facts if isinstance(error, Conflict) else {}
    return {
        "chosen": later or facts.get("default"),
        "breaks": [break_in_words(view.game, item) for item in facts.get("breaks", ())],
        "message": sentence(error) if error is not None and missing else "",
    }


def _kept(content: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Keep hand, place in play and deal of the event that is corrected, where the correction says nothing else."""
    kept = {name: content[name] for name in ("hand", "after", "dealer", "streak", "round_wind") if name in content}
    return {**kept, **body}


def _correction(
    request: HttpRequest,
    view: TablePage,
    row: dict[str, Any],
    form: HandForm,
    error: RuleError | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        **frame(request, view),
        "form": form,
        "row": row,
        "ask": _asked(request, view, error),
        "closed": asked_besides(request, view.table, error),
        "out": error is not None and request.POST.get("step") == "out",
    }
    return shown(request, "tables/correct.html", context, event=view.table.event, current=CURRENT, status=status)
