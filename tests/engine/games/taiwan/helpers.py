"""What the tests of Taiwan mahjong share: rules by option, tables settled from plain events, hands scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.hand_input import parse_hand
from engine.registry import find_game
from engine.rulesets import ResolvedRuleset, resolve
from engine.settling import settle_line

DATA = Path(__file__).parents[3] / "data" / "taiwan"
SEATS = {"E": "p1", "S": "p2", "W": "p3", "N": "p4"}

__all__ = ["DATA", "SEATS", "lines", "parse_hand", "rules", "score", "settle", "subset", "win"]


def lines(name: str) -> list[dict[str, Any]]:
    """Read a file of JSON lines of the given cases."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line.strip()]


def rules(preset: str | None = None, **options: Any) -> ResolvedRuleset:
    return resolve(find_game("taiwan").ruleset, preset, options)


def score(data: dict[str, Any], resolved: ResolvedRuleset | None = None) -> dict[str, Any]:
    """Score one line with its own options, or under rules already resolved."""
    chosen = resolved or resolve(find_game("taiwan").ruleset, data.get("preset"), data.get("options") or {})
    return find_game("taiwan").score(chosen, data)


def settle(*events: dict[str, Any], start: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    """Settle a table of p1 to p4 from plain events under options."""
    line = {"id": "t", "seats": SEATS, "start": start or {}, "events": list(events)}
    return settle_line(find_game("taiwan").ruleset, line, options)


def win(seat: str, giver: str | None = None, total: int | None = None, **more: Any) -> dict[str, Any]:
    """A win event of one winner; `door` and the deal as played go beside the entry."""
    at = {name: more.pop(name) for name in ("hand", "after", "door", "dealer", "streak", "round_wind") if name in more}
    entry: dict[str, Any] = {"seat": seat, "by": more.pop("by", "discard" if giver else "self"), **more}
    if giver:
        entry["from"] = giver
    if total is not None:
        entry["total"] = total
    return {"type": "win", "wins": [entry], **at}


def subset(want: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Return what of `want` the answer of `settle` does not hold."""
    progress = answer["state"]["progress"]
    known = {"next_dealer": progress["dealer"], "streak": progress["streak"], "round_wind": progress["round_wind"]}
    missing = []
    for key, value in want.items():
        found = known.get(key, answer.get(key))
        if isinstance(value, dict):
            missing += [
                f"{key}.{part}: {found.get(part)} is not {one}" for part, one in value.items() if found.get(part) != one
            ]
        elif found != value:
            missing.append(f"{key}: {found} is not {value}")
    return missing
