"""Who sits where at a table: thrown, written down, a substitute, an empty place, seats wrongly taken."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from engine.errors import RuleError
from engine.places import PLACES
from tournament.access import require
from tournament.errors import not_allowed, sentence, status_of
from tournament.models import AuditEntry, Entry, EntryMember, Table
from tournament.numbers import whole
from tournament.persons import number_of, person_name, plays_in_pairs, sides_of
from tournament.selectors.entries import GONE
from tournament.selectors.persons import names_of
from tournament.selectors.rulesets import rules_of
from tournament.services.tables import record_events
from tournament.services.winds import in_play, open_wall, take_winds
from tournament.table_page import TablePage
from tournament.views.barred import barred
from tournament.views.base import actor_of, page, refusal, shown
from tournament.views.closed_rounds import asked_besides, is_asked, said_besides
from tournament.views.tables import CURRENT, address, frame, table_of

# The forms of the page that write at the table's list.
ACTS = ("throw", "take", "swap")


@require_http_methods(["GET", "HEAD", "POST"])
@page
def seats(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show and change the seats of a table."""
    found = table_of(request, slug, number, table)
    actor = actor_of(request)
    require(actor, "record", found)
    if actor.entry is not None:
        raise not_allowed()
    if (held := barred(request, found, back_url=address(found), current=CURRENT)) is not None:
        return held
    if request.method != "POST":
        return _shown(request, found)
    try:
        said = _change(request, found)
    except RuleError as error:
        if error.code == "stale":
            return refusal(request, error, back_url=address(found, "table_seats"))
        return _shown(request, found, error)
    messages.success(request, said)
    return HttpResponseRedirect(address(found))


def _change(request: HttpRequest, table: Table) -> str:
    given = request.POST
    seq = given.get("seq", "")
    common: dict[str, Any] = {
        "actor": actor_of(request),
        "table": table,
        "expected_seq": whole(seq, table.seq),
        "key": given.get("key") or None,
    }
    besides = said_besides(request)
    match given.get("act"):
        case "throw":
            thrower = given.get("thrower", "E")
            take_winds(**common, **besides, **_thrown(given, thrower if thrower in PLACES else "E"))
            return gettext("The winds have been drawn.")
        case "wall":
            open_wall(**common, dice=_numbers(given.get("wall_dice", "")) or None)
            return gettext("The wall has been broken.")
        case "swap":
            since = given.get("since", "1")
            event = {
                "type": "swap",
                "places": [given.get("first", ""), given.get("second", "")],
                "since": whole(since, 1),
            }
            record_events(**common, **besides, events=[event])
            return gettext("The hands have been attributed anew.")
        case _:
            before = table.state["seats"]
            wanted = {place: given.get(f"seat.{place}") or None for place in PLACES}
            changed = {place: person for place, person in wanted.items() if person != before.get(place)}
            seating: dict[str, Any] = {"type": "seats", "seats": changed}
            if given.get("first_dealer"):
                seating["first_dealer"] = given["first_dealer"]
            record_events(**common, **besides, events=[seating])
            return gettext("The seats have been written down.")


def _thrown(given: QueryDict, thrower: str) -> dict[str, Any]:
    """Return what was thrown at the table, where it was written down; left out, the system throws."""
    dice = _numbers(given.get("dice", ""))
    tiles = given.get("tiles", "").split()
    dealer = _numbers(given.get("dealer_dice", ""))
    found: dict[str, Any] = {"thrower": thrower}
    if dice or tiles:
        found |= {"dice": dice, "tiles": tiles}
    if dealer:
        found["dealer_dice"] = dealer
    return found


def _numbers(line: str) -> list[int]:
    return [whole(one, 0) for one in line.split() if one.isdecimal()]


def who_may_sit(table: Table) -> list[tuple[str, str, bool]]:
    """Return everybody who may take a place: how the fold names him, his name, and whether he takes a rank."""
    ruleset = rules_of(table.event).ruleset
    entries = (
        Entry.objects.filter(event=table.event)
        .exclude(status__in=(*GONE, Entry.Status.WAITLIST, Entry.Status.PENDING))
        .order_by("number")
    )
    ranked = dict(entries.values_list("number", "ranked"))
    names = names_of(table.event)
    if plays_in_pairs(ruleset):
        members = EntryMember.objects.filter(entry__event=table.event).order_by("entry__number", "position")
        held = members.values_list("entry__number", "position")
        people = [(person_name(number, position), number) for number, position in held if number in ranked]
    else:
        people = [(person_name(number, None), number) for number in ranked]
    offered = [(person, names.get(person, person), ranked[number]) for person, number in people if person in names]
    # Whoever sits there now stays there, whatever has become of his entry.
    known = {person for person, _name, _ranked in offered}
    there = [person for person in table.state["seats"].values() if person and person not in known]
    return [*offered, *((person, names.get(person, person), True) for person in there)]


def _own_of(table: Table, place: str, people: Sequence[tuple[str, str, bool]]) -> list[tuple[str, str, bool]]:
    """Return who is offered first at a place in a game of partners: the pair that holds its side, and stand-ins."""
    ruleset = rules_of(table.event).ruleset
    if not plays_in_pairs(ruleset):
        return []
    side = next(side for side in sides_of(ruleset) if place in side)
    held = {number_of(table.state["seats"].get(one)) for one in side}
    return [row for row in people if not row[2] or number_of(row[0]) in held]


def _shown(request: HttpRequest, table: Table, error: RuleError | None = None) -> HttpResponse:
    view = TablePage(table)
    given = request.POST
    act = given.get("act") or "take"
    plain = asked_besides(request, table, fresh=True)
    people = who_may_sit(table)
    rows = [
        {
            "place": place,
            "own": _own_of(table, place, people),
            "chosen": given.get(f"seat.{place}", table.state["seats"].get(place) or ""),
            "name": view.seated[place] or "",
        }
        for place in view.places
    ]
    subject = f"round:{table.round.number}/table:{table.number}"
    kept = AuditEntry.objects.filter(event=table.event, subject=subject)
    context = {
        **frame(request, view),
        "rows": rows,
        "door_counts": "own_wind" in view.rules.options and in_play(table),
        "broken": kept.filter(action="table.wall", after__hand=table.state["hand"]).first(),
        "people": people,
        # Partners keep the sides they sit on.
        "winds": not plays_in_pairs(view.rules.ruleset) and all(table.state["seats"].get(place) for place in PLACES),
        "drawn": kept.filter(after__has_key="winds").first(),
        "key": str(uuid.uuid4()),
        "refused": sentence(error) if error is not None and not is_asked(error) else "",
        "given": given,
        "closed": dict.fromkeys(ACTS, plain) | {act: asked_besides(request, table, error)},
        "hands": [hand["number"] for hand in table.state["hands"]],
    }
    status = 200 if error is None else status_of(error)
    return shown(request, "tables/seats.html", context, event=table.event, current=CURRENT, status=status)
