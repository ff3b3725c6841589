"""What a hand in play remembers, and its outcome with the rulings that stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.games.shengji.events import HandEvent, RulingPart
from engine.games.shengji.hand import PARTNERSHIPS, Gain, HandEnd, HandRules, Partnership, end_hand
from engine.places import Place


class Memory:
    """Parts of rulings by sequence number, the hand as written down, and the levels it was played at.

    `gains` are those the table was carried on with; `shift` are levels that rulings of earlier hands, overturned in
    this one, had given (negative) or kept (positive).
    """

    __slots__ = ("dealer", "event", "gains", "levels", "parts", "shift")

    def __init__(self, dealer: Place) -> None:
        self.dealer = dealer
        self.parts: list[tuple[int, RulingPart]] = []
        self.event: HandEvent | None = None
        self.levels: dict[Partnership, str] | None = None
        self.gains: tuple[Gain, ...] | None = None
        self.shift: dict[Partnership, int] = dict.fromkeys(PARTNERSHIPS, 0)

    def standing(self, overturned: Collection[int]) -> list[RulingPart]:
        """Return the parts of rulings that were not overturned."""
        return [part for seq, part in self.parts if seq not in overturned]

    def end(self, rules: HandRules, overturned: Collection[int]) -> HandEnd | None:
        """Work out the end of the hand as written down; withdrawals are at least what standing rulings say."""
        if self.event is None or self.levels is None:
            return None
        withdrawn = all_taken_back(self.event, self.standing(overturned))
        return end_hand(rules, self.event.facts(self.dealer, self.levels, withdrawn))

    def all_gains(self, rules: HandRules, overturned: Collection[int]) -> tuple[Gain, ...]:
        """Return what standing rulings and then the hand itself gave."""
        ruled = tuple(ruled_gain(part) for part in self.standing(overturned) if part.gain)
        end = self.end(rules, overturned)
        return ruled + (end.gains if end else ())

    def levels_before(self, rules: HandRules, levels: dict[Partnership, str]) -> dict[Partnership, str]:
        """Return the levels the hand is expected to be played at: those carried on, with what was overturned."""
        ladder = rules.levels
        return {side: ladder[(ladder.index(level) + self.shift[side]) % len(ladder)] for side, level in levels.items()}


def ruled_gain(part: RulingPart) -> Gain:
    """Return the levels a ruling gives for a foul."""
    assert part.gain is not None
    return Gain(part.gain.side, part.gain.levels, "3.A.11", foul=True)


def all_taken_back(event: HandEvent, parts: Sequence[RulingPart]) -> dict[Place, int]:
    """Return the cards taken back in a hand by place: what was written down, at least what rulings say."""
    return {place: max(count, cards_taken_back(parts, place)) for place, count in event.withdrawn.by_place().items()}


def cards_taken_back(parts: Iterable[RulingPart], place: Place) -> int:
    """Return how many cards rulings say a place has taken back: what they add up to, or a total they name."""
    added, total = 0, 0
    for part in parts:
        added += part.withdrawn.get(place, 0)
        total = max(total, part.withdrawn_total.get(place, 0))
    return max(added, total)


def carry_shift(rules: HandRules, earlier: Memory, current: Memory, overturned: Collection[int]) -> None:
    """Note in the current hand how the levels change because rulings of an earlier one no longer stand."""
    if earlier is current or earlier.gains is None:
        return
    gains = earlier.all_gains(rules, overturned)
    for sign, gained in ((-1, earlier.gains), (1, gains)):
        for gain in gained:
            if gain.side is not None:
                current.shift[gain.side] += sign * gain.levels
    earlier.gains = gains
