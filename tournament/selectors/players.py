"""What a player looks up: where to sit, what was played, what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from tournament.actors import Actor
from tournament.models import Draw, Entry, PostingRow, Round, Table
from tournament.persons import number_of, places_of
from tournament.selectors.persons import names_of
from tournament.selectors.tables import table_row
from tournament.selectors.visibility import keeps_from_card


def player_card(actor: Actor, entry: Entry) -> dict[str, Any]:
    """Return an entry's rounds: its table, place and result where it played, a word where it did not.

    Points that are kept back from the actor are None.
    """
    rounds = Round.objects.filter(event=entry.event_id).order_by("number")
    seated = {
        table.round_id: table
        for table in Table.objects.filter(persons__entry=entry, draw__status=Draw.Status.RELEASED).select_related(
            "round"
        )
    }
    results = dict(
        Draw.objects.filter(round__event=entry.event_id, status=Draw.Status.RELEASED).values_list("round_id", "result")
    )
    names = names_of(entry.event, {n for table in seated.values() for n in table.state["seats"].values()})
    cards = []
    for round_ in rounds:
        table = seated.get(round_.pk)
        result = results.get(round_.pk)
        card: dict[str, Any] = {"round": round_.number, "status": _word(entry, table, result)}
        if table is not None:
            seats = table.state["seats"]
            kept_back = keeps_from_card(actor, entry, round_.number)
            card["table"] = table_row(table, names, kept_back=kept_back)
            places = places_of(seats, entry.number)
            card["place"] = places[0] if places else None
            card["places"] = places
            persons = table.state["persons"]
            late = (minutes for person, minutes in table.late.items() if number_of(person) == entry.number)
            card["late_minutes"] = max(late, default=0)
            card["points"] = None if kept_back else _own(persons, entry)
            record = None if kept_back or table.record is None else table.record["persons"]
            card["record_points"] = None if record is None else _own(record, entry)
        cards.append(card)
    return {"number": entry.number, "name": entry.name, "team": entry.team, "club": entry.club, "rounds": cards}


def _own(persons: Mapping[str, int], entry: Entry) -> int:
    return sum(points for person, points in persons.items() if number_of(person) == entry.number)


def _word(entry: Entry, table: Table | None, result: dict[str, Any] | None) -> str:
    if table is not None:
        first = table.state["hands"][0]["seats"] if table.state["hands"] else table.state["seats"]
        if not places_of(first, entry.number):
            return "substitute"
        return "seated" if table.status == Table.Status.WAITING else table.status
    if result is None:
        return "planned"
    if entry.number in result["out"]:
        return "sat_out"
    return "absent" if entry.number in result["absent"] else "not_seated"


def rulings_against(entry: Entry) -> list[PostingRow]:
    """Return lines of the ledger outside the hands' payments that concern an entry."""
    lines = PostingRow.objects.filter(Q(from_entry=entry) | Q(to_entry=entry)).exclude(account="table")
    return list(lines.select_related("round", "ruling").order_by("round__number", "pk"))
