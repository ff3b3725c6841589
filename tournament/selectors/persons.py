"""The persons an event knows, as folds name them, with the entries they belong to and their names."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import Entry, EntryMember, Event
from tournament.persons import numbers_of, person_name, plays_in_pairs
from tournament.selectors.rulesets import rules_of


def in_pairs(event: Event) -> bool:
    """Tell whether the entries of an event are pairs."""
    return plays_in_pairs(rules_of(event).ruleset)


def person_keys(event: Event, persons: Iterable[str | None] | None = None) -> dict[str, int]:
    """Return persons with the primary keys of their entries: those of `persons` that exist, or all of the event."""
    numbers = None if persons is None else numbers_of(persons)
    if in_pairs(event):
        members = EntryMember.objects.filter(entry__event=event).order_by("entry__number", "position")
        if numbers is not None:
            members = members.filter(entry__number__in=numbers)
        found = members.values_list("entry__number", "position", "entry_id")
        return {person_name(number, position): pk for number, position, pk in found}
    entries = Entry.objects.filter(event=event).order_by("number")
    if numbers is not None:
        entries = entries.filter(number__in=numbers)
    return {person_name(number): pk for number, pk in entries.values_list("number", "pk")}


def names_of(event: Event, persons: Iterable[str | None] | None = None) -> dict[str, str]:
    """Return names by person and by entry number (as text); all of the event where none are given."""
    entries = Entry.objects.filter(event=event)
    numbers = None if persons is None else numbers_of(persons)
    if numbers is not None:
        entries = entries.filter(number__in=numbers)
    names = {str(number): name for number, name in entries.values_list("number", "name")}
    if in_pairs(event):
        members = EntryMember.objects.filter(entry__event=event)
        if numbers is not None:
            members = members.filter(entry__number__in=numbers)
        found = members.values_list("entry__number", "position", "person__name")
        names |= {person_name(number, position): name for number, position, name in found}
    return names


def sort_names_of(event: Event) -> dict[str, str]:
    """Return the names to sort by that were entered, by person."""
    pairs = in_pairs(event)
    members = EntryMember.objects.filter(entry__event=event).exclude(person__sort_name="")
    found = members.values_list("entry__number", "position", "person__sort_name")
    return {person_name(number, position if pairs else None): name for number, position, name in found}
