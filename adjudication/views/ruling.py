"""Making a ruling: find the infraction, name who did it, answer its questions, see what follows, confirm."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from adjudication.models import Appeal, Case
from adjudication.selectors.cases import get_case, rulings_against, to_review
from adjudication.selectors.deciding import Decided, facts_missing, infractions_at
from adjudication.selectors.preview import ruling_preview
from adjudication.services.appeals import decide_appeal
from adjudication.services.calls import minutes_to_close
from adjudication.services.cases import amend_case, propose_case, rule_now
from adjudication.views.calls import minutes_given
from adjudication.views.finding import Inquiry, all_asked, forms_found, found_infractions, moments_at
from adjudication.views.showing import again_said, in_the_way, preview_context
from engine.effects import Liability
from engine.errors import RuleError
from engine.fields import Field, fields_of
from engine.game import TrickGame
from engine.liability import facts_needed
from engine.registry import find_game
from tournament.access import may, require
from tournament.asking import (
    ASKED_BY_LIABILITY,
    Answers,
    Around,
    Control,
    Problem,
    beside,
    control_of,
    controls,
    read,
    typed,
)
from tournament.errors import not_found, sentence, status_of
from tournament.models import Entry, Round
from tournament.numbers import whole
from tournament.persons import number_of
from tournament.selectors.entries import UNDECIDED
from tournament.selectors.events import get_event
from tournament.selectors.rounds import PLAYED
from tournament.services import rulings as services
from tournament.standings_page import TWELFTHS
from tournament.table_page import TablePage
from tournament.views.advancing import advance_asked, advance_given
from tournament.views.base import actor_of, page, shown
from tournament.views.tables import address, table_of

AMENDED = "win."
FORBIDDEN = 403


@require_http_methods(["GET", "HEAD", "POST"])
@page
def rule(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Rule on something at a table."""
    found = table_of(request, slug, number, table)
    require(actor_of(request), "call", found)
    view = TablePage(found)
    given = request.POST if request.method == "POST" else request.GET
    inquiry = Inquiry(found.event, given, table=found, seats=view.seated)
    return _next(request, inquiry, view)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def rule_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Rule on a player without a table; the round it counts in is chosen first."""
    event = get_event(actor_of(request), slug, "rule")
    given = request.POST if request.method == "POST" else request.GET
    inquiry = Inquiry(event, given, table=None, seats={})
    if inquiry.entry is not None:
        inquiry.seats = {"E": inquiry.entry.name}
    if inquiry.entry is None or inquiry.round is None:
        entries = (
            Entry.objects.filter(event=event).exclude(status__in=(Entry.Status.WAITLIST, *UNDECIDED)).order_by("number")
        )
        rounds = Round.objects.filter(event=event, status__in=PLAYED).order_by("-number")
        context = {"entries": entries, "rounds": rounds, "inquiry": inquiry}
        return shown(request, "rulings/entry.html", context, event=event, current="rulings")
    if request.method == "POST" and request.POST.get("act") == "points":
        return _points(request, inquiry)
    return _next(request, inquiry, None)


def _counted(text: str, account: str) -> int:
    """Return points as typed in the unit their account is counted in; 0, which is refused, for what has no such."""
    if re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6})?", text.strip()) is None:
        return 0
    points = Fraction(text.strip()) * (TWELFTHS if account == "placing" else 1)
    return points.numerator if points.denominator == 1 else 0


def _points(request: HttpRequest, inquiry: Inquiry) -> HttpResponse:
    """Take points from a player, or give them, for what no infraction of the rules covers."""
    given = request.POST
    assert inquiry.entry is not None and inquiry.round is not None
    account = given.get("account", "event")
    try:
        services.rule_entry(
            actor=actor_of(request),
            event=inquiry.event,
            round_=inquiry.round,
            entry=inquiry.entry,
            points=_counted(given.get("points", ""), account),
            account=account,
            note=given.get("note", ""),
            advance=advance_given(request),
            key=given.get("key") or None,
        )
    except RuleError as error:
        asked = advance_asked(error)
        return _find(request, inquiry, None, refused=sentence(error), advance=asked, status=status_of(error))
    messages.success(request, gettext("The points have been posted."))
    return HttpResponseRedirect(reverse("player_card", args=[inquiry.event.slug, inquiry.entry.number]))


def _next(request: HttpRequest, inquiry: Inquiry, view: TablePage | None) -> HttpResponse:
    """Show the step that comes next, or carry out the last one."""
    if inquiry.infraction is None:
        return _find(request, inquiry, view, status=400 if inquiry.error else 200)
    if inquiry.needs_offender:
        return _step(request, inquiry, view, "rulings/who.html", 2, {})
    amended = _amended_case(request, inquiry)
    result = inquiry.decide(amended)
    if not isinstance(result, Decided):
        return _asked_again(request, inquiry, view, result)
    if request.method == "POST" and amended is not None:
        return _amend_ruling(request, inquiry, view, result, amended)
    if request.method == "POST":
        return _write(request, inquiry, view, result)
    return _decide(request, inquiry, view, result)


def _asked_again(
    request: HttpRequest, inquiry: Inquiry, view: TablePage | None, questions: Sequence[Field]
) -> HttpResponse:
    """Show what has to be answered, or answered anew: a question, who did it, or what else does not fit."""
    if inquiry.stuck is None:
        question = inquiry.ask(questions[0])
        context = {"question": question, "error": inquiry.error, "open": len(questions)}
        status = 400 if inquiry.error else 200
        return _step(request, inquiry, view, "rulings/ask.html", 2, context, status=status)
    status = 400
    if inquiry.asks_who:
        return _step(request, inquiry, view, "rulings/who.html", 2, {"error": inquiry.error}, status=status)
    context = {"error": inquiry.error, "path": inquiry.stuck.path, "in_way": in_the_way(view, inquiry.stuck)}
    return _step(request, inquiry, view, "rulings/stuck.html", 2, context, status=status)


def _amended_case(request: HttpRequest, inquiry: Inquiry) -> Case | None:
    """Return the case whose ruling is to be amended, for the chief referee."""
    if inquiry.amends is None:
        return None
    require(actor_of(request), "decide_appeal", inquiry.event)
    return get_case(actor_of(request), inquiry.event, inquiry.amends)


def _amend_ruling(
    request: HttpRequest, inquiry: Inquiry, view: TablePage | None, decided: Decided, case: Case
) -> HttpResponse:
    """Put the ruling that was shown in the place of another one, as the answer to an appeal where there is one."""
    given = request.POST
    seen, confirm = given.get("seq", ""), given.get("confirm_round", "")
    common: dict[str, Any] = {
        "actor": actor_of(request),
        "case": case,
        "reason": given.get("reason", ""),
        "expected_seq": whole(seen, None),
        "facts": inquiry.facts(),
        "deliberate": inquiry.deliberate,
        "infraction": inquiry.infraction.code if inquiry.infraction else None,
        "offenders": inquiry.offenders,
        "counted_in": inquiry.round,
        "confirm_round": whole(confirm, None),
        "advance": advance_given(request),
        "carry": inquiry.carry,
    }
    try:
        if case.status == Case.Status.APPEALED:
            standing = decide_appeal(**common, outcome=Appeal.Outcome.AMENDED)
        else:
            standing = amend_case(**common)
    except RuleError as error:
        asked = advance_asked(error)
        return _decide(request, inquiry, view, decided, refused=sentence(error), advance=asked, status=status_of(error))
    messages.success(request, gettext("The ruling has been amended."))
    return HttpResponseRedirect(reverse("case", args=[inquiry.event.slug, standing.number]))


def _find(
    request: HttpRequest,
    inquiry: Inquiry,
    view: TablePage | None,
    *,
    refused: str = "",
    advance: Sequence[Mapping[str, Any]] = (),
    status: int = 200,
) -> HttpResponse:
    query, at = request.GET.get("q", "").strip(), request.GET.get("at", "")
    found = found_infractions(inquiry.event, query, at)
    context = {
        "query": query,
        "tricks": isinstance(find_game(inquiry.event.game), TrickGame),
        "refused": refused,
        "advance": advance,
        "may_advance": may(actor_of(request), "decide_appeal", inquiry.event),
        "typed": request.POST,
        "at": at,
        "found": found,
        "forms": forms_found(found),
        "moments": moments_at(inquiry.event),
        "asked": all_asked(infractions_at(inquiry.event), inquiry.around),
        "hands": [one["number"] for one in view.state["hands"] if not view.after_last(one["number"])] if view else [],
        "review": to_review(inquiry.table) if inquiry.table else [],
        "key": str(uuid.uuid4()),
        "entry_url": reverse("rule_entry", args=[inquiry.event.slug])
        if inquiry.table and may(actor_of(request), "rule", inquiry.event)
        else "",
    }
    return _step(request, inquiry, view, "rulings/find.html", 1, context, status=status)


def _step(
    request: HttpRequest,
    inquiry: Inquiry,
    view: TablePage | None,
    template: str,
    now: int,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    frame: dict[str, Any] = {
        "inquiry": inquiry,
        "infraction": inquiry.infraction,
        "table": inquiry.table,
        "view": view,
        "after_last": view is not None and view.after_last(inquiry.hand),
        "sides": _sides(view) if view else [],
        "now": now,
        "answered": inquiry.answered(),
        "asked": all_asked([inquiry.infraction], inquiry.around) if inquiry.infraction else [],
        "back_url": address(inquiry.table) if inquiry.table else reverse("rulings", args=[inquiry.event.slug]),
    }
    return shown(request, template, frame | context, event=inquiry.event, current="rulings", status=status)


def _sides(view: TablePage) -> list[dict[str, Any]]:
    """Return the sides of the table, each with the number of earlier rulings against whoever sits there."""
    numbers = {place: number_of(person) for place, person in view.state["seats"].items() if person}
    known = rulings_against(view.table.event, {number for number in numbers.values() if number})
    return [{**side, "earlier": known.get(numbers.get(side["place"]) or 0, 0)} for side in view.sides()]


def _decide(
    request: HttpRequest,
    inquiry: Inquiry,
    view: TablePage | None,
    decided: Decided,
    *,
    amended: dict[str, Any] | None = None,
    refused: str = "",
    advance: Sequence[Mapping[str, Any]] = (),
    status: int = 200,
) -> HttpResponse:
    """Show what follows before anything is written."""
    counted_in = inquiry.round
    assert counted_in is not None
    context: dict[str, Any] = {
        "refused": refused,
        "amended": amended,
        "key": str(uuid.uuid4()),
        "typed": request.POST if refused else {},
    }
    events = [amended["event"]] if amended and amended.get("event") else []
    replaced = _amended_case(request, inquiry)
    preview: Mapping[str, Any] | None = None
    try:
        preview = ruling_preview(
            actor=actor_of(request),
            decided=decided,
            counted_in=counted_in,
            events=events,
            case=replaced,
            carry=inquiry.carry,
        )
    except RuleError as error:
        if (asked := _amend(request, inquiry, view, decided, error)) is not None:
            context["amended"] = asked
        else:
            context["in_way"] = in_the_way(view, error)
        context["refused"] = context["refused"] or sentence(error)
    context |= preview_context(inquiry.event, view, decided, preview, counted_in)
    context["rounds"] = Round.objects.filter(event=inquiry.event, status__in=PLAYED).order_by("number")
    context["amends"] = replaced
    own = {entry.pk for entry in decided.entries}
    context["besides"] = replaced is not None and any(item.entry_id in own for item in replaced.offenders.all())
    # What a refused write found counts more than what was computed beside it.
    context["advance"] = advance or (preview or {}).get("advance", ())
    context["may_advance"] = may(actor_of(request), "decide_appeal", inquiry.event)
    context["closed_round"] = inquiry.table is not None and inquiry.table.round.status == Round.Status.CLOSED
    context["call_minutes"] = minutes_to_close(inquiry.call)
    context["may_issue"] = may(actor_of(request), "rule", inquiry.table or inquiry.event)
    return _step(request, inquiry, view, "rulings/decide.html", 3, context, status=status)


def _amend(
    request: HttpRequest, inquiry: Inquiry, view: TablePage | None, decided: Decided, error: RuleError
) -> dict[str, Any] | None:
    """Ask for the facts that a win already recorded lacks once this ruling stands before it."""
    head, bracket, _rest = error.path.partition("]")
    if view is None or not bracket or not head.startswith("recorded[") or error.code == "conflicts_with":
        return None
    seq = int(head.removeprefix("recorded["))
    row = next((row for row in view.written() if row["seq"] == seq), None)
    if row is None or row["content"].get("type") not in view.game.events:
        return None
    fields = _facts_of(view, row["content"])
    around = Around(view.seated, view.rules.ruleset.patterns, _opened(decided), view.game.ruleset.tiles)
    posted = Answers(request.POST) if request.method == "POST" and f"{AMENDED}seq" in request.POST else None
    given = posted or typed(fields, row["content"], AMENDED)
    errors: dict[str, str] = {}
    if posted is not None:
        drawn = controls(fields, around, given, AMENDED)
        name = beside(AMENDED + control_of(error.path), drawn)
        if name:
            errors[name] = sentence(error)
    return {
        "seq": seq,
        "told": view.tell(row["content"]),
        "controls": _whole(controls(fields, around, given, AMENDED, errors=errors)),
    }


def _whole(drawn: Sequence[Control]) -> list[Control]:
    """Who won is recorded already: nobody is added."""
    return [replace(control, another=False) for control in drawn]


def _opened(decided: Decided) -> list[dict[str, Any]]:
    """Return the liabilities a decision opens as a form's table shows its open ones."""
    opened: tuple[Liability, ...] = decided.decision.effect.liabilities
    return [
        {"id": item.id, "payer": item.payer, "windows": item.windows, "asks": facts_needed(item)} for item in opened
    ]


def _amended_event(request: HttpRequest, view: TablePage | None, decided: Decided) -> dict[str, Any] | None:
    """Return the correction of a recorded win that belongs to the ruling, as the referee filled it in."""
    seq = request.POST.get(f"{AMENDED}seq", "")
    if view is None or not seq.isdecimal():
        return None
    row = next((row for row in view.written() if row["seq"] == whole(seq, -1)), None)
    if row is None or row["content"].get("type") not in view.game.events:
        raise not_found("event")
    content = row["content"]
    around = Around(view.seated, view.rules.ruleset.patterns, _opened(decided), view.game.ruleset.tiles)
    facts = read(_facts_of(view, content), around, Answers(request.POST), AMENDED)
    body = dict(content)
    for name, members in facts.items():
        body[name] = [{**before, **more} for before, more in zip(content[name], members, strict=True)]
    return {"type": "replace", "seq": whole(seq, -1), "with": body, "later": "as_played"}


def _facts_of(view: TablePage, content: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields of a recorded event that only an open liability asks for."""
    found = []
    for item in fields_of(view.game.events[content["type"]]):
        inner = tuple(part for part in item.fields if part.code in ASKED_BY_LIABILITY)
        if item.many and inner and item.code in content:
            found.append(msgspec.structs.replace(item, fields=inner))
    return tuple(found)


def _write(request: HttpRequest, inquiry: Inquiry, view: TablePage | None, decided: Decided) -> HttpResponse:
    """Propose the case and, where that was asked for, issue exactly what was shown."""
    actor, given = actor_of(request), request.POST
    key = given.get("key") or str(uuid.uuid4())
    try:
        event = _amended_event(request, view, decided)
    except Problem as problem:
        return _decide(request, inquiry, view, decided, refused=sentence(problem), status=400)
    if given.get("act") == "look":
        return _decide(request, inquiry, view, decided, amended=_looked(view, event, decided))
    common: dict[str, Any] = {
        "actor": actor,
        "described": inquiry.described(),
        "counted_in": inquiry.round,
        "call": inquiry.call,
        "private_notes": given.get("notes", ""),
    }
    if given.get("act") != "issue":
        try:
            case = propose_case(**common, key=f"{key}-propose")
        except RuleError as error:
            if status_of(error) == FORBIDDEN:
                raise
            return _decide(request, inquiry, view, decided, refused=sentence(error), status=status_of(error))
        if not isinstance(case, Case):
            raise facts_missing(case)
        messages.success(request, gettext("The case has been proposed; a referee has to confirm it."))
        return _done(inquiry, case)
    seen, confirm = given.get("seq", ""), given.get("confirm_round", "")
    try:
        case = rule_now(
            **common,
            expected_seq=whole(seen, None),
            mark=given.get("mark", ""),
            events=[event] if event else (),
            public_text=given.get("public_text", ""),
            confirm_round=whole(confirm, None),
            advance=advance_given(request),
            carry=inquiry.carry,
            again=again_said(given),
            minutes=minutes_given(request),
            key=key,
        )
    except RuleError as error:
        if status_of(error) == FORBIDDEN:
            raise
        amended, asked = _looked(view, event, decided), advance_asked(error)
        return _decide(
            request,
            inquiry,
            view,
            decided,
            amended=amended,
            refused=sentence(error),
            advance=asked,
            status=status_of(error),
        )
    messages.success(request, gettext("The ruling has been issued."))
    return _done(inquiry, case)


def _done(inquiry: Inquiry, case: Case) -> HttpResponse:
    """Lead to the case; a call kept on the phone from which it was made is named, so that it is put away there."""
    kept = inquiry.given.one("kept")
    more = f"?{urlencode({'sent': kept})}" if kept else ""
    return HttpResponseRedirect(reverse("case", args=[inquiry.event.slug, case.number]) + more)


def _looked(view: TablePage | None, event: dict[str, Any] | None, decided: Decided) -> dict[str, Any] | None:
    """Show the preview again with the correction that was filled in."""
    if view is None or event is None:
        return None
    fields = _facts_of(view, event["with"])
    around = Around(view.seated, view.rules.ruleset.patterns, _opened(decided), view.game.ruleset.tiles)
    given = typed(fields, event["with"], AMENDED)
    return {
        "seq": event["seq"],
        "told": view.tell(event["with"]),
        "controls": _whole(controls(fields, around, given, AMENDED)),
        "event": event,
    }
