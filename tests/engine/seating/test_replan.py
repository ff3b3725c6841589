"""Solving again after withdrawals and arrivals: released rounds untouched, heirs in their lines, few changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.seating.audit import recount
from engine.seating.model import Person, Round
from engine.seating.replan import Replan, replan
from engine.seating.schedule import plan
from engine.seating.wishes import Wishes


def data(rounds: tuple[Round, ...]) -> list[dict[str, object]]:
    """Rounds as the audit reads them."""
    return [{"tables": r.tables, "out": r.out, "numbers": r.numbers} for r in rounds]


def checked(changed: Replan, released: int) -> Replan:
    """The new plan, its numbers recounted and everybody present once a round."""
    for round_ in changed.rounds[released:]:
        assert sorted(round_.players(), key=str) == sorted(changed.players, key=str)
        assert len(round_.out) == len(changed.players) % 4
    numbers = recount(
        data(changed.rounds[released:]),
        changed.players,
        clubs=changed.wishes.clubs,
        history=data(changed.rounds[:released]),
    )
    for name, counted in numbers.items():
        assert getattr(changed.report, name) == counted, name
    return changed


@pytest.mark.parametrize(
    ("players", "rounds", "released", "leave", "join", "repeats", "moved"),
    [
        (40, 8, 3, 1, 1, 0, 0),
        (64, 10, 4, 5, 5, 0, 0),
        (400, 10, 5, 12, 12, 0, 0),
        (40, 8, 3, 4, 0, 0, 169),
        (40, 8, 3, 0, 4, 0, 112),
        (64, 10, 4, 5, 2, 0, 118),
        (64, 10, 4, 4, 0, 0, 130),
        (128, 10, 4, 8, 0, 0, 230),
        (128, 10, 4, 2, 10, 0, 162),
        (400, 10, 5, 20, 8, 0, 260),
        (40, 10, 4, 4, 0, 11, 184),
        (32, 8, 4, 1, 0, 0, 40),
        (31, 8, 4, 0, 1, 1, 90),
    ],
)
def test_few_seats_change_and_nobody_meets_again(
    players: int, rounds: int, released: int, leave: int, join: int, repeats: int, moved: int
) -> None:
    before = plan(range(players), rounds, "before")
    changed = replan(
        range(players),
        before.rounds,
        released,
        "after",
        leave=range(3, 3 + leave),
        join=range(players, players + join),
    )
    checked(changed, released)
    assert changed.rounds[:released] == before.rounds[:released]
    assert changed.report.repeats <= repeats
    assert len(changed.moves) <= moved
    assert len(changed.heirs) == min(leave, join)


def test_heirs_take_the_line_of_one_who_left_and_nobody_else_moves() -> None:
    before = plan(range(36), 9, "before")
    changed = replan(range(36), before.rounds, 4, "after", leave=(4, 30), join=(100, 101))
    assert sorted(changed.heirs) == [100, 101]
    line = {left: heir for heir, left in changed.heirs.items()}
    for old, new in zip(before.rounds[4:], changed.rounds[4:], strict=True):
        assert new.tables == tuple(tuple(line.get(person, person) for person in table) for table in old.tables)
        assert new.numbers == old.numbers


def test_an_heir_is_not_given_a_line_with_his_own_club() -> None:
    before = plan(range(16), 4, "before")
    mates = {person for round_ in before.rounds[1:] for table in round_.tables if 0 in table for person in table} - {0}
    wishes = Wishes(clubs=((100, *sorted(mates - {5})[:3]),))
    changed = replan(range(16), before.rounds, 1, "after", leave=(0, 5), join=(100, 101), wishes=wishes)
    assert changed.heirs[100] == 5


def test_arrivals_who_are_kept_apart_are_seated_apart() -> None:
    before = plan(range(40), 8, "before")
    wishes = Wishes(apart=((40, 41), (40, 1)), clubs=((42, 43, 2),))
    changed = replan(range(40), before.rounds, 3, "after", join=range(40, 44), wishes=wishes)
    checked(changed, 3)
    assert changed.report.apart_meetings == changed.report.club_meetings == 0


def test_fixed_tables_stay_fixed() -> None:
    wishes = Wishes(fixed={7: 3})
    before = plan(range(32), 6, "before", wishes=wishes)
    changed = replan(range(32), before.rounds, 2, "after", leave=(1, 2, 8, 9), wishes=wishes)
    for round_ in changed.rounds:
        assert 7 in round_.tables[round_.numbers.index(3)]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"leave": (99,)}, "seating_unknown_player"),
        ({"join": (3,)}, "seating_duplicate"),
        ({"leave": range(13)}, "seating_too_few"),
        ({"leave": range(16)}, "seating_no_players"),
        ({"released": 5}, "seating_released"),
        ({"join": ("x",)}, "seating_mixed_ids"),
    ],
)
def test_changes_that_cannot_be_are_refused(arguments: dict[str, object], code: str) -> None:
    before = plan(range(16), 4, "before")
    with pytest.raises(RuleError, match=code):
        replan(range(16), before.rounds, **{"released": 1, "seed": "s", **arguments})  # type: ignore[arg-type]


def change_and_check(seed: str, players: int, rounds: int, steps: list[tuple[int, int]]) -> None:
    """A plan changed round after round, audited each time."""
    field: list[Person] = list(range(players))
    current = plan(field, rounds, seed, accept_repeats=True).rounds
    fresh = players
    rested: dict[Person, int] = {}
    for released, (leave, join) in enumerate(steps[: rounds - 1], 1):
        for person in current[released - 1].out:
            rested[person] = rested.get(person, 0) + 1
        leave = min(leave, len(field) + join - 4, len(field))
        leaving, joining = field[:leave], list(range(fresh, fresh + join))
        changed = checked(replan(field, current, released, seed, leave=leaving, join=joining), released)
        assert changed.rounds[:released] == current[:released]
        if leave == join:
            assert changed.moves == ()
        current, field, fresh = changed.rounds, list(changed.players), fresh + join


@st.composite
def changes(draw: st.DrawFn, least: int = 8, most: int = 40) -> tuple[str, int, int, list[tuple[int, int]]]:
    """A field, a number of rounds, and who leaves and comes after each round."""
    rounds = draw(st.integers(2, 6))
    small = st.tuples(st.integers(0, 5), st.integers(0, 5))
    players = draw(st.integers(least, most))
    return draw(st.text(max_size=3)), players, rounds, draw(st.lists(small, min_size=1, max_size=4))


@pytest.mark.long
@settings(max_examples=10, deadline=None)
@given(changes())
def test_audit_agrees_after_withdrawals_and_arrivals(case: tuple[str, int, int, list[tuple[int, int]]]) -> None:
    change_and_check(*case)


@pytest.mark.fuzz
@settings(max_examples=60, deadline=None)
@given(changes(most=24))
def test_audit_agrees_after_many_withdrawals_and_arrivals_in_small_fields(
    case: tuple[str, int, int, list[tuple[int, int]]],
) -> None:
    change_and_check(*case)


@pytest.mark.fuzz
@settings(max_examples=140, deadline=None)
@given(changes(least=25))
def test_audit_agrees_after_many_withdrawals_and_arrivals_in_larger_fields(
    case: tuple[str, int, int, list[tuple[int, int]]],
) -> None:
    change_and_check(*case)


def test_the_same_change_gives_the_same_plan() -> None:
    before = plan(range(24), 6, "before")
    arguments = {"leave": (1, 2, 3), "join": (50,)}
    first = replan(range(24), before.rounds, 2, "s", **arguments)  # type: ignore[arg-type]
    second = replan(range(23, -1, -1), before.rounds, 2, "s", leave=(3, 1, 2), join=(50,))
    assert replace(first) == second
