"""搬風 and 定莊 at a table: thrown by the system, or recorded as they were thrown at the table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from engine.errors import noop
from engine.places import PLACES, Place
from engine.seating.winds_draw import WindDraw, draw_dealer, draw_winds, record_winds, throw
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Table
from tournament.selectors.persons import in_pairs
from tournament.services.tables import mark_of, record_events
from tournament.services.writing import answered_before


def take_winds(
    *,
    actor: Actor,
    table: Table,
    expected_seq: int,
    key: str | None,
    thrower: Place = "E",
    dice: Sequence[int] | None = None,
    tiles: Sequence[str] | None = None,
    dealer_dice: Sequence[int] | None = None,
    first_dealer: Place | None = None,
) -> dict[str, Any]:
    """Seat the four anew and begin a 將: from dice and tiles of the table, or thrown here from a seed.

    The dealer comes from `first_dealer`, from `dealer_dice`, or is thrown too. Seed, dice and tiles are kept in the
    audit and stand in the answer as `winds`. The order around the table has to change from one 將 to the next.
    """
    if in_pairs(table.event):
        raise Refused("winds_pairs", noop("Partners keep their sides: places are not drawn at the table."))
    request = {"winds": [thrower, dice, tiles, dealer_dice, first_dealer]}
    if (answer := answered_before(table.event, key, mark_of(actor, table, expected_seq, request))) is not None:
        return answer
    before: dict[Place, str] = {place: table.state["seats"][place] or "" for place in PLACES}
    played = any(hand["closed_by"] is not None for hand in table.state["hands"])
    previous = before if played else None
    seed = secrets.token_hex(16)
    if dice is None and tiles is None:
        drawn = draw_winds(before, thrower, seed, previous=previous)
        seats, attempts = dict(drawn.seats), drawn.attempts
    else:
        attempt, seats = record_winds(before, thrower, dice or (), tiles or (), previous=previous)
        if not attempt.accepted:
            raise Refused(
                "winds_same", noop("The four would sit in the same order as before: draw again."), path="tiles"
            )
        attempts = (attempt,)
    dealer_throw = None
    if first_dealer is None:
        dealer = draw_dealer(dealer_dice if dealer_dice is not None else throw(seed, "dealer"))
        first_dealer, dealer_throw = dealer.dealer, list(dealer.dice)
    record = {
        "seed": seed if dice is None or (dealer_dice is None and dealer_throw is not None) else None,
        "attempts": [_attempt(attempt) for attempt in attempts],
        "dealer_dice": dealer_throw,
        "first_dealer": first_dealer,
    }
    seating = {place: str(seats[place]) or None for place in PLACES}
    events = [{"type": "seats", "seats": seating, "first_dealer": first_dealer}]
    return record_events(
        actor=actor,
        table=table,
        expected_seq=expected_seq,
        key=key,
        events=events,
        request=request,
        detail={"winds": record},
    )


def _attempt(attempt: WindDraw) -> dict[str, Any]:
    return {
        "thrower": attempt.thrower,
        "dice": list(attempt.dice),
        "reached": attempt.reached,
        "tiles": list(attempt.tiles),
        "accepted": attempt.accepted,
    }
