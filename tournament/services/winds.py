"""搬風, 定莊 and 開門 at a table: thrown by the system, or recorded as they were thrown at the table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from engine.errors import noop
from engine.places import PLACES, Place
from engine.seating.winds_draw import WindDraw, break_wall, draw_dealer, draw_winds, record_winds, throw
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Round, Table
from tournament.selectors.persons import in_pairs
from tournament.selectors.rulesets import rules_of
from tournament.services.advancing import Advance
from tournament.services.table_cache import subject_of
from tournament.services.table_rights import check_seen
from tournament.services.tables import mark_of, record_events, request_of
from tournament.services.writing import answered_before, remember, writing


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
    confirm_round: int | None = None,
    counts: bool | None = None,
    reason: str = "",
    advance: Advance | None = None,
) -> dict[str, Any]:
    """Seat the four anew and begin a 將: from dice and tiles of the table, or thrown here from a seed.

    The dealer comes from `first_dealer`, from `dealer_dice`, or is thrown too. Seed, dice and tiles are kept in the
    audit and stand in the answer as `winds`. The order around the table, or as the rules decide every single seat,
    has to change from one 將 to the next (A2, B.25).
    """
    if in_pairs(table.event):
        raise Refused("winds_pairs", noop("Partners keep their sides: places are not drawn at the table."))
    request = {"winds": [thrower, dice, tiles, dealer_dice, first_dealer]}
    asked = request_of(request, counts, reason)
    if (answer := answered_before(table.event, key, mark_of(actor, table, expected_seq, asked))) is not None:
        return answer
    before: dict[Place, str] = {place: table.state["seats"][place] or "" for place in PLACES}
    played = any(hand["closed_by"] is not None for hand in table.state["hands"])
    previous = before if played else None
    unlike = rules_of(table.event).options.get("seat_redraw", "cyclic_order")
    seed = secrets.token_hex(16)
    if dice is None and tiles is None:
        drawn = draw_winds(before, thrower, seed, previous=previous, unlike=unlike)
        seats, attempts = dict(drawn.seats), drawn.attempts
    else:
        attempt, seats = record_winds(before, thrower, dice or (), tiles or (), previous=previous, unlike=unlike)
        if not attempt.accepted:
            raise Refused("winds_same", noop("The four would sit as they did before: draw again."), path="tiles")
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
        confirm_round=confirm_round,
        counts=counts,
        reason=reason,
        advance=advance,
        request=request,
        detail={"winds": record},
    )


def open_wall(
    *, actor: Actor, table: Table, expected_seq: int, key: str | None, dice: Sequence[int] | None = None
) -> dict[str, Any]:
    """開門 of the hand to come: the three dice of its dealer as they fell, or thrown here from a seed (A4).

    The answer gives hand, dealer, dice, seed, the door (whose place is East of this hand), and the wall and the number
    of the pile from its right end where the deal begins. It is kept in the audit and changes no points; who records
    the hand names its door there.
    """
    require(actor, "record", table)
    event = table.event
    if "own_wind" not in rules_of(event).options:
        raise Refused("door_unused", noop("In this game the place where the wall is broken decides nothing."))
    mark = mark_of(actor, table, expected_seq, {"wall": None if dice is None else list(dice)})
    with writing(event, actor) as write:
        if (answer := answered_before(event, key, mark)) is not None:
            write.cancel()
            return answer
        locked = Table.objects.select_for_update().get(pk=table.pk)
        check_seen(locked, expected_seq)
        if not in_play(locked):
            raise Conflict("table_not_playing", noop("Nothing is being played at this table now."))
        seed = None if dice is not None else secrets.token_hex(16)
        thrown = dice if seed is None else throw(seed, f"wall {locked.state['hand']}")
        broken = break_wall(locked.state["expected"]["dealer"], thrown or ())
        answer = {
            "hand": locked.state["hand"],
            "dealer": broken.dealer,
            "dice": list(broken.dice),
            "seed": seed,
            "door": broken.door,
            "wall": broken.wall,
            "pile": broken.pile,
        }
        write.standings_change = False
        write.audit("table.wall", subject_of(table), after=answer)
        remember(write.event, key, mark, answer)
    return answer


def in_play(table: Table) -> bool:
    """Tell whether hands are being played at a table: its round runs, and it has not finished."""
    running = table.round.status == Round.Status.RUNNING
    return running and table.status in (Table.Status.WAITING, Table.Status.RUNNING)


def _attempt(attempt: WindDraw) -> dict[str, Any]:
    return {
        "thrower": attempt.thrower,
        "dice": list(attempt.dice),
        "reached": attempt.reached,
        "tiles": list(attempt.tiles),
        "accepted": attempt.accepted,
    }
