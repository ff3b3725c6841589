"""Fixed schedules: repeat-free where that is possible, the best known elsewhere, winds even, wishes kept or refused."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.seating.audit import Audit, audit
from engine.seating.groups import Cancelled
from engine.seating.schedule import Plan, plan
from engine.seating.wire import document, rounds_data
from engine.seating.wishes import Wishes

REPEAT_FREE = (
    *("16x5", "20x5", "24x7", "28x9", "32x10", "36x11", "40x10", "40x13", "44x14", "48x15", "52x17", "56x18", "60x19"),
    *("64x16", "64x20", "64x21", "72x23", "76x25", "80x25", "84x27", "96x31", "100x12", "100x25", "112x37", "124x41"),
    *("128x10", "128x42", "148x49", "160x53", "200x10", "400x10", "1000x10", "4000x12"),
)
BEST_KNOWN = {
    "20x6": 6, "20x7": 20, "20x8": 50, "20x9": 80, "20x10": 110, "20x11": 140, "20x15": 260, "24x8": 18, "24x9": 48,
    "24x10": 84, "24x11": 120, "28x10": 42, "28x11": 84, "32x11": 32, "32x12": 80, "32x14": 176, "36x12": 27,
    "36x14": 126, "40x14": 60, "40x15": 120, "64x22": 96, "16x6": 24, "16x7": 48, "16x8": 72, "16x10": 120,
    "8x2": 4, "8x3": 8, "8x4": 20, "8x7": 56, "12x2": 3, "12x3": 6, "12x4": 13, "12x5": 24, "12x6": 42, "12x8": 78,
    "12x11": 132, "4x3": 12,
}  # fmt: skip
NOT_PROVEN = {"12x4", "20x6", "24x8", "36x12"}
RETURNS = {
    "16x5": 9, "24x7": 0, "28x9": 0, "32x8": 0, "32x10": 2, "36x11": 9, "40x8": 0, "40x10": 45, "40x13": 4, "44x14": 9,
    "48x15": 14, "60x19": 18, "64x10": 0, "64x21": 0, "100x10": 0, "128x10": 0, "20x8": 2,
}  # fmt: skip


def size(case: str) -> tuple[int, int]:
    """Players and rounds of a name like 40x10."""
    players, rounds = case.split("x")
    return int(players), int(rounds)


def audited(drawn: Plan, wishes: Wishes | None = None) -> Audit:
    """The audit of a plan, with the faults checked to be none."""
    wishes = wishes or Wishes()
    data = document(drawn.rounds, drawn.report, drawn.method, drawn.algorithm, drawn.seed)
    for plain, round_ in zip(data["rounds"], drawn.rounds, strict=True):
        plain["numbers"] = list(round_.numbers)
    checked = audit(
        data,
        drawn.players,
        clubs=wishes.clubs,
        apart=wishes.apart,
        history=[{**rounds_data(round_), "numbers": round_.numbers} for round_ in wishes.history],
        seed=drawn.seed,
    )
    assert checked.faults == ()
    return checked


@pytest.mark.parametrize("case", REPEAT_FREE)
def test_repeat_free_schedules_are_found_and_winds_are_even(case: str) -> None:
    players, rounds = size(case)
    drawn = plan(range(1, players + 1), rounds, f"seed {case}")
    numbers = audited(drawn).numbers
    assert (numbers["repeats"], numbers["proven"], numbers["wind_error"]) == (0, True, 0)


@pytest.mark.parametrize("case", BEST_KNOWN)
def test_forced_repeats_are_as_few_as_known_and_honestly_proven(case: str) -> None:
    players, rounds = size(case)
    drawn = plan(range(1, players + 1), rounds, f"seed {case}", accept_repeats=True)
    numbers = audited(drawn).numbers
    assert numbers["repeats"] <= BEST_KNOWN[case]
    assert numbers["proven"] == (case not in NOT_PROVEN)
    assert numbers["wind_error"] == 0


@pytest.mark.parametrize("case", RETURNS)
def test_players_move_between_tables(case: str) -> None:
    players, rounds = size(case)
    assert plan(range(players), rounds, "tables", accept_repeats=True).report.table_revisits <= RETURNS[case]


@pytest.mark.parametrize("rounds", [2, 3, 5, 6, 7, 9])
@pytest.mark.parametrize("players", [4, 5, 6, 7, 9, 10, 11, 13, 18, 19, 23, 33])
def test_any_field_can_be_drawn(players: int, rounds: int) -> None:
    drawn = plan(range(players), rounds, "any", accept_repeats=True)
    audited(drawn)
    assert drawn.report.most_sat_out - drawn.report.least_sat_out <= 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(15, 5), (19, 5), (23, 7), (27, 9), (31, 10), (39, 13), (63, 21), (127, 30)]
)
def test_one_player_missing_costs_nothing(players: int, rounds: int) -> None:
    drawn = plan(range(players), rounds, "missing")
    assert audited(drawn).numbers["repeats"] == 0
    assert drawn.report.most_sat_out <= 1


def test_sitting_out_is_shared_over_eight_rounds_of_thirty_three() -> None:
    assert plan(range(33), 8, "rest").report.most_sat_out == 1


@pytest.mark.parametrize(
    ("players", "rounds", "clubs", "meetings"),
    [
        (128, 10, [range(i, i + 4) for i in range(0, 128, 4)], 0),
        (128, 10, [range(i, i + 32) for i in range(0, 128, 32)], 0),
        (64, 10, [range(i, i + 16) for i in range(0, 64, 16)], 0),
        (40, 12, [range(i, i + 4) for i in range(0, 40, 4)], 0),
        (40, 8, [range(i, i + 4) for i in range(0, 40, 4)], 0),
        (36, 11, [range(i, i + 3) for i in range(0, 36, 3)], 0),
        (32, 10, [range(i, i + 2) for i in range(0, 32, 2)], 0),
        (128, 10, [range(40)], 80),
        (140, 10, [range(sum(range(28, k, -1)) // 2, sum(range(28, k - 1, -1)) // 2) for k in range(28, 16, -1)], 0),
    ],
)
def test_clubs_are_kept_apart_as_far_as_possible(players: int, rounds: int, clubs: list[range], meetings: int) -> None:
    wishes = Wishes(clubs=tuple(tuple(club) for club in clubs if len(club) > 1))
    drawn = plan(range(players), rounds, "clubs", wishes=wishes)
    numbers = audited(drawn, wishes).numbers
    assert numbers["club_meetings"] == meetings == drawn.report.club_lower_bound
    assert int(numbers["repeats"]) <= (4 if meetings else 0)
    assert bool(drawn.notices) == bool(meetings)


@pytest.mark.long
def test_rounds_beyond_a_schedule_with_clubs_apart_repeat_little() -> None:
    for size_, rounds, repeats in ((10, 10, 20), (4, 13, 60)):
        wishes = Wishes(clubs=tuple(tuple(range(i, i + size_)) for i in range(0, 40, size_)))
        numbers = audited(plan(range(40), rounds, "beyond", wishes=wishes), wishes).numbers
        assert numbers["club_meetings"] == 0
        assert int(numbers["repeats"]) <= repeats + 6


def test_pairs_kept_apart_never_meet_and_history_counts() -> None:
    first = plan(range(24), 3, "first")
    wishes = Wishes(apart=((0, 1), (0, 2), (5, 9)), history=first.rounds)
    second = plan(range(24), 2, "second", wishes=wishes)
    assert audited(second, wishes).numbers["repeats"] == 0
    for round_ in second.rounds:
        for table in round_.tables:
            assert not any({0, other} <= set(table) for other in (1, 2))
            assert not {5, 9} <= set(table)


def test_fixed_tables_are_kept_in_every_round() -> None:
    wishes = Wishes(fixed={3: 2, 17: 5}, numbers=(1, 2, 3, 4, 5, 6, 8, 9))
    drawn = plan(range(32), 6, "fixed", wishes=wishes)
    audited(drawn, wishes)
    for round_ in drawn.rounds:
        for person, number in ((3, 2), (17, 5)):
            assert person in round_.tables[round_.numbers.index(number)]


def test_two_fixed_players_who_meet_leave_the_higher_table_empty() -> None:
    wishes = Wishes(fixed={0: 1, 1: 2, 2: 3}, numbers=(1, 2, 3, 4))
    drawn = plan(range(8), 4, "meet", wishes=wishes, accept_repeats=True)
    for round_ in drawn.rounds:
        homes = {number: {0, 1, 2} & set(table) for number, table in zip(round_.numbers, round_.tables, strict=True)}
        assert {1 + min(people) for people in homes.values() if people} <= set(homes)
        shared = next(people for people in homes.values() if len(people) > 1)
        assert 1 + max(shared) not in homes


def test_a_fixed_table_with_a_high_number_is_in_use() -> None:
    wishes = Wishes(fixed={0: 30}, numbers=(1, 2, 3, 4, 5, 30))
    for round_ in plan(range(16), 3, "high", wishes=wishes).rounds:
        assert round_.numbers == (1, 2, 3, 30)
        assert 0 in round_.tables[3]


def test_each_wind_comes_once_in_every_block_of_four() -> None:
    drawn = plan(range(40), 12, "blocks")
    for person in range(40):
        winds = [table.index(person) for round_ in drawn.rounds for table in round_.tables if person in table]
        assert [sorted(winds[i : i + 4]) for i in range(0, 12, 4)] == [[0, 1, 2, 3]] * 3


@pytest.mark.parametrize(
    ("players", "rounds", "wishes", "code"),
    [
        ([1, 2, 3], 3, Wishes(), "seating_too_few"),
        ([], 3, Wishes(), "seating_no_players"),
        ([1, 2, 2, 3, 4], 3, Wishes(), "seating_duplicate"),
        (range(16), 0, Wishes(), "seating_rounds"),
        (range(16), 101, Wishes(), "seating_rounds"),
        (range(16), 6, Wishes(), "seating_repeats_forced"),
        (range(16), 3, Wishes(clubs=((1, 99),)), "seating_unknown_player"),
        (range(16), 3, Wishes(clubs=((1, 2, 1),)), "seating_duplicate"),
        (range(16), 3, Wishes(apart=((4, 4),)), "seating_apart_pair"),
        (range(16), 3, Wishes(apart=tuple(combinations(range(5), 2))), "seating_apart_contradictory"),
        (range(8), 1, Wishes(apart=tuple((0, i) for i in range(1, 6))), "seating_apart_alone"),
        (range(8), 1, Wishes(apart=((0, 1), (1, 2), (2, 3), (3, 4), (4, 0))), "seating_apart_met"),
        (range(16), 3, Wishes(fixed={1: 9}), "seating_fixed_table"),
        (range(16), 3, Wishes(fixed={1: 2, 3: 2}), "seating_fixed_shared"),
        (range(16), 3, Wishes(numbers=(1, 2, 3)), "seating_tables"),
    ],
)
def test_bad_wishes_are_refused(players: list[int], rounds: int, wishes: Wishes, code: str) -> None:
    with pytest.raises(RuleError, match=code):
        plan(players, rounds, "bad", wishes=wishes)


def test_a_refusal_names_the_people_and_the_forced_minimum() -> None:
    with pytest.raises(RuleError) as crowded:
        plan(range(20), 8, "s")
    assert crowded.value.message == (
        "With 20 players nobody need meet twice up to round 6; the least number of repeats in 8 rounds is 50."
    )
    with pytest.raises(RuleError) as apart:
        plan(range(16), 3, "s", wishes=Wishes(apart=tuple(combinations(range(5), 2))))
    assert "0, 1, 2, 3, 4 are all kept apart" in apart.value.message
    assert "1 meetings a round are forced" in apart.value.message


def test_more_rounds_after_others_are_refused_with_the_forced_minimum() -> None:
    wishes = Wishes(history=plan(range(16), 4, "before").rounds)
    assert plan(range(16), 1, "s", wishes=wishes).report.repeat_lower_bound == 0
    with pytest.raises(RuleError) as refused:
        plan(range(16), 2, "s", wishes=wishes)
    assert refused.value.code == "seating_repeats_forced"
    assert refused.value.message == "After the rounds already played, 2 more rounds force at least 24 repeats."
    (notice,) = plan(range(16), 2, "s", wishes=wishes, accept_repeats=True).notices
    assert notice.params["forced"] == 24


def test_a_club_larger_than_the_tables_is_a_warning_with_its_minimum() -> None:
    drawn = plan(range(16), 2, "s", wishes=Wishes(clubs=(tuple(range(6)),)))
    (notice,) = drawn.notices
    assert notice.code == "seating_large_club"
    assert notice.params["forced"] == 2
    assert drawn.report.club_meetings == drawn.report.club_lower_bound == 4


def test_the_order_of_the_list_never_matters() -> None:
    names = [f"player {i}" for i in range(28)]
    wishes = Wishes(clubs=(("player 3", "player 1"), ("player 7", "player 9", "player 20")))
    assert plan(names, 7, "order", wishes=wishes) == plan(names[::-1], 7, "order", wishes=wishes)


def test_a_draw_can_be_cancelled_and_reports_its_steps() -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, most: int) -> bool:
        told.append((done, most))
        return len(told) < 3

    with pytest.raises(Cancelled):
        plan(range(24), 8, "cancel", accept_repeats=True, progress=stop)
    assert len(told) == 3
    assert all(0 < done <= most for done, most in told)


def test_the_same_arguments_give_the_same_plan_in_other_processes() -> None:
    code = (
        "from engine.seating.schedule import plan; from engine.seating.wishes import Wishes; "
        "print(plan(range(30), 7, 'p', wishes=Wishes(clubs=((1, 2), (5, 6, 7)))).rounds); "
        "print(plan(range(20), 9, 'q', accept_repeats=True).rounds)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path.cwd())},
        ).stdout
        for hash_seed in ("0", "77")
    }
    assert len(outputs) == 1


@pytest.mark.fuzz
def test_every_pair_and_every_line_of_a_schedule_is_equally_likely() -> None:
    """24,000 draws of eight players from fixed seeds: pairs of the first round, and East of table 1, by chi-square."""
    names = tuple(range(8))
    together = dict.fromkeys(combinations(names, 2), 0)
    east = dict.fromkeys(names, 0)
    for number in range(24_000):
        order = names[number % 8 :] + names[: number % 8]
        (round_,) = plan(order, 1, f"fair {number}").rounds
        east[int(round_.tables[0][0])] += 1
        for table in round_.tables:
            for pair in combinations(sorted(int(person) for person in table), 2):
                together[pair] += 1
    # 24.3 (7 degrees of freedom) and 55.5 (27) are passed by chance once in a thousand times
    assert sum((count - 3_000) ** 2 for count in east.values()) < 24.3 * 3_000
    expected = 24_000 * 12 / 28
    assert sum((count - expected) ** 2 for count in together.values()) < 55.5 * expected


@st.composite
def cases(draw: st.DrawFn) -> tuple[int, int, Wishes, str]:
    """Random fields with clubs, pairs kept apart and earlier rounds."""
    players = draw(st.integers(8, 44))
    people = list(range(players))
    clubs = []
    rest = draw(st.permutations(people))
    while rest and draw(st.booleans()) and len(clubs) < 6:
        count = draw(st.integers(1, max(1, players // 4)))
        clubs.append(tuple(rest[:count]))
        rest = rest[count:]
    apart = draw(st.lists(st.lists(st.sampled_from(people), min_size=2, max_size=2, unique=True), max_size=2))
    seed = draw(st.text(max_size=4))
    played = draw(st.integers(0, 2))
    history = plan(people, played, f"{seed} before", accept_repeats=True).rounds if played else ()
    wishes = Wishes(tuple(clubs), tuple((a, b) for a, b in apart), history=history)
    return players, draw(st.integers(1, 6)), wishes, seed


@pytest.mark.fuzz
@settings(max_examples=150, deadline=None)
@given(cases())
def test_audit_agrees_with_the_generator_on_random_events(case: tuple[int, int, Wishes, str]) -> None:
    players, rounds, wishes, seed = case
    audited(plan(range(players), rounds, seed, wishes=wishes, accept_repeats=True), wishes)


@pytest.mark.long
@settings(max_examples=6, deadline=None)
@given(cases())
def test_audit_agrees_with_the_generator(case: tuple[int, int, Wishes, str]) -> None:
    players, rounds, wishes, seed = case
    audited(plan(range(players), rounds, seed, wishes=wishes, accept_repeats=True), wishes)


def test_a_very_large_field_counts_its_history() -> None:
    first = plan(range(4_200), 1, "large")
    second = plan(range(4_200), 1, "large", wishes=Wishes(history=first.rounds))
    assert second.report.repeats == 0
    assert second.method == "min-conflicts"


@pytest.mark.parametrize(
    ("players", "first", "then", "error"), [(40, 5, 5, 0), (128, 5, 5, 0), (16, 3, 2, 0), (400, 5, 5, 2)]
)
def test_winds_are_evened_out_over_an_event_drawn_in_parts(players: int, first: int, then: int, error: int) -> None:
    history = plan(range(players), first, "a").rounds
    wishes = Wishes(history=history)
    assert (
        audited(plan(range(players), then, "b", wishes=wishes, accept_repeats=True), wishes).numbers["wind_error"]
        <= error
    )
