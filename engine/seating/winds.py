"""Winds for every table, exactly even: two Euler splits of the graph of tables and players.

Each player's games are cut into blocks of four in the order he plays them. A table has four edges, a block at most
four; pairing the edges at every node leaves paths and even cycles, which two colours alternate along; doing it
again inside each colour gives four winds. So a table has each wind once, and a player each wind at most once in a
block.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.seating.groups import Tables


def assign_winds(rounds: Sequence[Tables], players: int) -> list[Tables]:
    """The same tables with their players in the order East, South, West, North."""
    edges = [player for tables in rounds for table in tables for player in table]
    blocks = _blocks(edges, players)
    half = _split(len(edges), [(first, first + 1) for first in range(0, len(edges), 2)], _pairs(blocks))
    tables_of_colour: list[tuple[int, int]] = []
    for first in range(0, len(edges), 4):
        low = [edge for edge in range(first, first + 4) if not half[edge]]
        high = [edge for edge in range(first, first + 4) if half[edge]]
        tables_of_colour += [(low[0], low[1]), (high[0], high[1])]
    halves = [[edge for edge in block if half[edge] == colour] for block in blocks for colour in range(2)]
    quarter = _split(len(edges), tables_of_colour, _pairs(halves))
    seated = iter(range(0, len(edges), 4))
    result = []
    for tables in rounds:
        new = []
        for _ in tables:
            first = next(seated)
            seats = [0] * 4
            for edge in range(first, first + 4):
                seats[2 * half[edge] + quarter[edge]] = edges[edge]
            new.append(seats)
        result.append(new)
    return result


def _blocks(edges: list[int], players: int) -> list[list[int]]:
    """The edges of every player in order of play, cut into fours."""
    played: list[list[int]] = [[] for _ in range(players)]
    for edge, player in enumerate(edges):
        played[player].append(edge)
    return [games[first : first + 4] for games in played for first in range(0, len(games), 4)]


def _pairs(nodes: list[list[int]]) -> list[tuple[int, int]]:
    """Two by two the edges of each node; an odd one stays alone."""
    return [(node[i], node[i + 1]) for node in nodes for i in range(0, len(node) - 1, 2)]


def _split(count: int, at_tables: list[tuple[int, int]], at_players: list[tuple[int, int]]) -> bytearray:
    """Two colours so that the edges of every pair differ; every edge is in a pair at a table."""
    across = [0] * count
    for first, second in at_tables:
        across[first], across[second] = second, first
    along = [-1] * count
    for first, second in at_players:
        along[first], along[second] = second, first
    colour = bytearray(b"\2" * count)
    for start in range(count):
        if colour[start] != 2:
            continue
        edge = start
        while edge >= 0 and colour[edge] == 2:
            colour[edge] = 0
            partner = across[edge]
            colour[partner] = 1
            edge = along[partner]
        edge = along[start]
        while edge >= 0 and colour[edge] == 2:
            colour[edge] = 1
            partner = across[edge]
            colour[partner] = 0
            edge = along[partner]
    return colour


def polish_winds(rounds: list[Tables], counts: list[list[int]], players: int, sweeps: int = 4) -> None:
    """Exchanges two winds along whole chains while that makes the winds of earlier and new games together more even.

    `counts[player][wind]` are the games of earlier rounds. A chain leads from a player's game through the tables to the
    other games of the same block with one of the two winds, so blocks of four keep each wind at most once.
    """
    totals = [list(row) for row in counts]
    games: list[list[tuple[int, int, int]]] = [[] for _ in range(players)]
    for number, tables in enumerate(rounds):
        for index, table in enumerate(tables):
            for wind, player in enumerate(table):
                totals[player][wind] += 1
                games[player].append((number, index, wind))
    block_of = {}
    for player in range(players):
        for place, (number, index, _) in enumerate(games[player]):
            block_of[number, index, player] = (player, place // 4)
    members: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for (number, index, _), block in block_of.items():
        members.setdefault(block, []).append((number, index))
    for _ in range(sweeps):
        changed = False
        for player in range(players):
            row = totals[player]
            if max(row) - min(row) < 2:
                continue
            high, low = row.index(max(row)), row.index(min(row))
            for block in sorted({block_of[number, index, player] for number, index, _ in games[player]}):
                if _flip(rounds, totals, block, high, low, block_of, members):
                    changed = True
                    break
        if not changed:
            return


def _flip(
    rounds: list[Tables],
    totals: list[list[int]],
    block: tuple[int, int],
    high: int,
    low: int,
    block_of: dict[tuple[int, int, int], tuple[int, int]],
    members: dict[tuple[int, int], list[tuple[int, int]]],
) -> bool:
    """Exchanges `high` and `low` along the chain of this block when the sum of squares of the counts falls."""
    chain: dict[tuple[int, int], bool] = {}
    waiting = [block]
    reached = {block: True}
    while waiting:
        owner = waiting.pop()
        for number, index in members[owner]:
            table = rounds[number][index]
            if owner[0] not in (table[high], table[low]) or (number, index) in chain:
                continue
            chain[number, index] = True
            for player in (table[high], table[low]):
                other = block_of[number, index, player]
                if other not in reached:
                    reached[other] = True
                    waiting.append(other)
    change: dict[int, int] = {}
    for number, index in chain:
        table = rounds[number][index]
        change[table[high]] = change.get(table[high], 0) - 1
        change[table[low]] = change.get(table[low], 0) + 1
    gain = sum(
        (totals[player][high] + step) ** 2
        + (totals[player][low] - step) ** 2
        - totals[player][high] ** 2
        - totals[player][low] ** 2
        for player, step in change.items()
    )
    if gain >= 0:
        return False
    for number, index in chain:
        table = rounds[number][index]
        table[high], table[low] = table[low], table[high]
    for player, step in change.items():
        totals[player][high] += step
        totals[player][low] -= step
    return True
