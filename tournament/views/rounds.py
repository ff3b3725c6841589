"""The console of a round: draw, release, start, clock, close, and everything that undoes one of these."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import RuleError, noop
from tournament.access import may
from tournament.areas_shown import by_area
from tournament.console_rows import out_rows
from tournament.errors import Refused, status_of
from tournament.event_settings import settings_of
from tournament.forms import carried_out, refusal_of
from tournament.forms.rounds import ClockForm, DeleteDrawForm, ReasonForm, SeatingForm, UnfinishedForm
from tournament.models import Draw, DrawJob, Entry, Event, Round, Table
from tournament.persons import sides_of
from tournament.printing.tables import slips_to_reprint
from tournament.seating.methods import find_method
from tournament.selectors.check_in import countdown
from tournament.selectors.clock import clock_of
from tournament.selectors.console import console_tables, draft_tables, still_out
from tournament.selectors.persons import in_pairs
from tournament.selectors.proposals import proposals_in
from tournament.selectors.resting import resting_of
from tournament.selectors.rounds import get_round, released_after, rounds_of, unfinished
from tournament.selectors.rulesets import rules_of
from tournament.selectors.seating import field_of, left_out_of
from tournament.selectors.standings import standings_problem
from tournament.selectors.visibility import visible_draw, visible_draws
from tournament.services import absent as absent_services
from tournament.services import draw_jobs, draws, rounds
from tournament.services.absent import EXCLUDE, undecided
from tournament.services.unfinished import settle_unfinished
from tournament.stage_settings import drawing_of
from tournament.views.advancing import advance_given, advance_part
from tournament.views.barred import round_corrected
from tournament.views.base import actor_of, shown
from tournament.views.event_tasks import most_rounds, next_round
from tournament.views.organising import ENDED, REFUSED, Question, asked, done, event_page
from tournament.views.round_parts import (
    SHOWN,
    carried_stops,
    draw_questions,
    fair_lines,
    hall_rows,
    method_words,
    notices,
    proposal_stops,
    proposal_words,
    round_questions,
    round_step,
    round_steps,
    stand_in_words,
    stops,
)
from tournament.views.standstill import standstill_part
from tournament.wording import field_in_words

Status = Round.Status
LIVE = (Status.RELEASED, Status.RUNNING)
NOTHING_NEW = 204
LARGE_FIELD = 60


@event_page("see_staff_pages")
def console(request: HttpRequest, event: Event) -> HttpResponse:
    """Lead to the round that is played now, else to the event's page."""
    found = list(rounds_of(event))
    now = next_round(found)
    begun = now is not None and (now.status != Status.PLANNED or now.number > 1 or event.status == Event.Status.RUNNING)
    if now is None or not begun:
        return redirect("manage", event.slug)
    return redirect("round", event.slug, now.number)


def mark_of(event: Event, round_: Round, draw: Draw | None) -> str:
    """Return what changes when the console has to be drawn anew."""
    return f"{event.version}.{round_.status}.{draw.attempt if draw else 0}{draw.status if draw else ''}"


@event_page("see_staff_pages")
def round_console(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show a round; an open page polls with `?v=` and gets 204 while nothing changed."""
    actor = actor_of(request)
    round_ = get_round(event, number)
    draw = visible_draw(actor, round_)
    mark = mark_of(event, round_, draw)
    if request.GET.get("v") == mark:
        return HttpResponse(status=NOTHING_NEW)
    live = _live(request, event, round_, mark)
    if request.htmx and not request.htmx.boosted:
        # The acts of the page belong to the state it was drawn for: after another act it says so and keeps all input.
        before = request.GET.get("v", "").split(".", 1)[-1]
        live["moved"] = before != mark.split(".", 1)[-1]
        return render(request, "organiser/round_live.html", live | {"swapped": True})
    return shown(
        request, "organiser/round.html", _page(request, event, round_, draw, live), event=event, current="console"
    )


def _live(request: HttpRequest, event: Event, round_: Round, mark: str) -> dict[str, Any]:
    tables = console_tables(round_)
    every = list(rounds_of(event))
    earlier = [one for one in every if one.number < round_.number and one.status != Status.CLOSED]
    still = still_out(tables)
    proposals = proposals_in(event, round_) if round_.status in LIVE else []
    return {
        "event": event,
        "round": round_,
        "mark": mark,
        "every": every,
        "tables": tables,
        "hall": by_area(hall_rows(event, round_, tables)),
        "over": sum(row.over for row in tables),
        "agreed": sum(row.agreed for row in tables),
        "out": len(still),
        "out_first": out_rows(event, round_, still[:SHOWN]),
        "out_rest": out_rows(event, round_, still[SHOWN:]),
        "out_more": len(still) - SHOWN,
        "corrected": round_corrected(round_) if round_.status == Status.CLOSED else "",
        "finished": sum(row.table.status == Table.Status.FINISHED and not row.over for row in tables),
        "shown": SHOWN,
        "stops": stops(event, round_, tables, earlier, proposals),
        "proposals": proposals,
        "clock": clock_of(round_, timezone.now()),
        "now": timezone.now(),
        "may_rule": event.status not in ENDED and may(actor_of(request), "rule", round_),
        "live": round_.status in LIVE,
    }


def _page(request: HttpRequest, event: Event, round_: Round, draw: Draw | None, live: dict[str, Any]) -> dict[str, Any]:
    actor = actor_of(request)
    every = live["every"]
    going = event.status not in ENDED
    draws_it, runs = going and may(actor, "draw", round_), going and may(actor, "run", round_)
    unreleased = draw is not None and draw.status in (Draw.Status.DRAFT, Draw.Status.STALE)
    deleted = visible_draws(actor, event).filter(round=round_, status=Draw.Status.DELETED) if draws_it else []
    draft = draft_tables(draw, event) if draw and unreleased else []
    pairs = in_pairs(event)
    field = field_of(round_) if draws_it and round_.status in (Status.PLANNED, Status.DRAWN) else []
    return live | {
        **standstill_part(event),
        "total": len(every),
        "steps": round_steps(),
        "step": round_step(round_, live["tables"]),
        "draw": draw,
        "unreleased": unreleased,
        "draft": draft,
        "draft_groups": by_area(draft),
        "method": method_words(draw, round_),
        "fair": fair_lines(draw) if draw and may(actor, "see_unreleased", round_) else [],
        "notices": notices(draw) if draw else [],
        "field": len(field),
        "field_words": field_in_words(len(field), pairs=pairs),
        "least": len(sides_of(rules_of(event).ruleset)),
        "resting": [who for _venue, entries in resting_of(draw) for who in entries] if draw else [],
        "stand_ins": stand_in_words(event, round_, draw, len(field)) if field else "",
        "missing": left_out_of(round_) if field or round_.status == Status.PLANNED else [],
        "bound": most_rounds(len(field), pairs=pairs),
        "draws": draws_it,
        "job": newest_job(round_) if draws_it else None,
        "deletes": going and may(actor, "delete_draw", round_),
        "problem": standings_problem(event),
        "countdown": countdown(event, timezone.now()),
        "runs": runs,
        "stays_closed": _why_closed(round_) if runs else "",
        "questions": round_questions(event, round_, live["proposals"]) if runs else {},
        "draw_questions": draw_questions(event, round_, draw) if draws_it else {},
        "clock_form": _clock_form(round_) if runs else None,
        "deleted": [{"draw": gone, "tables": len(gone.result["tables"])} for gone in deleted],
        "previous": next((r for r in reversed(every) if r.number < round_.number), None),
        "next": next((r for r in every if r.number > round_.number), None),
        "reprint": slips_to_reprint(round_, live["tables"]),
        "drawn_url": reverse("drawn", args=[event.slug, round_.number]),
        "calls_url": reverse("calls", args=[event.slug]),
    }


def _clock_form(round_: Round, data: Any = None) -> ClockForm:
    starts_at = timezone.localtime(round_.starts_at) if round_.starts_at else None
    return ClockForm(data, initial={"minutes": round_.clock_minutes, "starts_at": starts_at})


def _back(event: Event, number: int) -> str:
    return reverse("round", args=[event.slug, number])


@event_page("draw")
def draw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Draw a round, or again, the way its stage is drawn; those not checked in are asked about once."""
    round_ = get_round(event, number)
    question = draw_questions(event, round_, visible_draw(actor_of(request), round_))["draw"]
    said = _("Round %(number)s is drawn. It is a draft until you release it.") % {"number": number}
    absent = request.POST.get("absent") or None
    missing = undecided(round_)
    if request.method == "POST" and missing and absent is None:
        context = {"round": round_, "missing": missing}
        return shown(request, "organiser/not_checked_in.html", context, event=event, current="console")

    def act() -> object:
        if takes_long(round_):
            wish = {"absent": absent} if absent else {}
            return draw_jobs.start_job(actor=actor_of(request), round_=round_, wish=wish)
        return draws.draw_round(actor=actor_of(request), round_=round_, absent=absent)

    return asked(request, question, act, "" if takes_long(round_) else said, _back(event, number))


def takes_long(round_: Round) -> bool:
    """Tell whether a draw is made in the background: all rounds of a stage at once, or a large field."""
    return find_method(drawing_of(round_.stage).method).whole or len(field_of(round_)) > LARGE_FIELD


@event_page("draw")
def draw_job(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Say how far a draw is that is made in the background; POST stops it."""
    round_ = get_round(event, number)
    if request.method == "POST":
        act = partial(draw_jobs.cancel_job, actor=actor_of(request), round_=round_)
        return done(request, act, _("The draw is being stopped; nothing of it is kept."), _back(event, number))
    job = newest_job(round_)
    if not request.htmx:
        return redirect("round", event.slug, number)
    response = render(request, "organiser/round_job.html", {"event": event, "round": round_, "job": job})
    if job is None or job["status"] not in draw_jobs.OPEN:
        response["HX-Refresh"] = "true"
    return response


def newest_job(round_: Round) -> dict[str, Any] | None:
    """Return the newest draw made in the background, unless a draw has come of it or after it."""
    job = DrawJob.objects.filter(round=round_).select_related("round").first()
    if job is None or job.status in (DrawJob.Status.DONE, DrawJob.Status.CANCELLED):
        return None
    if Draw.objects.filter(round=round_, attempt__gte=job.attempt).exists():
        return None
    return draw_jobs.job_data(job) | {"open": job.status in draw_jobs.OPEN}


@event_page("draw")
def call_absent(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Call those who have not checked in, by e-mail or as messages to be handed over."""
    round_ = get_round(event, number)
    if request.method != "POST":
        return redirect("round", event.slug, number)
    called: list[Entry] = []
    back = reverse("check_in", args=[event.slug])
    response = done(
        request, lambda: called.extend(absent_services.call_absent(actor=actor_of(request), round_=round_)), "", back
    )
    if called:
        names = ", ".join(f"{entry.number} {entry.name}" for entry in called)
        messages.success(request, _("Called: %(names)s. Check them in when they come, then draw.") % {"names": names})
    return response


@event_page("draw")
def draw_by_hand(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Seat a round by hand, beginning from the draft there is."""
    round_ = get_round(event, number)
    held = visible_draw(actor_of(request), round_)
    lines = [
        f"{row['number']}: {' '.join('-' if entry is None else str(entry) for entry in row['seats'])}"
        for row in (held.result["tables"] if held else ())
    ]
    resting = held.result["out"] if held else []
    form = SeatingForm(request.POST or None, initial={"tables": "\n".join(lines), "out": resting})
    if request.method == "POST" and form.is_valid():
        tables, out = form.cleaned_data["tables"], form.cleaned_data["out"]
        if carried_out(
            form,
            lambda: draws.draw_round(
                actor=actor_of(request),
                round_=round_,
                method="manual",
                tables=tables,
                out=out,
                absent=EXCLUDE,
                override=form.cleaned_data["override"],
            ),
        ):
            messages.success(request, _("The seating is kept as a draft."))
            return redirect("round", event.slug, number)
    context = {"form": form, "round": round_, "field": field_of(round_)}
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/by_hand.html", context, event=event, current="console", status=status)


@event_page("draw")
def release(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Release the draft."""
    round_ = get_round(event, number)
    question = draw_questions(event, round_, visible_draw(actor_of(request), round_))["release"]
    said = (
        _("Round %(number)s is released. The event is a draft: only its staff sees the seats until it is opened.")
        if event.status == Event.Status.DRAFT
        else _("Round %(number)s is released: everybody sees the seats.")
    ) % {"number": number}
    return asked(
        request,
        question,
        lambda: draws.release_draw(actor=actor_of(request), round_=round_),
        said,
        _back(event, number),
    )


@event_page("delete_draw")
def delete_draw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Take a draw away with all that was played on it, after its round was typed; it can be restored."""
    round_ = get_round(event, number)
    form = DeleteDrawForm(request.POST or None)
    refused: RuleError | None = None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data | {"advance": advance_given(request)}
        refused = refusal_of(form, lambda: draws.delete_draw(actor=actor_of(request), round_=round_, **given))
        if refused is None:
            messages.success(
                request, _("The draw of round %(number)s is deleted. You can restore it.") % {"number": number}
            )
            return redirect("round", event.slug, number)
    context = {
        "form": form,
        "round": round_,
        "lost": draws.what_is_lost(round_),
        **advance_part(request, event, refused),
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/delete_draw.html", context, event=event, current="console", status=status)


@event_page("delete_draw")
def restore_draw(request: HttpRequest, event: Event, number: int, attempt: int) -> HttpResponse:
    """Bring a deleted draw back."""
    round_ = get_round(event, number)
    question = Question(
        f"restore-{attempt}",
        request.path,
        _("Restore"),
        _("Restore draw {attempt} of round {number}?").format(attempt=attempt, number=number),
        _("Restore the draw"),
        _("Its tables come back with all that was recorded there."),
        "go",
    )
    return asked(
        request,
        question,
        lambda: draws.restore_draw(
            actor=actor_of(request), round_=round_, attempt=attempt, advance=advance_given(request)
        ),
        _("The draw is restored."),
        _back(event, number),
        results_of=event,
    )


@event_page("run")
def start(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Start a released round and its clock."""
    round_ = get_round(event, number)
    question = round_questions(event, round_, ())["start"]
    said = _("Round %(number)s is running.") % {"number": number}
    return asked(
        request,
        question,
        lambda: rounds.start_round(actor=actor_of(request), round_=round_),
        said,
        _back(event, number),
    )


@event_page("run")
def close(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Close a round; tables that are still out are listed first, to be finished now, declared void or given time."""
    round_ = get_round(event, number)
    if round_.status == Status.RUNNING and unfinished(round_, settings_of(event).confirmation).exists():
        return _close_unfinished(request, event, round_)
    if request.method != "POST" and round_.status != Status.RUNNING and not _all_over(event, round_):
        return _not_to_close(request, event, round_)
    if round_.status in LIVE and (waiting := carried_stops(event, round_, console_tables(round_))):
        return _penalties_wait(request, event, round_, waiting)
    question = round_questions(event, round_, proposals_in(event, round_))["close"]
    said = _("Round %(number)s is closed.") % {"number": number}
    return asked(
        request,
        question,
        lambda: rounds.close_round(actor=actor_of(request), round_=round_),
        said,
        _back(event, number),
    )


def _penalties_wait(request: HttpRequest, event: Event, round_: Round, waiting: list[dict[str, Any]]) -> HttpResponse:
    """Say which penalties of earlier rounds are to be decided on before a round is closed, and lead to them."""
    context = {"round": round_, "waiting": waiting, "back_url": _back(event, round_.number)}
    status = 409 if request.method == "POST" else 200
    return shown(request, "organiser/penalties_wait.html", context, event=event, current="console", status=status)


def _ended(request: HttpRequest, event: Event, title: str, number: int) -> HttpResponse:
    """Say that an event is over before anything is typed, and lead to where it is opened again."""
    context = {
        "title": title,
        "text": _("The event is over: open it again first."),
        "links": [(_("State of the event"), reverse("manage", args=[event.slug]))],
        "back_url": _back(event, number),
    }
    return shown(request, "organiser/notice.html", context, event=event, current="console", status=409)


def _why_closed(round_: Round) -> str:
    later = released_after(round_) if round_.status == Status.CLOSED else None
    return stays_closed(later) if later is not None else ""


def _stays_closed(request: HttpRequest, event: Event, number: int, later: int) -> HttpResponse:
    """Say before anything is typed that a round stays closed, and what is done instead."""
    context = {
        "title": _("Round {number} stays closed").format(number=number),
        "text": stays_closed(later),
        "links": [(_("The tables of round {number}").format(number=number), f"{_back(event, number)}#hall")],
        "back_url": _back(event, number),
    }
    return shown(request, "organiser/notice.html", context, event=event, current="console", status=409)


def stays_closed(later: int) -> str:
    """Say why a closed round cannot be opened again once a later one is released, and what is done instead."""
    text = _("Round {number} is released already, so this round stays closed: correct the table in question instead.")
    return text.format(number=later)


def _not_to_close(request: HttpRequest, event: Event, round_: Round) -> HttpResponse:
    """Say that a round is not running, and lead to its start where it can be started."""
    number, back = round_.number, _back(event, round_.number)
    closed = round_.status == Status.CLOSED
    title = _("Round {number} is closed already") if closed else _("Round {number} has not started")
    starts = [(_("Start round {number}").format(number=number), reverse("start", args=[event.slug, number]))]
    context = {
        "title": title.format(number=number),
        "text": _("There is nothing to close."),
        "links": starts if round_.status == Status.RELEASED else [],
        "back_url": back,
    }
    return shown(request, "organiser/notice.html", context, event=event, current="console")


def _all_over(event: Event, round_: Round) -> bool:
    """Tell whether a round that was released has no table left to play."""
    return round_.status == Status.RELEASED and not unfinished(round_, settings_of(event).confirmation).exists()


def _close_unfinished(request: HttpRequest, event: Event, round_: Round) -> HttpResponse:
    tables = console_tables(round_)
    form = UnfinishedForm(still_out(tables), request.POST or None)
    refused: RuleError | None = None
    if request.method == "POST" and form.is_valid():
        act = partial(
            settle_unfinished,
            actor=actor_of(request),
            round_=round_,
            decisions=form.decisions,
            reason=form.cleaned_data["reason"],
            advance=advance_given(request),
        )
        refused = refusal_of(form, act)
        if refused is None:
            closed = round_.status == Status.CLOSED
            said = _("Round %(number)s is closed.") if closed else _("Done. Round %(number)s is still open.")
            messages.success(request, said % {"number": round_.number})
            return redirect("round", event.slug, round_.number)
    waiting, proposals = carried_stops(event, round_, tables), proposals_in(event, round_)
    context = {
        "form": form,
        "round": round_,
        "waiting": waiting,
        "proposals": proposal_stops(event, proposals),
        "proposals_told": proposal_words(proposals),
        "back_url": _back(event, round_.number),
        **advance_part(request, event, refused),
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/unfinished.html", context, event=event, current="console", status=status)


@event_page("run")
def reopen(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Open a closed round again, with a reason."""
    round_ = get_round(event, number)
    if event.status in ENDED:
        return _ended(request, event, _("Round {number} cannot be opened now").format(number=number), number)
    later = released_after(round_)
    if request.method != "POST" and later is not None:
        return _stays_closed(request, event, number, later)
    form = ReasonForm(request.POST or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        refused = refusal_of(form, lambda: rounds.reopen_round(actor=actor_of(request), round_=round_, reason=reason))
        if refused is None:
            messages.success(request, _("Round %(number)s is open again.") % {"number": number})
            return redirect("round", event.slug, number)
        status = status_of(refused)
    elif form.errors:
        status = REFUSED
    context = {
        "form": form,
        "title": _("Open round {number} again?").format(number=number),
        "text": _("Its tables can be changed again, and standings with them."),
        "act": _("Open the round again"),
        "back_url": _back(event, number),
    }
    return shown(request, "organiser/ask.html", context, event=event, current="console", status=status)


@event_page("manage")
def drop(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Take the last round off the schedule."""
    round_ = get_round(event, number)
    question = Question(
        "drop",
        request.path,
        _("Drop this round"),
        _("Drop round {number}?").format(number=number),
        _("Drop the round"),
        _("It was never drawn; rounds can be added again."),
    )
    return asked(
        request,
        question,
        lambda: rounds.drop_round(actor=actor_of(request), round_=round_),
        _("Round %(number)s is dropped.") % {"number": number},
        reverse("stages", args=[event.slug]),
    )


@event_page("run")
def clock(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Set the clock's minutes and planned start, let it run or pause it, give everybody more time."""
    actor, round_ = actor_of(request), get_round(event, number)
    back = _back(event, number)
    if request.method != "POST":
        return redirect(back)
    act = request.POST.get("act", "")
    if act in ("run", "pause"):
        return done(request, lambda: rounds.set_clock(actor=actor, round_=round_, running=act == "run"), "", back)
    if act == "more":
        return done(request, lambda: _more(request, round_), _("Everybody has five minutes more."), back)
    form = _clock_form(round_, request.POST)
    if form.is_valid():
        given = {name: value for name, value in form.cleaned_data.items() if value is not None}
        if carried_out(form, lambda: rounds.set_clock(actor=actor, round_=round_, **given)):
            messages.success(request, _("The clock is set."))
            return redirect(back)
    draw = visible_draw(actor, round_)
    context = _page(request, event, round_, draw, _live(request, event, round_, mark_of(event, round_, draw)))
    context["clock_form"] = form
    return shown(request, "organiser/round.html", context, event=event, current="console", status=REFUSED)


def _more(request: HttpRequest, round_: Round) -> None:
    minutes = round_.clock_minutes
    if minutes is None:
        raise Refused("clock_unset", noop("Set the minutes of this round first."), path="minutes")
    rounds.set_clock(actor=actor_of(request), round_=round_, minutes=minutes + 5)
