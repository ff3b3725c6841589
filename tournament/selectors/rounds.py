"""Rounds: which are over, which tables are still out, what keeps an event open."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from tournament.errors import not_found
from tournament.models import Draw, Event, Round, Table

PLAYED = (Round.Status.RELEASED, Round.Status.RUNNING, Round.Status.CLOSED)
OVER = (Table.Status.CONFIRMED, Table.Status.VOID)


def rounds_of(event: Event) -> QuerySet[Round]:
    """Return the rounds with their stages, by number."""
    return Round.objects.filter(event=event).select_related("stage", "event").order_by("number")


def get_round(event: Event, number: int) -> Round:
    """Return a round by its number."""
    found = Round.objects.filter(event=event, number=number).select_related("stage", "event").first()
    if found is None:
        raise not_found("round")
    return found


def newest_played(event: Event) -> int:
    """Return the number of the newest round that was released, 0 where none was."""
    found = Round.objects.filter(event=event, status__in=PLAYED).order_by("-number").values_list("number", flat=True)
    return found.first() or 0


def still_played(event: Event, numbers: Collection[int]) -> list[int]:
    """Return those of some rounds that are not closed, by number."""
    rounds = Round.objects.filter(event=event, number__in=numbers).exclude(status=Round.Status.CLOSED)
    return list(rounds.order_by("number").values_list("number", flat=True))


def all_closed(event: Event) -> bool:
    """Tell whether every round of an event is closed; there has to be one."""
    rounds = Round.objects.filter(event=event)
    return rounds.exists() and not rounds.exclude(status=Round.Status.CLOSED).exists()


def unfinished(round_: Round, confirmation: str) -> QuerySet[Table]:
    """Return the tables of a round that are not over, the longest out first."""
    over = (*OVER, Table.Status.FINISHED) if confirmation == "none" else OVER
    tables = Table.objects.filter(round=round_, draw__status=Draw.Status.RELEASED).exclude(status__in=over)
    return tables.order_by("started_at", "number")


def released_after(round_: Round) -> int | None:
    """Return the first later round whose draw is released, which keeps a closed round from being opened again."""
    later = Draw.objects.filter(
        round__event=round_.event_id, round__number__gt=round_.number, status=Draw.Status.RELEASED
    )
    return later.order_by("round__number").values_list("round__number", flat=True).first()


def what_is_open(event: Event) -> list[dict[str, Any]]:
    """Return what keeps an event from closing: rounds that are not closed, with their tables that are still out."""
    found: list[dict[str, Any]] = []
    tables: dict[int, list[dict[str, Any]]] = {}
    still_out = Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED).exclude(status__in=OVER)
    for table in still_out.order_by("number").values("round_id", "number", "status"):
        tables.setdefault(table["round_id"], []).append({"number": table["number"], "status": table["status"]})
    for round_ in Round.objects.filter(event=event).order_by("number"):
        out = tables.get(round_.pk, [])
        if round_.status != Round.Status.CLOSED or out:
            found.append({"round": round_.number, "status": round_.status, "tables": out})
    return found
