"""Explained scores of winning hands in each game of 13 tiles, against `HandCalculator.estimate_hand_value`.

The other library is handed tiles already read, so what is compared is the call that scores a hand already read. What
reading the notation and writing the answer cost besides is told by a line of its own, without a peer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as PeerMeld

from engine.games.dinghai import scoring as dinghai
from engine.games.sichuan import scoring as sichuan
from engine.games.zungjung import scoring as zungjung
from engine.hand_input import HandInput, HandRules, parse_hand
from engine.patterns import Score
from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, resolve
from engine.tiles import WINDS
from tests.bench.harness import Benchmark
from tests.hands_gen import SEED, score_inputs, two_suit_input

HANDS = 10_000
FLOOR = 2.5
_PEER_KINDS = {"chi": PeerMeld.CHI, "pon": PeerMeld.PON, "kan": PeerMeld.KAN, "kakan": PeerMeld.KAN}

Scorer = Callable[[HandInput], Score | None]
Line = dict[str, Any]


def _zungjung(rules: ResolvedRuleset) -> Scorer:
    return zungjung.Scoring.of(rules).score


def _dinghai(rules: ResolvedRuleset) -> Scorer:
    return lambda hand: dinghai.score_hand(rules, hand)


def _sichuan(rules: ResolvedRuleset) -> Scorer:
    return lambda hand: sichuan.score_hand(rules, hand)


def _of_suits() -> list[Line]:
    rng = Random(SEED)
    return [two_suit_input(rng, f"g{number}") for number in range(HANDS)]


def benchmarks() -> Iterator[Benchmark]:
    """For each game, ten thousand hands already read to their explained scores, then from plain data to plain data."""
    with_honours = score_inputs(SEED, HANDS, 4)
    yield from _of_game("zungjung", zungjung.HAND_RULES, _zungjung, with_honours)
    yield from _of_game("dinghai", dinghai.HAND, _dinghai, with_honours)
    yield from _of_game("sichuan", sichuan.HAND, _sichuan, _of_suits())


def _of_game(
    code: str, reads: HandRules, scorer: Callable[[ResolvedRuleset], Scorer], lines: list[Line]
) -> Iterator[Benchmark]:
    game = find_game(code)
    rules = resolve(game.ruleset)
    score = scorer(rules)
    hands = [parse_hand(reads, line) for line in lines]
    peers = [_peer_hand(hand) for hand in hands]
    calculate = HandCalculator().estimate_hand_value
    assert all(score(hand) for hand in hands)
    assert all(calculate(tiles, win, melds=melds, config=config).han for tiles, win, melds, config in peers)

    def ours() -> None:
        for hand in hands:
            score(hand)

    def theirs() -> None:
        for tiles, win, melds, config in peers:
            calculate(tiles, win, melds=melds, config=config)

    def whole() -> None:
        for line in lines:
            game.score(rules, line)

    yield Benchmark(
        f"score {code}, hands already read",
        ours,
        count=HANDS,
        unit="hands",
        peer=theirs,
        peer_name="estimate_hand_value",
        floor=FLOOR,
    )
    yield Benchmark(f"score {code}, from notation to the answer", whole, count=HANDS, unit="hands")


def _peer_hand(hand: HandInput) -> tuple[list[int], int, list[PeerMeld], HandConfig]:
    """Return a hand as the other library takes it: copies of a kind numbered one after the other."""
    used: dict[int, int] = {}

    def numbered(kind: int) -> int:
        copy = used.get(kind, 0)
        used[kind] = copy + 1
        return kind * 4 + copy

    melds = []
    for meld in hand.melds:
        kind = PeerMeld.KAN if meld.kind == "ankan" else _PEER_KINDS[meld.kind]
        melds.append(PeerMeld(kind, list(map(numbered, meld.tiles)), opened=meld.is_open))
    concealed = [numbered(kind) for kind, count in enumerate(hand.concealed) for _ in range(count)]
    assert hand.win is not None
    win = numbered(hand.win)
    tiles = sorted([*concealed, win, *(tile for meld in melds for tile in meld.tiles)])
    # The last tile gives every hand a yaku, so that the other library, too, scores each of them to the end.
    own = hand.self_drawn
    config = HandConfig(
        is_tsumo=own,
        is_haitei=own,
        is_houtei=not own,
        player_wind=WINDS[0] if hand.seat is None else hand.seat,
        round_wind=WINDS[0] if hand.round is None else hand.round,
    )
    return tiles, win, melds, config
