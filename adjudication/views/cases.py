"""A case from its proposal to the end of an appeal."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from adjudication.models import Appeal, CarriedPenalty, Case, CasePhoto
from adjudication.payments import lines_gone, lines_paid
from adjudication.photos import MOST_BYTES, check_bytes
from adjudication.selectors.carrying import bar_to_applying, carried_of, round_to_carry_on_to, table_of, what_of
from adjudication.selectors.cases import appeal_deadline, case_data, decide_again, get_case
from adjudication.selectors.deciding import COUNTED, infraction_of
from adjudication.selectors.preview import ruling_preview
from adjudication.services import appeals
from adjudication.services.calls import minutes_to_close
from adjudication.services.carrying import apply_carried, carry_on, find_carried, waive_carried
from adjudication.services.cases import issue_case, overturn_case, withdraw_case
from adjudication.views.finding import answer_in_words, answers_of
from adjudication.views.over import over_context
from adjudication.views.showing import again_said, decision_context, in_the_way, preview_context
from adjudication.wording import step, text_of
from engine.errors import RuleError
from tournament.access import may
from tournament.actors import Actor
from tournament.errors import not_found, sentence, status_of
from tournament.models import Event, Round, Table
from tournament.numbers import whole
from tournament.selectors.events import get_event
from tournament.selectors.rounds import PLAYED, get_round
from tournament.selectors.rulesets import rules_of
from tournament.selectors.visibility import keeps_table
from tournament.table_page import TablePage
from tournament.views.advancing import advance_asked, advance_given
from tournament.views.base import actor_of, page, posted, shown
from tournament.wording import in_words, place_name

Status = Case.Status
# What a case has to be for an act that only one of several referees can carry out.
OPEN_TO = {
    "issue": (Status.PROPOSED,),
    "withdraw": (Status.PROPOSED,),
    "decide": (Status.APPEALED,),
    "overturn": COUNTED,
}


def _address(case: Case) -> str:
    return reverse("case", args=[case.event.slug, case.number])


@require_safe
@page
def case_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a case with what can be done about it now."""
    actor = actor_of(request)
    case = get_case(actor, get_event(actor, slug), number)
    return _shown(request, case)


def _shown(
    request: HttpRequest,
    case: Case,
    *,
    refused: str = "",
    advance: Sequence[Mapping[str, Any]] = (),
    status: int = 200,
) -> HttpResponse:
    actor, event = actor_of(request), case.event
    data = case_data(case, actor)
    table = _table(case)
    view = TablePage(table) if table else None
    rules = rules_of(event)
    staff = may(actor, "see_private", event)
    deadline = appeal_deadline(case)
    going = event.status not in (Event.Status.CLOSED, Event.Status.ARCHIVED)
    concerned = appeals.concerned(actor, case)
    lines = lines_paid(rules, case.decision, [item["place"] for item in data["offenders"]], case.paid) if table else []
    in_time = case.status == Status.ISSUED and deadline is not None and timezone.now() <= deadline
    context: dict[str, Any] = {
        "case": case,
        "data": data,
        "refused": refused,
        # What was typed into a form that was refused stays in it, beside what has been renewed.
        "typed": request.POST if refused else {"public_text": case.public_text},
        # Which of the forms asks about places in a later stage, once a write was refused for it.
        "asked_in": request.POST.get("act", "") if advance else "",
        "advance": advance,
        "may_advance": may(actor, "decide_appeal", event),
        "title": text_of(data["name"]),
        "label": Status(case.status).label,
        "table": table,
        "after_last": view is not None and view.after_last(case.hand),
        "table_url": reverse("table", args=[event.slug, table.round.number, table.number]) if table else "",
        "sides": view.sides() if view and table and not keeps_table(actor, table) else [],
        "offenders": [
            {**item, "wind": place_name(item["place"]) if item["place"] else "", "step": step(rules, item["step"])}
            for item in data["offenders"]
        ],
        "facts": _facts(case, view) if data["facts"] is not None else [],
        "lines": lines,
        "removed": lines_gone(rules, case.paid) if table else [],
        "dealer": (_deal(table, case) or {}).get("dealer") or "" if table else "",
        "over": over_context(actor, case, paid=table is not None and bool(lines) and not data["carried"]),
        # The time for an appeal is told while there may be one.
        "deadline": deadline if in_time else None,
        "carried": [_carried(item, actor) for item in carried_of(case)],
        "appeal": getattr(case, "appeal", None),
        "outcomes": Appeal.Outcome.choices,
        "again_url": _address_of_steps(case, table, call=case.call.number if case.call else ""),
        "amend_url": _address_of_steps(case, table, amend=case.number),
        "photos": _photos(actor, case) if staff or concerned else [],
        "most_bytes": MOST_BYTES,
        "photo_large": gettext("A photo has at most {most} MB.").format(most=MOST_BYTES // 1048576),
        "staff": staff,
        "key": str(uuid.uuid4()),
        "seq": table.seq if table else "",
        "can": {
            "issue": going and case.status == Status.PROPOSED and may(actor, "rule", table or event),
            "acknowledge": going
            and concerned
            and case.status in COUNTED
            and actor.entry is not None
            and actor.entry.number not in data["acknowledged"],
            "appeal": going and in_time and (concerned or may(actor, "call", event)),
            "decide": going and case.status == Status.APPEALED and may(actor, "decide_appeal", event),
            "overturn": going and case.status in COUNTED and may(actor, "decide_appeal", event),
            "photo": going and (concerned or may(actor, "call", event)),
        },
        **decision_context(event, case.decision, data["article"]),
    }
    if context["can"]["issue"]:
        context |= _preview(request, case, view)
        context["advance"] = advance or context.get("advance", ())
        context["call_minutes"] = minutes_to_close(case.call)
    return shown(request, "rulings/case.html", context, event=event, current="rulings", status=status)


def _carried(item: CarriedPenalty, actor: Actor) -> dict[str, Any]:
    """Return what waits for a later round, with whether the reader may apply or waive it, or carry it on."""
    table = table_of(item)
    standing = item.standing
    waits = standing == CarriedPenalty.Status.OPEN and item.case.status in COUNTED
    bar = bar_to_applying(item, table) if waits else None
    return {
        "item": item,
        "what": what_of(item),
        "table": table,
        "table_url": reverse("table", args=[item.case.event.slug, item.round.number, table.number]) if table else "",
        "label": CarriedPenalty.Status(standing).label,
        "waits": waits,
        "may": waits and may(actor, "rule", table or item.case.event),
        "bar": sentence(bar) if bar is not None else "",
        "early": bar is not None and bar.code == "carried_early",
        "on": round_to_carry_on_to(item) if waits else None,
    }


def _address_of_steps(case: Case, table: Table | None, **more: Any) -> str:
    """Return the address that begins another ruling with offenders, hand and facts of this one filled in."""
    offenders = list(case.offenders.all())
    common: dict[str, Any] = {
        **more,
        "round": case.round.number,
        "deliberate": "yes" if case.deliberate else "",
    }
    if table is not None:
        where = reverse("rule", args=[case.event.slug, table.round.number, table.number])
        common |= {"offender": [item.place for item in offenders], "hand": case.hand or ""}
    else:
        where = reverse("rule_entry", args=[case.event.slug])
        common |= {"entry": [item.entry.number for item in offenders]}
    return where + answers_of(case.event, case.infraction, case.facts, **common)


def _table(case: Case) -> Table | None:
    if case.table_id is None:
        return None
    return Table.objects.select_related("event", "round__stage", "draw").get(pk=case.table_id)


def _deal(table: Table, case: Case) -> dict[str, Any] | None:
    return next((hand["deal"] for hand in table.state["hands"] if hand["number"] == case.hand), table.state["expected"])


def _facts(case: Case, view: TablePage | None) -> list[dict[str, str]]:
    seats = view.seated if view else {}
    return [
        {"label": in_words(question.label), "value": answer_in_words(question, case.facts[question.code], seats)}
        for question in infraction_of(case.event, case.infraction).questions
        if question.code in case.facts
    ]


def _preview(request: HttpRequest, case: Case, view: TablePage | None) -> dict[str, Any]:
    """Return what issuing a proposed case would change now; a refusal is shown in its place."""
    wanted = (request.POST or request.GET).get("round", "")
    counted_in = get_round(case.event, whole(wanted, 0)) if wanted.isdecimal() else case.round
    found: dict[str, Any] = {
        "rounds": Round.objects.filter(event=case.event, status__in=PLAYED).order_by("number"),
        "counted_in": counted_in,
    }
    try:
        decided, carry = decide_again(case), (request.POST or request.GET).get("carry") == "yes"
        preview = ruling_preview(
            actor=actor_of(request), decided=decided, counted_in=counted_in, case=case, carry=carry
        )
    except RuleError as error:
        return found | {"blocked": sentence(error), "in_way": in_the_way(view, error)}
    return found | preview_context(case.event, view, decided, preview, counted_in)


def _photos(actor: Actor, case: Case) -> list[dict[str, Any]]:
    photos = CasePhoto.objects.filter(case=case).defer("image")
    going = case.event.status not in (Event.Status.CLOSED, Event.Status.ARCHIVED)
    return [{"id": photo.pk, "remove": going and appeals.may_remove(actor, case, photo)} for photo in photos]


def _seq(request: HttpRequest) -> int | None:
    return whole(request.POST.get("seq", ""), None)


def _number(request: HttpRequest, name: str) -> int | None:
    return whole(request.POST.get(name, ""), None)


@posted("case")
@page
def act(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Carry out one of the acts a case's page offers; what is refused comes back with the page."""
    actor = actor_of(request)
    case = get_case(actor, get_event(actor, slug), number)
    try:
        said = _do(request, actor, case)
    except RuleError as error:
        found, asked = get_case(actor, case.event, number), advance_asked(error)
        if (overtaken := _overtaken(request.POST.get("act", ""), actor, found)) is not None:
            messages.info(request, overtaken)
            return HttpResponseRedirect(_address(found))
        return _shown(request, found, refused=sentence(error), advance=asked, status=status_of(error))
    messages.success(request, said)
    return HttpResponseRedirect(_address(case))


def _overtaken(act: str, actor: Actor, case: Case) -> str | None:
    """Say that a case was dealt with by somebody else before an act, None while that act is still open."""
    if act not in OPEN_TO or case.status in OPEN_TO[act]:
        return None
    if act != "issue" or case.issued_at is None:
        text = gettext("Meanwhile case {number} has become “{status}”; nothing of yours was written.")
        return text.format(number=case.number, status=Status(case.status).label)
    at = timezone.localtime(case.issued_at, ZoneInfo(case.event.zone)).strftime("%H:%M")
    who = case_data(case, actor)["issued_by"]
    text = (
        gettext("Case {number} was issued meanwhile, at {time} by {who}: nothing is left to be done.")
        if who
        else gettext("Case {number} was issued meanwhile, at {time}: nothing is left to be done.")
    )
    return text.format(number=case.number, time=at, who=who)


def _do(request: HttpRequest, actor: Actor, case: Case) -> str:
    given = request.POST
    counted = _number(request, "round")
    counted_in = get_round(case.event, counted) if counted else None
    confirm_round = _number(request, "confirm_round")
    match given.get("act"):
        case "issue":
            issue_case(
                actor=actor,
                case=case,
                expected_seq=_seq(request),
                mark=given.get("mark", ""),
                counted_in=counted_in,
                carry=given.get("carry") == "yes",
                again=again_said(given),
                public_text=given.get("public_text", ""),
                confirm_round=confirm_round,
                advance=advance_given(request),
                minutes=_number(request, "minutes") or 0,
                key=given.get("key") or None,
            )
            return gettext("The ruling has been issued.")
        case "apply_carried":
            item = find_carried(case, given.get("person", ""))
            apply_carried(actor=actor, item=item, expected_seq=_seq(request), advance=advance_given(request))
            return gettext("The penalty has been applied.")
        case "waive_carried":
            waive_carried(actor=actor, item=find_carried(case, given.get("person", "")), reason=given.get("reason", ""))
            return gettext("The penalty has been waived.")
        case "carry_on":
            moved = carry_on(
                actor=actor, item=find_carried(case, given.get("person", "")), reason=given.get("reason", "")
            )
            return gettext("The penalty waits for round {number} now.").format(number=moved.round.number)
        case "withdraw":
            withdraw_case(actor=actor, case=case, reason=given.get("reason", ""))
            return gettext("The case has been withdrawn.")
        case "acknowledge":
            appeals.acknowledge(actor=actor, case=case)
            return gettext("Noted.")
        case "appeal":
            appeals.appeal_case(actor=actor, case=case, text=given.get("text", ""), photo=_photo_sent(request))
            return gettext("The appeal has been lodged; the chief referee decides.")
        case "photo":
            data = _photo_sent(request)
            if data is None:
                return gettext("No photo was chosen.")
            appeals.add_photo(actor=actor, case=case, data=data)
            return gettext("The photo has been added.")
        case "remove_photo":
            appeals.remove_photo(actor=actor, case=case, number=_number(request, "photo") or 0)
            return gettext("The photo has been removed.")
        case "decide":
            appeals.decide_appeal(
                actor=actor,
                case=case,
                outcome=given.get("outcome", ""),
                reason=given.get("reason", ""),
                expected_seq=_seq(request),
                confirm_round=confirm_round,
                advance=advance_given(request),
            )
            return gettext("The appeal has been decided.")
        case "overturn":
            overturn_case(
                actor=actor,
                case=case,
                expected_seq=_seq(request),
                reason=given.get("reason", ""),
                confirm_round=confirm_round,
                advance=advance_given(request),
            )
            return gettext("The ruling has been overturned.")
        case _:
            raise not_found("act")


def _photo_sent(request: HttpRequest) -> bytes | None:
    upload = request.FILES.get("photo")
    if upload is None:
        return None
    check_bytes(upload.size or 0)
    return upload.read()


@require_safe
@page
def photo(request: HttpRequest, slug: str, number: int, photo_id: int) -> HttpResponse:
    """Hand out a photo to the staff and to the players concerned."""
    actor = actor_of(request)
    case = get_case(actor, get_event(actor, slug), number)
    if not (may(actor, "see_private", case.event) or appeals.concerned(actor, case)):
        raise not_found("photo")
    found = CasePhoto.objects.filter(case=case, pk=photo_id).first()
    if found is None:
        raise not_found("photo")
    return HttpResponse(
        bytes(found.image),
        content_type=found.content_type,
        headers={"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"},
    )
