"""What a player looks up: where to sit, what was played, what was ruled."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from tournament.models import Draw, Entry, PostingRow, Round, Table
from tournament.selectors.tables import names_of, table_row


def player_card(entry: Entry) -> dict[str, Any]:
    """Return an entry's rounds: its table, place and result where it played, a word where it did not."""
    number = str(entry.number)
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
            card["table"] = table_row(table, names)
            card["place"] = next((place for place, person in seats.items() if person == number), None)
            card["points"] = table.state["persons"].get(number, 0)
        cards.append(card)
    return {"number": entry.number, "name": entry.name, "team": entry.team, "club": entry.club, "rounds": cards}


def _word(entry: Entry, table: Table | None, result: dict[str, Any] | None) -> str:
    if table is not None:
        first = table.state["hands"][0]["seats"] if table.state["hands"] else table.state["seats"]
        if str(entry.number) not in first.values():
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
