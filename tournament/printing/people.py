"""Seat cards: number, venue, name and team, the released seats, and a code that opens the player's own page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from tournament.models import Draw, Entry, Event
from tournament.persons import number_of, plays_in_pairs
from tournament.printing.documents import Contents, Order, Section
from tournament.selectors.entries import GONE
from tournament.selectors.persons import names_of
from tournament.selectors.rulesets import rules_of
from tournament.selectors.visibility import visible_tables

PER_PAGE = {"a4": 10, "letter": 10, "a5": 3}
MOST_SEATS = 12
BATCH_PAGES = 4


def seat_cards(order: Order) -> Contents:
    """Read the cards of all who play, or of the numbers asked for."""
    entries = Entry.objects.filter(event=order.event).exclude(status__in=GONE).order_by("number")
    numbers = order.options.get("numbers") or ()
    if numbers:
        entries = entries.filter(number__in=numbers)
    seats = seats_by_number(order.event)
    per_page = PER_PAGE[order.paper]
    cards = [
        {
            "number": entry.number,
            "name": entry.name,
            "team": entry.team,
            "club": entry.club if entry.club != entry.team else "",
            "area": entry.area,
            "link": order.site + reverse("player", args=[entry.link_token]),
            # A seat in the card's own venue does not name it again.
            "seats": [
                seat | {"area": "" if seat["area"] == entry.area else seat["area"]}
                for seat in seats.get(entry.number, ())[-MOST_SEATS:]
            ],
        }
        for entry in entries
    ]
    section = Section("print/cards.html", cards, {"event": order.event}, per_page, per_page * BATCH_PAGES)
    return Contents(gettext("Seat cards"), (section,), order.event.version, timezone.now(), foot=False)


def seats_by_number(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return the released seats of every entry, round by round, and the rounds it sits out, in three queries.

    Where an entry takes several places, each says who sits there.
    """
    found: dict[int, list[dict[str, Any]]] = {}
    names = names_of(event) if plays_in_pairs(rules_of(event).ruleset) else {}
    tables = visible_tables(event).order_by("round__number", "number")
    for round_, table, area, state in tables.values_list("round__number", "number", "area", "state"):
        for place, person in state["seats"].items():
            number = number_of(person)
            if number is not None:
                who = names.get(person, "")
                seat = {"round": round_, "table": table, "area": area, "place": place, "who": who}
                found.setdefault(number, []).append(seat)
    draws = Draw.objects.filter(round__event=event, status=Draw.Status.RELEASED)
    for round_, result in draws.values_list("round__number", "result"):
        for number in result["out"]:
            found.setdefault(number, []).append({"round": round_, "table": None, "area": "", "place": "", "who": ""})
    return {number: sorted(seats, key=lambda seat: seat["round"]) for number, seats in found.items()}
