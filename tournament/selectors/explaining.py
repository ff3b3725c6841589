"""Why a draw is as it is, and why a rank is: rules in order, numbers beside bounds, in words of three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decoding import plain
from engine.errors import RuleError
from engine.standings import Standings, show
from engine.text import Text, text
from tournament.errors import sentence
from tournament.models import Draw
from tournament.seating.inputs import read_inputs
from tournament.seating.methods import find_method
from tournament.seating.quality import winds_of
from tournament.selectors.seating import drafted_round, names_by_number

NUMBERS: tuple[tuple[str, str | None, Text], ...] = (
    ("repeats", "repeat_lower_bound", text("重複同桌", "重复同桌", "Repeated meetings")),
    ("max_meetings", None, text("同兩人最多同桌次數", "同两人最多同桌次数", "Most meetings of two people")),
    ("wind_spread", None, text("各風次數最大差距", "各风次数最大差距", "Largest difference between winds")),
    ("wind_error", None, text("風位偏離均等", "风位偏离均等", "Distance from even winds")),
    (
        "club_meetings",
        "club_lower_bound",
        text("同隊或同社團同桌", "同队或同俱乐部同桌", "Meetings inside teams and clubs"),
    ),
    ("apart_meetings", None, text("不得同桌者同桌", "不得同桌者同桌", "Meetings of those kept apart")),
    ("table_revisits", None, text("重回同一張桌", "重回同一张桌", "Returns to a table")),
    ("most_sat_out", "least_sat_out", text("輪空最多次數", "轮空最多次数", "Most rounds sat out")),
)
PROVEN = text(
    "重複次數已是可能的最小值。", "重复次数已是可能的最小值。", "No seating has fewer repeats than this one."
)  # fmt: skip
BEST = text(
    "這是所找到的最佳結果，未證明為最小。",
    "这是所找到的最佳结果，未证明为最小。",
    "This is the best that was found; it is not proven that none is better.",
)
AGREES = text(
    "獨立的程式重新數過，所有數字一致。",
    "独立的程序重新数过，所有数字一致。",
    "A separate program counted again and found the same numbers.",
)
DIFFERS = text(
    "獨立的程式重新數過，數字不一致，請告知裁判。",
    "独立的程序重新数过，数字不一致，请告知裁判。",
    "A separate program counted again and found other numbers: tell a referee.",
)


def explained_draw(draw: Draw) -> dict[str, Any]:
    """Return how a round was drawn, for a page or a program; the draw has its round and schedule loaded."""
    inputs = read_inputs(draw.inputs)
    method = find_method(inputs.method)
    report = draw.report
    names = names_by_number(draw.round.event)
    here = drafted_round(draw)
    earlier = Draw.objects.filter(round=draw.round_id, attempt__lt=draw.attempt).order_by("attempt")
    return {
        "round": draw.round.number,
        "method": {"code": method.code, "name": plain(method.name)},
        "rules": [plain(rule) for rule in method.rules],
        "weights": {"repeat": inputs.repeat_weight},
        "entries": len(inputs.entries),
        "out": [_person(names, entry) for entry in here.out],
        "standings_version": inputs.standings_version,
        "penalised": [_person(names, entry) for entry in report.get("penalised", ())],
        "numbers": _numbers(report),
        "areas": [
            {
                "name": area["name"],
                "entries": area["entries"],
                "seed": area["seed"],
                "numbers": _numbers(area),
                "proven": area["proven"],
                "agrees": area["audit"]["agrees"] if "audit" in area else None,
                "closeness": area.get("closeness"),
            }
            for area in report.get("areas", ())
        ],
        "proven": report["proven"],
        "verdict": plain(PROVEN if report["proven"] else BEST),
        # What is drawn of pairs is not recounted.
        "recount": None
        if "audit" not in report
        else {
            "agrees": report["audit"]["agrees"],
            "text": plain(AGREES if report["audit"]["agrees"] else DIFFERS),
        },
        "repeats": [
            {"first": _person(names, first), "second": _person(names, second), "meetings": times}
            for first, second, times in report["repeat_pairs"]
            if first > 0
        ],
        "closeness": report.get("closeness"),
        "winds": [
            {"entry": _person(names, entry), "counts": counts}
            for entry, counts in winds_of((*inputs.history, here), inputs.entries).items()
        ],
        "notices": [_said(notice) for notice in report["notices"]],
        "edits": draw.edits,
        "earlier_attempts": [
            {"attempt": old.attempt, "at": old.created_at.isoformat(), "released": old.released_at is not None}
            for old in earlier
        ],
        "seed": {
            "hash": draw.seed_hash,
            "base": draw.base_seed,
            "used": draw.seed,
            "algorithm": draw.algorithm,
            "mixed_in": draw.seed.split("/")[2:],
        },
        "schedule": None
        if draw.schedule is None
        else {"first_round": read_inputs(draw.schedule.inputs).round, "report": draw.schedule.report},
        "replay": f"python manage.py replay {draw.round.event.slug} {draw.round.number}",
    }


def _numbers(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    recount = report.get("audit")
    return [
        {
            "code": code,
            "name": plain(name),
            "value": report[code],
            "bound": report[bound] if bound else None,
            "recounted": None if recount is None else recount["numbers"].get(code),
        }
        for code, bound, name in NUMBERS
        if code in report
    ]


def _person(names: Mapping[int, str], entry: int) -> dict[str, Any]:
    return {"number": entry, "name": names.get(entry, "")}


def _said(notice: Mapping[str, Any]) -> dict[str, str]:
    error = RuleError(notice["code"], notice["template"], **notice["params"])
    return {"code": error.code, "message": sentence(error)}


SAME = text(
    "所有準則都相同，名次並列。", "所有准则都相同，名次并列。", "Equal in every criterion: the rank is shared."
)  # fmt: skip


def explained_rank(standings: Standings, entry: str) -> dict[str, Any] | None:
    """Return why a row stands below the one above it and above the one below it; None where there is no such row."""
    rows = [row for row in standings.rows if row.rank is not None]
    place = next((index for index, row in enumerate(rows) if row.id == entry), None)
    if place is None:
        return None
    return {
        "entry": rows[place].id,
        "rank": rows[place].rank,
        "tied": rows[place].tied,
        "above": _between(standings, place) if place else None,
        "below": _between(standings, place + 1) if place + 1 < len(rows) else None,
    }


def _between(standings: Standings, lower: int) -> dict[str, Any]:
    """Compare two neighbours: every criterion in order with both numbers, up to the one that decides."""
    rows = [row for row in standings.rows if row.rank is not None]
    upper_row, lower_row = rows[lower - 1], rows[lower]
    why = lower_row.why
    compared = []
    for index, criterion in enumerate(standings.criteria):
        decides = why is not None and why.key == criterion.key and why.key is not None
        upper, here = upper_row.values[index], lower_row.values[index]
        if decides and why is not None:
            upper, here = why.above, why.here
        compared.append(
            {
                "key": criterion.key,
                "name": plain(criterion.name),
                "scope": criterion.scope,
                "direction": criterion.direction,
                "upper": None if upper is None else show(upper, criterion.scale),
                "lower": None if here is None else show(here, criterion.scale),
                "decides": decides,
            }
        )
        if decides:
            break
    tied = why is None or why.key is None
    return {
        "upper": upper_row.id,
        "lower": lower_row.id,
        "criteria": compared,
        "tied": tied,
        "text": plain(SAME) if tied else None,
    }
