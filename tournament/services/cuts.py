"""Between stages: who goes on to the next one, by the standings of the stage before and a stated tie rule."""

from __future__ import annotations

import secrets

from engine.decoding import plain
from engine.errors import noop
from tournament.access import require
from tournament.actors import Actor
from tournament.errors import Conflict, Refused
from tournament.models import Draw, Round, Stage
from tournament.selectors.cuts import decide_cut
from tournament.selectors.standings import computed_standings
from tournament.services.stages import make_stale
from tournament.services.writing import writing
from tournament.stage_settings import StageCut, TieRule


def cut_stage(*, actor: Actor, stage: Stage, size: int, ties: TieRule = "decide") -> StageCut:
    """Let the first `size` of the stage before through to `stage`, where no round of it was released yet.

    Where a rank is shared across the line: `all` lets all of them through, `none` nobody, `lot` draws the places left,
    `decide` refuses and names them. Who shares a rank among those let through stands in the order of a lot. Everything
    is kept with its seed, and can be drawn again.
    """
    require(actor, "draw", stage)
    with writing(stage.event, actor) as write:
        before = Stage.objects.filter(event=write.event, order__lt=stage.order).order_by("-order").first()
        if before is None:
            raise Refused("cut_first_stage", noop("There is no stage before this one."), path="stage")
        if Draw.objects.filter(round__stage=stage, status=Draw.Status.RELEASED).exists():
            raise Conflict("cut_late", noop("This stage has begun: its field is fixed."))
        still = Round.objects.filter(stage=before).exclude(status=Round.Status.CLOSED).order_by("number")
        blockers = [{"round": found.number, "status": found.status} for found in still]
        if blockers:
            raise Conflict(
                "round_blocked",
                noop("Earlier rounds are not closed: {rounds}."),
                facts={"blockers": blockers},
                rounds=", ".join(str(found["round"]) for found in blockers),
            )
        found = next(one for one in computed_standings(write.event, before) if one.stage.pk == before.pk)
        made = decide_cut(found.standings, size, ties, secrets.token_hex(16), before.order, write.event.version)
        previous, stage.cut = stage.cut, plain(made)
        stage.save(update_fields=["cut"])
        make_stale(write, stage)
        write.audit("stage.cut", f"stage:{stage.order}", before=previous, after=stage.cut)
    return made


def uncut_stage(*, actor: Actor, stage: Stage) -> None:
    """Let everybody play in a stage again, as long as none of its rounds was released."""
    require(actor, "draw", stage)
    with writing(stage.event, actor) as write:
        if Draw.objects.filter(round__stage=stage, status=Draw.Status.RELEASED).exists():
            raise Conflict("cut_late", noop("This stage has begun: its field is fixed."))
        previous, stage.cut = stage.cut, None
        stage.save(update_fields=["cut"])
        make_stale(write, stage)
        write.audit("stage.uncut", f"stage:{stage.order}", before=previous)
