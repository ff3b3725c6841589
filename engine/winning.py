"""What winners of a hand have in common: who may win on what, and that each gives its value in one way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.errors import RuleError, noop
from engine.events import WinEntry
from engine.hand import Hand, Win
from engine.places import PLACES, Place, steps_between
from engine.ticked import check_dealer, item_places


def check_winners(hand: Hand, wins: Sequence[WinEntry], most: int = 3) -> None:
    """Refuse winners that cannot be: none, too many, one twice, a barred seat, different discarders, two self-draws."""
    if not wins:
        raise RuleError("wins_missing", noop("Say who won."), path="wins")
    if len(wins) > most:
        raise RuleError("wins_many", noop("At most {most} can win here."), path=f"wins[{most}]", most=most)
    for index, entry in enumerate(wins):
        path = f"wins[{index}]"
        hand.check_may_win(entry.seat, f"{path}.seat")
        if any(other.seat == entry.seat for other in wins[:index]):
            raise RuleError("winner_twice", noop("{seat} is named twice."), path=f"{path}.seat", seat=entry.seat)
        if entry.by == "discard":
            hand.check_giver(entry.giver, entry.seat, f"{path}.from")
        if index and (entry.by != "discard" or wins[0].by != "discard" or entry.giver != wins[0].giver):
            raise RuleError(
                "wins_differ", noop("Several players win only on one and the same discard."), path=f"{path}.by"
            )
        check_value(entry, path)


def check_value(entry: WinEntry, path: str) -> None:
    """Refuse a win whose value is not given in exactly one of `total`, `items` and `tiles`."""
    given = [name for name in ("total", "items", "tiles") if getattr(entry, name) is not None]
    if not given:
        raise RuleError("value_missing", noop("Give the total, the items or the tiles."), path=f"{path}.total")
    if len(given) > 1:
        raise RuleError(
            "value_twice",
            noop("Give the total, the items or the tiles, not two of them."),
            path=f"{path}.{given[1]}",
        )


def check_dealt(hand: Hand, entry: WinEntry, *, only: Iterable[str], never: Iterable[str]) -> None:
    """Refuse what comes to the dealer alone, or never to him, wherever it was ticked; paths begin within the entry.

    `only` and `never` are circumstances and items by code.
    """
    within = (entry.tiles or {}).get("flags")
    flags = (*entry.flags, *(within if isinstance(within, list | tuple) else ()))
    places = {**{str(flag): "flags" for flag in flags}, **item_places(entry.items or (), "items")}
    check_dealer(places, deals=entry.seat == hand.dealer, only=only, never=never)


def win_facts(index: int, entry: WinEntry, *, kong_tail: bool = False) -> Win:
    """Return what liabilities look at; `kong_tail` adds what the game knows from its flags."""
    return Win(
        index=index,
        seat=entry.seat,
        by_self=entry.by == "self",
        giver=entry.giver,
        kong_tail=entry.kong_tail or kong_tail,
        kong_tile_unchanged=entry.kong_tile_unchanged,
        since=entry.since,
        tiles_of=entry.tiles_of,
    )


def wind_of(place: Place, east: Place) -> Place:
    """Return the wind a place has when `east` is East of the hand."""
    return PLACES[steps_between(east, place)]


def nearest(giver: Place, seats: Sequence[Place]) -> Place:
    """Return which of `seats` comes first counter-clockwise from the discarder."""
    return min(seats, key=lambda seat: steps_between(giver, seat))


def all_but_nearest(giver: Place, seats: Sequence[Place]) -> tuple[Place, ...]:
    """Return which of those who claim one tile give way to the nearest, where he wins alone."""
    return tuple(seat for seat in seats if seat != nearest(giver, seats))
