"""One round at few tables takes the order in which fewest return to a table."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance
from engine.seating.groups import Budget, Tables
from engine.seating.places import Visits, rotate_tables

ROUND = st.integers(1, 4).flatmap(lambda tables: st.permutations(range(4 * tables)))


def tables_of(order: list[int]) -> Tables:
    """Four players a table."""
    return [order[at : at + 4] for at in range(0, len(order), 4)]


def visits_of(earlier: list[list[int]], players: int) -> Visits:
    """The visits of earlier rounds, of those who play now."""
    visits = Visits(players, players // 4)
    for order in earlier:
        for index, table in enumerate(tables_of([player for player in order if player < players])):
            visits.add(table, index)
    return visits


@given(ROUND, st.lists(st.permutations(range(16)), max_size=4), st.text(max_size=4), st.booleans())
def test_no_other_order_of_the_tables_has_fewer_returns(order, earlier, seed, lock):
    tables, visits = tables_of(order), visits_of(earlier, len(order))
    rows = visits_of(earlier, len(order)).rows
    locks = {order[0]: len(tables) - 1} if lock else {}

    def returns(tables: Tables) -> int:
        return sum(rows[player][index] > 0 for index, table in enumerate(tables) for player in table)

    placed = [list(tables)]
    rotate_tables(placed, visits, locks, Chance(seed), Budget(0), 0)
    allowed = [
        list(other) for other in permutations(tables) if all(player in other[index] for player, index in locks.items())
    ]
    assert placed[0] in allowed
    assert returns(placed[0]) == min(map(returns, allowed))
