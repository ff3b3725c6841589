"""The organiser's page for the end: results kept back, and told from the last rank upwards."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import not_found
from tournament.forms.reveal import KeepBackForm, TellForm
from tournament.models import Event
from tournament.reveal import reveal_of
from tournament.selectors.reveal import final_rows, next_rank
from tournament.selectors.rounds import get_round, rounds_of
from tournament.services import reveal as services
from tournament.views.base import actor_of, shown
from tournament.views.organising import Question, asked, done, event_page

SHOWN = 12  # ranks told already, the newest first


@event_page("manage")
def reveal(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what is kept back and who comes next; tell the next ranks, or take the last ones back."""
    back = reverse("reveal", args=[event.slug])
    if request.method == "POST":
        return _act(request, event, back)
    kept = reveal_of(event)
    context: dict[str, Any] = {"kept": kept, "over": event.reveal is not None and kept is None}
    if kept is None:
        context["form"] = KeepBackForm(rounds_of(event))
    else:
        ranks = _ranks(request.GET.get("ranks", ""))
        best = next_rank(event, kept, ranks)
        rows = final_rows(event, kept)
        told = [one for one in rows if kept.told is not None and one.rank >= kept.told]
        context |= {
            "form": TellForm(initial={"ranks": ranks, "seen": len(kept.steps)}),
            "next": [one for one in rows if best is not None and best <= one.rank and one not in told],
            "told": told[:SHOWN],
            "waiting": len(rows) - len(told),
            "everything": tell_all_question(event),
            "nothing": keep_nothing_question(event),
        }
    context["steps"] = len(event.reveal["steps"]) if event.reveal else 0
    return shown(request, "organiser/reveal.html", context, event=event, current="manage")


def _ranks(text: str) -> int:
    return max(1, min(int(text), 100)) if text.isdecimal() and len(text) < 4 else 1


def _act(request: HttpRequest, event: Event, back: str) -> HttpResponse:
    actor, ranks = actor_of(request), _ranks(request.POST.get("ranks", ""))
    text = request.POST.get("seen", "")
    seen = int(text) if text.isdecimal() and len(text) < 6 else None
    match request.POST.get("act"):
        case "next":
            where = f"{back}?ranks={ranks}"
            return done(
                request, lambda: services.tell_next(actor=actor, event=event, ranks=ranks, seen=seen), "", where
            )
        case "back":
            kept = reveal_of(event)
            if kept is not None and not kept.steps and not seen:
                # Nothing is told yet: this would make everything public, which is asked first.
                return redirect("reveal_nothing", event.slug)
            return done(
                request,
                lambda: services.take_back(actor=actor, event=event, seen=seen),
                _("The last step is taken back."),
                f"{back}?ranks={ranks}",
            )
        case _:
            raise not_found("act")


@event_page("manage")
def keep_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then keep back the results from a round on."""
    given = request.POST.get("round") or request.GET.get("round", "")
    if not given.isdecimal() or len(given) > 5:
        raise not_found("round")
    from_round = get_round(event, int(given))
    question = Question(
        "keep-back",
        reverse("reveal_keep_back", args=[event.slug]),
        _("Keep back"),
        _("Keep back the results from round {number} on?").format(number=from_round.number),
        _("Keep back"),
        _("Standings, results of tables and players' pages then show everybody what was known before that round."),
        fields={"round": str(from_round.number)},
    )
    return asked(
        request,
        question,
        lambda: services.keep_back(actor=actor_of(request), event=event, from_round=from_round),
        _("The results are kept back."),
        reverse("reveal", args=[event.slug]),
    )


def keep_nothing_question(event: Event) -> Question:
    """Return what is asked before results that were kept back, and of which nothing is told yet, are public."""
    return Question(
        "keep-nothing",
        reverse("reveal_nothing", args=[event.slug]),
        _("Keep nothing back"),
        _("Keep nothing back any more?"),
        _("Keep nothing back"),
        _("Standings and the results of all tables are public at once, and from then on as they come."),
    )


@event_page("manage")
def keep_nothing(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then keep nothing back any more."""
    return asked(
        request,
        keep_nothing_question(event),
        lambda: services.take_back(actor=actor_of(request), event=event, seen=0),
        _("Nothing is kept back any more; results are public."),
        reverse("reveal", args=[event.slug]),
    )


def tell_all_question(event: Event) -> Question:
    """Return what is asked before everything is told."""
    return Question(
        "tell-all",
        reverse("reveal_all", args=[event.slug]),
        _("Reveal everything"),
        _("Make all results public?"),
        _("Reveal everything"),
        _("All ranks and the results of all tables are public at once. The step can be taken back."),
    )


@event_page("manage")
def tell_all(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then make everything public."""
    return asked(
        request,
        tell_all_question(event),
        lambda: services.tell_all(actor=actor_of(request), event=event),
        _("All results are public."),
        reverse("reveal", args=[event.slug]),
    )
