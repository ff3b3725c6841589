"""What an organiser is to do next at an event, as a list of acts with links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.seating.bounds import counting_rounds
from tournament.event_settings import settings_of
from tournament.models import Event, Round
from tournament.selectors.entries import EntryCounts

LEAST_PLAYERS = 4


def most_rounds(entries: int, *, pairs: bool = False) -> int:
    """Return how many rounds of tables of four are possible at most without two entries meeting twice.

    A pair meets one other pair a round; of an odd number of pairs one rests each round.
    """
    if pairs:
        return max(0, entries - 1 + entries % 2)
    return min(max(0, (entries - 1) // 3), counting_rounds(entries))


def next_round(rounds: Sequence[Round]) -> Round | None:
    """Return the round that is played now, else the next one that is not over."""
    return next((round_ for round_ in rounds if round_.status != Round.Status.CLOSED), None)


def event_tasks(event: Event, counts: EntryCounts, rounds: Sequence[Round]) -> list[dict[str, Any]]:
    """Return what is to be done next, the first thing first."""
    if event.status in (Event.Status.CLOSED, Event.Status.ARCHIVED):
        return []
    return [
        {**task, "number": number, "number_label": _("Step")}
        for number, task in enumerate(_tasks(event, counts, rounds), 1)
    ]


def _tasks(event: Event, counts: EntryCounts, rounds: Sequence[Round]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    settings = settings_of(event)
    now = next_round(rounds)
    begun = any(round_.status not in (Round.Status.PLANNED, Round.Status.DRAWN) for round_ in rounds)
    if counts.playing < LEAST_PLAYERS:
        found.append(
            {
                "title": _("Enter the players"),
                "detail": _("{count} entered so far. A whole list can be pasted.").format(count=counts.playing),
                "act": _("Enter"),
                "url": reverse("entries", args=[event.slug]),
            }
        )
    if counts.pending:
        found.append(
            {
                "title": _("Decide on registrations"),
                "detail": _("{count} wait to be approved.").format(count=counts.pending),
                "act": _("See them"),
                "url": reverse("registrations", args=[event.slug]) + "?show=pending",
            }
        )
    if counts.waiting and (settings.capacity is None or counts.placed < settings.capacity):
        found.append(
            {
                "title": _("Let waiting players in"),
                "detail": _("{count} are waiting, and there is room.").format(count=counts.waiting),
                "act": _("See them"),
                "url": reverse("entries", args=[event.slug]) + "?show=waitlist",
            }
        )
    if event.status == Event.Status.DRAFT:
        found.append(
            {
                "title": _("Open the event"),
                "detail": _("Until then only its staff sees it."),
                "act": _("Open"),
                "url": reverse("event_status", args=[event.slug, Event.Status.OPEN]),
            }
        )
    if settings.only_checked_in and counts.expected and not begun and counts.playing >= LEAST_PLAYERS:
        found.append(
            {
                "title": _("Check the players in"),
                "detail": _("{present} of {playing} are here.").format(present=counts.present, playing=counts.playing),
                "act": _("Check in"),
                "url": reverse("check_in", args=[event.slug]),
            }
        )
    if now is not None:
        found.append(_round_task(event, now))
    elif rounds:
        found.append(
            {
                "title": _("Close the event"),
                "detail": _("All rounds are closed. Look at the standings first."),
                "act": _("Close it"),
                "url": reverse("event_status", args=[event.slug, Event.Status.CLOSED]),
            }
        )
    else:
        found.append(
            {
                "title": _("Plan the rounds"),
                "detail": _("There is no round yet."),
                "act": _("Plan"),
                "url": reverse("stages", args=[event.slug]),
            }
        )
    return found


def _round_task(event: Event, round_: Round) -> dict[str, Any]:
    words = {
        Round.Status.PLANNED: (_("Draw round {number}"), _("Nobody has a seat yet.")),
        Round.Status.DRAWN: (_("Release round {number}"), _("The draw is a draft that only you see.")),
        Round.Status.RELEASED: (_("Start round {number}"), _("Everybody sees the seats.")),
        Round.Status.RUNNING: (_("Run round {number}"), _("See which tables are still out.")),
    }
    title, detail = words[Round.Status(round_.status)]
    if event.status == Event.Status.DRAFT and round_.status == Round.Status.RELEASED:
        detail = _("Only the staff sees the seats while the event is a draft.")
    return {
        "title": title.format(number=round_.number),
        "detail": detail,
        "act": _("Go there"),
        "url": reverse("round", args=[event.slug, round_.number]),
    }
