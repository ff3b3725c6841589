"""Resting again before everybody has rested: warned of with the rule, allowed with a reason that is kept."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import noop
from tournament.errors import Conflict
from tournament.models import Draw, Round
from tournament.seating.methods import RESTS_RULE
from tournament.selectors.seating import field_of


def check_rests(round_: Round, out: Sequence[int], override: str) -> None:
    """Warn where a seating by hand lets somebody rest who has rested more often than somebody who plays."""
    if not out or override.strip():
        return
    drawn = Draw.objects.filter(round__event=round_.event_id, status=Draw.Status.RELEASED).exclude(round=round_)
    rested = [entry for result in drawn.values_list("result", flat=True) for entry in result["out"]]
    playing = [entry.number for entry in field_of(round_) if entry.number not in out]
    least = min((rested.count(entry) for entry in playing), default=0)
    again = [entry for entry in sorted(out) if rested.count(entry) > least]
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
