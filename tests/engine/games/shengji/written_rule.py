"""The written rule of following, word for word and by brute force: an independent check on small hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

NATURAL = "23456789TJQKA"


def class_of(card: str, level: str, trump: str) -> str:
    """Return the suit a card belongs to for this level and trump."""
    if card in ("RJ", "BJ") or card[0] == trump or card[1] in (level, "2"):
        return "trump"
    return card[0]


def is_run(cards: list[str], level: str, trump: str) -> bool:
    """Say whether different cards are neighbouring ranks of one suit, by 3.A.5."""
    if sorted(cards) == ["BJ", "RJ"]:
        return True
    if len(cards) < 2 or any(card in ("RJ", "BJ") for card in cards):
        return False
    if len({card[0] for card in cards}) != 1 or len({class_of(card, level, trump) for card in cards}) != 1:
        return False
    ranks = {card[1] for card in cards}
    if level in ranks or {"2", "K"} <= ranks:
        return False
    in_trump = cards[0][0] == trump
    readings = ["23456789TJQKA", *(["A23456789TJQ"] if in_trump else [])]
    if not in_trump and "2" in ranks:
        return False
    return any("".join(sorted(ranks, key=order.index)) in order for order in readings if ranks <= set(order))


def shape(cards: list[str], level: str, trump: str) -> tuple[int, int] | None:
    """Return (equal cards, groups) when the cards make one pattern."""
    counts = Counter(cards)
    if len(set(counts.values())) != 1:
        return None
    equal = next(iter(counts.values()))
    if len(counts) == 1:
        return equal, 1
    return (equal, len(counts)) if equal > 1 and is_run(list(counts), level, trump) else None


def tractors(cards: list[str], level: str, trump: str) -> list[tuple[str, ...]]:
    """Return every tractor that can be cut from the cards."""
    return _tractors(tuple(sorted(cards)), level, trump)


@lru_cache(maxsize=4096)
def _tractors(cards: tuple[str, ...], level: str, trump: str) -> list[tuple[str, ...]]:
    counts = Counter(cards)
    found = []
    for equal in (2, 3, 4):
        able = sorted(card for card, count in counts.items() if count >= equal)
        runs = {kinds for kinds in combinations(able, 2) if is_run(list(kinds), level, trump)}
        while runs:
            found += [tuple(card for card in kinds for _ in range(equal)) for kinds in sorted(runs)]
            wider = {tuple(sorted((*kinds, card))) for kinds in runs for card in able if card not in kinds}
            runs = {kinds for kinds in wider if is_run(list(kinds), level, trump)}
    return found


def pairs(cards: Iterable[str]) -> int:
    """Count pairs, half of the cards of each kind."""
    return sum(count // 2 for count in Counter(cards).values())


def minus(cards: Iterable[str], taken: tuple[str, ...]) -> list[str]:
    """Return the cards without those taken."""
    return sorted((Counter(cards) - Counter(taken)).elements())


def inside(part: tuple[str, ...], cards: Iterable[str]) -> bool:
    """Say whether the cards hold all of a part."""
    return not Counter(part) - Counter(cards)


def rest(hand: list[str], play: list[str], level: str, trump: str) -> bool:
    """The function `rest` of 3.B.7."""
    return _rest(tuple(sorted(hand)), tuple(sorted(play)), level, trump)


@lru_cache(maxsize=4096)
def _rest(hand: tuple[str, ...], play: tuple[str, ...], level: str, trump: str) -> bool:
    fitting = [run for run in _tractors(hand, level, trump) if len(run) <= len(play)]
    if fitting:
        return any(rest(minus(hand, run), minus(play, run), level, trump) for run in fitting if inside(run, play))
    return pairs(play) >= min(len(play) // 2, pairs(hand))


def written_legal(lead: list[str], hand: list[str], play: list[str], level: str, trump: str) -> bool:
    """The function `legal` of 3.B.7 for a play of the right size out of the hand."""
    n = len(lead)
    led_class = class_of(lead[0], level, trump)
    own = [card for card in hand if class_of(card, level, trump) == led_class]
    if len(own) <= n:
        return inside(tuple(own), play)
    if any(class_of(card, level, trump) != led_class for card in play):
        return False
    led = shape(lead, level, trump)
    counts = Counter(own)
    runs = tractors(own, level, trump)
    if led[1] == 1:
        holds = any(count >= led[0] for count in counts.values())
    else:
        holds = any(shape(list(run), level, trump) == led for run in runs)
    if holds:
        return shape(play, level, trump) == led
    if any(len(run) == n for run in runs):
        made = shape(play, level, trump)
        return made is not None and made[1] > 1
    fitting = [len(run) for run in runs if len(run) <= n]
    if fitting:
        return any(
            rest(minus(own, run), minus(play, run), level, trump)
            for run in runs
            if len(run) == max(fitting) and inside(run, play)
        )
    return rest(own, play, level, trump)


def written_strength(play: list[str], led: list[str], level: str, trump: str) -> tuple[int, int, int] | None:
    """What `beats` of 3.B.7 compares, or None for a play that cannot win (3.A.8)."""
    made = shape(play, level, trump)
    suits = {class_of(card, level, trump) for card in play}
    if made is None or not suits <= {class_of(led[0], level, trump), "trump"} or len(suits) != 1:
        return None
    equal, groups = made
    if groups > 1:
        ladder = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "RJ"]
        key = max(ladder.index(card if card == "RJ" else card[1]) for card in play if card != "BJ")
    else:
        card = play[0]
        if card in ("RJ", "BJ"):
            key = 100 if card == "RJ" else 99
        elif card[1] == level:
            key = 98 if card[0] == trump else 97
        elif card[1] == "2":
            key = 96 if card[0] == trump else 95
        else:
            key = NATURAL.index(card[1])
    return equal, int(suits == {"trump"}), key


def written_winner(plays: list[list[str]], level: str, trump: str) -> int:
    """The first of the strongest plays."""
    strengths = [written_strength(play, plays[0], level, trump) for play in plays]
    best = max(found for found in strengths if found is not None)
    return strengths.index(best)
