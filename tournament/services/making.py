"""Making a draw: what it is made from is read under the lock, the seating is found without it, then written whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.db.models import Max

from engine.chance import mix
from engine.decoding import plain
from engine.errors import noop
from engine.places import PLACES
from engine.seating.groups import Progress
from engine.seating.model import Round as Seating
from engine.tiles import parse_tiles
from tournament.errors import Conflict, Refused
from tournament.models import Draw, Round, Schedule
from tournament.seating.areas import check_areas, check_sizes, draw_all, needs_whole_field
from tournament.seating.edits import apply_edit, moved_into_use, read_edit
from tournament.seating.hand import checked_tables
from tournament.seating.inputs import Inputs, SeatedRound, as_seating, from_seating, read_inputs, stored
from tournament.seating.keeping import check_keeps
from tournament.seating.methods import Method, Seated, find_method
from tournament.seating.quality import found_before, report_of, result_of
from tournament.selectors.redraws import around
from tournament.selectors.seating import draws_areas, gather, left_out_of, same_wishes
from tournament.services.writing import Write
from tournament.stage_settings import drawing_of

MOST_DICE, MOST_TILES = 24, 14


@dataclass(frozen=True)
class Wish:
    """What was asked for: the way of drawing, tables given by hand, what was thrown in the hall, a fresh schedule."""

    method: Method
    tables: tuple[Mapping[str, Any], ...] = ()
    out: tuple[int, ...] = ()
    mixed: tuple[str, ...] = ()
    renew: bool = False
    # Tables that stay as they are where a released round is drawn again; None: it is not being played.
    keep: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Prepared:
    """A draw about to be made. `held` is the schedule its round is taken from; None where it is to be found."""

    inputs: Inputs
    attempt: int
    base_seed: str
    seed: str
    held: Schedule | None

    def same_as(self, other: Prepared) -> bool:
        """Tell whether the other draw would come out the same."""
        mine, theirs = (None if held is None else held.pk for held in (self.held, other.held))
        return (self.attempt, self.base_seed, self.seed, mine) == (
            other.attempt,
            other.base_seed,
            other.seed,
            theirs,
        ) and self.inputs.same_as(other.inputs)


@dataclass(frozen=True)
class Made:
    """A seating that was found: the round to be drafted, and all rounds where a schedule was drawn."""

    round: SeatedRound
    report: dict[str, Any]
    algorithm: str
    rounds: tuple[SeatedRound, ...] = ()
    whole_report: dict[str, Any] | None = None


def wish_of(
    round_: Round,
    *,
    method: str | None = None,
    tables: Sequence[Mapping[str, Any]] | None = None,
    out: Sequence[int] = (),
    dice: Sequence[int] = (),
    tiles: str = "",
    renew: bool = False,
    keep: Sequence[int] | None = None,
) -> Wish:
    """Return what is asked for, checked; without a method the stage's own is taken."""
    chosen = find_method(method or drawing_of(round_.stage).method)
    if draws_areas(round_) and not chosen.per_area:
        raise needs_whole_field(chosen.code, "method")
    if keep:
        check_keeps(chosen)
    return Wish(
        chosen,
        tuple(tables or ()),
        tuple(out),
        mixed_in(dice, tiles),
        renew,
        None if keep is None else tuple(keep),
    )


def mixed_in(dice: Sequence[int], tiles: str) -> tuple[str, ...]:
    """Return what was thrown and drawn in the hall as parts of the seed, so that nobody decides alone."""
    parts = []
    if dice:
        if len(dice) > MOST_DICE or any(isinstance(eye, bool) or not 1 <= eye <= 6 for eye in dice):
            raise Refused("dice_range", noop("Dice show 1 to 6, at most {most} of them."), path="dice", most=MOST_DICE)
        parts.append("dice " + " ".join(map(str, dice)))
    if tiles.strip():
        if len(parse_tiles(tiles, path="tiles")) > MOST_TILES:
            raise Refused("tiles_many", noop("At most {most} tiles are mixed in."), path="tiles", most=MOST_TILES)
        parts.append("tiles " + " ".join(tiles.split()))
    return tuple(parts)


def next_attempt(round_: Round) -> int:
    """Return the number the next draw of a round gets."""
    drawn = Draw.objects.filter(round=round_).aggregate(last=Max("attempt"))["last"] or 0
    planned = Schedule.objects.filter(first_round=round_).aggregate(last=Max("attempt"))["last"] or 0
    return max(drawn, planned) + 1


def prepare(round_: Round, wish: Wish, attempt: int | None = None) -> Prepared:
    """Read what a draw is made from, under the event's lock."""
    method = wish.method
    remaining = Round.objects.filter(stage=round_.stage_id, number__gte=round_.number).count() if method.whole else 1
    stays = None if wish.keep is None else around(round_, wish.keep)
    inputs = gather(round_, method, rounds=remaining, stays=stays)
    if method.by_hand:
        tables = checked_tables(inputs.entries, wish.tables, wish.out, inputs.sides)
        check_areas(inputs, tables)
        inputs = msgspec.structs.replace(inputs, tables=tables, out=tuple(sorted(wish.out)))
    else:
        check_sizes(inputs, len(inputs.sides or PLACES))
    number = next_attempt(round_) if attempt is None else attempt
    seed = mix(round_.seed, str(number), *wish.mixed)
    fresh = Prepared(inputs, number, round_.seed, seed, None)
    return _from_schedule(round_, wish, fresh) if method.whole and not wish.renew else fresh


def _from_schedule(round_: Round, wish: Wish, fresh: Prepared) -> Prepared:
    """Take the round from the schedule there is, or have its rounds to come solved again where the field changed."""
    held = Schedule.objects.filter(stage=round_.stage_id).order_by("-pk").first()
    if held is None:
        return fresh
    old, plan = read_inputs(held.inputs), schedule_rounds(held)
    plan = tuple(found for found in plan if found.round >= round_.number)
    if not plan or plan[0].round != round_.number or old.method != wish.method.code:
        return fresh
    if not same_wishes(old, fresh.inputs):
        return fresh
    if _halls(old) != _halls(fresh.inputs):
        return fresh
    if _fields(old) == _fields(fresh.inputs):
        return replace(fresh, held=held, base_seed=held.base_seed, seed=held.seed)
    if wish.method.pairs or not Draw.objects.filter(schedule=held, status=Draw.Status.RELEASED).exists():
        return fresh
    now, before = dict.fromkeys(fresh.inputs.entries), dict.fromkeys(old.entries)
    sat = {area.name: area.entries for area in old.areas}
    inputs = msgspec.structs.replace(
        fresh.inputs,
        rounds=len(plan),
        plan=plan,
        leave=tuple(entry for entry in old.entries if entry not in now),
        join=tuple(entry for entry in fresh.inputs.entries if entry not in before),
        areas=tuple(msgspec.structs.replace(area, before=sat[area.name]) for area in fresh.inputs.areas),
    )
    return replace(fresh, inputs=inputs)


def _halls(inputs: Inputs) -> list[tuple[str, int, int]]:
    """The areas a schedule was drawn for: with others it is drawn anew."""
    return [(area.name, area.first, area.last) for area in inputs.areas]


def _fields(inputs: Inputs) -> tuple[tuple[int, ...], ...]:
    return (inputs.entries, *(area.entries for area in inputs.areas))


def schedule_rounds(schedule: Schedule) -> tuple[SeatedRound, ...]:
    """Return the rounds of a schedule."""
    return tuple(msgspec.convert(row, SeatedRound) for row in schedule.result["rounds"])


def make(prepared: Prepared, progress: Progress | None = None) -> Made:
    """Find the seating; the long part, without any lock. Raises `Cancelled` where `progress` answers no."""
    inputs = prepared.inputs
    if prepared.held is not None:
        row = next(found for found in schedule_rounds(prepared.held) if found.round == inputs.round)
        return _made(prepared, found_before(prepared.held.report, prepared.held.algorithm), as_seating(row))
    found = draw_all(inputs, prepared.seed, progress)
    if not find_method(inputs.method).whole:
        return _made(prepared, found, found.rounds[0])
    rounds = tuple(from_seating(round_, inputs.round + index) for index, round_ in enumerate(found.rounds))
    plainly = replace(found, more={}, areas=tuple(replace(one, more={}) for one in found.areas))
    first = _made(prepared, plainly, found.rounds[0])
    return replace(first, rounds=rounds, whole_report=report_of(inputs, found.rounds, found, prepared.seed))


def _made(prepared: Prepared, found: Seated, round_: Seating) -> Made:
    inputs = prepared.inputs
    moved = moved_into_use(round_, inputs)
    report = report_of(inputs, (moved,), found, prepared.seed)
    return Made(from_seating(moved, inputs.round), report, found.algorithm)


def store_draw(write: Write, round_: Round, prepared: Prepared, made: Made, *, released: bool = False) -> Draw:
    """Keep a draw with all it was made from, within the write of it: as a draft, or released at once."""
    inputs, held = prepared.inputs, prepared.held
    left_out = [entry.number for entry in left_out_of(round_)]
    return Draw.objects.create(
        round=round_,
        attempt=prepared.attempt,
        status=Draw.Status.RELEASED if released else Draw.Status.DRAFT,
        released_at=write.at if released else None,
        base_seed=prepared.base_seed,
        seed_hash=round_.seed_hash if held is None else held.seed_hash,
        seed=prepared.seed,
        algorithm=made.algorithm,
        inputs=stored(inputs),
        report=made.report,
        result={**result_of(made.round), "absent": [entry for entry in left_out if entry not in inputs.entries]},
        schedule=store_schedule(round_, prepared, made),
        created_by=write.actor.user,
    )


def store_schedule(round_: Round, prepared: Prepared, made: Made) -> Schedule | None:
    """Keep a schedule that was drawn, within the write of the draw; returns the one the round belongs to."""
    if not made.rounds:
        return prepared.held
    return Schedule.objects.create(
        stage_id=round_.stage_id,
        first_round=round_,
        attempt=prepared.attempt,
        base_seed=prepared.base_seed,
        seed_hash=round_.seed_hash,
        seed=prepared.seed,
        algorithm=made.algorithm,
        inputs=stored(prepared.inputs),
        report=made.whole_report,
        result={"rounds": [plain(row) for row in made.rounds]},
    )


def check_free(round_: Round, prepared: Prepared) -> None:
    """Refuse where the round was drawn while this draw was being made: two draws at once give one."""
    taken = Draw.objects.filter(round=round_, attempt__gte=prepared.attempt).exists()
    if taken or (prepared.held is None and round_.seed != prepared.base_seed):
        raise Conflict("drawn_meanwhile", noop("This round was drawn meanwhile; look at that draw first."))


def seated_again(draw: Draw) -> dict[str, Any]:
    """Draw again from what a draw stores, hand edits included; returns tables and rests to be compared with its own.

    Raises `Conflict` for a draw of another version of the algorithm, which would come out differently for no fault.
    """
    inputs = read_inputs(draw.inputs)
    schedule = draw.schedule
    if schedule is None:
        drawn, index = draw_all(inputs, draw.seed), 0
    else:
        whole = read_inputs(schedule.inputs)
        drawn, index = draw_all(whole, schedule.seed), inputs.round - whole.round
    if drawn.algorithm != draw.algorithm:
        raise Conflict(
            "draw_of_another_version",
            noop(
                "This was drawn by {before}, and this version of Banfeng draws by {now}: it cannot be drawn again here."
            ),
            before=draw.algorithm,
            now=drawn.algorithm,
        )
    round_ = from_seating(moved_into_use(drawn.rounds[index], inputs), inputs.round)
    for index, change in enumerate(draw.edits):
        round_ = apply_edit(round_, read_edit(change["edit"], f"edits[{index}]"))
    return result_of(round_)
