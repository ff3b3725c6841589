"""Cuts with ties, finals, leagues, fixed pairs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engine.errors import RuleError
from engine.seating.report import meetings
from engine.seating.stages import cut, finals, league, pair_rounds

STANDINGS = [("a", 1), ("b", 2), ("c", 2), ("d", 2), ("e", 5), ("f", 6)]


@pytest.mark.parametrize(
    ("places", "ties", "through"),
    [(1, "decide", "a"), (4, "decide", "abcd"), (2, "all", "abcd"), (3, "none", "a"), (5, "none", "abcde")],
)
def test_a_cut_follows_its_tie_rule(places: int, ties: str, through: str) -> None:
    assert "".join(map(str, cut(STANDINGS, places, ties).through)) == through  # type: ignore[arg-type]


def test_a_tie_across_the_line_can_be_drawn_or_named() -> None:
    drawn = cut(STANDINGS, 3, "lot", seed="s")
    assert drawn == cut(STANDINGS, 3, "lot", seed="s")
    assert len(drawn.through) == 3
    assert drawn.tied == ("b", "c", "d")
    assert len({cut(STANDINGS, 2, "lot", seed=str(n)).through for n in range(40)}) == 3
    with pytest.raises(RuleError) as tie:
        cut(STANDINGS, 3, "decide")
    assert tie.value.message == "Tied for the last places (2): b, c, d. Decide it first."
    with pytest.raises(RuleError, match="stage_places"):
        cut(STANDINGS, 7, "all")


def test_finals_seat_by_rank_and_may_turn() -> None:
    fixed = finals("abcdefgh", 3, turning=False)
    assert [round_.tables for round_ in fixed] == [(tuple("abcd"), tuple("efgh"))] * 3
    turning = finals("abcd", 8, turning=True)
    for person in "abcd":
        winds = [round_.tables[0].index(person) for round_ in turning]
        assert sorted(winds[:4]) == sorted(winds[4:]) == [0, 1, 2, 3]
    beside = Counter(
        pair for round_ in turning[:4] for pair in zip(round_.tables[0], round_.tables[0][1:], strict=False)
    )
    assert set(beside.values()) == {1}
    assert len(beside) == 12
    with pytest.raises(RuleError, match="stage_finalists"):
        finals("abcde", 2, turning=True)


@pytest.mark.parametrize(
    ("players", "rounds", "times"),
    [
        (4, 1, 1),
        (8, 7, 3),
        (12, 11, 3),
        (16, 5, 1),
        (20, 19, 3),
        (24, 23, 3),
        (28, 9, 1),
        (32, 31, 3),
        (36, 35, 3),
        (40, 13, 1),
    ],
)
def test_in_a_league_every_pair_meets_equally_often(players: int, rounds: int, times: int) -> None:
    plan = league(range(players), "league")
    assert len(plan.rounds) == rounds
    met = meetings(plan.rounds)
    assert set(met.values()) == {times}
    assert len(met) == players * (players - 1) // 2
    assert plan.report.wind_error == plan.report.square_gap == 0


def test_a_league_of_another_size_is_refused_with_the_sizes_there_are() -> None:
    with pytest.raises(RuleError) as refused:
        league(range(10), "s")
    assert "leagues exist for 4, 8, 12, 16, 20, 24, 28, 32, 36, 40" in refused.value.message


@pytest.mark.parametrize(("count", "rounds"), [(2, 4), (3, 6), (4, 3), (7, 7), (8, 7), (8, 9), (12, 11), (20, 8)])
def test_pairs_meet_every_other_pair_before_any_again(count: int, rounds: int) -> None:
    pairs = [(f"{n}a", f"{n}b") for n in range(count)]
    drawn = pair_rounds(pairs, rounds, "pairs")
    assert drawn == pair_rounds(pairs[::-1], rounds, "pairs")
    met: Counter[frozenset[str]] = Counter()
    places: dict[str, list[int]] = {}
    for round_ in drawn:
        assert len(round_.out) == 2 * (count % 2)
        for east, south, west, north in round_.tables:
            assert str(east)[:-1] == str(west)[:-1]
            assert str(south)[:-1] == str(north)[:-1]
            met[frozenset((str(east)[:-1], str(south)[:-1]))] += 1
            for place, person in enumerate((east, south, west, north)):
                places.setdefault(str(person), []).append(place)
    cycle = count - 1 + count % 2
    assert max(met.values()) == -(-rounds // cycle)
    for row in places.values():
        for first in range(0, len(row), 4):
            block = row[first : first + 4]
            assert len(set(block)) == len(block)


def test_pairs_need_two_pairs_of_different_people() -> None:
    with pytest.raises(RuleError, match="stage_pairs"):
        pair_rounds([("a", "b")], 3, "s")
    with pytest.raises(RuleError, match="seating_duplicate"):
        pair_rounds([("a", "b"), ("b", "c")], 3, "s")


def test_every_two_pairs_of_a_pair_league_meet() -> None:
    drawn = pair_rounds([(2 * n, 2 * n + 1) for n in range(6)], 5, "s")
    met = {frozenset((int(t[0]) // 2, int(t[1]) // 2)) for round_ in drawn for t in round_.tables}
    assert met == {frozenset(pair) for pair in combinations(range(6), 2)}
