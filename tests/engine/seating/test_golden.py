"""The plans of this algorithm version, by their hash: they must be the same on every machine and Python, for ever.

A change of any of these is a new algorithm and needs a new `ALGORITHM`, because published draws must stay repeatable.
"""

from __future__ import annotations

import pytest

from engine.seating.ranked import draw_ranked
from engine.seating.replan import replan
from engine.seating.schedule import ALGORITHM, Plan, plan
from engine.seating.wire import document
from engine.seating.wishes import Wishes

FORTY = range(1, 41)


def exact() -> Plan:
    """An exact schedule."""
    return plan(FORTY, 10, "golden")


def crowded() -> Plan:
    """More rounds than can be repeat-free."""
    return plan(range(1, 25), 9, "golden", accept_repeats=True)


def clubs() -> Plan:
    """Clubs, a pair kept apart, and players who rest."""
    return plan(range(1, 31), 6, "golden", wishes=Wishes(clubs=((1, 2, 3), (4, 5, 6, 7)), apart=((8, 9),)))


def tight() -> Plan:
    """Local search near the limit."""
    return plan(range(1, 30), 8, "golden")


def large() -> Plan:
    """A large field."""
    return plan(range(1, 1001), 10, "golden")


def changed() -> Plan:
    """Solved again after withdrawals and an arrival."""
    return replan(FORTY, exact().rounds, 4, "golden", leave=(1, 2, 3), join=(50,))


def ranked() -> Plan:
    """A ranked round late in an event."""
    standings = [(player, 200 - player) for player in FORTY]
    return draw_ranked(standings, "golden", wishes=Wishes(history=exact().rounds))


GOLDEN = {
    exact: "19b4ab11714c463f2ec3ddf56a7cc2427560a2ac5980c0d47b0eff7ce772e01d",
    crowded: "d6e9749609e609f800f80f80546504dcc7a93640af372c74d98df9852ef85cef",
    clubs: "2ec65785c17b6a7ce048d924d93081b899513d34dbe09c2e3a2efb1b448f503b",
    tight: "c91dd0cce5703e32f6e91109244be2f03a8f65bef9cbb9ec598c5fd2d28e8378",
    large: "01da3d9cbf31552af139c64704eef115632ddd9fec74055bd3999460b90e0042",
    changed: "4fa3ebda76ea52476760a69eb51ad8fd1e71e8095f1f517fc06b9c0a345d1187",
    ranked: "14f8f978d3a63a52a02c44c0bfceaa80afb933d6520addddf7023b229ef20995",
}


@pytest.mark.parametrize("draw", GOLDEN)
def test_published_draws_stay_repeatable(draw: object) -> None:
    drawn: Plan = draw()  # type: ignore[operator]
    data = document(drawn.rounds, drawn.report, drawn.method, drawn.algorithm, drawn.seed)
    assert ALGORITHM == "banfeng-seating-2"
    assert data["plan_sha256"] == GOLDEN[draw]  # type: ignore[index]
