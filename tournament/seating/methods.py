"""The ways of drawing, by name: each seats one round, or all rounds of a stage that remain, from inputs and a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import Any, cast

from engine.chance import ALGORITHM as CHANCE
from engine.chance import Chance, mix
from engine.errors import RuleError, noop
from engine.places import PLACES
from engine.seating.edits import without_table
from engine.seating.groups import Progress
from engine.seating.lots import numbers_in_use, random_draw
from engine.seating.model import Person, Seats, listing, roster
from engine.seating.model import Round as Seating
from engine.seating.ranked import RankedPlan, draw_ranked
from engine.seating.ranked_pairs import ALGORITHM as PAIRS_ALGORITHM
from engine.seating.ranked_pairs import Before, draw_ranked_pairs
from engine.seating.replan import Replan, replan
from engine.seating.schedule import ALGORITHM, Plan, plan, refuse_apart_meetings
from engine.seating.stages import finals, league, pair_rounds
from engine.seating.wishes import Notice, check_wishes
from engine.text import Text, text
from tournament.seating.inputs import Inputs, Ranked, SeatedRound, as_seating


@dataclass(frozen=True)
class Seated:
    """Rounds as they were drawn, how the engine found them, what it warns of, and further numbers for the report."""

    rounds: tuple[Seating, ...]
    how: str
    algorithm: str
    notices: tuple[Notice, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    # How each area was found, where they are drawn apart; the rounds above are those of all areas.
    areas: tuple[Seated, ...] = ()


Seat = Callable[[Inputs, str, Progress | None], Seated]


@dataclass(frozen=True)
class Method:
    """One way of drawing: its name, its rules in the order in which they count, and what it needs.

    `whole` seats all rounds of a stage that remain; `ranked` reads the standings, `seeded` those with which the stage
    began; `pairs` asks for fixed partners; `by_hand` takes tables as they are given. `sides`: it also seats
    entries that are pairs. `per_area`: it can draw each area of the hall for itself. `keeps`: it can draw around
    tables that stay as they are.
    """

    code: str
    name: Text
    rules: tuple[Text, ...]
    seat: Seat
    whole: bool = False
    ranked: bool = False
    seeded: bool = False
    pairs: bool = False
    by_hand: bool = False
    sides: bool = False
    per_area: bool = False
    keeps: bool = False


METHODS: dict[str, Method] = {}

_PAIR_LOTS = 200
_CLUB, _NEVER = 8, 1000

_APART = text(
    "不得同桌者絕不同桌。", "不得同桌者绝不同桌。", "Those who must not meet never share a table."
)  # fmt: skip
_REPEATS = text(
    "已經同桌過的盡量不再同桌。",
    "已经同桌过的尽量不再同桌。",
    "Those who have met already are kept from meeting again as far as possible.",
)
_CLUBS = text(
    "同隊或同社團的盡量不同桌。",
    "同队或同俱乐部的尽量不同桌。",
    "Members of one team or club are kept from meeting as far as possible.",
)
_RESTS = text(
    "人數不是四的倍數時，先由輪空最少的人輪空，相同者抽籤。",
    "人数不是四的倍数时，先由轮空最少的人轮空，相同者抽签。",
    "Where the field is no multiple of four, those who have sat out least sit out, ties by lot.",
)
_WINDS = text(
    "各人坐東南西北的次數盡量相等。",
    "各人坐东南西北的次数尽量相等。",
    "Everybody sits East, South, West and North equally often, as far as possible.",
)
_LOT = text(
    "先依號碼排列，再以種子洗牌，名單的順序因此毫無影響。",
    "先按号码排列，再以种子洗牌，名单的顺序因此毫无影响。",
    "Entries are sorted by number and then shuffled with the seed, so that the order of the list never matters.",
)


def method(code: str, name: Text, rules: Sequence[Text], **needs: bool) -> Callable[[Seat], Seat]:
    """Register a way of drawing."""

    def register(seat: Seat) -> Seat:
        METHODS[code] = Method(code, name, tuple(rules), seat, **needs)
        return seat

    return register


def find_method(code: str) -> Method:
    """Return a way of drawing by its code."""
    if code not in METHODS:
        raise RuleError("method_unknown", noop("There is no way of drawing “{method}”."), path="method", method=code)
    return METHODS[code]


def seat(inputs: Inputs, seed: str, progress: Progress | None = None) -> Seated:
    """Draw; the same inputs and seed give the same seating everywhere."""
    method = find_method(inputs.method)
    if inputs.sides and not method.sides:
        raise RuleError(
            "method_pairs",
            noop("Pairs cannot be drawn “{method}”: draw them by lot, by standings, as fixed pairs or by hand."),
            path="method",
            method=method.code,
        )
    return method.seat(inputs, seed, progress)


_RULES = (_LOT, _APART, _RESTS, _REPEATS, _CLUBS, _WINDS)
# The number under which the page of a draw lists the rule on who rests.
RESTS_RULE = _RULES.index(_RESTS) + 1


@method("random", text("抽籤", "抽签", "By lot"), _RULES, sides=True, per_area=True, keeps=True)
def _random(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """One round by lot; with wishes or earlier rounds, the lot is mended as the wishes ask."""
    if inputs.sides:
        return _pairs_by_lot(inputs, seed)
    if not (inputs.clubs or inputs.apart or inputs.fixed or inputs.history):
        round_ = random_draw(inputs.entries, seed, numbers=inputs.numbers)
        return Seated((round_,), "lot", f"lots/{CHANCE}")
    drawn = plan(inputs.entries, 1, seed, wishes=inputs.wishes(), accept_repeats=True, progress=progress)
    return _of_plan(drawn)


@method(
    "schedule",
    text("固定賽程", "固定赛程", "Fixed schedule"),
    [_LOT, _APART, _RESTS, _REPEATS, _CLUBS, _WINDS],
    whole=True,
    per_area=True,
)
def _schedule(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """All rounds that remain; where a schedule is already played, those who come inherit the lines of those who go."""
    wishes = inputs.wishes()
    if inputs.plan:
        return _solved_again(inputs, seed, progress)
    drawn = plan(
        inputs.entries, inputs.rounds, seed, wishes=wishes, accept_repeats=inputs.accept_repeats, progress=progress
    )
    return _of_plan(drawn)


@method(
    "league",
    text("循環賽", "循环赛", "Round robin"),
    [
        text("每兩人同桌的次數相等。", "每两人同桌的次数相等。", "Every two meet equally often."),
        _LOT,
        _WINDS,
    ],
    whole=True,
)
def _league(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """The first `rounds` of a league of all entries."""
    if inputs.plan:
        return _solved_again(inputs, seed, progress)
    drawn = league(inputs.entries, seed)
    if inputs.rounds > len(drawn.rounds):
        raise RuleError(
            "league_rounds",
            noop("A league of {players} has {most} rounds, not {rounds}."),
            path="rounds",
            players=len(inputs.entries),
            most=len(drawn.rounds),
            rounds=inputs.rounds,
        )
    return _kept_apart(_of_plan(drawn), inputs, inputs.rounds)


@method(
    "pairs",
    text("固定搭檔", "固定搭档", "Fixed pairs"),
    [
        text("搭檔對坐。", "搭档对坐。", "Partners sit opposite each other."),
        text(
            "每一對與其他各對都交手之後，才再次交手。",
            "每一对与其他各对都交手之后，才再次交手。",
            "Every pair meets every other pair before it meets one again.",
        ),
        _LOT,
        _WINDS,
    ],
    whole=True,
    pairs=True,
    sides=True,
)
def _pairs(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """Fixed pairs in turn; rounds of the stage that were played count as gone."""
    if inputs.sides:
        # The members of the pair that is entry n are n and -n here.
        halves = pair_rounds([(entry, -entry) for entry in inputs.entries], inputs.index + inputs.rounds, seed)
        drawn = tuple(_as_entries(round_) for round_ in halves)
    else:
        roster(inputs.entries)
        drawn = pair_rounds(cast(Sequence[tuple[Person, Person]], inputs.pairs), inputs.index + inputs.rounds, seed)
    return _kept_apart(Seated(_at_tables(drawn[inputs.index :], inputs), "circle", ALGORITHM), inputs)


@method(
    "ranked",
    text("依名次", "按名次", "By standings"),
    [
        text(
            "依所註明版本的排名，罰分計算在內；同名次的順序抽籤。",
            "按所注明版本的排名，罚分计算在内；同名次的顺序抽签。",
            "By the standings of the version named, penalties included; those who share a rank are ordered by lot.",
        ),
        _APART,
        text(
            "坐不滿各桌時，由輪空最少的人之中名次最後的輪空。",
            "坐不满各桌时，由轮空最少的人之中名次最后的轮空。",
            "Where the field does not fill its tables, the last ranked of those who have sat out least sit out.",
        ),
        _REPEATS,
        text("名次相近者同桌。", "名次相近者同桌。", "Those of like rank share a table."),
        _WINDS,
        text(
            "尚無成績時，該輪抽籤。",
            "尚无成绩时，该轮抽签。",
            "As long as there are no results, the round is drawn by lot.",
        ),
    ],
    ranked=True,
    sides=True,
    per_area=True,
    keeps=True,
)
def _ranked(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """One round by the standings."""
    if inputs.sides:
        return _pairs_by_standings(inputs, seed)
    roster(inputs.entries)
    totals = {row.entry: row.total for row in inputs.standings}
    order = [(entry, totals[entry]) for entry in _lots(inputs.standings, seed)]
    drawn = draw_ranked(
        order,
        seed,
        players=inputs.entries,
        wishes=inputs.wishes(),
        repeat_weight=inputs.repeat_weight,
        progress=progress,
    )
    more: dict[str, Any] = {"penalised": [row.entry for row in inputs.standings if row.penalty]}
    if isinstance(drawn, RankedPlan):
        close = drawn.closeness
        more["closeness"] = {
            "rank_squares": close.rank_squares,
            "ideal_squares": close.ideal_squares,
            "widest_rank": close.widest_rank,
            "points_apart": close.points_apart,
            "widest_points": close.widest_points,
            "scale": inputs.scale,
        }
    found = _of_plan(drawn)
    rounds = tuple(_left_empty(round_, inputs) for round_ in found.rounds)
    return Seated(rounds, found.how, found.algorithm, found.notices, more)


@method(
    "finals",
    text("決賽固定座位", "决赛固定座位", "Finals with fixed seats"),
    [
        text(
            "名次最前的四人坐第一桌，其次四人坐第二桌，依此類推。",
            "名次最前的四人坐第一桌，其次四人坐第二桌，依此类推。",
            "The first four of the standings sit at the first table, the next four at the second, and so on.",
        ),
        text(
            "名次最前者坐東，其次南、西、北；輪轉座位時，每四輪各人每風各坐一次。",
            "名次最前者坐东，其次南、西、北；轮转座位时，每四轮各人每风各坐一次。",
            "The best ranked sits East, then South, West, North; turning seats give each wind once in four rounds.",
        ),
    ],
    seeded=True,
)
def _finals(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """The finalists by rank; a rank that is shared has to be decided before, by the cut or by play."""
    roster(inputs.entries)
    ranks = [row.rank for row in inputs.standings]
    tied = [row.entry for row in inputs.standings if ranks.count(row.rank) > 1]
    if tied:
        raise RuleError(
            "finals_tied",
            noop("{players} share a rank: cut the stage first, which decides their order by lot."),
            path="standings",
            players=listing(tied),
        )
    order = [row.entry for row in inputs.standings]
    round_ = finals(order, inputs.index + 1, turning=inputs.turning)[inputs.index]
    return _kept_apart(Seated(_at_tables((round_,), inputs), "finals", ALGORITHM), inputs)


@method(
    "manual",
    text("人工排座", "人工排座", "By hand"),
    [text("由主辦單位排定。", "由主办方排定。", "Seated by the organiser.")],
    by_hand=True,
    sides=True,
    per_area=True,
)
def _manual(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    """Tables as they were given; what is not whole was refused before."""
    round_ = as_seating(SeatedRound(inputs.round, inputs.tables, inputs.out))
    return Seated((round_,), "by hand", "by hand")


def _pairs_by_lot(inputs: Inputs, seed: str) -> Seated:
    """One round of pairs: of a number of lots the first in which fewest meet who should not, or have met already."""
    history = [as_seating(round_) for round_ in inputs.history]
    rested = Counter(who for round_ in history for who in round_.out)
    met = Counter(meeting for round_ in history for meeting in meetings_of_pairs(round_))
    weights = {**dict.fromkeys(((a, b) for club in inputs.clubs for a, b in combinations(sorted(club), 2)), _CLUB)}
    weights |= dict.fromkeys((tuple(sorted(pair)) for pair in inputs.apart), _NEVER)
    best: tuple[int, Seating] | None = None
    for number in range(_PAIR_LOTS):
        lot = seed if number == 0 else mix(seed, f"lot {number}")
        round_ = random_draw(inputs.entries, lot, sat_out=rested, numbers=inputs.numbers, sides=inputs.sides)
        cost = sum(met[pair] + weights.get(pair, 0) for pair in meetings_of_pairs(round_))
        if best is None or cost < best[0]:
            best = (cost, round_)
        if cost == 0:
            break
    assert best is not None
    return _kept_apart(Seated((best[1],), "lot", f"lots/{CHANCE}"), inputs)


def _pairs_by_standings(inputs: Inputs, seed: str) -> Seated:
    """One round of pairs by the standings: no meeting again as far as possible, then pairs of like rank."""
    history = [as_seating(round_) for round_ in inputs.history]
    first = PLACES.index(inputs.sides[0][0])
    before = Before(
        met=Counter(meeting for round_ in history for meeting in meetings_of_pairs(round_)),
        rested=Counter(who for round_ in history for who in round_.out),
        held=Counter(table[first] for round_ in history for table in round_.tables),
        clubs=frozenset(tuple(sorted(two)) for club in inputs.clubs for two in combinations(club, 2)),
        apart=frozenset(tuple(sorted(pair)) for pair in inputs.apart),
    )
    order = _lots(inputs.standings, seed)
    round_ = draw_ranked_pairs(order, seed, before, sides=inputs.sides, numbers=inputs.numbers)
    more = {"penalised": [row.entry for row in inputs.standings if row.penalty]}
    return _kept_apart(Seated((round_,), "ranked pairs", f"{PAIRS_ALGORITHM}/{CHANCE}", more=more), inputs)


def meetings_of_pairs(round_: Seating) -> list[tuple[Person, ...]]:
    """Return who meets whom in a round whose entries are pairs, each once; empty places meet nobody."""
    sat = [sorted({who for who in table if isinstance(who, int) and who > 0}) for table in round_.tables]
    return [pair for entries in sat for pair in combinations(entries, 2)]


def _as_entries(round_: Seating) -> Seating:
    tables = [cast(Seats, tuple(abs(cast(int, who)) for who in table)) for table in round_.tables]
    return Seating(tuple(tables), round_.numbers, tuple(sorted({abs(cast(int, who)) for who in round_.out})))


def _lots(standings: Sequence[Ranked], seed: str) -> list[int]:
    """The entries by rank; those who share a rank are ordered by lot, never by the list."""
    chance = Chance(seed).child("ties")
    groups = groupby(standings, key=lambda row: row.rank)
    return [entry for _, group in groups for entry in chance.shuffled(row.entry for row in group)]


def _left_empty(round_: Seating, inputs: Inputs) -> Seating:
    """The round with the higher table left empty where two who keep a table meet at the lower one."""
    fixed = dict(inputs.fixed)
    kept = [sorted(fixed[cast(int, who)] for who in table if who in fixed) for table in round_.tables]
    empty = [number for numbers in kept for number in numbers[1:] if number in round_.numbers]
    spare = [number for number in inputs.numbers or () if number not in round_.numbers and number not in empty]
    for number in empty:
        if spare:
            round_ = without_table(round_, number, spare.pop(0))
    return round_


def _of_plan(drawn: Plan) -> Seated:
    return Seated(drawn.rounds, drawn.method, drawn.algorithm, drawn.notices)


def _solved_again(inputs: Inputs, seed: str, progress: Progress | None) -> Seated:
    rounds = [as_seating(round_) for round_ in inputs.plan]
    before = rounds[0].players()
    solved: Replan = replan(
        [who for who in before if isinstance(who, int) and who > 0],
        rounds,
        0,
        seed,
        leave=inputs.leave,
        join=inputs.join,
        wishes=inputs.wishes(),
        progress=progress,
    )
    more = {
        "heirs": [[heir, line] for heir, line in sorted(solved.heirs.items())],
        "moves": len(solved.moves),
    }
    return Seated(solved.rounds, solved.method, solved.algorithm, solved.notices, more)


def _at_tables(rounds: Sequence[Seating], inputs: Inputs) -> tuple[Seating, ...]:
    """The rounds with the first tables in use instead of the first numbers."""
    return tuple(
        Seating(round_.tables, numbers_in_use(len(round_.tables), inputs.numbers, ()), round_.out) for round_ in rounds
    )


def _kept_apart(found: Seated, inputs: Inputs, count: int | None = None) -> Seated:
    """What was found, its first `count` rounds, refused where people kept apart share a table."""
    rounds = found.rounds[:count]
    wishes = inputs.wishes()
    notices = check_wishes(inputs.entries, wishes)
    refuse_apart_meetings(rounds, wishes)
    return Seated(rounds, found.how, found.algorithm, (*found.notices, *notices), found.more)
