"""Entries, check-in, the waiting list, a player's card."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import may
from tournament.api import serializers as shapes
from tournament.api.base import KEY, View, endpoint
from tournament.api.rounds import LOCKED
from tournament.models import Entry
from tournament.selectors.check_in import calls_of, missing
from tournament.selectors.entries import UNDECIDED, entries_of, find_entries, get_entry, public_entry, standbys
from tournament.selectors.players import player_card
from tournament.services import entries, waitlist
from tournament.services.check_in import call_entry, close_check_in, put_back, reopen_check_in, set_check_in_until


class Entries(View):
    """The entries of an event."""

    @endpoint(
        "List entries, `?q=` searches, `?area=` lists those of a venue; staff sees members and e-mail",
        answer=shapes.EntryOut(many=True),
        parameters=[
            OpenApiParameter("q", str, description="Number or a part of a name."),
            OpenApiParameter("area", str, description="The name of a venue."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List them by number."""
        event = self.event()
        text = request.query_params.get("q", "")
        found = find_entries(event, text) if text else entries_of(event)
        if "area" in request.query_params:
            found = found.filter(area=request.query_params["area"])
        if may(self.actor, "see_private", event):
            return Response(shapes.EntryOut(found, many=True).data)
        known = found.prefetch_related(None).exclude(status__in=UNDECIDED)
        return Response(shapes.EntryPublic(known, many=True).data)

    @endpoint("Register one person, or two as a pair", body=shapes.EntryIn, answer=shapes.EntryPublic, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Register."""
        entry = entries.add_entry(actor=self.actor, event=self.event(), **self.read(shapes.EntryIn))
        return Response(shapes.EntryPublic(entry).data, status=201)


class EntriesBulk(View):
    """Many entries together."""

    @endpoint(
        "Register many single persons by name", body=shapes.NamesIn, answer=shapes.EntryPublic(many=True), status=201
    )
    def post(self, request: Request, slug: str) -> Response:
        """Register all or none."""
        added = entries.add_entries(actor=self.actor, event=self.event(), **self.read(shapes.NamesIn))
        return Response(shapes.EntryPublic(added, many=True).data, status=201)


class EntryDetail(View):
    """One entry."""

    @endpoint("A player's card: tables, places and results by round")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show it."""
        event = self.event()
        staff = may(self.actor, "see_private", event)
        return Response(player_card(self.actor, public_entry(event, number, all_of_them=staff)))

    @endpoint("Change or withdraw an entry", body=shapes.EntryChange, answer=shapes.EntryPublic)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change it."""
        entry = get_entry(self.event(), number)
        changed = entries.update_entry(actor=self.actor, entry=entry, changes=self.read(shapes.EntryChange))
        return Response(shapes.EntryPublic(changed).data)


class Members(View):
    """The persons of an entry."""

    @endpoint(
        "Let a pair have a substitute, who is named in seats by the entry's number and his letter",
        body=shapes.PersonIn,
        answer=shapes.EntryOut,
        status=201,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Add him."""
        entry = get_entry(self.event(), number)
        entries.add_substitute(actor=self.actor, entry=entry, person=self.read(shapes.PersonIn))
        return Response(shapes.EntryOut(entry).data, status=201)


class Member(View):
    """A person of an entry."""

    @endpoint("Correct what is known of a person", body=shapes.PersonIn, answer=shapes.EntryPublic)
    def patch(self, request: Request, slug: str, number: int, position: int) -> Response:
        """Correct it."""
        entry = get_entry(self.event(), number)
        changes = self.read(shapes.PersonIn, partial=True)
        changed = entries.rename_person(actor=self.actor, entry=entry, position=position, changes=changes)
        return Response(shapes.EntryPublic(changed).data)


class EntryLink(View):
    """A player's personal link."""

    @endpoint("The token of a personal link")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show it to those who hand it out."""
        return Response({"token": get_entry(self.event("links"), number).link_token})

    @endpoint("Give an entry a new personal link")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Make the old one worthless."""
        return Response({"token": entries.renew_link(actor=self.actor, entry=get_entry(self.event(), number))})


class CheckIn(View):
    """Who is here."""

    @endpoint("Mark entries present, absent or expected", body=shapes.CheckInIn, answer=shapes.EntryPublic(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Mark them."""
        marked = entries.check_in(actor=self.actor, event=self.event(), **self.read(shapes.CheckInIn))
        return Response(shapes.EntryPublic(marked, many=True).data)


class CheckInEnd(View):
    """The end of check-in."""

    @endpoint("Mark who has not come as absent, and fill their places from the waiting list", refusals=LOCKED)
    def post(self, request: Request, slug: str) -> Response:
        """Close it."""
        closed = close_check_in(actor=self.actor, event=self.event())
        return Response({"absent": list(closed.absent), "promoted": list(closed.promoted)})


class CheckInReopen(View):
    """Check-in open again."""

    @endpoint("Open a closed check-in again: whom its closing marked absent is expected again", refusals=LOCKED)
    def post(self, request: Request, slug: str) -> Response:
        """Open it."""
        return Response({"expected": reopen_check_in(actor=self.actor, event=self.event())})


class CheckInUntil(View):
    """The hour at which check-in closes by itself."""

    @endpoint("Decide when check-in closes by itself (null: somebody closes it)", body=shapes.UntilIn, refusals=LOCKED)
    def put(self, request: Request, slug: str) -> Response:
        """Decide it."""
        event = self.event()
        set_check_in_until(actor=self.actor, event=event, **self.read(shapes.UntilIn))
        return Response({"until": event.check_in_until, "closed_at": event.check_in_closed_at})


class Missing(View):
    """Who has not come."""

    @endpoint("List who plays and has not come, with when each was last called; and when check-in closes")
    def get(self, request: Request, slug: str) -> Response:
        """List them to those who check in."""
        event = self.event("check_in")
        called = calls_of(event)
        return Response(
            {
                "until": event.check_in_until,
                "closed_at": event.check_in_closed_at,
                "missing": [
                    {"number": entry.number, "name": entry.name, "called_at": called.get(entry.number)}
                    for entry in missing(event)
                ],
            }
        )


class EntryCall(View):
    """Calling somebody who has not come."""

    @endpoint("Call an entry that has not come, by message where there is an address", answer=None, status=204)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Call it."""
        call_entry(actor=self.actor, entry=get_entry(self.event(), number))
        return Response(status=204)


class EntryPutBack(View):
    """Taking a promotion back."""

    @endpoint("Put an entry back on the waiting list, at the place it had", answer=shapes.EntryPublic, refusals=LOCKED)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Put it back."""
        return Response(shapes.EntryPublic(put_back(actor=self.actor, entry=get_entry(self.event(), number))).data)


class Standbys(View):
    """Who could step in."""

    @endpoint("List who could step in at a table of a round: stand-ins first, then those who sit out")
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """List them to the staff."""
        found = standbys(self.round("see_staff_pages"))
        return Response([{"number": entry.number, "name": entry.name, "ranked": entry.ranked} for entry in found])


class Waitlist(View):
    """The waiting list."""

    @endpoint("List who waits, in the order they are let in", answer=shapes.EntryPublic(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them."""
        waiting = entries_of(self.event()).filter(status=Entry.Status.WAITLIST).order_by("created_at", "pk")
        return Response(shapes.EntryPublic(waiting.prefetch_related(None), many=True).data)

    @endpoint(
        "Let the first of the waiting list in",
        body=shapes.CountIn,
        answer=shapes.EntryPublic(many=True),
        parameters=[KEY],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Promote them in order."""
        given = self.read(shapes.CountIn)
        promoted = waitlist.promote_waitlist(actor=self.actor, event=self.event(), key=self.key, **given)
        return Response(shapes.EntryPublic(promoted, many=True).data)
