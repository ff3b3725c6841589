"""From the order of entry to the order of play: which events stand, in which hand, and after which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.errors import RuleError, noop
from engine.events import GameEvent, Recorded, Replace, TableEvent, Void, parse_event


class Standing(msgspec.Struct, frozen=True):
    """The events that stand after voids and replacements, in order of entry.

    `play` maps each hand to its events in order of play; `ignored` holds (hand, seq) pairs: events of later hands,
    entered before that correction, whose stored deal is not to be used (`later: expected`).
    """

    entries: tuple[Recorded, ...]
    play: dict[int, tuple[Recorded, ...]]
    ignored: tuple[tuple[int, int], ...]

    def ignores_deal(self, hand: int, seq: int) -> bool:
        """Tell whether the stored deal of this event was given up by a correction of an earlier hand."""
        return any(hand > corrected and seq < by for corrected, by in self.ignored)


class _Entry:
    """What stands at one sequence number: its contents so far (the last one counts), or nothing once voided."""

    __slots__ = ("contents", "seq", "voided")

    def __init__(self, seq: int, event: TableEvent) -> None:
        self.seq = seq
        self.contents = [event]
        self.voided = False


def standing(game_events: Mapping[str, type[GameEvent]], recorded: Sequence[Recorded]) -> Standing:
    """Apply voids and replacements and put the events of every hand in order of play.

    Raises `RuleError` (`void_unknown`, `void_of_void`, `void_twice`, `after_unknown`) with the path `events[seq]…`.
    """
    entries: dict[int, _Entry] = {}
    corrections: dict[int, Void | Replace] = {}
    ignored: dict[int, tuple[int, int]] = {}
    for item in recorded:
        event = item.event
        if isinstance(event, Void | Replace):
            corrections[item.seq] = event
            corrected = _correct(game_events, entries, corrections, item.seq, event, ignored)
            if event.later == "expected" and corrected is not None:
                ignored[item.seq] = (corrected, item.seq)
        else:
            entries[item.seq] = _Entry(item.seq, event)
    hands: dict[int, list[_Entry]] = {}
    for entry in entries.values():
        hand = entry.contents[-1].hand
        if hand is not None:
            hands.setdefault(hand, []).append(entry)
    return Standing(
        tuple(Recorded(entry.seq, entry.contents[-1]) for entry in entries.values() if not entry.voided),
        {hand: _in_play(hands[hand]) for hand in sorted(hands)},
        tuple(ignored.values()),
    )


def _correct(
    game_events: Mapping[str, type[GameEvent]],
    entries: dict[int, _Entry],
    corrections: dict[int, Void | Replace],
    seq: int,
    event: Void | Replace,
    ignored: dict[int, tuple[int, int]],
) -> int | None:
    """Carry out one correction; returns the hand it corrected."""
    path = f"events[{seq}].seq"
    named = corrections.get(event.seq) if event.seq < seq else None
    if isinstance(named, Void) or (named is not None and isinstance(event, Replace)):
        raise RuleError("void_of_void", noop("Event {seq} is itself a correction."), path=path, seq=event.seq)
    if named is not None:
        entry = entries[named.seq]
        undone = _replacement(game_events, entry.contents[0], named, event.seq)
        if entry.voided or entry.contents[-1] != undone:
            raise RuleError("void_twice", noop("Event {seq} no longer stands."), path=path, seq=event.seq)
        entry.contents.pop()
        ignored.pop(event.seq, None)
        return entry.contents[-1].hand
    entry_or_none = entries.get(event.seq)
    if entry_or_none is None or event.seq >= seq:
        raise RuleError("void_unknown", noop("There is no event {seq} at this table."), path=path, seq=event.seq)
    entry = entry_or_none
    if entry.voided:
        raise RuleError("void_twice", noop("Event {seq} no longer stands."), path=path, seq=event.seq)
    if isinstance(event, Void):
        entry.voided = True
    else:
        entry.contents.append(_replacement(game_events, entry.contents[0], event, seq))
    return entry.contents[-1].hand


def _replacement(
    game_events: Mapping[str, type[GameEvent]], original: TableEvent, event: Replace, seq: int
) -> TableEvent:
    """Read the new content; hand, place in play and deal as played stay the original's unless it names them."""
    kept: dict[str, Any] = {
        name: getattr(original, name)
        for name in ("hand", "after", "dealer", "streak", "round_wind")
        if getattr(original, name) is not None
    }
    return parse_event(dict(game_events), {**kept, **event.replacement}, f"events[{seq}].with")


def _in_play(entries: Sequence[_Entry]) -> tuple[Recorded, ...]:
    """Order one hand's events: as entered, except that an event with `after` follows that one (−1: the beginning)."""
    ordered: list[_Entry] = []
    for entry in entries:
        after = entry.contents[-1].after
        if after is None:
            ordered.append(entry)
            continue
        at = 0
        if after != -1:
            found = [index for index, other in enumerate(ordered) if other.seq == after]
            if not found:
                raise RuleError(
                    "after_unknown",
                    noop("Event {after} is not in this hand."),
                    path=f"events[{entry.seq}].after",
                    after=after,
                )
            at = found[0] + 1
        # Events that name the same predecessor keep their order of entry.
        while at < len(ordered) and ordered[at].contents[-1].after == after and ordered[at].seq < entry.seq:
            at += 1
        ordered.insert(at, entry)
    return tuple(Recorded(entry.seq, entry.contents[-1]) for entry in ordered if not entry.voided)


def predecessor(play: Sequence[Recorded], seq: int) -> int:
    """Return the event after which something stands that is to come just before event `seq` (−1: first in its hand)."""
    before = -1
    for item in play:
        if item.seq == seq:
            break
        before = item.seq
    return before
