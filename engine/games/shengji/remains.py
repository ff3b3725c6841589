"""What a follower owes when the led pattern is not held: tractors while one fits, then pairs (3.A.7 c to g)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.shengji.cards import Line

_NONE_OWED = 1_000


class Claims(NamedTuple):
    """What equal cards in a hand count for: whether larger groups are cut (D9), whether triples come first (D10)."""

    break_groups: bool = True
    triples_first: bool = False

    def owes(self, count: int, size: int) -> bool:
        """Say whether `count` equal cards have to give a group of `size`."""
        return count >= size if self.break_groups else count == size

    def pairs(self, count: int) -> int:
        """Return how many pairs `count` equal cards have to give (e: each rank gives half its cards)."""
        return count // 2 if self.break_groups else int(count == 2)

    def smallest_tractor(self, before: int, after: int) -> int:
        """Return the cards of the smallest tractor that two neighbouring groups have to give."""
        if self.break_groups:
            return 4 if before >= 2 and after >= 2 else _NONE_OWED
        return 2 * before if before == after and before >= 2 else _NONE_OWED


def owed_runs(
    line: Line, held: list[int], size: int, claims: Claims, *, exact: bool = False
) -> Iterator[tuple[int, int, int]]:
    """Yield the tractors of at most (or exactly) `size` cards that a hand has to give, as (equal cards, first, end)."""
    for m in (2, 3, 4):
        able = [claims.owes(count, m) for count in held]
        yield from _runs(line, able, m, size, exact=exact)


def held_runs(line: Line, counts: list[int], size: int) -> Iterator[tuple[int, int, int]]:
    """Yield every tractor of exactly `size` cards that can be cut from the cards."""
    for m in (2, 3, 4):
        yield from _runs(line, [count >= m for count in counts], m, size, exact=True)


def without(counts: list[int], m: int, first: int, end: int) -> list[int]:
    """Return the counts after `m` cards of each kind from `first` to `end` were taken out."""
    return [count - m if first <= place < end else count for place, count in enumerate(counts)]


def rest_is_settled(line: Line, held: list[int], played: list[int], claims: Claims) -> bool:
    """Say whether the rest of a play settles what the rest of the hand owes.

    A tractor must be played while one fits into the cards that are left, though not necessarily the longest; then as
    many pairs as fit. The order in which tractors are taken does not matter, only what remains, and every tractor is
    made of such with two or three kinds of two or three equal cards: so the line is walked once, and each state
    stands for all ways to cut that leave the same.
    """
    left = sum(played)
    # taken from this kind, from the next; cards of the kind before that are still held; smallest tractor still owed;
    # cards left; single cards (two stand for more); pairs played less pairs owed; triples taken; triples held
    states = {(0, 0, 0, _NONE_OWED, left, 0, 0, 0, 0)}
    for place, (has, plays) in enumerate(zip(held, played, strict=True)):
        following = set()
        for taken, taken_next, before, owed, cards, odd, pairs, triples, triples_held in states:
            for here, after, then in _cuts(line, played, place, taken, taken_next):
                rest_held, rest_played = has - taken - here, plays - taken - here
                still = min(owed, claims.smallest_tractor(before, rest_held))
                next_before = rest_held if line.joined[place] else 0
                can_take = claims.triples_first and rest_played >= 3
                held_three = int(claims.triples_first and claims.owes(rest_held, 3))
                for triple in (0, 3) if can_take else (0,):
                    following.add(
                        (
                            taken_next + after,
                            then,
                            next_before,
                            still,
                            cards - here - after - then,
                            min(2, odd + (rest_played - triple) % 2),
                            pairs + (rest_played - triple) // 2 - claims.pairs(rest_held - triple),
                            triples + triple // 3,
                            triples_held + held_three,
                        )
                    )
        states = following
    return any(
        owed > cards and triples >= min(cards // 3, triples_held) and (odd <= 1 or pairs >= 0)
        for _, _, _, owed, cards, odd, pairs, triples, triples_held in states
    )


def _runs(line: Line, able: list[bool], m: int, size: int, *, exact: bool) -> Iterator[tuple[int, int, int]]:
    if sum(able) < 2:
        return
    for first, end, _ in line.runs:
        cards = m * (end - first)
        if (cards == size if exact else cards <= size) and all(able[first:end]):
            yield m, first, end


def _cuts(line: Line, played: list[int], place: int, taken: int, taken_next: int) -> Iterator[tuple[int, int, int]]:
    """Yield what tractors that begin at this kind take from it, from the next and from the one after."""
    yield 0, 0, 0
    here = played[place] - taken
    if here < 2 or not line.joined[place]:
        return
    after = played[place + 1] - taken_next
    then = played[place + 2] if line.threes[place] else 0
    for m in (2, 3):
        if here >= m and after >= m:
            yield m, m, 0
            if then >= m:
                yield m, m, m
    if here == 4 and after == 4:
        yield 4, 4, 0
        if then >= 2:
            yield 4, 4, 2
        if then == 4:
            yield 4, 4, 4
