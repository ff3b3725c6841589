"""The numbers beside a draw: how good it is, the least that is possible, and the same recounted by other code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from engine.seating import audit as recounting
from engine.seating.model import Round as Seating
from engine.seating.report import Report, meetings, report
from engine.seating.wire import canonical, document, rounds_data
from tournament.seating.areas import parts_of, round_in
from tournament.seating.inputs import Inputs, SeatedRound, as_seating, from_seating
from tournament.seating.methods import Seated, meetings_of_pairs


def result_of(round_: SeatedRound) -> dict[str, Any]:
    """Return a round as a draw stores it."""
    return {
        "tables": [{"number": table.number, "seats": list(table.seats)} for table in round_.tables],
        "out": list(round_.out),
    }


def result_bytes(result: Mapping[str, Any]) -> bytes:
    """Return the bytes by which two seatings are compared: tables and rests as JSON with sorted keys."""
    return canonical({"tables": result["tables"], "out": result["out"]}).encode()


def report_of(inputs: Inputs, rounds: Sequence[Seating], found: Seated, seed: str) -> dict[str, Any]:
    """Return the report of rounds drawn from `inputs`, earlier rounds counted, with the recount beside it."""
    if inputs.areas:
        return _report_of_areas(inputs, rounds, found, seed)
    if inputs.sides:
        return _report_of_pairs(inputs, rounds, found, seed)
    wishes = inputs.wishes()
    quality = report(inputs.entries, rounds, wishes)
    history = [_data(round_) for round_ in wishes.history]
    data = document(rounds, quality, found.how, found.algorithm, seed)
    data["rounds"] = [_data(round_) for round_ in rounds]
    recounted = recounting.audit(
        data, inputs.entries, clubs=inputs.clubs, apart=inputs.apart, history=history, seed=seed
    )
    return {
        **data["report"],
        "club_lower_bound": quality.club_lower_bound,
        "apart_meetings": quality.apart_meetings,
        "most_sat_out": quality.most_sat_out,
        "least_sat_out": quality.least_sat_out,
        "new_repeats": len(repeats_of(wishes.history, rounds)),
        "repeat_pairs": repeats_of(wishes.history, rounds),
        "method": found.how,
        "notices": notices_data(found),
        "sha256": data["plan_sha256"],
        "audit": {
            "numbers": recounted.numbers,
            "agrees": all(recounted.numbers[key] == value for key, value in data["report"].items()),
            "faults": list(recounted.faults),
        },
        **found.more,
    }


_SUMS = ("repeats", "repeat_lower_bound", "wind_error", "club_meetings", "club_lower_bound", "apart_meetings",
         "table_revisits", "new_repeats")  # fmt: skip
_MOST = ("max_meetings", "wind_spread", "most_sat_out")


def _report_of_areas(inputs: Inputs, rounds: Sequence[Seating], found: Seated, seed: str) -> dict[str, Any]:
    """Return the report of each area, with the seed derived for it, and what they come to together.

    Every area is measured by its own bounds: nobody can meet those of another.
    """
    areas = [
        {"name": part.area.name, "entries": len(part.area.entries), "seed": part.seed}
        | report_of(part.inputs, [round_in(round_, part.area) for round_ in rounds], one, part.seed)
        for part, one in zip(parts_of(inputs, seed), found.areas, strict=True)
    ]
    total = _totals(areas)
    recounts = [area["audit"] for area in areas if "audit" in area]
    if recounts:
        total["audit"] = {
            "numbers": _totals([recount["numbers"] for recount in recounts]),
            "agrees": all(recount["agrees"] for recount in recounts),
            "faults": [f"{area['name']}: {fault}" for area in areas for fault in area["audit"]["faults"]],
        }
    return {
        **total,
        "repeat_pairs": sorted(pair for area in areas for pair in area["repeat_pairs"]),
        "method": found.how,
        "notices": notices_data(found),
        "penalised": sorted(entry for area in areas for entry in area.get("penalised", ())),
        "areas": areas,
    }


def _totals(areas: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The numbers of all areas together, as far as they have them."""
    first = areas[0]
    total: dict[str, Any] = {key: sum(area[key] for area in areas) for key in _SUMS if key in first}
    total |= {key: max(area[key] for area in areas) for key in _MOST if key in first}
    if "least_sat_out" in first:
        total["least_sat_out"] = min(area["least_sat_out"] for area in areas)
    return total | {"proven": all(area["proven"] for area in areas)}


def found_before(report: Mapping[str, Any], algorithm: str = "") -> Seated:
    """Return how a seating was found by what was reported of it then."""
    areas = tuple(found_before(area) for area in report.get("areas", ()))
    return Seated((), str(report.get("method", "")), algorithm, areas=areas)


def _report_of_pairs(inputs: Inputs, rounds: Sequence[Seating], found: Seated, seed: str) -> dict[str, Any]:
    """Return what can be said of rounds whose entries are pairs: who meets again, and who rests how often.

    The least number of repeats is what is left when every pair has met every other.
    """
    every = [*(as_seating(round_) for round_ in inputs.history), *rounds]
    met = Counter(meeting for round_ in every for meeting in meetings_of_pairs(round_))
    rests = Counter(dict.fromkeys(inputs.entries, 0))
    rests.update(who for round_ in every for who in round_.out if who in rests)
    repeats = sum(met.values()) - len(met)
    bound = max(0, sum(met.values()) - len(inputs.entries) * (len(inputs.entries) - 1) // 2)
    return {
        "repeats": repeats,
        "max_meetings": max(met.values(), default=0),
        "repeat_lower_bound": bound,
        "proven": repeats == bound,
        "repeat_pairs": sorted([*pair, times] for pair, times in met.items() if times > 1),
        "most_sat_out": max(rests.values(), default=0),
        "least_sat_out": min(rests.values(), default=0),
        "method": found.how,
        "notices": notices_data(found),
        **found.more,
    }


def notices_data(found: Seated) -> list[dict[str, Any]]:
    """Return what a draw warns of, as it is stored."""
    return [
        {"code": notice.code, "template": notice.template, "params": dict(notice.params)} for notice in found.notices
    ]


def changed_report(inputs: Inputs, round_: SeatedRound, before: Mapping[str, Any], seed: str) -> dict[str, Any]:
    """Return the report of a round that was changed by hand since `before` was written."""
    return _renewed(before, report_of(inputs, (as_seating(round_),), found_before(before), seed))


def _renewed(before: Mapping[str, Any], fresh: Mapping[str, Any]) -> dict[str, Any]:
    renewed = {**before, **{key: value for key, value in fresh.items() if key not in ("method", "notices")}}
    if "areas" in fresh:
        areas = zip(before["areas"], fresh["areas"], strict=True)
        renewed["areas"] = [_renewed(old, new) for old, new in areas]
    return renewed


def repeats_of(history: Sequence[Seating], rounds: Sequence[Seating]) -> list[list[int]]:
    """Return the pairs who meet again in `rounds`: the two entries, and how often they have met with it."""
    met = meetings(history)
    found: dict[tuple[Any, Any], int] = {}
    for round_ in rounds:
        for table in round_.tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
                if met[pair] > 1:
                    found[pair] = met[pair]
    return [[first, second, times] for (first, second), times in sorted(found.items())]


def winds_of(rounds: Sequence[SeatedRound], entries: Sequence[int]) -> dict[int, list[int]]:
    """Return how often each entry has sat East, South, West, North."""
    counts = {entry: [0, 0, 0, 0] for entry in entries}
    for round_ in rounds:
        for table in round_.tables:
            for wind, who in enumerate(table.seats):
                if who in counts:
                    counts[who][wind] += 1
    return counts


def _data(round_: Seating) -> dict[str, Any]:
    return {**rounds_data(round_), "numbers": list(round_.numbers)}


__all__ = ["Report", "changed_report", "from_seating", "report_of", "result_bytes", "result_of", "winds_of"]
