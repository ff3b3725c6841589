"""Zung Jung: explained scores of seeded winning hands against `HandCalculator.estimate_hand_value`."""

from __future__ import annotations

from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld as PeerMeld

from engine.registry import find_game
from engine.rulesets import resolve
from engine.tiles import parse_meld, parse_tiles
from tests.bench.harness import Benchmark
from tests.hands_gen import SEED, score_inputs

HANDS = 10_000
FLOOR = 2.5
_PEER_KINDS = {"chi": PeerMeld.CHI, "pon": PeerMeld.PON, "kan": PeerMeld.KAN, "kakan": PeerMeld.KAN}


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the one benchmark: ten thousand hands from plain data to the answer of `score`."""
    game = find_game("zungjung")
    rules = resolve(game.ruleset)
    lines = score_inputs(SEED, HANDS, 4)
    peers = [_peer_hand(line) for line in lines]
    calculate = HandCalculator().estimate_hand_value

    def ours() -> None:
        for line in lines:
            game.score(rules, line)

    def theirs() -> None:
        for tiles, win, melds, config in peers:
            calculate(tiles, win, melds=melds, config=config)

    return (
        Benchmark(
            name="score zungjung",
            run=ours,
            count=HANDS,
            unit="hands",
            peer=theirs,
            peer_name="mahjong.estimate_hand_value",
            floor=FLOOR,
        ),
    )


def _peer_hand(line: dict[str, Any]) -> tuple[list[int], int, list[PeerMeld], HandConfig]:
    """Return a hand as the other library takes it: copies of a kind numbered one after the other."""
    used: dict[int, int] = {}

    def numbered(kinds: tuple[int, ...]) -> list[int]:
        ids = []
        for kind in kinds:
            ids.append(kind * 4 + used.get(kind, 0))
            used[kind] = used.get(kind, 0) + 1
        return ids

    melds = []
    for written in line["melds"]:
        meld = parse_meld(written)
        kind = PeerMeld.KAN if meld.kind == "ankan" else _PEER_KINDS[meld.kind]
        melds.append(PeerMeld(kind, numbered(meld.tiles), opened=meld.is_open))
    concealed = numbered(parse_tiles(line["concealed"]))
    win = numbered(parse_tiles(line["win"]))[0]
    tiles = sorted([*concealed, win, *(tile for meld in melds for tile in meld.tiles)])
    # The last tile gives every hand a yaku, so that the other library, too, scores each of them to the end.
    own = line["by"] == "self"
    config = HandConfig(is_tsumo=own, is_haitei=own, is_houtei=not own, player_wind=27 + "ESWN".index(line["seat"]))
    return tiles, win, melds, config
