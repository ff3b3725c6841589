"""Builds the sheets of a stage from results: places at tables, round values, scores of rounds not played, penalties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.errors import RuleError, noop
from engine.standings.arithmetic import divide, shared_places
from engine.standings.data import HOUSE, Data, Entry, Penalty, Result, Status
from engine.standings.policy import POINTS, Groups, Policy, Score, fixed_value, penalty_value
from engine.standings.sheets import Line, Sheet, add_up
from engine.standings.tiebreaks import SCOPES, Scope

AT_TABLE: frozenset[Status] = frozenset(("played", "late", "substitute"))


class Rounds(msgspec.Struct, frozen=True):
    """Which rounds each scope holds, in order, and the stage of each."""

    scopes: Mapping[Scope, tuple[int, ...]]
    stages: Mapping[int, str]


def select_rounds(data: Data, stage: str, since: int | None, through: int | None) -> Rounds:
    """Choose the rounds of a stage, `since` to `through`, and of the stages before it; later stages are left out."""
    stages = {item.number: item.stage for item in data.rounds}
    if len(stages) < len(data.rounds):
        raise RuleError("round_twice", noop("a round number is used twice"), path="rounds")
    order = list(dict.fromkeys(item.stage for item in data.rounds))
    if stage not in order:
        raise RuleError("stage_unknown", noop("there is no stage {stage}"), path="stage", stage=stage)
    before = set(order[: order.index(stage)])
    earlier = tuple(sorted(number for number, name in stages.items() if name in before))
    here = tuple(
        number
        for number in sorted(stages)
        if stages[number] == stage and (since is None or number >= since) and (through is None or number <= through)
    )
    scopes: dict[Scope, tuple[int, ...]] = {
        "stage": here,
        "event": (*earlier, *here),
        "earlier": earlier,
        "last": here[-1:],
    }
    return Rounds(scopes, stages)


def build_sheets(policy: Policy, data: Data, rounds: Rounds, *, carry: bool) -> tuple[Sheet, ...]:
    """Return the sheet of every entry, in the order of the entries."""
    position = {entry.id: index for index, entry in enumerate(data.entries)}
    if len(position) < len(data.entries) or HOUSE in position:
        raise RuleError("entry_twice", noop("an entry is listed twice or is called house"), path="entries")
    lines = _lines(policy, data, rounds, position)
    penalties = _penalties(policy, data, rounds, position, lines)
    carried = _carried(policy, data, position) if carry else {}
    return tuple(
        _sheet(policy, entry, index, lines[entry.id], penalties[entry.id], carried.get(entry.id, 0), rounds)
        for index, entry in enumerate(data.entries)
    )


def group_sheets(groups: Groups, sheets: Sequence[Sheet], rounds: Rounds) -> tuple[Sheet, ...]:
    """Return the sheets of the teams or pairs, in the order of their first members; the members' team is set."""
    members: dict[str, list[Sheet]] = {}
    for sheet in sheets:
        key = getattr(sheet.entry, groups.by)
        if key is not None:
            members.setdefault(key, []).append(sheet)
    found = []
    for index, (key, own) in enumerate(members.items()):
        parts: dict[int, list[Line]] = {}
        for sheet in own:
            for line in sheet.lines["event"]:
                parts.setdefault(line.round, []).append(line)
        merged = {number: _merged(number, lines, groups.members) for number, lines in parts.items()}
        carried = sum(sheet.carried for sheet in own)
        lines = _by_scope(merged, rounds)
        total = add_up(lines["stage"], groups.best, carried)
        penalties = tuple(penalty for sheet in own for penalty in sheet.penalties)
        group = Sheet(key, index, lines, carried, total, penalties=penalties, members=tuple(own))
        if groups.by == "team":
            for sheet in own:
                sheet.team = group
        found.append(group)
    return tuple(found)


def _lines(policy: Policy, data: Data, rounds: Rounds, position: Mapping[str, int]) -> dict[str, dict[int, Line]]:
    """Lay out every entry's rounds with the value of those played; fills in the places of each table."""
    wanted = frozenset(rounds.scopes["event"])
    deducted: dict[tuple[str, int], int] = {}
    for penalty in data.penalties:
        if penalty.account == "table":
            here = (penalty.entry, penalty.round)
            deducted[here] = deducted.get(here, 0) + penalty.points
    lines: dict[str, dict[int, Line]] = {entry.id: {} for entry in data.entries}
    tables: dict[tuple[int, int], list[Result]] = {}
    outside: set[tuple[str, int]] = set()
    for index, result in enumerate(data.results):
        if result.round not in rounds.stages:
            raise RuleError(
                "round_unknown", noop("there is no round {round}"), path=f"results[{index}].round", round=result.round
            )
        if result.round not in wanted or result.entry == HOUSE:
            continue
        own = lines.get(result.entry)
        if (own is not None and result.round in own) or (result.entry, result.round) in outside:
            raise RuleError(
                "result_twice",
                noop("{entry} has two results in round {round}"),
                path=f"results[{index}]",
                entry=result.entry,
                round=result.round,
            )
        if own is None:
            outside.add((result.entry, result.round))
        else:
            points = result.points + deducted.get((result.entry, result.round), 0)
            own[result.round] = Line(result.round, result.status, None, points, None, result.table, result.measures)
        if result.status in AT_TABLE:
            if result.table is None:
                raise RuleError("table_missing", noop("a played round needs its table"), path=f"results[{index}].table")
            tables.setdefault((result.round, result.table), []).append(result)
    for (number, _), seated in tables.items():
        _score_table(policy, number, seated, deducted, lines)
    return lines


def _score_table(
    policy: Policy,
    number: int,
    seated: Sequence[Result],
    deducted: Mapping[tuple[str, int], int],
    lines: Mapping[str, Mapping[int, Line]],
) -> None:
    """Set place and value of everybody at one table; a value that another rule decides stays null."""
    if policy.source != POINTS:
        raw = [result.measures.get(policy.source, 0) for result in seated]
    elif policy.penalties == "before" and deducted:
        raw = [result.points + deducted.get((result.entry, number), 0) for result in seated]
    else:
        raw = [result.points for result in seated]
    worths, beyond = policy.place_points, len(seated) - len(policy.place_points)
    if beyond > 0 and any(result.status == "substitute" for result in seated):
        # One place was held by two, each for a part of the round: whoever comes behind the last has its worth too.
        worths = (*worths, *worths[-1:] * beyond)
    elif policy.rule.placed and beyond > 0:
        raise RuleError(
            "table_too_large",
            noop("{count} players at a table, and no worth for the last place"),
            path="place_points",
            count=len(seated),
        )
    places = shared_places(raw, range(1, len(seated) + 1))
    if len(seated) < policy.least_players and policy.short_table.kind != "played":
        return
    # Of what does not add up over the places of an entry, each has the whole as his share.
    values = policy.rule.values(raw, [worth * policy.share for worth in worths])
    if not (policy.rule.linear or policy.rule.placed):
        values = [value * policy.share for value in values]
    for result, place, value in zip(seated, places, values, strict=True):
        own = lines.get(result.entry)
        if own is not None:
            line = own[number]
            line.place = place
            if result.status != "substitute" or policy.substitute.kind == "played":
                line.value = value


def _penalties(
    policy: Policy, data: Data, rounds: Rounds, position: Mapping[str, int], lines: Mapping[str, dict[int, Line]]
) -> dict[str, list[Penalty]]:
    """Add what penalties take off the total to the lines of their stored rounds; returns each entry's own."""
    wanted = frozenset(rounds.scopes["event"])
    found: dict[str, list[Penalty]] = {entry: [] for entry in position}
    for index, penalty in enumerate(data.penalties):
        if penalty.round not in rounds.stages:
            raise RuleError(
                "round_unknown",
                noop("there is no round {round}"),
                path=f"penalties[{index}].round",
                round=penalty.round,
            )
        if penalty.round not in wanted or penalty.entry not in position:
            continue
        own = lines[penalty.entry]
        line = own.get(penalty.round)
        if line is None:
            line = own[penalty.round] = Line(
                penalty.round, "none", points=penalty.points if penalty.account == "table" else 0
            )
        inside = penalty.account == "table" and policy.penalties == "before" and line.value is not None
        if not inside:
            line.penalty += penalty_value(policy, penalty.account, penalty.points, f"penalties[{index}].points")
        found[penalty.entry].append(penalty)
    return found


def _carried(policy: Policy, data: Data, position: Mapping[str, int]) -> dict[str, int]:
    """Return what each entry brings along, in units of this policy, rounded as stated."""
    if policy.carry is None:
        return {}
    carry = policy.carry
    found: dict[str, int] = {}
    for index, item in enumerate(data.carried):
        if item.entry in found:
            raise RuleError(
                "carried_twice", noop("{entry} brings two totals"), path=f"carried[{index}]", entry=item.entry
            )
        if item.entry in position:
            found[item.entry] = divide(
                item.total * policy.scale * carry.numerator, item.scale * carry.denominator, carry.rounding
            )
    return found


def _sheet(
    policy: Policy,
    entry: Entry,
    index: int,
    own: dict[int, Line],
    penalties: Sequence[Penalty],
    carried: int,
    rounds: Rounds,
) -> Sheet:
    """Fill in the rounds that were not simply played and add the sheet up."""
    unplayed = [line for line in own.values() if _score_of(policy, line) is not None]
    means = _means(own.values(), rounds, frozenset(line.round for line in unplayed)) if unplayed else {}
    for line in unplayed:
        score = _score_of(policy, line)
        if score is None or score.kind == "none":
            line.value = None
        elif score.kind == "fixed":
            line.value = fixed_value(policy, score)
        elif score.kind == "average":
            number, by = means.get(rounds.stages[line.round], (0, 1))
            line.value = divide(number, by, score.rounding)
    lines = _by_scope(own, rounds)
    total = add_up(lines["stage"], policy.best, carried)
    return Sheet(entry.id, index, lines, carried, total, entry, tuple(penalties))


def _score_of(policy: Policy, line: Line) -> Score | None:
    """Return the rule for a round that does not simply count as played, or null."""
    status = line.status
    if status == "sat_out":
        return policy.sit_out
    if status == "absent":
        return policy.absent
    if status == "void":
        return policy.void
    if status == "substitute" and policy.substitute.kind != "played":
        return policy.substitute
    if status in AT_TABLE and line.value is None:
        return policy.short_table
    return None


def _means(lines: Iterable[Line], rounds: Rounds, unplayed: frozenset[int]) -> dict[str, tuple[int, int]]:
    """Return sum and number of the values of the rounds really played, by stage."""
    means: dict[str, tuple[int, int]] = {}
    for line in lines:
        if line.value is not None and line.round not in unplayed:
            number, count = means.get(rounds.stages[line.round], (0, 0))
            means[rounds.stages[line.round]] = (number + line.value, count + 1)
    return means


def _by_scope(own: Mapping[int, Line], rounds: Rounds) -> dict[Scope, tuple[Line, ...]]:
    return {scope: tuple(own[number] for number in rounds.scopes[scope] if number in own) for scope in SCOPES}


def _merged(number: int, parts: Sequence[Line], best: int | None) -> Line:
    """Add the members' lines of one round up; with `best`, only so many of the highest values."""
    values = sorted((part.value for part in parts if part.value is not None), reverse=True)[:best]
    return Line(
        number,
        "played" if values else "none",
        sum(values) if values else None,
        sum(part.points for part in parts),
        penalty=sum(part.penalty for part in parts),
    )
