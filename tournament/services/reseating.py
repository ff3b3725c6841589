"""Telling those whose seat has changed in a round whose seats they knew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Draw, Entry, Event, Round, Table
from tournament.persons import numbers_of, places_of
from tournament.services.messages import link_of, tell
from tournament.wording import seat_words


@dataclass(frozen=True)
class Seat:
    """Where an entry sits: the table with its venue ("" where there is one hall), and its places."""

    area: str
    table: int
    places: tuple[str, ...]


def seats_of(draw: Draw) -> dict[int, Seat]:
    """Return the seats at the tables of a draw, by number of the entry, as people sit there."""
    found: dict[int, Seat] = {}
    for area, number, state in Table.objects.filter(draw=draw).values_list("area", "number", "state"):
        seats = state["seats"]
        found |= {entry: Seat(area, number, tuple(places_of(seats, entry))) for entry in numbers_of(seats.values())}
    return found


def seats_known(round_: Round, draw: Draw) -> dict[int, Seat] | None:
    """Return the seats that everybody could see before a draw of the round is released; None where there were none."""
    attempt = draw.result.get("copy_of")
    if attempt is None:
        gone = AuditEntry.objects.filter(
            event=round_.event_id, subject=f"round:{round_.number}", action__in=("draw.deleted", "draw.put_away")
        ).order_by("-pk")
        lines = gone.values_list("before", flat=True)
        attempt = next((line["attempt"] for line in lines if line["status"] == Draw.Status.RELEASED), None)
    before = Draw.objects.filter(round=round_, attempt=attempt).first() if attempt is not None else None
    return None if before is None else seats_of(before)


def tell_reseated(event: Event, round_: Round, before: Mapping[int, Seat], after: Mapping[int, Seat]) -> None:
    """Tell everybody who sits elsewhere than he knew, or plays no more in the round."""
    changed = [number for number in {**before, **after} if before.get(number) != after.get(number)]
    for entry in Entry.objects.filter(event=event, number__in=changed).order_by("number"):
        words = partial(_words, entry, round_.number, after.get(entry.number))
        tell(event=event, entry=entry, kind="reseated", words=words)


def _words(entry: Entry, round_number: int, seat: Seat | None) -> str:
    if seat is None:
        said = _("%(number)s %(name)s: round %(round)s is drawn again; you have no seat in it.")
        where = ""
    else:
        said = _("%(number)s %(name)s: your seat has changed. Round %(round)s: %(seat)s.")
        where = seat_words(seat.area, seat.table, seat.places)
    words = said % {"number": entry.number, "name": entry.name, "round": round_number, "seat": where}
    return f"{words}\n\n{link_of(entry)}"
