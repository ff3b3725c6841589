"""How a stage is ranked, as data: what counts, what sit-outs score, what is carried over and what breaks ties."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import msgspec

from engine.decoding import decode
from engine.errors import RuleError, noop
from engine.standings.arithmetic import TWELFTHS, Rounding
from engine.standings.data import Account
from engine.standings.formulas import FORMULAS, Formula
from engine.standings.tiebreaks import TIE_BREAKS, Scope

POINTS = "points"

OFFERS: Mapping[str, tuple[str, ...]] = {
    "entry": ("table", "team", "lot"),
    "team": ("members",),
    "pair": ("members",),
}
"""What tie-breaks may need that each kind of ranked unit has."""


class TieBreak(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A registered criterion by key; without a scope it has the one it was registered with."""

    key: str
    scope: Scope | None = None


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a round scores that was not simply played.

    `played`: the result counts as it stands; `fixed`: value/over units of what is counted; `average`: the mean of the
    entry's own played rounds of the stage, rounded as stated (0 before the first); `none`: no round at all.
    """

    kind: Literal["played", "fixed", "average", "none"]
    value: int = 0
    over: int = 1
    rounding: Rounding = "half_up"


class Carry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fraction of an earlier stage's total that counts here, and how it is rounded to the unit of this stage."""

    numerator: int = 1
    denominator: int = 1
    rounding: Rounding = "half_up"


class Groups(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standings of teams or pairs: per round the best `members` members count, then the best `best` rounds (null: all).

    `divide` shows a share: a pair that always scores alike is shown once with 2.
    """

    by: Literal["team", "pair"]
    tie_breaks: tuple[TieBreak, ...]
    members: int | None = None
    best: int | None = None
    divide: int = 1


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The policy of one stage.

    `source`: `points`, or the measure that is counted; `formula` turns it into round values. `place_points`: the worth
    of the places at a table in whole units. `best`: only the n best rounds count; penalties are never dropped.
    `penalties`: whether table penalties are taken off `before` the formula (and so move places) or `after`. A table at
    which fewer than `least_players` played scores `short_table` for each of them. `share`: how many places of a table
    one entry takes; its results are their sum, and the standings count a share of it.
    """

    tie_breaks: tuple[TieBreak, ...]
    source: str = POINTS
    formula: str = "points"
    place_points: tuple[int, ...] = ()
    best: int | None = None
    penalties: Literal["before", "after"] = "before"
    carry: Carry | None = None
    sit_out: Score = Score("none")
    absent: Score = Score("fixed")
    substitute: Score = Score("played")
    void: Score = Score("none")
    least_players: int = 2
    short_table: Score = Score("played")
    groups: tuple[Groups, ...] = ()
    share: int = 1

    @property
    def rule(self) -> Formula:
        """The formula itself."""
        return FORMULAS[self.formula]

    @property
    def scale(self) -> int:
        """Round values and totals are integers in units of 1/`scale`."""
        return self.rule.scale * self.share

    def grouping(self, by: str) -> Groups:
        """Return the rule for standings of teams or pairs, or refuse."""
        for groups in self.groups:
            if groups.by == by:
                return groups
        raise RuleError("groups_unknown", noop("this policy ranks no {by}"), path="groups", by=by)


def parse_policy(data: object, *, path: str = "", measures: Collection[str] | None = None) -> Policy:
    """Read a policy from TOML or JSON data and check it; a tie-break may be written as its key alone.

    With `measures`, the codes a game emits, a policy that counts or compares another measure is refused.
    """
    policy = decode(Policy, _spelt_out(data), path)
    try:
        check_policy(policy, measures=measures)
    except RuleError as error:
        raise error.at(path) from error
    return policy


def check_policy(policy: Policy, *, measures: Collection[str] | None = None) -> None:
    """Refuse a policy that cannot be computed; paths name the field."""
    if policy.formula not in FORMULAS:
        raise RuleError("formula_unknown", noop("there is no formula {name}"), path="formula", name=policy.formula)
    if policy.rule.placed and not policy.place_points:
        raise RuleError("place_points_missing", noop("this formula needs the worth of the places"), path="place_points")
    if measures is not None and policy.source != POINTS and policy.source not in measures:
        raise _measure_unknown(policy.source, "source")
    if policy.least_players < 1:
        raise _too_small(policy.least_players, 1, "least_players")
    if policy.best is not None and policy.best < 1:
        raise _too_small(policy.best, 1, "best")
    if policy.share < 1:
        raise _too_small(policy.share, 1, "share")
    if policy.carry is not None and policy.carry.numerator < 0:
        raise _too_small(policy.carry.numerator, 0, "carry.numerator")
    if policy.carry is not None and policy.carry.denominator < 1:
        raise _too_small(policy.carry.denominator, 1, "carry.denominator")
    for name in ("sit_out", "absent", "substitute", "void", "short_table"):
        _check_score(policy, name)
    grouped = [groups.by for groups in policy.groups]
    _check_tie_breaks(policy.tie_breaks, "entry", grouped, measures, "tie_breaks")
    for index, groups in enumerate(policy.groups):
        here = f"groups[{index}]"
        if groups.by in grouped[:index]:
            raise RuleError("groups_twice", noop("{by} standings are described twice"), path=here, by=groups.by)
        for name in ("members", "best", "divide"):
            number = getattr(groups, name)
            if number is not None and number < 1:
                raise _too_small(number, 1, f"{here}.{name}")
        _check_tie_breaks(groups.tie_breaks, groups.by, grouped, measures, f"{here}.tie_breaks")


def fixed_value(policy: Policy, score: Score, path: str = "") -> int:
    """Return a fixed score in units of 1/scale; a value that is no whole number of them is refused."""
    value, rest = divmod(score.value * policy.scale, score.over)
    if rest:
        raise RuleError(
            "score_inexact",
            noop("{value}/{over} cannot be counted exactly here"),
            path=path,
            value=score.value,
            over=score.over,
        )
    return value


def penalty_value(policy: Policy, account: Account, points: int, path: str = "") -> int:
    """Return what a penalty takes off (or adds to) the total, in units of 1/scale.

    Table penalties move the total by themselves only where `penalties` is `after` and the formula is linear; like the
    points of a table they are what all places of the entry add up to. A placing
    penalty that is no whole number of the unit is refused; ask before the ruling is issued.
    """
    if account == "event":
        return points * policy.scale
    if account == "table":
        return points * policy.rule.scale if policy.rule.linear and policy.source == POINTS else 0
    value, rest = divmod(points * policy.scale, TWELFTHS)
    if rest:
        raise RuleError(
            "penalty_inexact",
            noop("{points} twelfths cannot be counted exactly in these standings"),
            path=path,
            points=points,
        )
    return value


def _check_score(policy: Policy, name: str) -> None:
    score: Score = getattr(policy, name)
    if score.over < 1:
        raise _too_small(score.over, 1, f"{name}.over")
    if score.kind == "fixed":
        fixed_value(policy, score, name)
    if score.kind == "played" and name not in ("substitute", "short_table"):
        raise RuleError(
            "score_not_played", noop("a round that was not played cannot count as it was played"), path=name
        )


def _check_tie_breaks(
    tie_breaks: tuple[TieBreak, ...], unit: str, grouped: Sequence[str], measures: Collection[str] | None, path: str
) -> None:
    if not tie_breaks:
        raise RuleError("tie_breaks_empty", noop("choose at least one tie-break"), path=path)
    offers = OFFERS[unit]
    for index, tie_break in enumerate(tie_breaks):
        here = f"{path}[{index}]"
        spec = TIE_BREAKS.get(tie_break.key)
        if spec is None:
            raise RuleError("tie_break_unknown", noop("there is no tie-break {key}"), path=here, key=tie_break.key)
        if tie_break in tie_breaks[:index]:
            raise RuleError(
                "tie_break_twice", noop("the tie-break {key} is listed twice"), path=here, key=tie_break.key
            )
        if tie_break.scope is not None and tie_break.scope not in spec.scopes:
            raise RuleError(
                "tie_break_scope",
                noop("the tie-break {key} has no scope {scope}"),
                path=here,
                key=tie_break.key,
                scope=tie_break.scope,
            )
        for need in spec.needs:
            if need not in offers or (need == "team" and "team" not in grouped):
                raise RuleError(
                    "tie_break_needs",
                    noop("the tie-break {key} needs {need}, which is not known here"),
                    path=here,
                    key=tie_break.key,
                    need=need,
                )
        if measures is not None and spec.measure is not None and spec.measure not in measures:
            raise _measure_unknown(spec.measure, here)


def _measure_unknown(measure: str, path: str) -> RuleError:
    return RuleError("measure_unknown", noop("the game does not record {measure}"), path=path, measure=measure)


def _too_small(number: int, minimum: int, path: str) -> RuleError:
    return RuleError(
        "number_too_small", noop("{number} is less than {minimum}"), path=path, number=number, minimum=minimum
    )


def _spelt_out(data: object) -> object:
    """Write tie-breaks given as a key alone as `{key: …}`, here and in groups."""
    if not isinstance(data, Mapping):
        return data
    full: dict[str, Any] = dict(data)
    if isinstance(full.get("tie_breaks"), list | tuple):
        full["tie_breaks"] = [{"key": item} if isinstance(item, str) else item for item in full["tie_breaks"]]
    if isinstance(full.get("groups"), list | tuple):
        full["groups"] = [_spelt_out(item) for item in full["groups"]]
    return full
