"""Schedules brought from elsewhere are dealt by lot or refused by name."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from engine.seating.report import wind_counts
from engine.seating.schedule import plan
from engine.seating.template import plan_from_template
from engine.seating.wishes import Wishes

TWENTY = [[list(table) for table in round_.tables] for round_ in plan(range(1, 21), 5, "template").rounds]


def test_a_template_is_dealt_to_the_players_by_lot() -> None:
    names = [f"p{number}" for number in range(20)]
    drawn = plan_from_template(names, TWENTY, "seed")
    assert drawn == plan_from_template(names[::-1], TWENTY, "seed")
    assert drawn.report.repeats == drawn.report.wind_error == 0
    assert all(sum(counts) == 5 for counts in wind_counts(drawn.players, drawn.rounds).values())
    assert drawn.rounds != plan_from_template(names, TWENTY, "other").rounds


@pytest.mark.parametrize(("players", "missing", "extra"), [(24, "21, 22, 23, 24", "–"), (16, "–", "17, 18, 19, 20")])
def test_a_template_for_another_field_is_refused_naming_the_numbers(players: int, missing: str, extra: str) -> None:
    with pytest.raises(RuleError, match="seating_template_size") as refused:
        plan_from_template(range(players), TWENTY, "seed")
    assert (refused.value.params["missing"], refused.value.params["extra"]) == (missing, extra)


def test_a_template_with_a_broken_round_is_refused() -> None:
    broken = [*TWENTY[:2], [*TWENTY[2][:4], TWENTY[2][0]]]
    with pytest.raises(RuleError, match="seating_template_round") as refused:
        plan_from_template(range(20), broken, "seed")
    assert refused.value.path == "template[2]"


def test_a_template_that_brings_people_kept_apart_together_is_refused() -> None:
    wishes = Wishes(apart=tuple((0, other) for other in range(1, 17)))
    with pytest.raises(RuleError, match="seating_apart_met"):
        plan_from_template(range(20), TWENTY, "seed", wishes=wishes)
