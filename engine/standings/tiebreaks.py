"""The registry of criteria that ranks are decided by; adding one is one registered function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

import msgspec

from engine.standings.arithmetic import TWELFTHS
from engine.standings.sheets import Sheet
from engine.text import Text, text

Scope = Literal["stage", "event", "earlier", "last"]
"""The rounds a criterion looks at: of this stage, of this and all earlier ones, of earlier ones only, the last round.

A later stage is in none of them.
"""

Unit = Literal["counted", "member", "team", "points", "measure", "number", "places"]
Alone = Callable[[Sheet, Scope], int | None]
Among = Callable[[Sequence[Sheet], Scope], Sequence[int | None]]

SCOPES: tuple[Scope, ...] = get_args(Scope)


class TieBreakSpec(msgspec.Struct, frozen=True):
    """A criterion: `alone` gives a unit's number by itself, `among` the numbers of units that are still tied.

    `unit` and `parts` say what an integer means: 1/parts of what the ranked unit, its member or its team counts, of a
    point, of a measure that adds up, of a number or of a place in twelfths. A null number ranks below every number.
    `needs`: what a ranked unit must have (table, team, lot, members).
    """

    key: str
    name: Text
    direction: Literal["higher", "lower"]
    unit: Unit
    parts: int
    scope: Scope
    scopes: tuple[Scope, ...]
    needs: tuple[str, ...]
    measure: str | None
    alone: Alone | None
    among: Among | None

    def scale(self, counted: int, share: int, divide: int, team_divide: int) -> int:
        """Return n where integers are in units of 1/n: entries count in 1/`counted`, groups in a `divide`-th of it.

        Points and measures of an entry are those of its `share` places together.
        """
        units: dict[Unit, int] = {
            "counted": counted * divide,
            "member": counted,
            "team": counted * team_divide,
            "points": divide * share,
            "measure": share,
            "number": 1,
            "places": TWELFTHS,
        }
        return units[self.unit] * self.parts


TIE_BREAKS: dict[str, TieBreakSpec] = {}


def _add(
    key: str,
    name: Text,
    *,
    direction: Literal["higher", "lower"] = "higher",
    unit: Unit = "number",
    parts: int = 1,
    scopes: tuple[Scope, ...] = SCOPES,
    needs: tuple[str, ...] = (),
    measure: str | None = None,
    alone: Alone | None = None,
    among: Among | None = None,
) -> None:
    TIE_BREAKS[key] = TieBreakSpec(key, name, direction, unit, parts, scopes[0], scopes, needs, measure, alone, among)


def tie_break(
    key: str,
    name: Text,
    *,
    direction: Literal["higher", "lower"] = "higher",
    unit: Unit = "number",
    parts: int = 1,
    scopes: tuple[Scope, ...] = SCOPES,
    needs: tuple[str, ...] = (),
) -> Callable[[Alone], Alone]:
    """Register the decorated function of (sheet, scope); the first of `scopes` is its own."""

    def register(alone: Alone) -> Alone:
        _add(key, name, direction=direction, unit=unit, parts=parts, scopes=scopes, needs=needs, alone=alone)
        return alone

    return register


def tie_break_among(key: str, name: Text, *, needs: tuple[str, ...] = ()) -> Callable[[Among], Among]:
    """Register the decorated function of (tied sheets, scope), whose numbers mean something among those only."""

    def register(among: Among) -> Among:
        _add(key, name, needs=needs, among=among)
        return among

    return register


def tie_break_measure(
    measure: str, name: Text, *, direction: Literal["higher", "lower"] = "higher", most: bool = False
) -> None:
    """Register a measure by its own code: the sum over the rounds or, with `most`, the highest of one round."""

    def alone(sheet: Sheet, scope: Scope) -> int:
        numbers = [line.measures.get(measure, 0) for line in sheet.played(scope)]
        return max(numbers, default=0) if most else sum(numbers)

    _add(measure, name, direction=direction, unit="number" if most else "measure", measure=measure, alone=alone)


@tie_break("total", text("總分", "总分", "Total"), unit="counted")
def total(sheet: Sheet, scope: Scope) -> int:
    """The total of the stage with best-n and carry-over; in any other scope the sum of round values and penalties."""
    if scope == "stage":
        return sheet.total
    return sum(line.penalty + (line.value or 0) for line in sheet.lines[scope])


@tie_break("points", text("牌桌得分合計", "牌桌得分合计", "Table points"), unit="points")
def points(sheet: Sheet, scope: Scope) -> int:
    """The sum of table points, table penalties included."""
    return sum(line.points for line in sheet.lines[scope])


@tie_break("best_round", text("最高單輪", "最高单轮", "Best round"), unit="counted")
def best_round(sheet: Sheet, scope: Scope) -> int | None:
    """The highest round value."""
    return _nth_best(sheet, scope, 0)


@tie_break("second_best", text("次高單輪", "次高单轮", "Second-best round"), unit="counted")
def second_best(sheet: Sheet, scope: Scope) -> int | None:
    """The second-highest round value."""
    return _nth_best(sheet, scope, 1)


@tie_break("worst_round", text("最低單輪", "最低单轮", "Worst round"), unit="counted")
def worst_round(sheet: Sheet, scope: Scope) -> int | None:
    """The lowest round value."""
    return _nth_best(sheet, scope, -1)


@tie_break("median", text("單輪中位數", "单轮中位数", "Median round"), unit="counted", parts=2)
def median(sheet: Sheet, scope: Scope) -> int | None:
    """The middle round value, in halves: of an even number of rounds, the two middle ones added."""
    values = _values(sheet, scope)
    if not values:
        return None
    return values[(len(values) - 1) // 2] + values[len(values) // 2]


@tie_break("sum_of_places", text("名次合計", "名次合计", "Sum of table places"), direction="lower", unit="places")
def sum_of_places(sheet: Sheet, scope: Scope) -> int | None:
    """The places taken at tables added up, shared ones exactly; null without a table."""
    places = [line.place for line in sheet.played(scope) if line.place is not None]
    return sum(places) if places else None


@tie_break("first_places", text("桌上第一次數", "桌上第一次数", "Tables won"))
def first_places(sheet: Sheet, scope: Scope) -> int:
    """How often the unit (for a group: its members) was alone first at a table."""
    return sum(line.place == TWELFTHS for line in sheet.played(scope))


tie_break_measure("hands_won", text("胡牌次數", "和牌次数", "Hands won"))
tie_break_measure("self_draws", text("自摸次數", "自摸次数", "Self-drawn wins"))
tie_break_measure("deal_ins", text("放銃次數", "点炮次数", "Deal-ins"), direction="lower")
tie_break_measure("best_hand", text("最大單盤", "最大单盘", "Best hand"), most=True)
tie_break_measure("level_steps", text("升級級數", "升级级数", "Level steps"))


@tie_break_among("head_to_head", text("同桌交手", "同桌交手", "Head-to-head"), needs=("table",))
def head_to_head(sheets: Sequence[Sheet], scope: Scope) -> Sequence[int]:
    """At tables shared by the tied: opponents outscored less opponents outscoring, over all shared tables."""
    tables: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for index, sheet in enumerate(sheets):
        for line in sheet.lines[scope]:
            if line.table is not None and line.place is not None:
                tables.setdefault((line.round, line.table), []).append((index, line.place))
    balance = [0] * len(sheets)
    for seated in tables.values():
        for index, place in seated:
            balance[index] += sum((other > place) - (other < place) for _, other in seated)
    return balance


@tie_break("fewest_penalties", text("受罰次數", "受罚次数", "Penalties"), direction="lower")
def fewest_penalties(sheet: Sheet, scope: Scope) -> int:
    """How many rulings took points away."""
    rounds = {line.round for line in sheet.lines[scope]}
    return sum(penalty.points < 0 and penalty.round in rounds for penalty in sheet.penalties)


@tie_break(
    "team_result", text("所屬隊伍總分", "所属队伍总分", "Team total"), unit="team", scopes=("stage",), needs=("team",)
)
def team_result(sheet: Sheet, scope: Scope) -> int | None:
    """The total of the entry's team; null without a team."""
    return sheet.team.total if sheet.team is not None else None


@tie_break(
    "best_member",
    text("隊內最高總分", "队内最高总分", "Best member's total"),
    unit="member",
    scopes=("stage",),
    needs=("members",),
)
def best_member(sheet: Sheet, scope: Scope) -> int:
    """The highest total of a member."""
    return max(member.total for member in sheet.members)


@tie_break("lot", text("抽籤", "抽签", "Lot"), direction="lower", scopes=("stage",), needs=("lot",))
def lot(sheet: Sheet, scope: Scope) -> int | None:
    """The lot that was drawn and recorded; null when none was."""
    return sheet.entry.lot if sheet.entry is not None else None


def _values(sheet: Sheet, scope: Scope) -> list[int]:
    return sorted(line.value for line in sheet.lines[scope] if line.value is not None)


def _nth_best(sheet: Sheet, scope: Scope, place: int) -> int | None:
    values = _values(sheet, scope)[::-1]
    return values[place] if -len(values) <= place < len(values) else None
