"""The audit finds what is wrong in a document that somebody has changed."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from engine.seating.audit import audit, plan_hash
from engine.seating.schedule import plan
from engine.seating.wire import document
from engine.seating.wishes import Wishes

PLAYERS = range(1, 19)


def published() -> dict[str, Any]:
    """A sound document of eighteen players and four rounds."""
    drawn = plan(PLAYERS, 4, "seed", wishes=Wishes(apart=((1, 2),)))
    return document(drawn.rounds, drawn.report, drawn.method, drawn.algorithm, drawn.seed)


def swap_winds(data: dict[str, Any]) -> None:
    """Two players of a table exchange their winds."""
    table = data["rounds"][1]["tables"][0]
    table[0], table[1] = table[1], table[0]


def seat_twice(data: dict[str, Any]) -> None:
    """A player sits at two tables."""
    data["rounds"][0]["tables"][0][0] = data["rounds"][0]["tables"][1][0]


def short_table(data: dict[str, Any]) -> None:
    """One of a table is sent to rest."""
    data["rounds"][2]["out"].append(data["rounds"][2]["tables"][0].pop())


def rest_again(data: dict[str, Any]) -> None:
    """Somebody who has rested rests again in place of another."""
    rested, resting = data["rounds"][0]["out"][0], data["rounds"][1]["out"][0]
    for table in data["rounds"][1]["tables"]:
        table[:] = [resting if player == rested else player for player in table]
    data["rounds"][1]["out"][0] = rested


def meet(data: dict[str, Any]) -> None:
    """Two who are kept apart are put at one table."""
    tables = data["rounds"][0]["tables"] + [data["rounds"][0]["out"]]
    first = next(table for table in tables if 1 in table and len(table) == 4)
    second = next(table for table in tables if 2 in table)
    spot = next(i for i, player in enumerate(first) if player != 1)
    second[second.index(2)], first[spot] = first[spot], 2


def false_repeats(data: dict[str, Any]) -> None:
    """The report promises what is not so."""
    data["report"]["repeats"] = 9


def false_seed(data: dict[str, Any]) -> None:
    """The commitment belongs to another seed."""
    data["seed_sha256"] = "0" * 64


def test_a_sound_document_has_no_faults() -> None:
    assert audit(published(), PLAYERS, apart=[(1, 2)], seed="seed").faults == ()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (swap_winds, "plan_sha256 does not belong"),
        (swap_winds, "has a wind twice in games"),
        (seat_twice, "round 1: not everybody exactly once"),
        (short_table, "round 3: a table without four players"),
        (short_table, "round 3: 3 rest, not 2"),
        (rest_again, "rest again before others"),
        (meet, "kept apart but seated together: [1, 2]"),
        (false_repeats, "report says repeats = 9, counted 0"),
        (false_seed, "seed_sha256 does not belong"),
    ],
)
def test_a_changed_document_is_found_out(change: Callable[[dict[str, Any]], None], fault: str) -> None:
    data = copy.deepcopy(published())
    change(data)
    assert any(fault in found for found in audit(data, PLAYERS, apart=[(1, 2)], seed="seed").faults)


def test_the_hash_is_of_canonical_text() -> None:
    text = '[{"out":[5],"tables":[[1,2,3,4]]}]'
    assert plan_hash([{"tables": [(1, 2, 3, 4)], "out": (5,)}]) == hashlib.sha256(text.encode()).hexdigest()
