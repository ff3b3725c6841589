"""A second way to count tai, plain on purpose: lists of tiles, backtracking, and the sentences of A21 and A22.

Default options only; flags and flowers but no robbed flowers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

ALL = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
WIND_OF = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
VALUES = {
    "feng_door": 1, "feng_round": 1, "jian": 1, "menqing": 1, "buqiu_zimo": 2, "quanqiu": 2, "banqiu": 1, "pinghu": 2,
    "duiduihu": 4, "duting": 1, "qianggang": 1, "ziyise": 16, "ziyise_minus": -4, "qingyise": 8, "couyise": 4,
    "san_ankan": 2, "si_ankan": 5, "wu_ankan": 13, "dasixi": 16, "xiaosixi": 8, "dasanyuan": 8, "xiaosanyuan": 4,
    "zimo": 1, "gangshangkaihua": 1, "haidilaoyue": 1, "flower_own": 1, "flower_set": 2, "baxian": 8, "tianting": 8,
    "diting": 4, "tianhu": 16, "dihu": 16, "renhu": 8, "ligu": 8,
}  # fmt: skip


def split(written: str) -> list[str]:
    """`123m5z` -> [1m, 2m, 3m, 5z]."""
    tiles: list[str] = []
    digits = ""
    for char in written:
        if char.isdigit():
            digits += char
        else:
            tiles += [digit + char for digit in digits]
            digits = ""
    return tiles


def sets_of(tiles: Counter[str]) -> Iterator[list[tuple[str, ...]]]:
    """Yield every way to take all tiles as triplets and sequences."""
    left = [tile for tile in ALL if tiles[tile]]
    if not left:
        yield []
        return
    first = left[0]
    if tiles[first] >= 3:
        for rest in sets_of(tiles - Counter({first: 3})):
            yield [(first,) * 3, *rest]
    rank, suit = int(first[0]), first[1]
    run = (first, f"{rank + 1}{suit}", f"{rank + 2}{suit}")
    if suit != "z" and rank < 8 and all(tiles[tile] for tile in run):
        for rest in sets_of(tiles - Counter(run)):
            yield [run, *rest]


def hands_of(tiles: list[str]) -> Iterator[tuple[list[tuple[str, ...]], str]]:
    """Yield every reading as sets and the tile of the pair."""
    counted = Counter(tiles)
    for pair in ALL:
        if counted[pair] >= 2:
            for sets in sets_of(counted - Counter({pair: 2})):
                yield sets, pair


def is_eight_and_a_half(tiles: list[str]) -> str | None:
    """The triplet of seven pairs and a triplet, else None."""
    counted = Counter(tiles)
    triplets = [tile for tile, count in counted.items() if count == 3]
    if len(tiles) == 17 and len(triplets) == 1 and all(count in (2, 3, 4) for count in counted.values()):
        return triplets[0]
    return None


def completes(tiles: list[str]) -> bool:
    return next(hands_of(tiles), None) is not None or is_eight_and_a_half(tiles) is not None


def count(line: dict[str, Any]) -> int:
    """The tai of a line for `score` that wins."""
    concealed, win = split(line["concealed"]), line["win"]
    melds = [(meld.split(":")[0], split(meld.split(":")[1])) for meld in line["melds"]]
    held = concealed + [tile for _, tiles in melds for tile in tiles]
    flags = set(line["flags"])
    waits = [tile for tile in ALL if held.count(tile) < 4 and completes([*concealed, tile])]
    best = []
    for sets, pair in hands_of([*concealed, win]):
        for place in [*range(len(sets)), None]:
            standing = (pair,) if place is None else sets[place]
            if win in standing:
                best.append(total(line, sets, pair, place, melds, flags, waits))
    triplet = is_eight_and_a_half([*concealed, win])
    if triplet is not None:
        best.append(total(line, [(triplet,) * 3], "", None, melds, flags, waits, pairs=True))
    return max(best)


def total(
    line: dict[str, Any],
    sets: list[tuple[str, ...]],
    pair: str,
    place: int | None,
    melds: list[tuple[str, list[str]]],
    flags: set[str],
    waits: list[str],
    *,
    pairs: bool = False,
) -> int:
    """The tai of one reading with the winning tile standing in `sets[place]`, or in the pair."""
    self_drawn = line["by"] == "self"
    everything = [*sets, *(tuple(tiles) for _, tiles in melds)]
    triplets = [tiles[0] for tiles in everything if tiles[0] == tiles[1]]
    own = sum(tiles[0] == tiles[1] and (self_drawn or index != place) for index, tiles in enumerate(sets))
    own += sum(kind == "ankan" for kind, _ in melds)
    concealed_hand = all(kind == "ankan" for kind, _ in melds)
    tiles = split(line["concealed"]) + [line["win"]] + [tile for _, meld in melds for tile in meld]
    met: Counter[str] = Counter()

    def add(code: str, holds: bool | int = True) -> None:
        met[code] += int(holds)

    first_turn = not flags.isdisjoint(("heaven", "earth", "human", "heaven_ready", "earth_ready")) and concealed_hand
    add("menqing", concealed_hand and not first_turn and not pairs and own < 5)
    if self_drawn and not (concealed_hand and "heaven" in flags):
        add("buqiu_zimo" if concealed_hand else "zimo")
    add("gangshangkaihua", self_drawn and not flags.isdisjoint(("after_kong", "after_flower")))
    add("haidilaoyue", self_drawn and "last_tile" in flags)
    add("qianggang", "robbed_kong" in flags)
    if concealed_hand:
        add("tianhu", "heaven" in flags)
        add("dihu", "earth" in flags)
        add("renhu", "human" in flags)
        if flags.isdisjoint(("heaven", "earth", "human")):
            add("tianting", "heaven_ready" in flags)
            add("diting", "earth_ready" in flags and "heaven_ready" not in flags)
    single = len(waits) == 1 and "heaven" not in flags
    add("duting", single)
    add("quanqiu", len(melds) == 5 and not self_drawn and all(kind != "ankan" for kind, _ in melds))
    add("banqiu", len(melds) == 5 and self_drawn and not concealed_hand)

    suits = {tile[1] for tile in tiles}
    winds = [tile for tile in triplets if tile in ("1z", "2z", "3z", "4z")]
    dragons = [tile for tile in triplets if tile in ("5z", "6z", "7z")]
    four = len(winds) == 4
    add("dasixi", four)
    add("xiaosixi", len(winds) == 3 and pair in ("1z", "2z", "3z", "4z"))
    add("dasanyuan", len(dragons) == 3)
    add("xiaosanyuan", len(dragons) == 2 and pair in ("5z", "6z", "7z"))
    if not met["dasanyuan"] and not met["xiaosanyuan"]:
        add("jian", len(dragons))
    if not four:
        add("feng_door", WIND_OF.get(line["seat"]) in winds)
        add("feng_round", WIND_OF.get(line["round"]) in winds)
    add("ziyise", suits == {"z"})
    composite = met["dasixi"] or met["xiaosixi"] or met["dasanyuan"] or met["xiaosanyuan"]
    add("ziyise_minus", bool(met["ziyise"] and composite))
    add("qingyise", len(suits) == 1 and "z" not in suits)
    add("couyise", len(suits) == 2 and "z" in suits)
    if pairs:
        add("ligu")
    else:
        add("wu_ankan", own == 5)
        add("si_ankan", own == 4)
        add("san_ankan", own == 3)
        add("duiduihu", len(triplets) == 5 and own < 5 and not met["ziyise"])
        rank = int(line["win"][0])
        run = None if place is None else sets[place]
        two_sided = (
            run is not None
            and run[0] != run[1]
            and ((run[0] == line["win"] and rank != 7) or (run[2] == line["win"] and rank != 3))
        )
        add(
            "pinghu",
            not triplets and "z" not in suits and not self_drawn and not single and two_sided and not line["flowers"],
        )
    flowers = {int(digit) for digit in line["flowers"].replace("f", "")}
    if len(flowers) == 8:
        add("baxian")
    else:
        number = "ESWN".index(line["seat"])
        for group, mine in (({1, 2, 3, 4}, number + 1), ({5, 6, 7, 8}, (5, 6, 8, 7)[number])):
            if group <= flowers:
                add("flower_set")
            else:
                add("flower_own", mine in flowers)
    return sum(VALUES[code] * times for code, times in met.items())
