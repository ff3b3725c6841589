"""What a player looks up: where to sit, what was played, what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.actors import Actor
from tournament.models import Draw, Entry, PostingRow, Round, Table, TablePerson, TableSeat
from tournament.persons import number_of, places_of
from tournament.selectors.persons import names_of
from tournament.selectors.standings import hands_sat, how_spent
from tournament.selectors.tables import table_row
from tournament.selectors.visibility import keeps_from_card

_RELEASED = Draw.Status.RELEASED


def player_card(actor: Actor, entry: Entry) -> dict[str, Any]:
    """Return an entry's rounds: its table, place and result where it played or is to, a word where it did not.

    Points that are kept back from the actor are None.
    """
    rounds = Round.objects.filter(event=entry.event_id).order_by("number")
    tables: dict[int, tuple[Table, str]] = {}
    drawn = Exists(TableSeat.objects.filter(draw=OuterRef("draw"), entry=entry))
    for table in _tables(entry).annotate(drawn=drawn).order_by("pk"):
        how = _at_table(entry, table, drawn=table.drawn)
        if table.round_id not in tables or how not in ("absent", Table.Status.VOID):
            tables[table.round_id] = table, how
    results = dict(Draw.objects.filter(round__event=entry.event_id, status=_RELEASED).values_list("round_id", "result"))
    names = names_of(entry.event, {n for table, _how in tables.values() for n in table.state["seats"].values()})
    cards = []
    for round_ in rounds:
        table, how = tables.get(round_.pk, (None, ""))
        card: dict[str, Any] = {"round": round_.number, "status": how or _without(entry, results.get(round_.pk))}
        if table is not None:
            late = (minutes for person, minutes in table.late.items() if number_of(person) == entry.number)
            card["late_minutes"] = max(late, default=0)
        if table is not None and how != "absent":
            seats = table.state["seats"]
            kept_back = keeps_from_card(actor, entry, round_.number)
            card["table"] = table_row(table, names, kept_back=kept_back)
            places = places_of(seats, entry.number)
            card["place"] = places[0] if places else None
            card["places"] = places
            persons = table.state["persons"]
            card["points"] = None if kept_back or how == Table.Status.VOID else _own(persons, entry)
            record = None if kept_back or table.record is None else table.record["persons"]
            card["record_points"] = None if record is None else _own(record, entry)
        cards.append(card)
    return {"number": entry.number, "name": entry.name, "team": entry.team, "club": entry.club, "rounds": cards}


def _tables(entry: Entry) -> QuerySet[Table]:
    """Return the tables an entry sits or sat at; of void ones, where nobody counts as sitting, those drawn for it."""
    there = Q(pk__in=TablePerson.objects.filter(entry=entry).values("table"))
    void = Q(status=Table.Status.VOID, pk__in=TableSeat.objects.filter(entry=entry).values("table"))
    return Table.objects.filter(there | void, draw__status=_RELEASED).select_related("round")


def _own(persons: Mapping[str, int], entry: Entry) -> int:
    return sum(points for person, points in persons.items() if number_of(person) == entry.number)


def _at_table(entry: Entry, table: Table, *, drawn: bool) -> str:
    """Say how an entry is at a table; `drawn` is whether the draw gave it a table of the round at all.

    Absent is whoever was replaced before a hand was over, a substitute whoever came for another.
    """
    if table.status == Table.Status.VOID:
        return table.status
    sits = bool(places_of(table.state["seats"], entry.number))
    sat = hands_sat(table.state)
    how = how_spent(entry.number, sat, void=False)
    if how == "absent" and not sits:
        return "absent"
    came = how == "substitute" or not drawn or (how == "absent" and bool(sat))
    if table.status == Table.Status.WAITING or (came and how == "absent" and not table.state["finished"]):
        return "seated"
    return "substitute" if came else table.status


def _without(entry: Entry, result: dict[str, Any] | None) -> str:
    """Say what became of an entry that the draw of a round, if there is one, gave no table."""
    if result is None:
        return "planned"
    if entry.number in result["out"]:
        return "sat_out"
    return "absent" if entry.number in result["absent"] else "not_seated"


def rulings_against(entry: Entry) -> list[PostingRow]:
    """Return lines of the ledger outside the hands' payments that concern an entry."""
    lines = PostingRow.objects.filter(Q(from_entry=entry) | Q(to_entry=entry)).exclude(account="table")
    return list(lines.select_related("round", "ruling").order_by("round__number", "pk"))
