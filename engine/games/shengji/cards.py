"""Cards of the packs: notation, copies, and the order they have for a level and a trump suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from engine.errors import RuleError, noop

SUITS = ("S", "H", "D", "C")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SMALL_JOKER = 52
BIG_JOKER = 53
KINDS = 54
TRUMP = 4  # the class of all trumps; classes 0 to 3 are the side suits in the order of SUITS

NAMES: tuple[str, ...] = (*(suit + rank for suit in SUITS for rank in RANKS), "BJ", "RJ")
_CARDS: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
_POINTS = {"5": 5, "T": 10, "K": 10}
POINTS: tuple[int, ...] = tuple(_POINTS.get(name[1], 0) if card < SMALL_JOKER else 0 for card, name in enumerate(NAMES))
_ACE, _KING, _TWO = 14, 13, 2


def parse_cards(names: Sequence[str], *, path: str = "") -> tuple[int, ...]:
    """Read cards like `S5`, `HT`, `BJ`; refuses unknown notation by the path of the card."""
    cards = []
    for index, name in enumerate(names):
        card = _CARDS.get(name)
        if card is None:
            raise RuleError("card_unknown", noop("“{card}” is no card."), path=f"{path}[{index}]", card=name)
        cards.append(card)
    return tuple(cards)


def format_cards(cards: Iterable[int]) -> list[str]:
    """Write cards in the notation they are read in."""
    return [NAMES[card] for card in cards]


def check_copies(cards: Iterable[int], packs: int, *, path: str = "") -> None:
    """Refuse more copies of a card than there are packs (3.A.2.2)."""
    for card, count in sorted(Counter(cards).items()):
        if count > packs:
            raise RuleError(
                "card_copies",
                noop("There are {packs} cards {card}, not {count}."),
                path=path,
                card=NAMES[card],
                packs=packs,
                count=count,
            )


def card_points(cards: Iterable[int]) -> int:
    """Return the points of the cards: 5 = 5, 10 = 10, K = 10 (3.A.2.3)."""
    return sum(POINTS[card] for card in cards)


def rank_name(value: object) -> str | None:
    """Return a rank in the notation of cards, reading `10` as `T`; None when it is no rank."""
    name = "T" if str(value) == "10" else str(value)
    return name if name in RANKS else None


class Line(msgspec.Struct, frozen=True):
    """The kinds of one class in a row, with what stands next to what.

    `joined[i]` says that kinds `i` and `i + 1` are neighbours; `threes[i]` that the three kinds from `i` are a run;
    `runs` holds every run of two or more kinds as (first, last + 1, key), lowest key first.
    """

    kinds: tuple[int, ...]
    joined: tuple[bool, ...]
    threes: tuple[bool, ...]
    runs: tuple[tuple[int, int, int], ...]


class Order(msgspec.Struct, frozen=True):
    """What a level and a trump suit make of the cards (3.A.4, 3.A.5).

    `suit_of` and `strength` are by kind; `lines` by class (side suits 0 to 3, then TRUMP); `run_keys` gives the
    tractor key of a run by its kinds in ascending order.
    """

    suit_of: tuple[int, ...]
    strength: tuple[int, ...]
    lines: tuple[Line, ...]
    run_keys: dict[tuple[int, ...], int]


@lru_cache(maxsize=256)
def card_order(
    level: str,
    trump: str,
    *,
    permanent: str | None = "2",
    a_low: bool = True,
    a_both_ways: bool = False,
    a_low_key: bool = False,
) -> Order:
    """Build the order for the rank of the level and the trump suit (3.A.4).

    `permanent` is the rank that is always trump; `a_low` joins A and 2 in the trump suit, `a_both_ways` lets a run pass
    through A from K to 2 (D4), `a_low_key` ranks a run that starts with a low A by its other end (D3).
    """
    level_rank = _rank(level)
    permanent_rank = _rank(permanent) if permanent else 0
    trump_suit = SUITS.index(trump)
    suit_of, strength = [], []
    for card in range(SMALL_JOKER):
        suit, rank = divmod(card, 13)
        rank += 2
        own = suit == trump_suit
        suit_of.append(TRUMP if own or rank in (level_rank, permanent_rank) else suit)
        if rank == level_rank:
            strength.append(24 if own else 23)
        elif rank == permanent_rank:
            strength.append(22 if own else 21)
        else:
            strength.append(rank)
    suit_of += [TRUMP, TRUMP]
    strength += [25, 26]

    lines = []
    for suit in (0, 1, 2, 3, TRUMP):
        main = trump_suit if suit == TRUMP else suit
        own_cards = [card for card in range(main * 13, main * 13 + 13) if suit_of[card] == suit]
        ranks = [card % 13 + 2 for card in own_cards if card % 13 + 2 != level_rank]
        steps = [rank for rank in ranks if rank > level_rank] + [rank for rank in ranks if rank < level_rank]
        places = [(rank, main * 13 + rank - 2) for rank in steps]
        if suit == TRUMP:
            places += [(16, SMALL_JOKER), (17, BIG_JOKER)]
            held = {card for _, card in places}
            loose = [card for card in range(SMALL_JOKER) if suit_of[card] == TRUMP and card not in held]
            places += [(20 + 2 * index, card) for index, card in enumerate(loose)]
        lines.append(
            _line(places, joins_a=suit == TRUMP and a_low, split=suit == TRUMP and not a_both_ways, low=a_low_key)
        )
    run_keys = {tuple(sorted(line.kinds[first:end])): key for line in lines for first, end, key in line.runs}
    return Order(tuple(suit_of), tuple(strength), tuple(lines), run_keys)


def _rank(name: str) -> int:
    return RANKS.index(name) + 2


def _line(places: list[tuple[int, int]], *, joins_a: bool, split: bool, low: bool) -> Line:
    """Build a line from (rank, kind) pairs in a row; `split` forbids a run that holds both K and 2 (3.A.5)."""
    ranks = [rank for rank, _ in places]
    joined = [
        after == before + 1 or (joins_a and (before, after) == (_ACE, _TWO)) for before, after in pairwise(ranks)
    ] + [False]
    runs = []
    for first in range(len(ranks)):
        end = first + 1
        while joined[end - 1]:
            end += 1
            run = ranks[first:end]
            if split and _KING in run and _TWO in run:
                break
            runs.append((first, end, run[-1] if low and run[:2] == [_ACE, _TWO] else max(run)))
    runs.sort(key=lambda run: (run[2], run[1] - run[0], run[0]))
    spans = {(first, end) for first, end, _ in runs}
    threes = tuple((first, first + 3) in spans for first in range(len(ranks)))
    return Line(tuple(kind for _, kind in places), tuple(joined), threes, tuple(runs))
