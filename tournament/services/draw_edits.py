"""Changes by hand between draw and release: each shows the repeats it makes, and is kept with the draw and logged."""

from __future__ import annotations

from typing import Any

from engine.errors import noop
from engine.seating.schedule import refuse_apart_meetings
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict
from tournament.models import Draw, Round
from tournament.seating.areas import check_areas
from tournament.seating.edits import apply_edit, read_edit, tables_changed
from tournament.seating.inputs import SeatedRound, as_seating, read_inputs
from tournament.seating.quality import changed_report, result_of
from tournament.selectors.seating import drafted_round
from tournament.services.writing import writing


def preview_edit(*, actor: Actor, round_: Round, edit: Any) -> dict[str, Any]:
    """Return what a change would do, without writing: repeats it makes and removes, report, tables it touches."""
    require(actor, "draw", round_)
    draw = _draft(round_)
    return _answer(draw, *_changed(draw, edit))


def edit_draft(*, actor: Actor, round_: Round, edit: Any, reason: str = "") -> dict[str, Any]:
    """Change a draft: `{kind: players, first, second}`, `{kind: tables, first, second}` or
    `{kind: out_of_use, table, replacement}`; returns what `preview_edit` does.
    """
    require(actor, "draw", round_)
    with writing(round_.event, actor) as write:
        write.standings_change = False
        locked = Round.objects.select_for_update().get(pk=round_.pk)
        draw = _draft(locked)
        after, report = _changed(draw, edit)
        answer = _answer(draw, after, report)
        kept = {"edit": edit, "by": actor.label, "at": write.at.isoformat(), "reason": reason}
        draw.edits = [*draw.edits, {**kept, "new_repeats": report["new_repeats"]}]
        draw.report = report
        draw.result = {**draw.result, **result_of(after)}
        draw.save(update_fields=["edits", "report", "result"])
        write.audit(
            "draw.edited", f"round:{locked.number}", after={"attempt": draw.attempt, "edit": edit}, reason=reason
        )
    return answer


def _draft(round_: Round) -> Draw:
    draw = Draw.objects.filter(round=round_, status__in=(Draw.Status.DRAFT, Draw.Status.STALE)).first()
    if draw is None:
        raise Conflict("nothing_drafted", noop("This round has no draft to be changed."))
    if draw.status == Draw.Status.STALE:
        raise Conflict(
            "draw_stale", noop("The field changed after this draw: draw the round again before releasing it.")
        )
    draw.round = round_
    return draw


def _changed(draw: Draw, edit: Any) -> tuple[SeatedRound, dict[str, Any]]:
    inputs = read_inputs(draw.inputs)
    after = apply_edit(drafted_round(draw), read_edit(edit))
    check_areas(inputs, after.tables)
    refuse_apart_meetings((as_seating(after),), inputs.wishes())
    return after, changed_report(inputs, after, draw.report, draw.seed)


def _answer(draw: Draw, after: SeatedRound, report: dict[str, Any]) -> dict[str, Any]:
    old = [tuple(pair) for pair in draw.report["repeat_pairs"]]
    new = [tuple(pair) for pair in report["repeat_pairs"]]
    return {
        "result": result_of(after),
        "report": report,
        "repeats_made": [list(pair) for pair in new if pair not in old],
        "repeats_removed": [list(pair) for pair in old if pair not in new],
        "affected": tables_changed(drafted_round(draw), after),
    }
