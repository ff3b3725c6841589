"""Resting again before everybody has rested: warned of with the rule, allowed with a reason that is kept."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import noop
from tournament.errors import Conflict
from tournament.models import Draw, Round
from tournament.seating.methods import RESTS_RULE
from tournament.selectors.seating import draws_areas, field_of


def check_rests(round_: Round, out: Sequence[int], override: str) -> None:
    """Warn where a seating by hand lets somebody rest who has rested more often than somebody who plays."""
    if not out or override.strip():
        return
    drawn = Draw.objects.filter(round__event=round_.event_id, status=Draw.Status.RELEASED).exclude(round=round_)
    rested = [entry for result in drawn.values_list("result", flat=True) for entry in result["out"]]
    # Where the areas of the hall are drawn apart, those of one rest by turns among themselves.
    apart = draws_areas(round_)
    home = {entry.number: entry.area if apart else "" for entry in field_of(round_)}
    least: dict[str, int] = {}
    for entry, area in home.items():
        if entry not in out:
            least[area] = min(rested.count(entry), least.get(area, rested.count(entry)))
    again = [entry for entry in sorted(out) if rested.count(entry) > least.get(home.get(entry, ""), 0)]
    if again:
        raise Conflict(
            "rests_again",
            noop("{numbers} would rest again before everybody has rested (rule {rule} of the draw). Give a reason to "
                 "do it all the same."),
            path="override",
            facts={"entries": again, "rule": RESTS_RULE},
            numbers=", ".join(map(str, again)),
            rule=RESTS_RULE,
        )  # fmt: skip
