"""The table as it stood at one place in play: what a referee must know to rule there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.dealing import Deal, Start
from engine.effects import Flag
from engine.errors import RuleError, noop
from engine.events import Recorded, Ruling, Seats, Void
from engine.hand import Hand
from engine.order import predecessor
from engine.places import PLACES, Place, following
from engine.registry import game_of
from engine.rulesets import ResolvedRuleset
from engine.table import FlagRecord, LiabilityRecord, Seating, TableState, fold


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Hand, deal as played, flags, seats and open liabilities at a place in play; `closed`: the hand is now over.

    `cycle_from` is the hand with which its 將 or cycle began; `earlier` are the rulings up to there that still stand;
    `memory` is what the game keeps of the hand there. `opened` names every liability of the hand, later ones and those
    that are over included, so that a new one can be named apart.
    """

    rules: ResolvedRuleset
    order: tuple[Place, ...]
    hand: int
    cycle_from: int
    after: int | None
    deal: Deal
    seats: dict[Place, str | None]
    flags: tuple[FlagRecord, ...]
    liabilities: tuple[LiabilityRecord, ...]
    earlier: tuple[Ruling, ...]
    opened: tuple[str, ...]
    memory: Any
    closed: bool

    @property
    def dealer(self) -> Place:
        """The dealer of the hand as played; only games with a dealer ask."""
        assert self.deal.dealer is not None
        return self.deal.dealer

    @property
    def streak(self) -> int:
        """The continuation count N of the hand as played."""
        return self.deal.streak or 0

    def has(self, place: Place, *flags: Flag) -> bool:
        """Tell whether any of `flags` is in force for a place."""
        return any(record.seat == place and record.flag in flags for record in self.flags)

    def others(self, place: Place) -> tuple[Place, ...]:
        """Return the other places someone sits at, in order of play after `place`."""
        return tuple(other for other in following(place, self.order) if self.seats[other] is not None)


def situation_at(
    rules: ResolvedRuleset,
    seats: Seating,
    start: Start,
    recorded: Sequence[Recorded],
    hand: int | None = None,
    after: int | None = None,
    instead: int | None = None,
) -> Situation:
    """Return the situation in `hand` (default: the hand in play) right after event `after` of it.

    Without `after` it is the end of an open hand, and just before the closing event of one that is over.
    `instead` names a ruling: it is the situation that this one was for, of a table on which it was never made.
    Raises `RuleError` `hand_unknown` for a hand that has not come yet.
    """
    whole = as_played = fold(rules, seats, start, recorded)
    if instead is not None:
        hand, after = _place_of(as_played, instead)
        whole = fold(rules, seats, start, _without(recorded, instead))
    number = whole.hand if hand is None else hand
    if not 1 <= number <= whole.hand:
        raise RuleError("hand_unknown", noop("Hand {hand} has not been played."), path="hand", hand=number)
    record = next((item for item in whole.hands if item.number == number), None)
    play = whole.standing.play.get(number, ())
    closed = record is not None and record.closed_by is not None
    if after is None and record is not None and record.closed_by is not None:
        after = predecessor(play, record.closed_by)
    # A hand that was nothing but the ruling left out is still that hand.
    played = next((item for item in as_played.hands if item.number == number), None)
    before = _up_to(whole, number, after)
    partial = fold(rules, seats, start, before)
    return Situation(
        rules=rules,
        order=game_of(rules).order,
        hand=number,
        cycle_from=_cycle_from(as_played, number),
        after=after,
        deal=played.deal if played else whole.expected,
        seats=played.seats if played else whole.seats,
        flags=partial.flags,
        liabilities=partial.liabilities,
        earlier=_standing_rulings(before),
        opened=tuple(
            liability.id
            for item in play
            if isinstance(item.event, Ruling)
            for liability in item.event.effect.liabilities
        ),
        memory=_memory(rules, partial),
        closed=closed,
    )


def _place_of(whole: TableState, ruling: int) -> tuple[int, int]:
    """Return the hand of a ruling and the event it follows in play there; what it took the place of is not counted."""
    for number, play in whole.standing.play.items():
        if any(item.seq == ruling for item in play):
            taken = {item.event.amends for item in play if isinstance(item.event, Ruling)}
            return number, predecessor([item for item in play if item.seq not in taken or item.seq == ruling], ruling)
    raise RuleError("ruling_unknown", noop("There is no ruling {seq} at this table."), path="instead", seq=ruling)


def _without(recorded: Sequence[Recorded], ruling: int) -> tuple[Recorded, ...]:
    """Return the events with a ruling taken out, and with it those whose place it took."""
    amends = {item.seq: item.event.amends for item in recorded if isinstance(item.event, Ruling)}
    left = list(recorded)
    out: int | None = ruling
    while out is not None:
        left.append(Recorded(left[-1].seq + 1, Void(seq=out)))
        out = amends.get(out)
    return tuple(left)


def place_seen(whole: TableState, number: int, seen_seq: int) -> int | None:
    """Return the place in play of a hand on a screen that showed the first `seen_seq` events of the table.

    It is the event of the hand that was last in play then, −1 for none; None, the end of the hand, where it was over
    already or where nothing of it has come since.
    """
    play = whole.standing.play.get(number, ())
    record = next((item for item in whole.hands if item.number == number), None)
    if record is not None and record.closed_by is not None and record.closed_by < seen_seq:
        return None
    seen = [item.seq for item in play if item.seq < seen_seq]
    if len(seen) == len(play):
        return None
    return seen[-1] if seen else -1


def _memory(rules: ResolvedRuleset, state: TableState) -> Any:
    """What the game keeps of the hand in play, or would keep of one that begins now."""
    if state.memory is not None:
        return state.memory
    game = game_of(rules)
    hand = Hand(state.hand, state.seats, state.expected, game.order)
    hand.progress = state.progress
    game.open_hand(rules, hand)
    return hand.memory


def _cycle_from(whole: TableState, number: int) -> int:
    """The hand that was seated anew, or that followed the last round wind with the first, nearest before `number`."""
    begun = 1
    winds = {record.number: record.deal.round_wind for record in whole.hands}
    winds.setdefault(number, whole.expected.round_wind)
    for hand in range(2, number + 1):
        seated = any(
            isinstance(item.event, Seats) and item.event.first_dealer for item in whole.standing.play.get(hand, ())
        )
        if seated or (winds.get(hand - 1), winds.get(hand)) == (PLACES[-1], PLACES[0]):
            begun = hand
    return begun


def _standing_rulings(recorded: Sequence[Recorded]) -> tuple[Ruling, ...]:
    """The rulings that were not overturned; the events that overturn are no rulings against anybody."""
    rulings = [(item.seq, item.event) for item in recorded if isinstance(item.event, Ruling)]
    undone = {seq for _, event in rulings for seq in (event.undoes, event.amends)}
    return tuple(event for seq, event in rulings if event.undoes is None and seq not in undone)


def _up_to(state: TableState, number: int, after: int | None) -> list[Recorded]:
    """Events of earlier hands, and those of this hand up to the place in play, in order of entry."""
    play = state.standing.play.get(number, ())
    reached = len(play)
    if after is not None:
        seqs = [item.seq for item in play]
        if after != -1 and after not in seqs:
            raise RuleError("after_unknown", noop("Event {after} is not in this hand."), path="after", after=after)
        reached = 0 if after == -1 else seqs.index(after) + 1
    kept = {item.seq for item in play[:reached]}
    for hand, events in state.standing.play.items():
        if hand < number:
            kept |= {item.seq for item in events}
    chosen = [item for item in state.standing.entries if item.event.hand is None or item.seq in kept]
    anchors = {item.seq for item in chosen}
    return [
        item
        if item.event.after is None or item.event.after in anchors or item.event.after == -1
        else Recorded(item.seq, msgspec.structs.replace(item.event, after=None))
        for item in chosen
    ]
