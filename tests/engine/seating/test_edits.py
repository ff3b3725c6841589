"""Hand edits of a draft and what can be known before a draw."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.seating.bounds import Bounds, feasible
from engine.seating.edits import exchange_players, exchange_tables, without_table
from engine.seating.model import Round

ROUND = Round(((1, 2, 3, 4), (5, 6, 7, 8)), (1, 2), (9,))


def test_two_players_exchange_seats_or_a_rest() -> None:
    assert exchange_players(ROUND, 2, 7).tables == ((1, 7, 3, 4), (5, 6, 2, 8))
    resting = exchange_players(ROUND, 9, 5)
    assert resting.tables == ((1, 2, 3, 4), (9, 6, 7, 8))
    assert resting.out == (5,)
    for first, second in ((1, 1), (1, 77)):
        with pytest.raises(RuleError, match="seating_exchange"):
            exchange_players(ROUND, first, second)


def test_tables_exchange_numbers_without_changing_who_meets() -> None:
    assert exchange_tables(ROUND, 1, 2) == Round(((5, 6, 7, 8), (1, 2, 3, 4)), (1, 2), (9,))
    with pytest.raises(RuleError, match="seating_no_table"):
        exchange_tables(ROUND, 1, 5)


def test_a_table_is_taken_out_of_use() -> None:
    assert without_table(ROUND, 1, 12) == Round(((5, 6, 7, 8), (1, 2, 3, 4)), (2, 12), (9,))
    with pytest.raises(RuleError, match="seating_table_taken"):
        without_table(ROUND, 1, 2)
    with pytest.raises(RuleError, match="seating_no_table"):
        without_table(ROUND, 3, 9)


@pytest.mark.parametrize(
    ("players", "rounds", "clubs", "bounds"),
    [
        (16, 6, (), Bounds(5, 5, 24, 0, 4, 0)),
        (20, 6, (7,), Bounds(6, 5, 0, 12, 5, 0)),
        (33, 8, (), Bounds(10, None, 0, 0, 8, 1)),
        (63, 21, (), Bounds(21, 21, 0, 0, 15, 3)),
        (128, 10, (40,), Bounds(42, 42, 0, 80, 32, 0)),
        (4000, 12, (), Bounds(1333, 100, 0, 0, 1000, 0)),
    ],
)
def test_what_is_feasible_is_known_before_the_draw(
    players: int, rounds: int, clubs: tuple[int, ...], bounds: Bounds
) -> None:
    assert feasible(players, rounds, clubs) == bounds
