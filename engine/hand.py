"""The hand being played inside the fold: places, flags, liabilities and the lines so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.dealing import Deal
from engine.effects import BARRED, DealEffect, Flag, Liability, Until
from engine.errors import RuleError, noop
from engine.places import PLACES, Place, following
from engine.postings import Line


class FlagState(msgspec.Struct, frozen=True):
    """A flag in force: until when, and the sequence number of the ruling or event that set it."""

    flag: Flag
    until: Until
    seq: int
    claims: tuple[str, ...] = ()


class OpenLiability(msgspec.Struct, frozen=True):
    """A liability in force and the ruling it came from."""

    liability: Liability
    seq: int


class Win(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a win that liabilities look at; `giver` is the discarder or the robbed player."""

    index: int
    seat: Place
    by_self: bool
    giver: Place | None = None
    kong_tail: bool = False
    kong_tile_unchanged: bool = False
    since: dict[str, int] = {}
    tiles_of: tuple[str, ...] = ()


class Measure(msgspec.Struct, frozen=True):
    """An integer about a place that is not points: `best` keeps the largest, otherwise values add up."""

    seat: Place
    code: str
    value: int
    best: bool = False


class Differs(msgspec.Struct, frozen=True):
    """Something of the game's own that was played otherwise than its progress expects; the fold makes it a break."""

    field: str
    expected: str | int | None
    played: str | int | None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What an event of the game did: payments, wins that liabilities may move, measures; whether the hand is over.

    `again` is for games whose settlement looks at earlier rulings: it settles the event anew without those overturned
    so far, called with the hand in which that happens, whose memory may keep what else changes.
    """

    lines: tuple[Line, ...] = ()
    wins: tuple[Win, ...] = ()
    measures: tuple[Measure, ...] = ()
    flags: tuple[tuple[Place, Flag, Until], ...] = ()
    differs: tuple[Differs, ...] = ()
    again: Callable[[Hand, frozenset[int]], Played] | None = None
    closes: bool = False


class Hand:
    """One hand in play order. `memory` belongs to the game; everything else to the fold."""

    __slots__ = (
        "closed_by", "deal", "flags", "liabilities", "lines", "memory", "number", "order", "played_deal", "progress",
        "seats", "seq", "undone",
    )  # fmt: skip

    def __init__(
        self, number: int, seats: dict[Place, str | None], played_deal: Deal, order: tuple[Place, ...]
    ) -> None:
        self.number = number
        self.seats = seats
        self.played_deal = played_deal
        self.order = order
        self.flags: dict[Place, list[FlagState]] = {place: [] for place in PLACES}
        self.liabilities: list[OpenLiability] = []
        self.deal: DealEffect | None = None
        self.lines: list[tuple[int, Line]] = []
        self.closed_by: int | None = None
        self.memory: Any = None
        self.progress: Any = None  # of the game, as the hand began
        self.seq = -1  # of the event being played
        self.undone: set[int] = set()  # rulings overturned in this hand

    @property
    def dealer(self) -> Place:
        """The dealer as played; only games with a dealer ask."""
        assert self.played_deal.dealer is not None
        return self.played_deal.dealer

    @property
    def streak(self) -> int:
        """The continuation count N as played."""
        return self.played_deal.streak or 0

    @property
    def round_wind(self) -> Place:
        """The round wind as played."""
        return self.played_deal.round_wind or PLACES[0]

    def has(self, place: Place, *flags: Flag) -> bool:
        """Tell whether any of `flags` is in force for a place."""
        return any(state.flag in flags for state in self.flags[place])

    def flag_state(self, place: Place, flag: Flag) -> FlagState | None:
        """Return the flag in force on a place, or None."""
        return next((state for state in self.flags[place] if state.flag == flag), None)

    def set_flag(self, place: Place, flag: Flag, until: Until, claims: tuple[str, ...] = ()) -> None:
        """Put a flag in force, caused by the event being played."""
        self.flags[place].append(FlagState(flag, until, self.seq, claims))

    def present(self) -> tuple[Place, ...]:
        """Return the places someone sits at, in order of play from East."""
        return tuple(place for place in self.order if self.seats[place] is not None)

    def payers(self, winner: Place) -> tuple[Place, ...]:
        """Return who pays when `winner` draws himself: everyone present, not out and not already won."""
        return tuple(
            place for place in following(winner, self.order) if self.seats[place] and not self.has(place, "out", "won")
        )

    def check_may_win(self, place: Place, path: str) -> None:
        """Refuse a win of an empty or barred place (`seat_empty`, `seat_barred`, `conflicts_with`)."""
        self.check_seated(place, path)
        for state in self.flags[place]:
            if state.flag not in BARRED:
                continue
            if state.seq > self.seq:
                raise RuleError(
                    "conflicts_with",
                    noop("This ruling bars a win that is recorded already: void or replace that win with it."),
                    path=path,
                    seq=self.seq,
                    flag=state.flag,
                )
            raise RuleError(
                "seat_barred", noop("{seat} may not win this hand ({flag})."), path=path, seat=place, flag=state.flag
            )

    def check_seated(self, place: Place | None, path: str) -> None:
        """Refuse a place at which nobody sits."""
        if place is None or self.seats[place] is None:
            raise RuleError("seat_empty", noop("Nobody sits at {seat}."), path=path, seat=place)

    def check_giver(self, giver: Place | None, winner: Place, path: str) -> Place:
        """Return the discarder of a win, refusing a missing, equal, empty or departed one."""
        if giver is None:
            raise RuleError("giver_missing", noop("Say who discarded the winning tile."), path=path)
        if giver == winner:
            raise RuleError("giver_is_winner", noop("Nobody wins on his own discard."), path=path)
        self.check_seated(giver, path)
        if self.has(giver, "out", "won"):
            raise RuleError("giver_out", noop("{seat} no longer takes part in this hand."), path=path, seat=giver)
        return giver
