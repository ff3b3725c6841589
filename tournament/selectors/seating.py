"""What a draw is made from, read from the event: who plays, who must not meet, which tables, what was played before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from engine.decoding import decode
from engine.errors import noop
from engine.places import PLACES
from engine.seating.wishes import pairs_of
from tournament.errors import Conflict, Refused
from tournament.event_settings import Area, settings_of
from tournament.models import ApartPair, Draw, Entry, Event, Round, Stage, Table
from tournament.persons import number_of, numbers_of, plays_in_pairs, sides_of
from tournament.seating.inputs import AreaField, Inputs, Ranked, Row, SeatedRound, SeatedTable, read_inputs
from tournament.seating.methods import Method, find_method
from tournament.selectors.entries import eligible, not_checked_in
from tournament.selectors.redraws import Around
from tournament.selectors.rounds import OVER
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import computed_standings
from tournament.stage_settings import cut_of, drawing_of


def draws_areas(round_: Round) -> bool:
    """Tell whether a round is drawn in each area of the hall for itself."""
    return bool(settings_of(round_.event).areas) and not drawing_of(round_.stage).together


def field_of(round_: Round) -> list[Entry]:
    """Return who is to be seated in a round: who is eligible and, after a cut, was let through to its stage."""
    cut = cut_of(round_.stage)
    entries = eligible(round_.event)
    return list(entries if cut is None else entries.filter(number__in=cut.through))


def left_out_of(round_: Round) -> list[Entry]:
    """Return whom the draw of a round leaves out because he is not here: after a cut, only who was let through."""
    cut = cut_of(round_.stage)
    missing = not_checked_in(round_.event)
    return list(missing if cut is None else missing.filter(number__in=cut.through))


def rounds_before(round_: Round, *, stage_only: bool = False) -> tuple[SeatedRound, ...]:
    """Return the rounds that were released before this one, as they were really played."""
    draws = Draw.objects.filter(
        round__event=round_.event_id, round__number__lt=round_.number, status=Draw.Status.RELEASED
    ).order_by("round__number")
    if stage_only:
        draws = draws.filter(round__stage=round_.stage_id)
    found = list(draws.values_list("pk", "round__number", "result"))
    tables: dict[int, list[tuple[int, str, dict[str, Any]]]] = {}
    rows = Table.objects.filter(draw__in=[pk for pk, _, _ in found]).order_by("number")
    for draw, number, status, state in rows.values_list("draw_id", "number", "status", "state"):
        tables.setdefault(draw, []).append((number, status, state))
    return tuple(
        SeatedRound(number, tuple(_as_played(tables.get(pk, []))), tuple(result["out"])) for pk, number, result in found
    )


def _as_played(tables: Iterable[tuple[int, str, dict[str, Any]]]) -> Iterable[SeatedTable]:
    """The tables with those who sat there first; a void one counts where a hand was played."""
    for number, status, state in tables:
        played = [hand for hand in state["hands"] if hand["closed_by"] is not None]
        if status == Table.Status.VOID and not played:
            continue
        seats = played[0]["seats"] if played else state["seats"]
        yield SeatedTable(number, cast(Row, tuple(number_of(seats[place]) for place in PLACES)))


def clubs_of(entries: Sequence[Entry], apart_by: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the teams or clubs of the field that are kept apart: those with at least two in it."""
    groups: dict[tuple[str, str], list[int]] = {}
    for kind in apart_by:
        for entry in entries:
            name = getattr(entry, kind)
            if name:
                groups.setdefault((kind, name), []).append(entry.number)
    return tuple(tuple(group) for _, group in sorted(groups.items()) if len(group) > 1)


def apart_pairs(event: Event) -> tuple[tuple[int, int], ...]:
    """Return the pairs who must not share a table, by number."""
    pairs = ApartPair.objects.filter(event=event).values_list("first__number", "second__number")
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def numbers_for(event: Event, needed: int, fixed: Sequence[int]) -> tuple[int, ...] | None:
    """Return the table numbers to choose from for `needed` tables, enough that a fixed table may stand empty.

    None where nothing speaks against 1, 2, 3, …; refused where the hall has too few tables in use.
    """
    settings = settings_of(event)
    if settings.tables is None and not settings.tables_out and not settings.areas and not fixed:
        return None
    out = dict.fromkeys(settings.tables_out, True)
    enough = needed + len(fixed) + len(out)
    if settings.areas:
        numbers = _in_use(settings.areas, settings.tables_out, enough, fixed)
    else:
        numbers = [number for number in range(1, (settings.tables or enough) + 1) if number not in out]
        numbers = sorted({*numbers, *(number for number in fixed if number not in out)})
    if len(numbers) < needed:
        raise Refused(
            "tables_few",
            noop("{needed} tables are needed, but only {count} are in use."),
            path="tables",
            needed=needed,
            count=len(numbers),
        )
    return tuple(numbers)


def _in_use(areas: Sequence[Area], out: Sequence[int], enough: int, fixed: Sequence[int]) -> list[int]:
    """The lowest `enough` tables of some areas, and those that are fixed for somebody, without those out of use."""
    standing = [
        number
        for area in sorted(areas, key=lambda area: area.first)
        for number in range(area.first, min(area.last, area.first + enough - 1) + 1)
    ][:enough]
    kept = [number for number in fixed if any(area.first <= number <= area.last for area in areas)]
    return sorted({*standing, *kept} - set(out))


def areas_of(
    event: Event, entries: Sequence[Entry], size: int, *, by_hand: bool, kept: Sequence[int] = ()
) -> tuple[AreaField, ...]:
    """Return the areas in which somebody of a field plays, each with its tables to choose from; `size` fill a table.

    `kept` are numbers of tables that stay as they are.

    Refused where somebody belongs to no area, or an area has too few tables.
    """
    settings = settings_of(event)
    there = dict.fromkeys((area.name for area in settings.areas), True)
    missing = [entry.number for entry in entries if entry.area not in there]
    if missing:
        raise Refused(
            "area_missing",
            noop("Without a venue: {numbers}. Say in which venue they play."),
            path="areas",
            facts={"entries": missing},
            numbers=", ".join(map(str, missing)),
        )
    found = []
    for area in settings.areas:
        here = [entry for entry in entries if entry.area == area.name]
        if not here:
            continue
        needed = len(here) // size
        fixed = [entry.fixed_table for entry in here if entry.fixed_table is not None]
        fixed += [number for number in kept if area.first <= number <= area.last]
        enough = needed + len(fixed) + len(settings.tables_out)
        numbers = tuple(_in_use((area,), settings.tables_out, enough, fixed))
        if len(numbers) < needed:
            raise Refused(
                "area_tables_few",
                noop("{area}: {needed} tables are needed, but only {count} are in use."),
                path="areas",
                area=area.name,
                needed=needed,
                count=len(numbers),
            )
        found.append(
            AreaField(
                name=area.name,
                first=area.first,
                last=area.last,
                entries=tuple(entry.number for entry in here),
                numbers=None if by_hand else numbers,
            )
        )
    return tuple(found)


def partners_of(entries: Sequence[Entry]) -> tuple[tuple[int, int], ...]:
    """Return the fixed pairs of a field: two entries of one team; refused where somebody has no partner, or two."""
    teams: dict[str, list[int]] = {}
    for entry in entries:
        teams.setdefault(entry.team or f"#{entry.number}", []).append(entry.number)
    wrong = [number for members in teams.values() if len(members) != 2 for number in members]
    if wrong:
        raise Refused(
            "partners_missing",
            noop("Not two of one team: {numbers}. Partners are two entries with the same team."),
            path="pairs",
            facts={"entries": wrong},
            numbers=", ".join(map(str, wrong)),
        )
    return tuple((members[0], members[1]) for members in teams.values())


def results_missing(round_: Round) -> list[dict[str, int]]:
    """Return the tables of earlier rounds that are not over, which standings would leave out."""
    finished = (*OVER, Table.Status.FINISHED) if settings_of(round_.event).confirmation == "none" else OVER
    out = Table.objects.filter(
        event=round_.event_id, round__number__lt=round_.number, draw__status=Draw.Status.RELEASED
    ).exclude(status__in=finished)
    return [
        {"round": number, "table": table}
        for number, table in out.order_by("round__number", "number").values_list("round__number", "number")
    ]


def standings_for(
    round_: Round, field: Sequence[int], *, seeded: bool = False, before: int | None = None
) -> tuple[tuple[Ranked, ...], int]:
    """Return the field in the order of the standings before a round, and the unit of the totals.

    They are those of its stage once that has been played in, else of the stage before; with `seeded` those with which
    the stage began. Read them under the event's lock. Whoever has no row (a late entry) stands last.
    """
    cut = cut_of(round_.stage)
    if seeded and cut is not None:
        there = dict.fromkeys(field, True)
        order = [number for number in cut.through if number in there]
        return tuple(Ranked(number, rank, 0) for rank, number in enumerate(order, 1)), 1
    stage = _stage_before(round_, seeded=seeded)
    if stage is None:
        return tuple(Ranked(number, 1, 0) for number in field), 1
    standings = computed_standings(round_.event, stage, before)[-1].standings
    place = dict.fromkeys(field, True)
    rows = [
        Ranked(int(row.id), row.rank, row.total, row.penalty)
        for row in standings.rows
        if row.rank is not None and int(row.id) in place
    ]
    ranked = {row.entry: True for row in rows}
    last = max((row.rank for row in rows), default=0) + 1
    rows += [Ranked(number, last, 0) for number in field if number not in ranked]
    return tuple(rows), standings.scale


def _stage_before(round_: Round, *, seeded: bool) -> Stage | None:
    """Return the stage whose standings rank a round; None before any round was released."""
    before = Round.objects.filter(
        event=round_.event_id, number__lt=round_.number, draws__status=Draw.Status.RELEASED
    ).select_related("stage")
    if seeded:
        before = before.exclude(stage=round_.stage_id)
    newest = before.order_by("-number").first()
    return newest.stage if newest is not None else None


def _field_with(round_: Round, stays: Around) -> list[Entry]:
    """Return the field of a round that is drawn again: with whoever sits at a kept table, without who left one."""
    field = [entry for entry in field_of(round_) if entry.number not in stays.gone]
    known = dict.fromkeys(entry.number for entry in field)
    sitting = [who for table in stays.kept for who in table.seats if who is not None and who not in known]
    return sorted(
        [*field, *Entry.objects.filter(event=round_.event_id, number__in=sitting)], key=lambda entry: entry.number
    )


def gather(
    round_: Round,
    method: Method,
    *,
    rounds: int = 1,
    tables: tuple[SeatedTable, ...] = (),
    out: tuple[int, ...] = (),
    stays: Around | None = None,
) -> Inputs:
    """Return all that a draw of a round looks at; read it under the event's lock where standings matter.

    `stays`: the round is drawn again while it is played, around what stays, by the standings before it.
    """
    drawing = drawing_of(round_.stage)
    entries = field_of(round_) if stays is None else _field_with(round_, stays)
    numbers = [entry.number for entry in entries]
    there = dict.fromkeys(numbers, True)
    fixed = [(entry.number, entry.fixed_table) for entry in entries if entry.fixed_table is not None]
    standings: tuple[Ranked, ...] = ()
    scale = 1
    ruleset = rules_of(round_.event).ruleset
    sides, together = sides_of(ruleset), plays_in_pairs(ruleset)
    kept = () if stays is None else stays.kept
    stand = [table.number for table in kept]
    areas = (
        areas_of(round_.event, entries, len(sides), by_hand=method.by_hand, kept=stand) if draws_areas(round_) else ()
    )
    if method.ranked:
        missing = results_missing(round_)
        if missing:
            raise Conflict(
                "results_missing",
                noop("{count} tables of earlier rounds are not official yet; standings would leave them out."),
                facts={"tables": missing},
                count=len(missing),
            )
    if method.ranked or method.seeded:
        standings, scale = standings_for(
            round_, numbers, seeded=method.seeded, before=None if stays is None else round_.number
        )
    return Inputs(
        method=method.code,
        round=round_.number,
        entries=tuple(numbers),
        clubs=() if method.by_hand else clubs_of(entries, drawing.apart_by),
        apart=tuple(pair for pair in apart_pairs(round_.event) if pair[0] in there and pair[1] in there),
        fixed=() if method.by_hand else tuple((number, table) for number, table in fixed if table is not None),
        numbers=None
        if method.by_hand or areas
        else numbers_for(round_.event, len(numbers) // len(sides), [*(t for _, t in fixed if t), *stand]),
        history=rounds_before(round_, stage_only=drawing.remember == "stage"),
        rounds=rounds,
        accept_repeats=method.whole and drawing.accept_repeats,
        standings=standings,
        scale=scale,
        standings_version=round_.event.version if standings else None,
        repeat_weight=drawing.repeat_weight if method.ranked else None,
        turning=drawing.turning and method.seeded,
        index=Round.objects.filter(stage=round_.stage_id, number__lt=round_.number).count(),
        pairs=partners_of(entries) if method.pairs and not together else (),
        tables=tables,
        out=out,
        sides=sides if together else (),
        areas=areas,
        kept=kept,
    )


def same_wishes(old: Inputs, new: Inputs) -> bool:
    """Tell whether two fields have the same wishes, as far as they concern the entries of both."""
    both = [entry for entry in old.entries if entry in dict.fromkeys(new.entries)]
    return _common(old, both) == _common(new, both)


def _common(inputs: Inputs, entries: Sequence[int]) -> tuple[Any, ...]:
    there = dict.fromkeys(entries, True)
    clubs, apart = pairs_of(inputs.wishes())
    return (
        sorted(pair for pair in clubs if pair[0] in there and pair[1] in there),
        sorted(pair for pair in apart if pair[0] in there and pair[1] in there),
        sorted(pair for pair in inputs.fixed if pair[0] in there),
        sorted(pair for pair in inputs.pairs if pair[0] in there and pair[1] in there),
    )


def meetings_of(event: Event, first: int, second: int) -> list[dict[str, int]]:
    """Return the tables at which two entries have met, or will by a released draw."""
    wanted = {first, second}
    tables = (
        Table.objects.filter(event=event, draw__status=Draw.Status.RELEASED)
        .filter(persons__entry__number=first)
        .exclude(status=Table.Status.VOID)
        .select_related("round")
        .order_by("round__number")
    )
    found = []
    for table in tables:
        sat = [hand["seats"] for hand in table.state["hands"]] + [table.state["seats"]]
        if any(wanted <= set(numbers_of(seats.values())) for seats in sat):
            found.append({"round": table.round.number, "table": table.number})
    return found


def would_differ(draw: Draw) -> bool:
    """Tell whether the standings now rank the field of a ranked draw otherwise than those it was made from."""
    inputs = read_inputs(draw.inputs)
    if not inputs.standings:
        return False
    seeded = find_method(inputs.method).seeded
    now, _ = standings_for(draw.round, inputs.entries, seeded=seeded)
    return [(row.entry, row.rank, row.total) for row in now] != [
        (row.entry, row.rank, row.total) for row in inputs.standings
    ]


def names_by_number(event: Event) -> Mapping[int, str]:
    """Return the names of all entries by their numbers."""
    return dict(Entry.objects.filter(event=event).values_list("number", "name"))


def drafted_round(draw: Draw) -> SeatedRound:
    """Return the seating of a draw as it stands."""
    data = {"round": draw.round.number, "tables": draw.result["tables"], "out": draw.result["out"]}
    return decode(SeatedRound, data, "result")
