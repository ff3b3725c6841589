"""Who goes on to a stage by the standings of the one before, and who would by the standings of today."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.chance import Chance, fingerprint
from engine.seating.stages import cut
from engine.standings import Standings
from tournament.models import Stage
from tournament.selectors.standings import computed_standings
from tournament.stage_settings import StageCut, TieRule, cut_of


def decide_cut(standings: Standings, size: int, ties: TieRule, seed: str, stage: int, version: int) -> StageCut:
    """Return who goes through by these standings; the same seed gives the same lots."""
    rows = [(row.id, row.rank) for row in standings.rows if row.rank is not None and not row.withdrawn]
    chance = Chance(seed).child("order")
    order: list[tuple[str, int]] = []
    for rank, group in groupby(rows, key=lambda row: row[1]):
        order += [(entry, rank) for entry in chance.shuffled(entry for entry, _ in group)]
    made = cut(order, size, ties, seed)
    return StageCut(
        size=size,
        ties=ties,
        stage=stage,
        version=version,
        through=_numbers(made.through),
        tied=tuple(sorted(_numbers(made.tied))),
        seed=seed,
        seed_hash=fingerprint(seed),
    )


def _numbers(people: Sequence[object]) -> tuple[int, ...]:
    return tuple(int(str(person)) for person in people)


def cut_today(stage: Stage) -> dict[str, list[int]]:
    """Return who would have gone through or not by the standings as they are now; those who advanced stay by default.

    The same lots are used, so that only results and rulings make a difference.
    """
    made = cut_of(stage)
    if made is None:
        return {"would_enter": [], "would_leave": []}
    before = Stage.objects.get(event=stage.event_id, order=made.stage)
    found = next(one for one in computed_standings(stage.event, before) if one.stage.pk == before.pk)
    ties = "all" if made.ties == "decide" else made.ties
    now = decide_cut(found.standings, made.size, ties, made.seed, made.stage, stage.event.version)
    return {
        "would_enter": sorted(set(now.through) - set(made.through)),
        "would_leave": sorted(set(made.through) - set(now.through)),
    }
