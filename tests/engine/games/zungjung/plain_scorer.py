"""A second, plain scorer of A8 to A10 with lists of sets and no masks: what the fast one must equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.tiles import parse_meld, parse_tile, parse_tiles

VALUES = {
    "1.1": 5, "1.2": 5, "1.3": 5, "2.1.1": 40, "2.1.2": 80, "2.2": 480, "3.1": 10, "3.2.1": 40, "3.2.2": 130,
    "3.3.1": 30, "3.3.2": 120, "3.3.3": 320, "3.3.4": 400, "3.4": 320, "4.1": 30, "4.2.1": 5, "4.2.2": 30,
    "4.2.3": 125, "4.3.1": 5, "4.3.2": 20, "4.3.3": 120, "4.3.4": 480, "5.1.1": 10, "5.1.2": 60, "5.1.3": 120,
    "5.1.4": 480, "6.1": 35, "6.2.1": 30, "6.2.2": 120, "7.1": 40, "7.2.1": 100, "7.2.2": 200, "8.1.1": 40,
    "8.1.2": 50, "8.1.3": 100, "8.1.4": 400, "10.1": 160, "10.2": 30,
}  # fmt: skip
Set = tuple[int, ...]


def splits(tiles: list[int]) -> Iterator[list[Set]]:
    """Yield every way to take sorted tiles apart into sets."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    sets = [(first,) * 3]
    if first < 27 and first % 9 < 7:
        sets.append((first, first + 1, first + 2))
    for taken in sets:
        left = list(tiles)
        try:
            for kind in taken:
                left.remove(kind)
        except ValueError:
            continue
        for rest in splits(left):
            yield [taken, *rest]


def is_end(kind: int) -> bool:
    return kind >= 27 or kind % 9 in (0, 8)


def of_tiles(tiles: list[int]) -> set[str]:
    met = set()
    suits = {kind // 9 for kind in tiles if kind < 27}
    if not any(map(is_end, tiles)):
        met.add("1.3")
    if not suits:
        met.add("3.4")
    elif len(suits) == 1:
        met.add("2.1.1" if max(tiles) >= 27 else "2.1.2")
    if all(map(is_end, tiles)):
        met.add("8.1.3")
        if max(tiles) < 27:
            met.add("8.1.4")
    return met


def of_sets(sets: list[Set], pair: int, hidden: int, kongs: int, seat: int) -> list[str]:
    chows = sorted(item[0] for item in sets if item[0] != item[1])
    pungs = {item[0] for item in sets if item[0] == item[1]}
    met = ["3.1"] * len(pungs & {31, 32, 33, seat})
    add = met.append
    if len(chows) == 4:
        add("1.1")
    if len(pungs) == 4:
        add("4.1")
    dragons, winds = len(pungs & {31, 32, 33}), len(pungs & {27, 28, 29, 30})
    if dragons == 3 or (dragons == 2 and pair >= 31):
        add("3.2.2" if dragons == 3 else "3.2.1")
    if winds == 4:
        add("3.3.4")
    elif winds == 3:
        add("3.3.3" if 27 <= pair <= 30 else "3.3.2")
    elif winds == 2 and 27 <= pair <= 30:
        add("3.3.1")
    if hidden >= 2:
        add(f"4.2.{hidden - 1}")
    if kongs:
        add(f"4.3.{kongs}")
    repeats = sorted((chows.count(start) for start in set(chows)), reverse=True)
    if repeats[:1] >= [3]:
        add("5.1.4" if repeats[0] == 4 else "5.1.3")
    elif repeats[:2] == [2, 2]:
        add("5.1.2")
    elif repeats[:1] == [2]:
        add("5.1.1")
    for rank in range(9):
        same = [rank, rank + 9, rank + 18]
        if set(same) <= set(chows):
            add("6.1")
        if set(same) <= pungs:
            add("6.2.2")
        elif len(set(same) & pungs) == 2 and pair in same:
            add("6.2.1")
    for suit in (0, 9, 18):
        if {suit, suit + 3, suit + 6} <= set(chows):
            add("7.1")
    rows = [size for size in (4, 3) for run in combinations(sorted(pungs), size) if run[-1] < 27
            and run[-1] // 9 == run[0] // 9 and run[-1] - run[0] == size - 1]  # fmt: skip
    if rows:
        add("7.2.2" if rows[0] == 4 else "7.2.1")
    if all(any(map(is_end, item)) for item in [*sets, (pair,)]):
        honours = any(item[0] >= 27 for item in [*sets, (pair,)])
        add("8.1.1" if honours else "8.1.2")
    return met


def worth(met: list[str]) -> tuple[int, int]:
    """Return total and raw of patterns: the best of each series, listed ones alone, sums up to the limit."""
    best: dict[str, int] = {}
    for code in met:
        series = ".".join(code.split(".")[:2])
        best[series] = best.get(series, 0) + VALUES[code] if code == "3.1" else max(best.get(series, 0), VALUES[code])
    listed = max((VALUES[code] for code in met if VALUES[code] >= 320), default=0)
    if listed:
        return listed, listed
    raw = sum(best.values())
    return min(raw, 320) or 1, raw


def plain_score(line: dict[str, Any]) -> tuple[int, int]:
    """Return total and raw of a winning line for `score` without circumstances."""
    concealed = sorted(parse_tiles(line["concealed"]))
    win = parse_tile(line["win"])
    melds = [parse_meld(text) for text in line["melds"]]
    seat = 27 + "ESWN".index(line["seat"])
    tiles = sorted([*concealed, win])
    whole = [*tiles, *(kind for meld in melds for kind in meld.tiles)]
    found = []
    if not melds and len(set(tiles)) == 13 and all(map(is_end, tiles)):
        found.append(["10.1"])
    if not melds and all(tiles.count(kind) % 2 == 0 for kind in tiles):
        found.append(["10.2", *of_tiles(tiles)])
    for pair in sorted(set(tiles)):
        if tiles.count(pair) < 2:
            continue
        left = list(tiles)
        left.remove(pair)
        left.remove(pair)
        for sets in splits(left):
            hidden = sum(item[0] == item[1] for item in sets) + sum(meld.kind == "ankan" for meld in melds)
            elsewhere = pair == win or any(win in item and item[0] != item[1] for item in sets)
            if line["by"] == "discard" and (win,) * 3 in sets and not elsewhere:
                hidden -= 1
            kongs = sum(len(meld.tiles) == 4 for meld in melds)
            met = of_sets([*sets, *(meld.tiles[:3] for meld in melds)], pair, hidden, kongs, seat)
            met += of_tiles(whole)
            if all(meld.kind == "ankan" for meld in melds):
                met.append("1.2")
            ranks = [kind % 9 for kind in concealed]
            if "2.1.2" in met and not melds and ranks == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]:
                met.append("2.2")
            found.append(met)
    return max(map(worth, found))
