"""Winds for every table, exactly even: two Euler splits of the graph of tables and players.

Each player's games are cut into blocks of four in the order he plays them. A table has four edges, a block at most
four; pairing the edges at every node leaves paths and even cycles, which two colours alternate along; doing it
again inside each colour gives four winds. So a table has each wind once, and a player each wind at most once in a
block.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.seating.groups import Tables


def assign_winds(rounds: Sequence[Tables], players: int) -> list[Tables]:
    """The same tables with their players in the order East, South, West, North."""
    edges = [player for tables in rounds for table in tables for player in table]
    blocks = _blocks(edges, players)
    half = two_colours(len(edges), [(first, first + 1) for first in range(0, len(edges), 2)], _pairs(blocks))
    tables_of_colour: list[tuple[int, int]] = []
    for first in range(0, len(edges), 4):
        low = [edge for edge in range(first, first + 4) if not half[edge]]
        high = [edge for edge in range(first, first + 4) if half[edge]]
        tables_of_colour += [(low[0], low[1]), (high[0], high[1])]
    halves = [[edge for edge in block if half[edge] == colour] for block in blocks for colour in range(2)]
    quarter = two_colours(len(edges), tables_of_colour, _pairs(halves))
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


def two_colours(count: int, at_tables: list[tuple[int, int]], at_players: list[tuple[int, int]]) -> bytearray:
    """Two colours, 0 and 1, so that the edges of every pair differ; every edge is in exactly one pair at a table."""
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


def even_out(rounds: list[Tables], counts: Sequence[Sequence[int]]) -> None:
    """Makes the winds of earlier and new games together as even as exchanges can.

    Chains first, which keep every wind at most once in a block of four; then, where a player still has one wind twice
    more often than another, single tables.
    """
    for _ in range(2):
        polish_winds(rounds, counts)
        totals = [list(row) for row in counts]
        for tables in rounds:
            for table in tables:
                for wind, player in enumerate(table):
                    totals[player][wind] += 1
        if all(max(row) - min(row) < 2 for row in totals):
            return
        exchange_winds(rounds, totals)


def polish_winds(rounds: list[Tables], counts: Sequence[Sequence[int]], longest: int | None = None) -> None:
    """Exchanges two winds along whole chains while that makes the winds of earlier and new games together more even.

    `counts[player][wind]` are the games of earlier rounds. A chain leads from a player's game through the tables to the
    other games of the same block with one of the two winds, so blocks of four keep each wind at most once. Chains
    of more than `longest` tables are left alone.
    """
    Polish(rounds, counts).run(longest)


def exchange_winds(rounds: list[Tables], totals: list[list[int]]) -> None:
    """Exchanges two winds at single tables while that makes `totals`, the winds of all games, more even."""
    changed = True
    while changed:
        changed = False
        for tables in rounds:
            for table in tables:
                for first, second in combinations(range(4), 2):
                    one, other = totals[table[first]], totals[table[second]]
                    gain = one[first] - one[second] + other[second] - other[first] - 2
                    if gain > 0:
                        one[first] -= 1
                        one[second] += 1
                        other[second] -= 1
                        other[first] += 1
                        table[first], table[second] = table[second], table[first]
                        changed = True


class Polish:
    """The games of rounds by player and block, for exchanges along chains."""

    _SWEEPS = 12

    def __init__(self, rounds: list[Tables], counts: Sequence[Sequence[int]]) -> None:
        self.rounds = rounds
        self.totals = [list(row) for row in counts]
        self.members: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.block_of: dict[tuple[int, int, int], tuple[int, int]] = {}
        played = [0] * len(counts)
        for number, tables in enumerate(rounds):
            for index, table in enumerate(tables):
                for wind, player in enumerate(table):
                    self.totals[player][wind] += 1
                    block = (player, played[player] // 4)
                    played[player] += 1
                    self.block_of[number, index, player] = block
                    self.members.setdefault(block, []).append((number, index))
        self.played = played

    def run(self, longest: int | None) -> None:
        """Sweeps over the players with uneven winds until nothing changes, at most `_SWEEPS` times."""
        for sweep in range(self._SWEEPS):
            sideways = longest is None and sweep % 2 == 1
            improved = [player for player in range(len(self.totals)) if self._improve(player, longest, sideways)]
            if not improved:
                return

    def _improve(self, player: int, longest: int | None, sideways: bool) -> bool:
        row = self.totals[player]
        if max(row) - min(row) < 2:
            return False
        high, low = row.index(max(row)), row.index(min(row))
        return any(
            self._flip((player, block), high, low, longest, sideways) for block in range((self.played[player] + 3) // 4)
        )

    def _flip(self, start: tuple[int, int], high: int, low: int, longest: int | None, sideways: bool) -> bool:
        """Exchanges the two winds along the chain of this block when the sum of squares of the counts falls."""
        chain: dict[tuple[int, int], bool] = {}
        waiting = [start]
        reached = {start: True}
        while waiting:
            owner = waiting.pop()
            for place in self.members[owner]:
                table = self.rounds[place[0]][place[1]]
                if place in chain or owner[0] not in (table[high], table[low]):
                    continue
                chain[place] = True
                for player in (table[high], table[low]):
                    other = self.block_of[(*place, player)]
                    if other not in reached:
                        reached[other] = True
                        waiting.append(other)
            if longest is not None and len(chain) > longest:
                return False
        change: dict[int, int] = {}
        for number, index in chain:
            table = self.rounds[number][index]
            change[table[high]] = change.get(table[high], 0) - 1
            change[table[low]] = change.get(table[low], 0) + 1
        gain = 0
        for player, step in change.items():
            row = self.totals[player]
            gain += 2 * step * (row[high] - row[low] + step)
        if gain > 0 or (gain == 0 and not sideways):
            return False
        for number, index in chain:
            table = self.rounds[number][index]
            table[high], table[low] = table[low], table[high]
        for player, step in change.items():
            self.totals[player][high] += step
            self.totals[player][low] -= step
        return True
