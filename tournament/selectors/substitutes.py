"""Who sat down for a member of a pair, and in which rounds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tournament.models import Draw, EntryMember, Event, Table
from tournament.persons import person_name

PARTNERS = 2


def pair_substitutes(event: Event, rounds: Collection[int]) -> list[dict[str, Any]]:
    """Return each substitute of a pair who sat in one of the rounds when a hand was over: entry, person, name, rounds.

    An event whose entries are one person each, or whose pairs have no substitutes, costs one query.
    """
    members = EntryMember.objects.filter(entry__event=event, position__gte=PARTNERS).select_related("entry", "person")
    known = {
        person_name(member.entry.number, member.position): member
        for member in members.order_by("entry__number", "position")
    }
    if not known:
        return []
    tables = Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED, round__number__in=rounds)
    tables = tables.filter(persons__entry__in={member.entry_id for member in known.values()}).distinct()
    sat: dict[str, set[int]] = {}
    for number, state in tables.values_list("round__number", "state"):
        for hand in state["hands"]:
            if hand["closed_by"] is not None:
                for person in hand["seats"].values():
                    if person in known:
                        sat.setdefault(person, set()).add(number)
    return [
        {"entry": str(member.entry.number), "person": person, "name": member.person.name, "rounds": sorted(sat[person])}
        for person, member in known.items()
        if person in sat
    ]
