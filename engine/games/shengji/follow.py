"""Whether a follow is legal, which rule speaks of it, and the lowest legal follow (3.A.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engine.errors import RuleError, noop
from engine.games.shengji.cards import KINDS, NAMES, TRUMP, Line, Order
from engine.games.shengji.patterns import Pattern, pattern_of
from engine.games.shengji.remains import Claims, held_runs, owed_runs, rest_is_settled, without
from engine.games.shengji.trick import led_pattern


class FollowRules(msgspec.Struct, frozen=True):
    """Settings of following: D6 (`higher_kind`), D9 (`break_groups`) and D10 (`triples_first`)."""

    higher_kind: bool = False
    break_groups: bool = True
    triples_first: bool = False


class Verdict(NamedTuple):
    """`rule` is the item of 3.A.7 that allows the play or that it breaks; `example` is a legal play."""

    legal: bool
    rule: str
    example: tuple[int, ...]


class _Follow(NamedTuple):
    """A follow laid out on the line of the led class: counts by place on the line, and what falls outside it."""

    led: Pattern
    size: int
    line: Line
    strength: list[int]
    held: list[int]
    played: list[int]
    claims: Claims


def judge_follow(
    order: Order, lead: Sequence[int], hand: Sequence[int], play: Sequence[int], rules: FollowRules
) -> Verdict:
    """Judge one follow; refuses a lead that is no pattern, a wrong number of cards and cards that are not held."""
    counts = _counts(hand)
    follow = _lay_out(order, lead, counts, _counts(play), rules)
    _check_held(counts, len(lead), hand, play)
    legal, rule = _judge(follow, order, play, rules)
    return Verdict(legal, rule, tuple(play) if legal else _lowest(order, follow, hand))


def lowest_follow(order: Order, lead: Sequence[int], hand: Sequence[int], rules: FollowRules) -> tuple[int, ...]:
    """Return the lowest legal follow, which is what the system plays on a time-out (3.C F10)."""
    return _lowest(order, _lay_out(order, lead, _counts(hand), _counts(()), rules), hand)


def _counts(cards: Sequence[int]) -> list[int]:
    counts = [0] * KINDS
    for card in cards:
        counts[card] += 1
    return counts


def _lay_out(order: Order, lead: Sequence[int], held: list[int], played: list[int], rules: FollowRules) -> _Follow:
    led = led_pattern(order, lead)
    line = order.lines[led.suit]
    return _Follow(
        led,
        len(lead),
        line,
        [order.strength[kind] for kind in line.kinds],
        [held[kind] for kind in line.kinds],
        [played[kind] for kind in line.kinds],
        Claims(rules.break_groups, rules.triples_first and led.size == 3),
    )


def _check_held(counts: list[int], size: int, hand: Sequence[int], play: Sequence[int]) -> None:
    if len(hand) < size:
        raise RuleError(
            "hand_short",
            noop("A hand of {count} cards cannot follow a lead of {expected}."),
            path="hand",
            count=len(hand),
            expected=size,
        )
    if len(play) != size:
        raise RuleError(
            "card_count",
            noop("{expected} cards were led, {count} were played."),
            path="play",
            expected=size,
            count=len(play),
        )
    left = list(counts)
    for index, card in enumerate(play):
        left[card] -= 1
        if left[card] < 0:
            raise RuleError(
                "card_not_held", noop("{card} is not in the hand."), path=f"play[{index}]", card=NAMES[card]
            )


def _judge(follow: _Follow, order: Order, play: Sequence[int], rules: FollowRules) -> tuple[bool, str]:
    """Return (legal, item of 3.A.7)."""
    size, line, held, played = follow.size, follow.line, follow.held, follow.played
    in_class, of_class = sum(held), sum(played)
    if in_class == 0:
        return True, "1"
    if in_class <= size:
        return of_class == in_class, "2"
    if of_class < size:
        return False, "3"
    pattern = pattern_of(order, play)
    if pattern is not None and (pattern.size, pattern.length) == (follow.led.size, follow.led.length):
        return True, "a"
    if _led_runs(follow):
        return pattern is not None and rules.higher_kind and pattern.size > follow.led.size, "a"
    if pattern is not None and pattern.length > 1:
        return True, "b"
    if next(owed_runs(line, held, size, follow.claims, exact=True), None):
        return False, "e" if _triple_for_pairs(follow) else "b"
    return _judge_rest(follow)


def _judge_rest(follow: _Follow) -> tuple[bool, str]:
    """Judge a follow in the led class that has neither the led pattern nor a tractor of its size (c to g)."""
    size, line, held, played, claims = follow.size, follow.line, follow.held, follow.played, follow.claims
    longest = max((m * (end - first) for m, first, end in owed_runs(line, held, size, claims)), default=0)
    if longest:
        settled = any(
            rest_is_settled(line, without(held, *run), without(played, *run), claims)
            for run in held_runs(line, played, longest)
        )
        return settled, "c"
    pairs = sum(claims.pairs(count) for count in held)
    wanted = "g" if pairs == 0 else "d" if 2 * pairs >= size else "f"
    settled = rest_is_settled(line, held, played, claims)
    return settled, "e" if not settled and _triple_for_pairs(follow) else wanted


def _led_runs(follow: _Follow) -> list[tuple[int, int, int]]:
    """Return the ways in which the led pattern is held and so owed (a), as (equal cards, first, end)."""
    led, line, held, claims = follow.led, follow.line, follow.held, follow.claims
    if led.length == 1:
        by_strength = sorted(range(len(held)), key=lambda place: follow.strength[place])
        return [(led.size, place, place + 1) for place in by_strength if claims.owes(held[place], led.size)]
    return [run for run in owed_runs(line, held, follow.size, claims, exact=True) if run[0] == led.size]


def _triple_for_pairs(follow: _Follow) -> bool:
    """Say whether the play has three equal cards where enough pairs were held (e)."""
    wanted = follow.size // 2
    held_pairs = sum(follow.claims.pairs(count) for count in follow.held)
    played_pairs = sum(count // 2 for count in follow.played)
    return played_pairs < wanted <= held_pairs and 3 in follow.played


def _lowest(order: Order, follow: _Follow, hand: Sequence[int]) -> tuple[int, ...]:
    """Build the lowest legal follow: what is owed first, each from the lowest cards, then the lowest singles."""
    size, line, held, claims = follow.size, follow.line, list(follow.held), follow.claims
    if sum(held) <= size:
        own = [card for card in hand if order.suit_of[card] == follow.led.suit]
        others = [card for card in hand if order.suit_of[card] != follow.led.suit]
        others.sort(key=lambda card: (order.suit_of[card] == TRUMP, order.strength[card], card))
        return tuple(own + others[: size - len(own)])
    by_strength = sorted(range(len(held)), key=lambda place: follow.strength[place])
    taken: list[int] = []

    def take(count: int, first: int, end: int) -> None:
        for place in range(first, end):
            held[place] -= count
            taken.extend([line.kinds[place]] * count)

    for run in _led_runs(follow)[:1]:
        take(*run)
    while runs := list(owed_runs(line, held, size - len(taken), claims)):
        take(*max(runs, key=lambda run: run[0] * (run[2] - run[1])))
    for group in (3, 2) if claims.triples_first else (2,):
        for place in by_strength:
            while size - len(taken) >= group and claims.owes(held[place], group):
                take(group, place, place + 1)
    for place in by_strength:
        take(min(held[place], size - len(taken)), place, place + 1)
    return tuple(taken)
