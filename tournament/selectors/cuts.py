"""Who goes on to a stage by the standings of the one before, and who would by the standings of today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.chance import Chance, fingerprint
from engine.seating.stages import cut
from engine.standings import Data, Standings
from tournament.models import Draw, Entry, Event, Round, Stage
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
    now = _cut_again(made, found.standings, stage.event.version)
    return {
        "would_enter": sorted(set(now.through) - set(made.through)),
        "would_leave": sorted(set(made.through) - set(now.through)),
    }


def _cut_again(made: StageCut, standings: Standings, version: int) -> StageCut:
    """Return a cut as it would be by other standings, with the same lots; fewer may be left than were let through."""
    left = sum(row.rank is not None and not row.withdrawn for row in standings.rows)
    if not left:
        return made
    ties = "all" if made.ties == "decide" else made.ties
    return decide_cut(standings, min(made.size, left), ties, made.seed, made.stage, version)


@dataclass(frozen=True)
class Shift:
    """Whom a change of results would bring into the field of a stage and whom out of it, by number.

    `begun`: a round of the stage is released, so that its field is fixed. `now` is the cut as it would be.
    """

    stage: Stage
    enter: tuple[int, ...]
    leave: tuple[int, ...]
    begun: bool
    now: StageCut


def fields_by(event: Event, after: int, data: Data | None = None) -> dict[int, StageCut]:
    """Return the cuts of the stages after the one of that order as they would be now, by the order of their stage.

    `data`: what standings are computed from, instead of what is stored. Empty where no later stage has a cut.
    """
    stages = list(Stage.objects.filter(event=event, order__gt=after, cut__isnull=False).order_by("order"))
    if not stages:
        return {}
    found = {one.stage.order: one.standings for one in computed_standings(event, stages[-1], data=data)}
    cuts = [(stage, made) for stage in stages if (made := cut_of(stage)) is not None and made.stage in found]
    return {stage.order: _cut_again(made, found[made.stage], event.version) for stage, made in cuts}


def decided_later(round_: Round) -> bool:
    """Tell whether it was decided who goes on to a stage after that of a round."""
    later = Stage.objects.filter(event=round_.event_id, order__gt=round_.stage.order)
    return later.filter(cut__isnull=False).exists()


def shifts(event: Event, before: Mapping[int, StageCut], now: Mapping[int, StageCut]) -> tuple[Shift, ...]:
    """Return where a change decides anew who goes on: by the cuts of `fields_by` before and after it.

    Compared is with those who were let through. Where an earlier change was decided on already and this one makes no
    difference, nothing is returned; nor are those who withdrew meanwhile.
    """
    moved = [order for order in now if set(now[order].through) != set(before[order].through)]
    if not moved:
        return ()
    gone = set(Entry.objects.filter(event=event, status=Entry.Status.WITHDRAWN).values_list("number", flat=True))
    found = []
    for stage in Stage.objects.filter(event=event, order__in=moved).order_by("order"):
        made = cut_of(stage)
        assert made is not None
        through, wanted = set(made.through), set(now[stage.order].through)
        enter, leave = sorted(wanted - through), sorted(through - wanted - gone)
        begun = Draw.objects.filter(round__stage=stage, status=Draw.Status.RELEASED).exists()
        if enter or leave:
            found.append(Shift(stage, tuple(enter), tuple(leave), begun, now[stage.order]))
    return tuple(found)


def shift_data(shift: Shift, names: Mapping[str, str]) -> dict[str, object]:
    """Return a shift with names, as pages and programs show it."""

    def named(numbers: Sequence[int]) -> list[dict[str, object]]:
        return [{"number": number, "name": names.get(str(number), "")} for number in numbers]

    return {
        "stage": shift.stage.order,
        "name": shift.stage.name,
        "enter": named(shift.enter),
        "leave": named(shift.leave),
        "fixed": shift.begun,
    }
