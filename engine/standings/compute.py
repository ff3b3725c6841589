"""Standings of a stage from a policy and its data: the one entrance of this room."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import RuleError, noop
from engine.standings.book import AT_TABLE, Rounds, build_sheets, group_sheets, select_rounds
from engine.standings.data import HOUSE, Account, Carried, Data
from engine.standings.policy import Policy, TieBreak, check_policy
from engine.standings.ranking import FIRST, TIED, Ranking, rank_sheets
from engine.standings.sheets import Line, Sheet
from engine.standings.snapshot import FORMAT, Cell, Criterion, Row, Standings, Sums, Unit, Why
from engine.standings.tiebreaks import TIE_BREAKS
from engine.text import Text


def compute(
    policy: Policy,
    data: Data,
    *,
    stage: str | None = None,
    since: int | None = None,
    through: int | None = None,
    by: Unit = "entry",
) -> Standings:
    """Return the standings of a stage (it may go unnamed where there is one), through round `through`, of all entries.

    `since` shows a part of the stage by itself, without carry-over. `by` asks for teams or pairs, as `policy.groups`
    has them. Who has no result that counts yet stands below, without a rank. Refused by path: a policy that cannot be
    computed, results of unknown rounds, two results of one round.
    """
    check_policy(policy)
    stage = stage if stage is not None else _only_stage(data)
    rounds = select_rounds(data, stage, since, through)
    sheets = build_sheets(policy, data, rounds, carry=since is None)
    units, tie_breaks, divide, team_divide = sheets, policy.tie_breaks, 1, 1
    if by != "entry":
        groups = policy.grouping(by)
        units, tie_breaks, divide = group_sheets(groups, sheets, rounds), groups.tie_breaks, groups.divide
    elif any("team" in TIE_BREAKS[item.key].needs for item in tie_breaks):
        groups = policy.grouping("team")
        group_sheets(groups, sheets, rounds)
        team_divide = groups.divide
    begun = any(line.status in AT_TABLE for sheet in sheets for line in sheet.played("event"))
    ranked = [sheet for sheet in units if _takes_rank(sheet, begun=begun)]
    others = [sheet for sheet in units if not _takes_rank(sheet, begun=begun)]
    ranking = rank_sheets(ranked, tie_breaks)
    criteria = tuple(_criterion(item, policy, divide, team_divide) for item in tie_breaks)
    return Standings(
        FORMAT,
        by,
        stage,
        rounds.scopes["stage"],
        policy.scale * divide,
        criteria,
        (*_rows(ranking, criteria, rounds), *(_row(sheet, None, (), rounds) for sheet in others)),
        _sums(data, rounds),
        policy.share,
        _counted_measure(policy),
    )


def carry_over(standings: Standings) -> tuple[Carried, ...]:
    """Return what the entries of these standings bring to the next stage; its policy takes the fraction."""
    return tuple(Carried(row.id, row.total, standings.scale) for row in standings.rows)


def _takes_rank(sheet: Sheet, *, begun: bool) -> bool:
    """Whether a unit is ranked: who has no result that counts yet, here or in an earlier stage, is not."""
    if sheet.entry is not None and not sheet.entry.ranked:
        return False
    return sheet.carried != 0 or any(_counts(line, begun=begun) for line in sheet.played("event"))


def _counts(line: Line, *, begun: bool) -> bool:
    """Being absent is a result only where it is worth something; a ruling alone is none.

    Nor is sitting out one while nobody has played yet (not `begun`).
    """
    if line.status == "absent" or (line.status == "sat_out" and not begun):
        return bool(line.value)
    return line.status != "none"


def _counted_measure(policy: Policy) -> Text | None:
    """Return what the measure that a policy counts is called, or None where it counts points."""
    return next((spec.name for spec in TIE_BREAKS.values() if spec.measure == policy.source), None)


def _only_stage(data: Data) -> str:
    stages = {item.stage for item in data.rounds}
    if len(stages) != 1:
        raise RuleError("stage_missing", noop("say which stage"), path="stage")
    return data.rounds[0].stage


def _criterion(tie_break: TieBreak, policy: Policy, divide: int, team_divide: int) -> Criterion:
    spec = TIE_BREAKS[tie_break.key]
    scale = spec.scale(policy.scale, policy.share, divide, team_divide)
    return Criterion(spec.key, spec.name, spec.direction, tie_break.scope or spec.scope, scale)


def _rows(ranking: Ranking, criteria: Sequence[Criterion], rounds: Rounds) -> list[Row]:
    placed = ranking.placed
    rows = []
    for position, item in enumerate(placed):
        values = tuple(numbers[item.sheet.index] for numbers in ranking.values)
        if item.decided == FIRST:
            why = None
        elif item.decided == TIED:
            why = Why(None)
        else:
            above = ranking.values[item.decided][placed[position - 1].sheet.index]
            why = Why(criteria[item.decided].key, above, values[item.decided])
        tied = item.decided == TIED or (position + 1 < len(placed) and placed[position + 1].decided == TIED)
        rows.append(_row(item.sheet, item.rank, values, rounds, tied=tied, why=why))
    return rows


def _row(
    sheet: Sheet,
    rank: int | None,
    values: tuple[int | None, ...],
    rounds: Rounds,
    *,
    tied: bool = False,
    why: Why | None = None,
) -> Row:
    lines = {line.round: line for line in sheet.lines["stage"]}
    return Row(
        rank,
        sheet.key,
        sheet.total,
        sum(line.points for line in lines.values()),
        tuple(_cell(lines.get(number)) for number in rounds.scopes["stage"]),
        values,
        sheet.carried,
        sum(line.penalty for line in lines.values()),
        tied,
        sheet.entry is not None and sheet.entry.withdrawn,
        why,
        tuple(member.key for member in sheet.members),
    )


def _cell(line: Line | None) -> Cell | None:
    if line is None:
        return None
    return Cell(line.status, line.value, line.points, line.place, line.penalty, line.counted)


def _sums(data: Data, rounds: Rounds) -> Sums:
    wanted = frozenset(rounds.scopes["stage"])
    points = sum(
        result.points
        for result in data.results
        if result.round in wanted and result.entry != HOUSE and result.status in AT_TABLE
    )
    penalties: dict[Account, int] = {"table": 0, "event": 0, "placing": 0}
    for penalty in data.penalties:
        if penalty.round in wanted and penalty.entry != HOUSE:
            penalties[penalty.account] += penalty.points
    return Sums(points, penalties["table"], penalties["event"], penalties["placing"])
