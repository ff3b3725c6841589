"""One round at a few tables, looked at whole: every way of dividing the players is compared.

Two tables can be made in 35 ways, three in 5,775; at four it is 2,627,625, and a search is the better way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.chance import Chance
from engine.seating.groups import Row, Tables

MOST_TABLES = 3


def least_meetings(rows: Sequence[Row], players: Sequence[int], chance: Chance) -> Tables:
    """The tables of one round at which fewest meetings repeat, by lot among equals: no other round has fewer.

    `rows[a][b]` says how often two have met, weights for those who should not meet included; `players` are a
    multiple of four, at most 4 x `MOST_TABLES`.
    """
    if len(players) % 4 or len(players) > 4 * MOST_TABLES:
        raise ValueError("players must fill one to three tables")
    divisions = list(_divisions(rows, list(players)))
    fewest = min(meetings for meetings, _ in divisions)
    return chance.choice([tables for meetings, tables in divisions if meetings == fewest])


def _divisions(rows: Sequence[Row], players: list[int]) -> Iterator[tuple[int, Tables]]:
    """Every division into tables with its earlier meetings; the first player sits at the first table in all."""
    if not players:
        yield 0, []
        return
    first, *others = players
    for three in combinations(others, 3):
        a, b, c = three
        row = rows[first]
        here = row[a] + row[b] + row[c] + rows[a][b] + rows[a][c] + rows[b][c]
        left = [player for player in others if player not in three]
        for more, tables in _divisions(rows, left):
            yield here + more, [[first, a, b, c], *tables]
